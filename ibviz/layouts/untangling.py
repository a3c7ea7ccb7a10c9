"""Fewer crossings in bands that are not cabled completely: sweeps of means, then swaps of neighbours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.layouts.crossings import crossings, pair_crossings, untangled

SWEEPS = 12
MOST_STARTS = 16
WORK = 4e7
"""Multiplications that a sweep over all starts may cost; larger bands get fewer starts."""
MOST_CELLS = 4_000_000
"""Beyond so many pairs of a switch and one above it the order stays as it is."""

Orders = list[Ints]


@dataclass(frozen=True, eq=False)
class Ladder:
    """Bands of nodes with cables between neighbouring bands.

    Attributes
    ----------
    rungs : tuple of (n, m) float64
        Number of cables from each node of a band to each of the next, lowest band first.
    parts : tuple of (n,) int64
        Part of each node of each band, equal ones side by side; nodes never leave their part.
    """

    rungs: tuple[Floats, ...]
    parts: tuple[Ints, ...]

    def crossings(self, orders: Orders) -> int:
        """Return the crossings of all cables between neighbouring bands."""
        pairs = zip(self.rungs, orders, orders[1:], strict=False)
        return sum(crossings(rung[np.ix_(low, high)]) for rung, low, high in pairs)

    def towards(self, band: int, other: int) -> Floats:
        """Return the cables of a band to one beside it, (n, m)."""
        return self.rungs[band] if other > band else self.rungs[other].T


def untangle(ladder: Ladder) -> Orders:
    """Return an order of each band, as indices into it, with no more crossings than it has as it stands.

    Notes
    -----
    Sweeps down and up sort each band by the mean place of the neighbours in the band before (Sugiyama,
    Tagawa and Toda, 1981), then swap neighbours while that saves crossings; from the order given, and from
    some random ones where the bands are small. The best of all is kept.
    """
    best = [np.arange(len(part)) for part in ladder.parts]
    if sum(rung.size for rung in ladder.rungs) > MOST_CELLS:
        return best
    fewest = ladder.crossings(best)
    random = np.random.default_rng(0)
    work = sum(rung.size * max(rung.shape) for rung in ladder.rungs) + 1
    for start in range(int(np.clip(WORK / work, 1, MOST_STARTS))):
        orders = [np.arange(len(part)) for part in ladder.parts] if not start else _shuffled(ladder, random)
        orders, number = _swept(ladder, orders)
        if number < fewest:
            best, fewest = orders, number
    return best


def _shuffled(ladder: Ladder, random: np.random.Generator) -> Orders:
    return [np.lexsort((random.random(len(part)), _runs(part))) for part in ladder.parts]


def _runs(part: Ints) -> Ints:
    """Return the number of each node's part from the left."""
    return np.cumsum(np.diff(part, prepend=part[:1]) != 0)


def _swept(ladder: Ladder, orders: Orders) -> tuple[Orders, int]:
    best, fewest = orders, ladder.crossings(orders)
    bands = len(orders)
    idle = 0
    for _ in range(SWEEPS):
        for band in range(bands - 2, -1, -1):
            orders = _sorted_band(ladder, orders, band, band + 1)
        for band in range(1, bands):
            orders = _sorted_band(ladder, orders, band, band - 1)
        number = ladder.crossings(orders)
        idle = 0 if number < fewest else idle + 1
        if number < fewest:
            best, fewest = orders, number
        if idle == 3:
            break
    return best, fewest


def _sorted_band(ladder: Ladder, orders: Orders, band: int, other: int) -> Orders:
    """Return the orders with one band sorted by its neighbours in another, then untangled from both sides."""
    cables = ladder.towards(band, other)
    place, own = np.argsort(orders[other]), np.argsort(orders[band])
    number = cables.sum(axis=1)
    mean = np.where(number > 0, cables @ place / np.maximum(number, 1), own * len(place) / len(own))
    part = _runs(ladder.parts[band])
    order = np.lexsort((own, mean, part))
    beside = [b for b in (band - 1, band + 1) if 0 <= b < len(orders)]
    pairs = sum((pair_crossings(ladder.towards(band, b)[:, orders[b]]) for b in beside), np.zeros(1))
    fresh = orders.copy()
    fresh[band] = untangled(order, pairs, part)
    return fresh
