"""Sweeps of means over the bands: a handful, each in time proportional to the cables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ibviz.core.table import Ints
from ibviz.layouts.budget import Budget
from ibviz.layouts.ladder import Ladder, Orders

SWEEPS = 5

Settle = Callable[[Orders, int], None]
"""Betters one band of some orders in place."""


def swept(ladder: Ladder, orders: Orders, settle: Settle | None = None) -> Orders:
    """Return the best of some sweeps, or the orders given.

    Notes
    -----
    A sweep goes down and up and sorts each band by the mean place of the neighbours in the band before
    (Sugiyama, Tagawa and Toda, 1981); `settle` then betters the band further.
    """
    best, fewest = orders, ladder.crossings(orders)
    bands = len(orders)
    for _ in range(SWEEPS):
        before = orders
        for band, other in [(b, b + 1) for b in range(bands - 2, -1, -1)] + [
            (b, b - 1) for b in range(1, bands)
        ]:
            orders = orders.copy()
            orders[band] = by_means(ladder, orders, band, other)
            if settle:
                settle(orders, band)
        number = ladder.crossings(orders)
        if number < fewest:
            best, fewest = orders, number
        if all(map(np.array_equal, before, orders)):
            break
    return best


def by_means(ladder: Ladder, orders: Orders, band: int, other: int) -> Ints:
    """Return a band sorted by the mean place of its neighbours in another; those without any stay."""
    mine, theirs, cables = ladder.links(band, other)
    place, own = np.argsort(orders[other]), np.argsort(orders[band])
    number = np.bincount(mine, cables, len(own))
    mean = np.bincount(mine, cables * place[theirs], len(own)) / np.maximum(number, 1)
    mean = np.where(number > 0, mean, own * len(place) / len(own))
    order: Ints = np.lexsort((own, mean, part_places(ladder.parts[band], orders[band])))
    return order


def part_places(part: Ints, order: Ints) -> Ints:
    """Return where the part of each node begins in an order."""
    left = np.full(int(part.max(initial=0)) + 1, len(part))
    np.minimum.at(left, part, np.argsort(order))
    return left[part]


def unrolled(ladder: Ladder, budget: Budget) -> Orders:
    """Return each band by distance from one of the nodes farthest from its first: right for long fabrics."""
    steps = _steps(ladder, 0, 0, budget)
    band = int(np.argmax([step.max(initial=-1) for step in steps]))
    steps = _steps(ladder, band, int(steps[band].argmax()), budget)
    return [
        np.lexsort((step, part_places(part, own)))
        for step, part, own in zip(steps, ladder.parts, ladder.given(), strict=True)
    ]


def _steps(ladder: Ladder, band: int, node: int, budget: Budget) -> list[Ints]:
    """Return the number of cables from a node of a band to each of each band, -1 where none leads or the budget ends."""
    steps = [np.full(len(part), -1) for part in ladder.parts]
    steps[band][node] = step = 0
    fresh = True
    while fresh and budget.spend(4 * ladder.bundles):
        fresh, step = False, step + 1
        for low, rung in enumerate(ladder.rungs):
            for near, far, one, two in (
                (steps[low], steps[low + 1], rung.low, rung.high),
                (steps[low + 1], steps[low], rung.high, rung.low),
            ):
                reached = two[(near[one] == step - 1) & (far[two] < 0)]
                far[reached] = step
                fresh = fresh or bool(len(reached))
    return steps
