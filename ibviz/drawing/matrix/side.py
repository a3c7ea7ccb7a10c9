"""One side of a matrix: where the heads of its rows, or of its columns, lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.frame import HEADER
from ibviz.drawing.matrix.axis import Axis
from ibviz.drawing.matrix.ground import BETWEEN, CAPTION, Matrix
from ibviz.drawing.matrix.naming import Naming
from ibviz.drawing.matrix.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Side:
    """The rows or the columns of a ground, with what is needed to draw and find their heads.

    Parameters
    ----------
    ground : Matrix
    is_columns : bool
    """

    ground: Matrix
    is_columns: bool

    @property
    def sheet(self) -> Sheet:
        """Rows, columns and cells."""
        assert self.ground.sheet is not None
        return self.ground.sheet

    @property
    def axis(self) -> Axis:
        """The switches."""
        return self.sheet.columns if self.is_columns else self.sheet.rows

    @property
    def naming(self) -> Naming:
        """What they are called."""
        return self.sheet.naming[1 if self.is_columns else 0]

    @property
    def place(self) -> Floats:
        """Where each begins along the axis, pixels."""
        return self.ground.column_x if self.is_columns else self.ground.row_y

    @property
    def starts(self) -> Floats:
        """Where along the axis the heads of each block begin, (b,) pixels: behind those of the other axis."""
        if self.is_columns:
            return self.ground.front[:, 0]
        starts: Floats = np.maximum(self.ground.front[:, 1], HEADER + CAPTION)
        return starts

    @cached_property
    def seen(self) -> Ints:
        """Those whose head is in view."""
        ground = self.ground
        near = self.starts[self.axis.block]
        least = HEADER + CAPTION + ground.heads[1] - 1 if self.is_columns else ground.heads[0] - 1
        seen = ground.seen_columns if self.is_columns else ground.seen_rows
        seen = seen & (self.front[self.axis.block] >= least)
        return np.flatnonzero(seen & (self.place + ground.cell / 2 >= near))

    @property
    def front(self) -> Floats:
        """Where the heads of each block end, (b,) pixels across the axis."""
        return self.ground.front[:, 1 if self.is_columns else 0]

    @property
    def room(self) -> float:
        """Room for names, pixels."""
        return self.ground.names[1 if self.is_columns else 0]

    def strip_at(self, number: int) -> Floats:
        """Return where a strip of each block begins across the axis, (b,) pixels: 0 the highest, 1 the mean."""
        ground = self.ground
        at: Floats = self.front - ground.air - (number + 1) * ground.strip - number * ground.air / 2
        return at

    @property
    def names_end(self) -> Floats:
        """Where names end across the axis, (b,) pixels."""
        return self.front - self.ground.strips - BETWEEN

    def boxes(self, which: Ints) -> Floats:
        """Return the heads of rows or columns, (n, 4) pixels: names and strips."""
        deep = self.ground.strips + (self.room + BETWEEN if self.room else 0.0)
        near = self.front[self.axis.block[which]] - deep
        size = np.full(len(which), self.ground.cell), np.full(len(which), deep)
        if self.is_columns:
            return np.column_stack([self.place[which], near, *size])
        return np.column_stack([near, self.place[which], size[1], size[0]])

    def cells(self, which: Ints) -> Floats:
        """Return where the cells of rows or columns lie, (n, 4) pixels."""
        box = self.ground.box[self.axis.block[which]]
        size = np.full(len(which), self.ground.cell)
        if self.is_columns:
            return np.column_stack([self.place[which], box[:, 1], size, box[:, 3] - box[:, 1]])
        return np.column_stack([box[:, 0], self.place[which], box[:, 2] - box[:, 0], size])


def sides(ground: Matrix) -> tuple[Side, Side]:
    """Return rows and columns."""
    return Side(ground, False), Side(ground, True)


def bands_of(ground: Matrix, nodes: Ints) -> tuple[Floats, Floats]:
    """Return where switches are named, and their strips with their rows and columns as far as in view, (n, 4) pixels.

    Where there is no room for names, the strips stand for them.
    """
    heads, bands = [np.empty((0, 4))], [np.empty((0, 4))]
    if ground.sheet is None:
        return heads[0], bands[0]
    left, top, wide, tall = ground.clip
    for side in sides(ground):
        which = side.seen[np.isin(side.axis.node[side.seen], nodes)]
        across = 1 if side.is_columns else 0
        apart = ground.strips + BETWEEN if side.room else 0.0
        near = side.front[side.axis.block[which]] - (ground.strips if side.room else 0.0)
        head, band = side.boxes(which), side.cells(which)
        head[:, 2 + across] -= apart
        far = np.minimum(band[:, across] + band[:, 2 + across], (left + wide, top + tall)[across])
        band[:, across], band[:, 2 + across] = near, np.maximum(far - near, 1.0)
        heads.append(head)
        bands.append(band)
    return np.concatenate(heads), np.concatenate(bands)
