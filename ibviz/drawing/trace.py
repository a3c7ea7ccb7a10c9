"""A trace: where nodes and cables are in a picture of any view, so that they can be lit without drawing it anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ibviz.core.table import Floats, Ints

NO_BOXES = np.empty((0, 4))


class Move(Protocol):
    """How what is in a kept picture lies in the view of now; bands part what moves apart, planes have none."""

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""

    def boxes(self, box: Floats, band: Ints) -> Floats:
        """Return where boxes (n, 4) x, y, width, height of bands lie now."""

    def curves(self, xy: Floats, bands: Ints) -> Floats:
        """Return where curves (n, 8), whose ends lie in two bands (n, 2), lie now."""

    def points(self, xy: Floats, band: Ints) -> Floats:
        """Return where points (n, 2) of bands lie now."""


@dataclass(frozen=True, eq=False)
class Trace:
    """Where things are, in pixels of the kept picture.

    Attributes
    ----------
    boxes : (n, 4) float64
        Nodes, and the tiles of hosts' cables.
    box_band : (n,) int64
        0 in a plane, as all bands here.
    curves : (m, 8) float64
        Cables.
    curve_bands : (m, 2) int64
        Bands of their lower and upper end.
    cells : (k, 2) float64
        Middles of cables that are cells of a carpet.
    """

    boxes: Floats
    box_band: Ints
    curves: Floats
    curve_bands: Ints
    cells: Floats

    def __bool__(self) -> bool:
        return bool(len(self.boxes) or len(self.curves) or len(self.cells))

    def moved(self, move: Move) -> Trace:
        """Return where all that is under the view of now."""
        if move.is_still:
            return self
        return Trace(
            move.boxes(self.boxes, self.box_band),
            self.box_band,
            move.curves(self.curves, self.curve_bands),
            self.curve_bands,
            move.points(self.cells, np.ones(len(self.cells), np.int64)),
        )


def in_plane(boxes: Floats, curves: Floats, cells: Floats = NO_BOXES[:, :2]) -> Trace:
    """Return a trace of what lies in a plane."""
    bands = np.zeros(len(boxes), np.int64), np.zeros((len(curves), 2), np.int64)
    return Trace(boxes, bands[0], curves, bands[1], cells)


NOWHERE = in_plane(NO_BOXES, np.empty((0, 8)))
