"""How values are spread: as a sorted curve and as a histogram, small enough to be drawn whatever their number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints

POINTS = 2_000
BINS = 40


@dataclass(frozen=True, eq=False)
class Spread:
    """Values of things, the least first.

    Attributes
    ----------
    values : (n,) float64
        Sorted.
    ids : (n,) int64
        Which thing has each.
    edges, counts : (b + 1,) float64, (b,) int64
        The histogram.
    """

    values: Floats
    ids: Ints
    edges: Floats
    counts: Ints

    def __len__(self) -> int:
        return len(self.values)

    def curve(self) -> tuple[Floats, Floats]:
        """Return share of the things (0 to 1) and value of a sorted curve of at most 2,000 points."""
        if not len(self):
            return np.empty(0), np.empty(0)
        rows = np.unique(np.linspace(0, len(self) - 1, min(len(self), POINTS)).round().astype(np.int64))
        return self.places(rows), self.values[rows]

    def places(self, rows: Ints) -> Floats:
        """Return where on the curve some of the sorted values stand, 0 to 1."""
        return (rows + 0.5) / len(self)

    def rows_of(self, ids: Ints) -> Ints:
        """Return which of the sorted values belong to some things."""
        return np.flatnonzero(np.isin(self.ids, ids))

    def bins(self, rows: Ints) -> Ints:
        """Return in which step of the histogram some of the sorted values stand."""
        found: Ints = np.searchsorted(self.edges, self.values[rows], "right") - 1
        return np.clip(found, 0, len(self.counts) - 1)

    def within(self, low: float, high: float) -> Ints:
        """Return the things whose value lies from `low` to below `high`; the last step holds its end too."""
        last = high >= self.edges[-1]
        inside = (self.values >= low) & ((self.values < high) | (last & (self.values <= high)))
        found: Ints = self.ids[inside]
        return found


def spread_of(values: Floats, ids: Ints, top: float | None = None) -> Spread:
    """Return the spread of values over things; what has none (NaN) is left out.

    Parameters
    ----------
    values : (n,) float64
    ids : (n,) int64
    top : float or None
        Where the histogram ends; None: at the largest value.

    Examples
    --------
    >>> spread_of(np.array([0.5, np.nan, 0.1]), np.array([7, 8, 9]), 1.0).ids.tolist()
    [9, 7]
    """
    known = np.isfinite(values)
    values, ids = values[known], ids[known]
    order = np.argsort(values, kind="stable")
    high = max(float(values.max(initial=0.0)), 0.0) if top is None else top
    counts, edges = np.histogram(np.minimum(values, high), bins=BINS, range=(0.0, high or 1.0))
    return Spread(values[order], ids[order], edges, counts.astype(np.int64))
