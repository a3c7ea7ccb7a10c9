"""Hovering: what is under the pointer is lit at once, and told on a card in a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QTimer

from ibviz.drawing.hit import Hit, hit
from ibviz.drawing.theme import theme
from ibviz.gui.canvas.card import Card
from ibviz.gui.canvas.facts import facts, has_facts
from ibviz.gui.canvas.slide import Slide

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

CARD_MS = 350
"""How long the pointer rests until the card comes, milliseconds."""


class Hover(QObject):
    """Finds what is under the pointer of a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._found = Hit()
        self._late = QTimer(self, singleShot=True, interval=CARD_MS)
        self._late.timeout.connect(self.tell)
        self.card = Card(canvas)
        canvas.desk.document.changed.connect(lambda before, after: self.again())
        canvas.desk.results.changed.connect(lambda load: self.again())
        self.spot = QPointF()

    def at(self, spot: QPointF) -> Hit:
        """Return what is under a point."""
        scene, kept, ground = self._canvas.scene, self._canvas.kept, self._canvas.ground_now()
        if scene is None or ground is None or kept is None or kept.scene is not scene:
            return Hit()
        if kept.view.kind != ground.view.kind:
            return Hit()
        left, top, wide, tall = ground.clip
        if not (left <= spot.x() <= left + wide and top <= spot.y() <= top + tall):
            return Hit()
        move = self._canvas.move_now()
        if isinstance(move, Slide):
            return kept.picture.find(*move.back(spot.x(), spot.y()))
        if move.is_still:
            return kept.picture.find(spot.x(), spot.y())
        return hit(scene, self._canvas.keeper.looked, spot.x(), spot.y())

    def go(self, spot: QPointF) -> None:
        """Light what is there, and say in a moment what it is."""
        canvas, self.spot = self._canvas, spot
        if canvas.kept is None or canvas.keeper.moving or not canvas.move_now().is_still:
            return
        found = self.at(spot)
        if found != self._found:
            self._found = found
            self.card.hide()
            canvas.hovered.emit(found)
            self._light(found)
        if not self.card.isVisible() and has_facts(found):
            self._late.start()

    def clear(self) -> None:
        """Let go of what was hovered."""
        self._late.stop()
        self.card.hide()
        if self._found.kind != "nothing":
            self._found = Hit()
            self._canvas.hovered.emit(self._found)
        self._light(Hit())

    def again(self) -> None:
        """Tell what the card says anew: what it is of has another state or load."""
        if self.card.isVisible():
            self.tell()

    def _light(self, found: Hit) -> None:
        if self._canvas.lights.hover(found, self._canvas.scene):
            self._canvas.touch()

    def tell(self) -> None:
        """Show the card, unless the pointer is gone or busy."""
        canvas, results = self._canvas, self._canvas.desk.results
        if canvas.scene is None or not canvas.underMouse() or canvas.pointer.busy:
            return
        load = results.seen
        if canvas.scene.state.scenario != results.state.scenario:
            self.card.hide()
            self._late.start()
            return
        told = facts(canvas.scene, load.after if load is not None and results.current else None, self._found)
        if told is not None:
            self.card.tell(told, self.spot.toPoint(), theme(canvas.desk.gaze.view.theme))
