"""The surface: the kept picture where it lies now, and over it what is lit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter

from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import theme
from ibviz.gui.canvas.kept import Kept, lens_of, show
from ibviz.gui.canvas.marks import paint_marks
from ibviz.gui.canvas.moving import Moved, moved
from ibviz.gui.canvas.shift import Shift
from ibviz.gui.canvas.show_plane import show_fixed, show_plane, show_whole
from ibviz.gui.canvas.slide import Slide
from ibviz.gui.canvas.under import is_under, show_under

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas


class Surface:
    """Paints a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def paint(self, painter: QPainter) -> None:
        """Paint all of it; nothing but its ground where there is no picture of such bands yet."""
        canvas = self._canvas
        kept, scene = canvas.kept, canvas.scene
        if kept is None or scene is None or not _is_alike(kept, scene):
            ground = theme(canvas.desk.gaze.view.theme).canvas
            painter.fillRect(canvas.rect(), QColor.fromRgba(ground))
        else:
            self._paint(painter, kept)

    def _paint(self, painter: QPainter, kept: Kept) -> None:
        canvas = self._canvas
        move, tokens = canvas.move_now(), theme(canvas.desk.gaze.view.theme)
        size, clip = (canvas.width(), canvas.height()), move.now.clip
        self._show(painter, kept, move, canvas.veil.color(tokens))
        lit = canvas.lights.items(kept, move, tokens, canvas.hasFocus())
        if isinstance(move, Slide):
            lit = canvas.pointer.mover.items(move, tokens) or lit
        over = lens_of(kept, move.now) if isinstance(move, Shift) else kept.picture.lens(move.now)
        marks = [(lit, clip), ([*over], (0.0, 0.0, float(size[0]), float(size[1])))]
        for items, part in reversed(marks) if kept.picture.lit_above else marks:
            paint_marks(painter, items, part, size)
            if items is lit and isinstance(move, Slide) and not kept.picture.lit_above:
                show_fixed(painter, kept, kept.picture.fixed[1:])
        if canvas.pointer.rect is not None:
            paint_marks(painter, canvas.lights.band(canvas.pointer.rect, tokens), clip, size)

    def _show(self, painter: QPainter, kept: Kept, move: Moved, veil: QColor | None) -> None:
        fade, whole = self._canvas.keeper.fade, self._canvas.keeper.whole
        old, ground = fade.old, self._canvas.ground_now()
        if old is None or ground is None:
            _show_one(painter, kept, move, veil, whole)
            return
        _show_one(painter, old, moved(old.picture.ground, ground))
        painter.setOpacity(fade.share)
        _show_one(painter, kept, move, veil)
        painter.setOpacity(1.0)


def _is_alike(kept: Kept, scene: Scene) -> bool:
    """Tell whether a kept picture may be shown for a scene: one of bands needs as many."""
    return kept.view.kind != "layered" or kept.frame.count == len(scene.bands.levels)


def _show_one(
    painter: QPainter, kept: Kept, move: Moved, veil: QColor | None = None, whole: Kept | None = None
) -> None:
    if isinstance(move, Slide):
        under = None
        if whole is not None and whole is not kept and whole.view.kind == kept.view.kind:
            under = partial(show_whole, painter, whole, move.now)
        show_plane(painter, kept, move, veil, under)
        return
    under = None
    if whole is not None and is_under(whole, kept):
        under = partial(show_under, painter, whole, kept, move)
    show(painter, kept, move, veil, under)
