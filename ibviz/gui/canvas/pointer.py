"""The pointer: what press, drag, release and wheel mean on the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from ibviz.drawing.margins import lens_span
from ibviz.gui.canvas.band import within
from ibviz.gui.canvas.legend import HANDLES, Legend
from ibviz.gui.canvas.mover import Mover
from ibviz.gui.gaze import inside
from ibviz.gui.selection import NOTHING, Selection
from ibviz.gui.trail import Place

if TYPE_CHECKING:
    from ibviz.drawing.hit import Hit
    from ibviz.gui.canvas.widget import Canvas

STEP = 1.2
"""Zoom of one notch of the wheel."""

GRIP = 7.0
"""How far from the edge of the overview's window that edge is still meant, pixels."""

ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
"""Keys with which a click changes the selection instead of replacing it."""

DRAGGED = 4.0
"""Movement from which a press is a drag, pixels."""


class Pointer:
    """Answers the pointer for a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._mode = ""
        self._start = QPointF()
        self._last = QPointF()
        self._space = False
        self.rect: tuple[float, float, float, float] | None = None
        self._again: Selection | None = None
        self.legend = Legend(canvas)
        self.mover = Mover(canvas)

    @property
    def busy(self) -> bool:
        """Whether a drag is under way."""
        return bool(self._mode)

    @property
    def _pans(self) -> bool:
        return self._space or self._canvas.desk.gaze.tool == "pan"

    def hold_space(self, down: bool) -> None:
        """Pan while the space bar is down."""
        self._space = down
        self.point(self._last)

    def press(self, event: QMouseEvent) -> None:
        """Begin a drag, or select what is under the pointer."""
        self._start = self._last = event.position()
        part, told = self._on_lens(event.position()), self.legend.at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and told.part in HANDLES:
            self._mode = told.part
            self.legend.take()
        elif event.button() == Qt.MouseButton.LeftButton and told.part:
            self._select(self.legend.picked(told), event)
        elif event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._pans
        ):
            self._mode = "pan"
        elif event.button() == Qt.MouseButton.LeftButton and part == "overview":
            self._mode = part
            self._drag_overview(event.position())
        elif event.button() == Qt.MouseButton.LeftButton and part:
            self._mode = part
            if part == "lens" and not self._inside_lens(event.position().x()):
                self._drag_lens(event.position().x())
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press_thing(event)
        elif event.button() == Qt.MouseButton.RightButton:
            self._canvas.folder.pressed = self._canvas.at(event.position())
            picked = picked_by(self._canvas.folder.pressed)
            if not (picked.nodes <= self._chosen.nodes and picked.cables <= self._chosen.cables):
                self._canvas.desk.document.select(picked)
        self.point(event.position())

    def _press_thing(self, event: QMouseEvent) -> None:
        """Select what is there, so that a node of the map can be dragged; of several selected ones all are."""
        found = self._canvas.at(event.position())
        picked = picked_by(found)
        if not picked:
            self._mode = "ground"
            return
        movable = self.mover.possible and found.node >= 0 and found.kind != "port"
        self._again = picked if movable and found.node in self._chosen.nodes else None
        if self._again is None or event.modifiers() & ADDING:
            self._again = None
            self._select(picked, event)
        if movable and found.node in self._chosen.nodes:
            self._mode = "node"
            self.mover.take(found.node, event.position())

    @property
    def _chosen(self) -> Selection:
        return self._canvas.desk.document.selection

    def _select(self, picked: Selection, event: QMouseEvent) -> None:
        toggles = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        adds = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        was = self._chosen
        self._canvas.desk.document.select(was ^ picked if toggles else was | picked if adds else picked)

    def move(self, event: QMouseEvent) -> None:
        """Go on with a drag, or say what is under the pointer."""
        spot = event.position()
        if self._mode == "pan":
            self._canvas.pan_by(spot.x() - self._last.x(), spot.y() - self._last.y())
        elif self._mode in ("ground", "band"):
            if self._mode == "band" or (spot - self._start).manhattanLength() >= DRAGGED:
                self._mode = "band"
                left, top = min(spot.x(), self._start.x()), min(spot.y(), self._start.y())
                self.rect = (left, top, abs(spot.x() - self._start.x()), abs(spot.y() - self._start.y()))
                self._canvas.touch()
        elif self._mode in ("node", "moving"):
            if self._mode == "moving" or (spot - self._start).manhattanLength() >= DRAGGED:
                self._mode = "moving"
                keys = event.modifiers()
                free = bool(keys & Qt.KeyboardModifier.ControlModifier)
                self.mover.drag(spot, free=free, straight=bool(keys & Qt.KeyboardModifier.ShiftModifier))
        elif self._mode == "overview":
            self._drag_overview(spot)
        elif self._mode.startswith("lens"):
            self._drag_lens(spot.x())
        elif self._mode in HANDLES:
            self.legend.drag(self._mode, spot.x())
        elif not event.buttons():
            self._canvas.hover(spot)
        self._last = spot
        self.point(spot)

    def release(self, event: QMouseEvent) -> None:
        """End a drag."""
        mode, self._mode = self._mode, ""
        if mode == "band" and self.rect is not None and self._canvas.kept is not None:
            self._select(within(self._canvas.kept.picture, self._canvas.move_now(), self.rect), event)
        elif mode == "moving":
            self.mover.drop()
        elif mode == "node":
            self.mover.give_up()
            if self._again is not None:
                self._canvas.desk.document.select(self._again)
        elif mode == "ground" and not event.modifiers() & ADDING:
            self._canvas.desk.document.select(NOTHING)
        self.rect = None
        if mode:
            self._canvas.touch()
        self.point(event.position())

    def give_up(self) -> bool:
        """Give up a drag; tell whether there was one."""
        was, self._mode, self.rect = self._mode, "", None
        if was in HANDLES:
            self.legend.give_up()
        if was in ("node", "moving"):
            self.mover.give_up()
        if was:
            self._canvas.touch()
        return bool(was)

    def double(self, event: QMouseEvent) -> None:
        """Fold or open the group that is under the pointer, zoom to anything else."""
        canvas = self._canvas
        found = canvas.at(event.position())
        if canvas.scene is None or self._on_lens(event.position()) or self._pans:
            return
        if canvas.folder.toggle(found, event.position().x()):
            return
        picked = picked_by(found)
        canvas.go_to(picked)

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; sideways, or with Shift, pan."""
        turn, side, spot = event.angleDelta().y(), event.angleDelta().x(), event.position()
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if shifted or abs(side) > abs(turn):
            self._canvas.pan_by((side or turn) / 1200 * self._canvas.width())
        elif turn:
            self._canvas.zoom_at(STEP ** (turn / 120), spot.x(), spot.y(), ease=False)
        event.accept()

    def point(self, spot: QPointF) -> None:
        """Give the pointer the shape that says what a drag would do."""
        shapes = Qt.CursorShape
        shape = shapes.ArrowCursor
        if self._mode == "pan":
            shape = shapes.ClosedHandCursor
        elif self._mode == "band":
            shape = shapes.CrossCursor
        elif self._mode == "moving":
            shape = shapes.SizeAllCursor
        elif self._mode in ("lens-left", "lens-right", *HANDLES):
            shape = shapes.SplitHCursor
        elif not self._mode:
            part = self._on_lens(spot)
            shape = self.legend.shape(spot) or (
                shapes.SplitHCursor
                if part in ("lens-left", "lens-right")
                else shapes.OpenHandCursor
                if part or self._pans
                else shapes.ArrowCursor
            )
        if self._canvas.cursor().shape() != shape:
            self._canvas.setCursor(shape)

    def _on_lens(self, spot: QPointF) -> str:
        """Return which part of the overview is at a spot; empty for none."""
        if self._canvas.kept is not None and self._overview_at(spot) is not None:
            return "overview"
        frame, kept = self._canvas.frame_now(), self._canvas.kept
        if frame is None or kept is None or kept.view.kind != "layered" or "ruler" not in kept.frame.places:
            return ""
        y, tall = kept.frame.places["ruler"]
        if not (
            y - 3 <= spot.y() <= y + tall + 3
            and frame.left - GRIP <= spot.x() <= frame.left + frame.room + GRIP
        ):
            return ""
        left, wide = lens_span(frame)
        if wide > 24 and abs(spot.x() - left) <= GRIP:
            return "lens-left"
        if wide > 24 and abs(spot.x() - left - wide) <= GRIP:
            return "lens-right"
        return "lens"

    def _overview_at(self, spot: QPointF) -> Place | None:
        """Return the place of a plane that a spot on its overview shows; None off it."""
        kept, gaze = self._canvas.kept, self._canvas.desk.gaze
        if kept is None or kept.view.kind != gaze.view.kind:
            return None
        there = kept.picture.overview_at(spot.x(), spot.y())
        return None if there is None else (gaze.view.zoom, *there)

    def _drag_overview(self, spot: QPointF) -> None:
        """Show what is under the pointer on the overview of a plane."""
        place = self._overview_at(spot)
        if place is not None:
            self._canvas.desk.gaze.stroll(*place)

    def _inside_lens(self, x: float) -> bool:
        frame = self._canvas.frame_now()
        assert frame is not None
        left, wide = lens_span(frame)
        return left <= x <= left + wide

    def _drag_lens(self, x: float) -> None:
        frame, gaze = self._canvas.frame_now(), self._canvas.desk.gaze
        if frame is None:
            return
        share = float(np.clip((x - frame.left) / frame.room, 0, 1))
        half = 0.5 / gaze.view.zoom
        if self._mode == "lens":
            moved = (x - self._last.x()) / frame.room
            center = gaze.view.center + moved if self._inside_lens(self._last.x()) else share
            gaze.stroll(gaze.view.zoom, center)
            return
        fixed = gaze.view.center + (half if self._mode == "lens-left" else -half)
        wide = fixed - share if self._mode == "lens-left" else share - fixed
        zoom = 1 / max(wide, 1e-5)
        center = fixed - wide / 2 if self._mode == "lens-left" else fixed + wide / 2
        gaze.stroll(*inside(zoom, center))


def picked_by(found: Hit) -> Selection:
    """Return what a click on something selects: a port stands for its cable, a folded group for its switches."""
    if found.kind == "group":
        return Selection(nodes=frozenset(found.nodes))
    if found.kind == "port" and found.cable >= 0:
        return Selection(cables=frozenset([found.cable]))
    if found.kind in ("node", "port") and found.node >= 0:
        return Selection(nodes=frozenset([found.node]))
    if found.kind == "cable":
        return Selection(cables=frozenset([found.cable]))
    return Selection(cables=frozenset(found.cables)) if found.kind == "bundle" else NOTHING
