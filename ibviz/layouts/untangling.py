"""Fewer crossings in bands that are not cabled completely: sweeps of means, then moves of single nodes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.layouts.crossings import crossings, pair_crossings, untangled

SWEEPS = 5
ROUNDS = 40
IDLE_ROUNDS = 16
STIRS = (0.1, 1.0, 0.3, 1.0)
"""How far nodes are stirred before each round in turn, by the width of their band; 1 is at random."""
WORK = 1e8
"""Multiplications that all rounds may cost; larger bands get fewer."""
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
        Part (a number from 0) of each node of each band. Nodes of a part stand side by side, in the order
        given as in all others; parts change places in all their bands at once.
    """

    rungs: tuple[Floats, ...]
    parts: tuple[Ints, ...]

    @property
    def count(self) -> int:
        """One more than the highest number of a part."""
        return 1 + max(int(part.max(initial=0)) for part in self.parts)

    def crossings(self, orders: Orders) -> int:
        """Return the crossings of all cables between neighbouring bands."""
        pairs = zip(self.rungs, pairwise(orders), strict=True)
        return sum(crossings(rung[low[:, None], high]) for rung, (low, high) in pairs)

    def towards(self, band: int, other: int) -> Floats:
        """Return the cables of a band to one beside it, (n, m)."""
        return self.rungs[band] if other > band else self.rungs[other].T


def untangle(ladder: Ladder) -> Orders:
    """Return an order of each band, as indices into it, with no more crossings than it has as it stands.

    Notes
    -----
    Sweeps down and up sort each band by the mean place of the neighbours in the band before (Sugiyama,
    Tagawa and Toda, 1981); the best of them is settled by moves of single nodes; then, where the bands are
    small, it is stirred a little and settled again, some rounds long, and the better one kept.
    """
    best = [np.arange(len(part)) for part in ladder.parts]
    if sum(rung.size for rung in ladder.rungs) > MOST_CELLS:
        return best
    best, fewest = _settled(ladder, _swept(ladder, best))
    if fewest:
        best, fewest = min((best, fewest), _settled(ladder, _unrolled(ladder)), key=itemgetter(1))
    random = np.random.default_rng(0)
    work = 1e5 + sum(rung.size * max(rung.shape) for rung in ladder.rungs) * 4
    idle = 0
    for turn in range(int(min(WORK / work, ROUNDS))):
        if not fewest or idle == IDLE_ROUNDS:
            break
        start = _stirred(ladder, best, STIRS[turn % len(STIRS)], random)
        orders, number = _settled(ladder, _swept(ladder, start) if turn % 2 else start)
        idle = 0 if number < fewest else idle + 1
        if number <= fewest:
            best, fewest = orders, number
    return best


def _unrolled(ladder: Ladder) -> Orders:
    """Return each band by distance from one of the nodes farthest from its first: right for long fabrics."""
    steps = _steps(ladder, 0, 0)
    band = int(np.argmax([step.max(initial=-1) for step in steps]))
    steps = _steps(ladder, band, int(steps[band].argmax()))
    turns = [_turns(part, np.arange(len(part))) for part in ladder.parts]
    return [np.lexsort((step, turn)) for step, turn in zip(steps, turns, strict=True)]


def _steps(ladder: Ladder, band: int, node: int) -> list[Floats]:
    """Return the number of cables from a node of a band to each node of each band, -1 where none leads."""
    steps = [np.full(len(part), -1.0) for part in ladder.parts]
    steps[band][node] = step = 0
    fresh = True
    while fresh:
        fresh, step = False, step + 1
        reached = [values == step - 1 for values in steps]
        for here, other in [*pairwise(range(len(steps))), *((b + 1, b) for b in range(len(steps) - 1))]:
            near = (reached[here] @ ladder.towards(here, other) > 0) & (steps[other] < 0)
            steps[other][near] = step
            fresh = fresh or bool(near.any())
    return steps


