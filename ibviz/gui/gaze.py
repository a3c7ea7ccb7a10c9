"""How the document is looked at: the View of the canvas, where it has been, its theme, and the tool in hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEasingCurve, QObject, QTimer, QVariantAnimation, Signal

from ibviz.drawing.view import View
from ibviz.gui.trail import Place, Step, Trail

DEEPEST = 100_000.0
REST_MS = 1500
"""After so long the next pan or turn of the wheel can be gone back from by itself."""

TOOLS = ("select", "pan")
LOADS = frozenset({"utilization", "before"})
"""Overlays of one scale, so that a range of one is that of the other."""

START: Place = (1.0, 0.5, 0.5)


class Gaze(QObject):
    """The View, changed by the canvas, the toolbar and the keys; not undone.

    Signals
    -------
    changed(before, after)
        Two Views.
    tooled(tool)
        ``select`` or ``pan``.
    sought(near)
        What is selected is to be brought into view; `near`: zoomed to.

    Attributes
    ----------
    undecided : bool
        Whether no file and nobody said which view it is, so that the one that suits the fabric is taken.
    """

    changed = Signal(object, object)
    tooled = Signal(str)
    sought = Signal(bool)

    def __init__(self, view: View | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view or View()
        self._left: dict[str, Place] = {}
        self._trail = Trail()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(lambda: self._trail.rest())
        self._tool = TOOLS[0]
        self.undecided = False
        self._from: Place = START
        self._to: Place = START
        self.ease_ms = 0
        self._ride = QVariantAnimation(self)
        self._ride.setStartValue(0.0)
        self._ride.setEndValue(1.0)
        self._ride.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._ride.valueChanged.connect(self._ride_on)

    @property
    def view(self) -> View:
        """The View now; its overlay is what the user wishes, drawn plain where there is nothing to say."""
        return self._view

    @property
    def tool(self) -> str:
        """The tool in hand."""
        return self._tool

    def take(self, tool: str) -> None:
        """Take another tool in hand."""
        if tool in TOOLS and tool != self._tool:
            self._tool = tool
            self.tooled.emit(tool)

    def seek(self, *, near: bool = False) -> None:
        """Ask for what is selected to be brought into view."""
        self.sought.emit(near)

    def change(self, **what: Any) -> None:
        """Change some fields of the View; the range of an overlay ends with it, if the next is no load too."""
        after = replace(self._view, **what)
        if after.overlay != self._view.overlay and not {after.overlay, self._view.overlay} <= LOADS:
            after = replace(after, low=what.get("low", 0.0), high=what.get("high", 1.0))
        if after != self._view:
            before, self._view = self._view, after
            self.changed.emit(before, after)

    def hold(self, levels: tuple[int, ...]) -> None:
        """Note what level of detail is shown, so that the next picture holds on to it; nothing else changes."""
        self._view = replace(self._view, held=levels)

    def turn(
        self, kind: str, place: Place | None = None, *, pair: tuple[int, ...] | None = None, step: bool = True
    ) -> None:
        """Look at another of the views, where that was left, else at a place; at other levels there, with `pair`.

        With `step` the former view can be gone back to.
        """
        self.undecided = False
        known = None if pair is not None else self._left.get(kind)
        there = Step(kind, self._view.pair if pair is None else pair, known or place or START)
        if kind == self._view.kind and place is None:
            self._ride.stop()
            return
        if step:
            self._trail.leave(self.now)
        self._show(there, known=bool(known or place))

    def _show(self, step: Step, *, known: bool = True) -> None:
        """Look at a view at once; `known` says whether its place was chosen."""
        self._ride.stop()
        self._left[self._view.kind] = self.place
        self._view = replace(self._view, held=())
        if known:
            self._left[step.kind] = step.place
        zoom, center, center_y = step.place
        self.change(kind=step.kind, pair=step.pair, zoom=zoom, center=center, center_y=center_y)

    def forget(self) -> None:
        """Forget where every view was left and has been, and show bands whole."""
        self._ride.stop()
        self._left.clear()
        self._trail = Trail()
        self._view = replace(self._view, held=())
        self.change(kind="layered", zoom=START[0], center=START[1], center_y=START[2])

    @property
    def now(self) -> Step:
        """What is looked at, or moved to."""
        return Step(self._view.kind, self._view.pair, self.goal)

    @property
    def placed(self) -> bool:
        """Whether the view has a place that somebody chose, so that it is not to be shown whole."""
        return self._view.kind in self._left

    @property
    def place(self) -> Place:
        """Where the view is now."""
        return self._view.zoom, self._view.center, self._view.center_y

    def go(self, zoom: float, center: float, center_y: float = 0.5) -> None:
        """Move to a place, of bands kept inside them, in `ease_ms`; the former place can be gone back to."""
        place = self._inside((zoom, center, center_y))
        if place != self.goal:
            self._trail.leave(self.now)
        self._ride_to(place)

    def move(self, zoom: float, center: float, center_y: float = 0.5) -> None:
        """Move to a place at once, without remembering the former one: where the picture itself has changed."""
        self._ride.stop()
        self._put((zoom, center, center_y))

    def stroll(self, zoom: float, center: float, center_y: float = 0.5, *, ease: bool = False) -> None:
        """Move a little, by wheel, drag or arrows: such movements that follow each other are one step back."""
        place = self._inside((zoom, center, center_y))
        if place != self.goal:
            self._trail.stroll(self.now)
            self._rest.start()
        if ease:
            self._ride_to(place)
        else:
            self.move(*place)

    def back(self) -> None:
        """Look at what was looked at before."""
        self._return(self._trail.back(self.now) if self.can_go[0] else None)

    def forward(self) -> None:
        """Look at what `back` came from."""
        self._return(self._trail.forward(self.now) if self.can_go[1] else None)

    def _return(self, step: Step | None) -> None:
        if step is None:
            return
        if (step.kind, step.pair) == (self._view.kind, self._view.pair):
            self._ride_to(step.place)
        else:
            self._show(step)

    @property
    def can_go(self) -> tuple[bool, bool]:
        """Whether there is something to go back to, and something to go forward to."""
        return self._trail.can_go

    @property
    def goal(self) -> Place:
        """The place that is being moved to; where the view is, if it rests."""
        riding = self._ride.state() == QVariantAnimation.State.Running
        return self._to if riding else self.place

    def _put(self, place: Place) -> None:
        zoom, center, center_y = self._left[self._view.kind] = self._inside(place)
        self.change(zoom=zoom, center=center, center_y=center_y)

    def _inside(self, place: Place) -> Place:
        return (*inside(*place[:2]), place[2]) if self._view.kind == "layered" else place

    def _ride_to(self, place: Place) -> None:
        self._ride.stop()
        self._from, self._to = self.place, self._inside(place)
        if self.ease_ms <= 0:
            self._put(self._to)
            return
        self._ride.setDuration(self.ease_ms)
        self._ride.start()

    def _ride_on(self, share: float) -> None:
        self._put(between(self._from, self._to, float(share)))


def inside(zoom: float, center: float) -> tuple[float, float]:
    """Return the nearest place that shows nothing beyond the ends of the bands."""
    zoom = min(max(zoom, 1.0), DEEPEST)
    half = 0.5 / zoom
    return zoom, min(max(center, half), 1 - half)


def between(start: Place, end: Place, share: float) -> Place:
    """Return the place at a share of the way: the zoom grows by equal factors, one point of the picture rests.

    Examples
    --------
    >>> between((1.0, 0.5, 0.0), (4.0, 0.5, 8.0), 0.5)
    (2.0, 0.5, 5.333333333333333)
    """
    zoom = math.exp((1 - share) * math.log(start[0]) + share * math.log(end[0]))
    wide = 1 / end[0] - 1 / start[0]
    rests = abs(wide) * max(start[0], end[0]) < 1e-9
    part = share if rests else (1 / zoom - 1 / start[0]) / wide
    x, y = (before + (after - before) * part for before, after in zip(start[1:], end[1:], strict=True))
    return round(zoom, 12), x, y
