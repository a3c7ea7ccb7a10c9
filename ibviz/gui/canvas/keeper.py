"""The keeper: which picture is kept, and when a newer one is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ibviz.drawing.frame import GUTTER, MARGIN
from ibviz.drawing.view import View
from ibviz.gui.canvas.fade import Fade
from ibviz.gui.canvas.kept import Kept
from ibviz.gui.canvas.painting import Painter

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

REST_MS = 120
"""How long after the last movement the picture is made in full quality, milliseconds."""

FADE_MS, BLEND_MS = 120, 200
"""How long another level of detail and a new load fade in, milliseconds."""

REACH = 0.4
"""How much of the width of the bands is painted beyond each edge, so that a pan has something to show."""

PLANE_REACH = 0.3
"""How much of the height of a plane is painted beyond each edge."""


class Keeper(QObject):
    """Keeps the newest picture of what a canvas looks at.

    Parameters
    ----------
    canvas : Canvas

    Signals
    -------
    taken()
        There is another picture.
    """

    taken = Signal()

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._painter = Painter(self)
        self._painter.made.connect(self.take)
        self._blend = 0
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._settle)
        self.fade = Fade(canvas)
        self.kept: Kept | None = None
        self.whole: Kept | None = None
        self.moving = False

    @property
    def count(self) -> int:
        """How many pictures were begun."""
        return self._painter.count

    @property
    def resting(self) -> bool:
        """Whether the picture of the view as it is is there, in full quality."""
        return self.kept is not None and not self.moving and not self.kept.fast and self._is_of_now(self.kept)

    @property
    def looked(self) -> View:
        """The View of the picture that is wanted: with something beyond its edges where one can pan."""
        view = self._canvas.desk.gaze.view
        wide = max(view.width - GUTTER - MARGIN, 40)
        beyond = float(round(wide * REACH)) if view.zoom > 1 else 0.0
        if view.kind != "layered":
            ground = self._canvas.ground_now()
            beyond = 0.0 if ground is None or ground.shows_all else float(round(PLANE_REACH * view.height))
        return replace(view, reach=beyond)

    def want(self, *, fast: bool) -> None:
        """Have a picture of the scene and the View of now made."""
        canvas = self._canvas
        if canvas.scene is not None and canvas.desk.gaze.view.width > 0:
            self._painter.want(canvas.scene, self.looked, canvas.devicePixelRatioF(), fast=fast)

    def restart(self, *, blend: bool) -> None:
        """Have a picture of another scene made: of the same fabric faded in, a quick one first."""
        self._blend = BLEND_MS if blend else 0
        self.want(fast=blend)

    def look_again(self, before: View, after: View) -> bool:
        """Have the picture of another View made; tell whether things lie elsewhere in it, so that it is moved to."""
        if before == replace(after, folds=before.folds):
            return False  # the stager makes the scene that shows other folds
        if _placed(before) != _placed(after):
            return True
        if (before.low, before.high) == (after.low, after.high):
            self.want(fast=False)
        else:
            self.go_on()
        return False

    def go_on(self) -> None:
        """Follow a movement of the View; where there is nothing to see yet it is none."""
        if self._canvas.scene is None:
            return
        self.moving = True
        self.fade.end()
        self._rest.start()
        self._chase()

    def drop(self) -> None:
        """Keep nothing."""
        self.kept = self.whole = None

    def close(self) -> None:
        """Give up what is being painted and wait for its thread."""
        self._painter.close()

    def take(self, kept: Kept) -> None:
        """Keep a picture, if it is of the scene of now."""
        if kept.scene is not self._canvas.scene:
            self.want(fast=False)
            return
        was, self.kept = self.kept, kept
        if kept.is_whole and not kept.fast:
            self.whole = kept
        self._start_fade(was, kept)
        if kept.view.kind == self._canvas.desk.gaze.view.kind:
            self._canvas.desk.gaze.hold(kept.picture.ground.levels)
        self.taken.emit()
        if self.moving:
            self._chase()
        elif kept.fast or not self._is_of_now(kept):
            self.want(fast=False)

    def _settle(self) -> None:
        self.moving = False
        if not self.resting:
            self.want(fast=False)

    def _chase(self) -> None:
        """While in motion, have a newer picture made if the kept one does not reach far enough or is stretched."""
        wish = self._painter.wish
        if self._canvas.scene is None or (wish is not None and (wish.fast or self.kept is None)):
            return
        if self.kept is not None:
            move = self._canvas.move_now()
            if move.is_pan and move.uncovered() < 1 and self._fits(self.kept):
                return
        self.want(fast=True)

    def _fits(self, kept: Kept) -> bool:
        view, was = self._canvas.desk.gaze.view, kept.view
        same = (was.width, was.height, was.low, was.high) == (view.width, view.height, view.low, view.high)
        same = same and was.kind == view.kind
        return same and kept.scene is self._canvas.scene

    def _is_of_now(self, kept: Kept) -> bool:
        same = replace(kept.view, held=()) == replace(self.looked, held=())
        return same and kept.scene is self._canvas.scene and kept.ratio == self._canvas.devicePixelRatioF()

    def _start_fade(self, was: Kept | None, kept: Kept) -> None:
        ms, self._blend = self._blend, 0
        still = self._canvas.desk.settings.reduce_motion or self.moving
        if was is None or still or (was.view.theme, was.view.kind) != (kept.view.theme, kept.view.kind):
            return
        if not ms and was.picture.ground.levels != kept.picture.ground.levels:
            ms = FADE_MS
        banded = kept.view.kind == "layered"
        if ms and was.ratio == kept.ratio and (not banded or was.frame.count == kept.frame.count):
            self.fade.begin(was, ms)


def _placed(view: View) -> tuple[object, ...]:
    """Return what says where things are."""
    return view.kind, view.zoom, view.center, view.center_y, view.width, view.height, view.pair
