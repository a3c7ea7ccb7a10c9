"""Bands of switches and the cables between neighbouring bands, as lists: no table of all pairs is needed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ibviz.core.table import Floats, Guids, Ints
from ibviz.layouts.crossings import crossings, listed_crossings

TABLE_CELLS = 16
"""Crossings are counted in a table where it has no more cells than so many for each bundle of cables."""

Orders = list[Ints]
"""An order of each band, as indices into it from left to right."""


@dataclass(frozen=True, eq=False)
class Rung:
    """The cables between two neighbouring bands.

    Attributes
    ----------
    low, high : (k,) int64
        Node of the lower and of the upper band, as indices into these; each pair occurs once.
    number : (k,) float64
        Parallel cables between the two.
    lows, highs : int
        Nodes of the two bands.
    """

    low: Ints
    high: Ints
    number: Floats
    lows: int
    highs: int

    @classmethod
    def of(cls, low: Ints, high: Ints, lows: int, highs: int) -> Rung:
        """Return the rung of cables, parallel ones merged."""
        code, number = np.unique(low * highs + high, return_counts=True)
        return cls(code // max(highs, 1), code % max(highs, 1), number.astype(np.float64), lows, highs)

    @classmethod
    def from_table(cls, cables: Floats) -> Rung:
        """Return the rung of a table of cables, (n, m)."""
        low, high = np.nonzero(cables)
        return cls(low, high, cables[low, high].astype(np.float64), *cables.shape)

    def crossings(self, low_order: Ints, high_order: Ints) -> int:
        """Return how often the cables cross with the bands in an order."""
        low, high = np.argsort(low_order)[self.low], np.argsort(high_order)[self.high]
        if self.lows * self.highs > TABLE_CELLS * (1 + len(low)):
            return listed_crossings(low, high, self.number)
        return crossings(self._table(low, high))

    def table(self) -> Floats:
        """Return the number of cables between each node below and each above, (lows, highs)."""
        return self._table(self.low, self.high)

    def _table(self, low: Ints, high: Ints) -> Floats:
        cables = np.zeros((self.lows, self.highs))
        cables[low, high] = self.number
        return cables


@dataclass(frozen=True, eq=False)
class Ladder:
    """Bands of nodes with cables between neighbouring bands.

    Attributes
    ----------
    rungs : tuple of Rung
        The cables between each band and the next, lowest band first.
    parts : tuple of (n,) int64
        Part (a number from 0) of each node of each band. Nodes of a part stand side by side, in the order
        given as in all others; parts change places in all their bands at once.
    """

    rungs: tuple[Rung, ...]
    parts: tuple[Ints, ...]

    @property
    def count(self) -> int:
        """One more than the highest number of a part."""
        return 1 + max(int(part.max(initial=0)) for part in self.parts)

    @property
    def bundles(self) -> int:
        """Pairs of nodes with cables between them."""
        return sum(len(rung.low) for rung in self.rungs)

    def given(self) -> Orders:
        """Return the order in which the bands were given."""
        return [np.arange(len(part)) for part in self.parts]

    def crossings(self, orders: Orders) -> int:
        """Return the crossings of all cables between neighbouring bands."""
        pairs = zip(self.rungs, pairwise(orders), strict=True)
        return sum(rung.crossings(low, high) for rung, (low, high) in pairs)

    def beside(self, band: int) -> list[int]:
        """Return the bands below and above one."""
        return [other for other in (band - 1, band + 1) if 0 <= other < len(self.parts)]

    def links(self, band: int, other: int) -> tuple[Ints, Ints, Floats]:
        """Return the nodes of a band and of one beside it that are cabled, and the number of cables."""
        rung = self.rungs[min(band, other)]
        return (rung.low, rung.high, rung.number) if other > band else (rung.high, rung.low, rung.number)

    def towards(self, band: int, other: int) -> Floats:
        """Return the cables of a band to one beside it, (n, m)."""
        return self.rungs[band].table() if other > band else self.rungs[other].table().T


def named(ladder: Ladder, orders: Orders) -> Orders:
    """Return the orders with nodes that are cabled alike in the order in which they were given.

    Notes
    -----
    Nodes of one part with the same cables to the same nodes may change places without a change of any
    crossing, so those that nothing tells apart keep the order of their names.
    """
    return [_named(ladder, band, order) for band, order in enumerate(orders)]


def _named(ladder: Ladder, band: int, order: Ints) -> Ints:
    part = ladder.parts[band]
    alike = part.astype(np.uint64)
    for other in ladder.beside(band):
        mine, theirs, number = ladder.links(band, other)
        sums = np.zeros(len(part), np.uint64)
        np.add.at(sums, mine, marks(len(ladder.parts[other]))[theirs] * number.astype(np.uint64))
        alike = alike * np.uint64(0x9E3779B97F4A7C15) + sums
    fresh = np.empty_like(order)
    taken = np.lexsort((np.arange(len(order)), alike[order]))
    fresh[taken] = np.lexsort((np.arange(len(order)), alike))
    return fresh


def marks(count: int) -> Guids:
    """Return a number for each node such that sums over different sets of nodes differ."""
    mixed = (np.arange(count, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    spread: Guids = mixed * np.uint64(0x94D049BB133111EB)
    return spread
