"""The ground of a matrix: the plane with its sheet, and where rows, columns and heads lie in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.frame import HEADER, SLACK
from ibviz.drawing.matrix.axis import CELL, Axis
from ibviz.drawing.matrix.naming import LONGEST
from ibviz.drawing.matrix.pairs import pair_of
from ibviz.drawing.matrix.sheet import Sheet, sheet
from ibviz.drawing.plane import Plane

BOXES_ABOVE, FIGURES_ABOVE = 12.0, 40.0
"""Pixels of a cell: below the first all cells are one picture, above the second they bear their values."""

EVEN = 0.01
"""By how much a cell may differ from whole pixels, pixels."""

CAPTION = 26.0
"""Height of the line under the header that says what is shown, pixels."""

EDGE = 10.0
"""What heads keep from the edges of the picture, pixels."""

LABEL = 18.0
"""Room for the name of a group or block, pixels."""

BETWEEN = 8.0
"""What parts names from strips, pixels."""


class Detail(IntEnum):
    """How much of each cell is shown."""

    PICTURE = 0
    BOXES = 1
    FIGURES = 2


@dataclass(frozen=True, eq=False)
class Matrix(Plane):
    """Geometry of one picture of a matrix, in pixels."""

    @cached_property
    def sheet(self) -> Sheet | None:
        """Rows, columns and cells; None where no two switches are cabled."""
        pair = pair_of(self.scene, self.view)
        return sheet(self.scene, pair) if pair is not None else None

    @property
    def levels(self) -> tuple[int, ...]:
        """How much is shown: what the next picture should hold on to."""
        return (self.detail,)

    @property
    def shows_all(self) -> bool:
        """Whether all cells are in view, with their heads."""
        x, y, wide, tall = self.window
        least = np.array([x + self.heads[0], y + CAPTION + self.heads[1] + self.named_blocks])
        low, high = self.box[:, :2], self.box[:, 2:]
        return bool((low >= least - 1).all() and (high <= np.array([x + wide, y + tall])).all())

    @property
    def cell(self) -> float:
        """Side of a cell, pixels."""
        return CELL * self.scale

    @property
    def is_even(self) -> bool:
        """Whether cells are whole pixels apart, so that gaps between them are all alike."""
        return abs(self.cell - round(self.cell)) < EVEN

    @cached_property
    def detail(self) -> Detail:
        """How much of each cell is shown, by its size; a level that was shown is held on to."""
        was = self.view.held[0] if len(self.view.held) == 1 else -1
        found = Detail.PICTURE
        for level, threshold in ((Detail.BOXES, BOXES_ABOVE), (Detail.FIGURES, FIGURES_ABOVE)):
            slack = 1.0 if was < 0 else 1 / SLACK if was >= level else SLACK
            found = level if self.cell >= threshold * slack else found
        return found

    @cached_property
    def strip(self) -> float:
        """Thickness of a strip of means or highest values, pixels; 0 where values say nothing."""
        measured = self.scene.overlay(self.view.overlay).is_measure
        return float(np.clip(self.cell * 0.35, 3, 8)) if measured else 0.0

    @cached_property
    def air(self) -> float:
        """What parts strips from cells, pixels."""
        return float(np.clip(self.cell * 0.17, 1, 4))

    @property
    def strips(self) -> float:
        """Room for both strips beside the cells, pixels."""
        return 2 * self.strip + 2 * self.air if self.strip else self.air

    @cached_property
    def names(self) -> tuple[float, float]:
        """Room for the names of rows and of columns, pixels; 0 where a cell is too small for names."""
        made = self.sheet
        if made is None or self.cell < BOXES_ABOVE:
            return 0.0, 0.0
        rooms = list[float]()
        for naming, free in zip(made.naming, made.blocks.room, strict=True):
            space = free * self.scale - self.strips - BETWEEN - 2 * EDGE if len(made.blocks) > 1 else LONGEST
            rooms.append(naming.widest(min(space, LONGEST)))
        return rooms[0], 16.0 if self.upright else rooms[1]

    @cached_property
    def upright(self) -> bool:
        """Whether the names of columns have room to stand upright."""
        return self.sheet is not None and self.cell >= self.sheet.naming[1].longest + 8

    @cached_property
    def heads(self) -> tuple[float, float]:
        """Room for all that stands at the left of a block and above it, but the names of blocks, pixels."""
        made = self.sheet
        if made is None:
            return 0.0, 0.0
        rooms = []
        for name, axis in zip(self.names, (made.rows, made.columns), strict=True):
            grouped = LABEL if bool((axis.names != "").any()) else 0.0
            rooms.append(self.strips + (name + BETWEEN if name else 0.0) + grouped)
        return rooms[0], rooms[1]

    @cached_property
    def named_blocks(self) -> float:
        """Room for the names of blocks above all else, pixels."""
        return LABEL if self.sheet is not None and len(self.sheet.blocks) > 1 else 0.0

    @cached_property
    def box(self) -> Floats:
        """Where the cells of each block lie, (b, 4) pixels: left, top, right, bottom."""
        if self.sheet is None:
            return np.empty((0, 4))
        corners = self.sheet.blocks.box
        return np.column_stack([self.at(corners[:, :2]), self.at(corners[:, 2:])])

    @cached_property
    def front(self) -> Floats:
        """Where the heads of each block end and its cells begin, (b, 2) pixels: they stay in view."""
        low, high = self.box[:, :2], self.box[:, 2:]
        kept = np.array([EDGE + self.heads[0], HEADER + CAPTION + self.heads[1] + self.named_blocks])
        last = np.maximum(high - max(self.cell, 24.0), low)
        found: Floats = np.minimum(np.maximum(low, kept), last)
        return found

    @cached_property
    def row_y(self) -> Floats:
        """Top of each row, (r,) pixels."""
        return self._along(self.sheet.rows if self.sheet else None, 1)

    @cached_property
    def column_x(self) -> Floats:
        """Left edge of each column, (c,) pixels."""
        return self._along(self.sheet.columns if self.sheet else None, 0)

    def _along(self, axis: Axis | None, which: int) -> Floats:
        if axis is None:
            return np.empty(0)
        center = (self.view.center, self.view.center_y)[which]
        placed: Floats = (axis.place - center) * self.scale + self.middle[which]
        return placed

    @cached_property
    def seen_block(self) -> Bools:
        """Which blocks are partly in view, (b,)."""
        return self.in_view(self.box[:, :2], self.box[:, 2:])

    @cached_property
    def seen_rows(self) -> Bools:
        """Which rows are partly in view, (r,)."""
        _, top, _, tall = self.clip
        return self._seen(self.row_y, self.sheet.rows if self.sheet else None, top, tall)

    @cached_property
    def seen_columns(self) -> Bools:
        """Which columns are partly in view, (c,)."""
        left, _, wide, _ = self.clip
        return self._seen(self.column_x, self.sheet.columns if self.sheet else None, left, wide)

    def _seen(self, place: Floats, axis: Axis | None, start: float, length: float) -> Bools:
        if axis is None:
            return np.empty(0, bool)
        seen: Bools = (place + self.cell > start) & (place < start + length)
        return seen & self.seen_block[axis.block]

    @cached_property
    def seen(self) -> Ints:
        """Which entries are partly in view."""
        if self.sheet is None:
            return np.empty(0, np.int64)
        entries = self.sheet.entries
        return np.flatnonzero(self.seen_rows[entries.row] & self.seen_columns[entries.column])

    def boxes(self, which: Ints) -> Floats:
        """Return where entries lie, (n, 4) pixels: left, top, width, height."""
        assert self.sheet is not None
        box = self.sheet.boxes[which]
        return np.column_stack([self.at(box[:, :2]), box[:, 2:] * self.scale])