def _swept(ladder: Ladder, orders: Orders) -> Orders:
    """Return the best of some sweeps of means, or the orders given."""
    best, fewest = orders, ladder.crossings(orders)
    bands = len(orders)
    for _ in range(SWEEPS):
        for band in range(bands - 2, -1, -1):
            orders = _by_means(ladder, orders, band, band + 1)
        for band in range(1, bands):
            orders = _by_means(ladder, orders, band, band - 1)
        number = ladder.crossings(orders)
        if number < fewest:
            best, fewest = orders, number
    return best


def _by_means(ladder: Ladder, orders: Orders, band: int, other: int) -> Orders:
    """Return the orders with one band sorted by the mean place of its neighbours in another."""
    cables = ladder.towards(band, other)
    place, own = np.argsort(orders[other]), np.argsort(orders[band])
    number = cables.sum(axis=1)
    mean = np.where(number > 0, cables @ place / np.maximum(number, 1), own * len(place) / len(own))
    fresh = orders.copy()
    fresh[band] = np.lexsort((own, mean, _turns(ladder.parts[band], orders[band])))
    _move(ladder, fresh, band)
    return fresh


def _settled(ladder: Ladder, orders: Orders) -> tuple[Orders, int]:
    """Return orders in which no move of a single node saves crossings, and how many are left."""
    orders = orders.copy()
    fewest = ladder.crossings(orders)
    parted = any((part != part[:1]).any() for part in ladder.parts) and ladder.count**2 <= MOST_CELLS
    while True:
        for band in range(len(orders)):
            _move(ladder, orders, band)
        number = ladder.crossings(orders)
        for up in (1, -1) if parted else ():
            moved = _move_parts(ladder, orders, up)
            if (fewer := ladder.crossings(moved)) < number:
                orders, number = moved, fewer
        if number >= fewest:
            return orders, number
        fewest = number


def _move(ladder: Ladder, orders: Orders, band: int) -> None:
    """Move single nodes of a band while that saves crossings on either side of it."""
    beside = [b for b in (band - 1, band + 1) if 0 <= b < len(orders)]
    tables = [pair_crossings(ladder.towards(band, b)[:, orders[b]]) for b in beside]
    orders[band] = untangled(orders[band], sum(tables[1:], tables[0]), ladder.parts[band])


def _stirred(ladder: Ladder, orders: Orders, stir: float, random: np.random.Generator) -> Orders:
    """Return the orders with nodes away from their places, but in their parts."""
    stirred = []
    for part, order in zip(ladder.parts, orders, strict=True):
        place = np.argsort(order) + random.normal(0, stir * len(order), len(order))
        stirred.append(np.lexsort((place, _turns(part, order))))
    return stirred


def _move_parts(ladder: Ladder, orders: Orders, up: int) -> Orders:
    """Return the orders with whole parts moved as crossings of their cables upwards (`up` 1) or down (-1) ask."""
    count = ladder.count
    pairs = np.zeros((count, count))
    for band in range(max(-up, 0), len(orders) - max(up, 0)):
        part, other = ladder.parts[band], ladder.parts[band + up]
        cables = np.where(part[:, None] != other, ladder.towards(band, band + up), 0)
        inside = np.zeros((len(part), count))
        inside[np.arange(len(part)), part] = 1
        pairs += inside.T @ pair_crossings(cables[:, orders[band + up]]) @ inside
    row = np.full(count, np.inf)
    for part, order in zip(ladder.parts, orders, strict=True):
        np.minimum.at(row, part, np.argsort(order) / len(order))
    moved = np.argsort(untangled(np.argsort(row, kind="stable"), pairs, np.zeros(count, np.int64)))
    return [
        np.lexsort((np.argsort(order), moved[part])) for part, order in zip(ladder.parts, orders, strict=True)
    ]


def _turns(part: Ints, order: Ints) -> Ints:
    """Return how many parts stand left of each node's."""
    left = np.full(int(part.max(initial=0)) + 1, len(part))
    np.minimum.at(left, part, np.argsort(order))
    return left[part]
