"""Fewer crossings in bands that are not cabled completely: sweeps of means, then moves of single nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

import numpy as np

from ibviz.core.table import Ints
from ibviz.layouts.budget import Budget
from ibviz.layouts.crossings import LOOK, MULTIPLIED, pair_crossings, pairing_cost, untangled
from ibviz.layouts.ladder import Ladder, Orders, named
from ibviz.layouts.sweeping import part_places, swept, unrolled

ROUNDS = 40
IDLE_ROUNDS = 20
STIRS = (0.1, 1.0, 0.2, 1.0, 0.5)
"""How far nodes are stirred before each round in turn, by the width of their band; 1 is at random."""
WORK = 3e7
"""Cells that all moves may cost together; beyond that only sweeps of means are made."""
MENDING = 2e7
"""The same for fabrics of which little is missing: there is less to win."""

Found = tuple[Orders, int]
"""Orders, and how many crossings they have."""


def untangle(ladder: Ladder, budget: Budget | None = None) -> Orders:
    """Return an order of each band, as indices into it, with no more crossings than it has as it stands.

    Parameters
    ----------
    ladder : Ladder
    budget : Budget or None
        What may be spent on top of the sweeps; None: `WORK` cells.

    Notes
    -----
    The best of some sweeps of means is settled by moves of single nodes; then it is stirred a little and
    settled again, some rounds long, and the better one kept: as long as the budget lasts. Nodes that are
    cabled alike end in the order given.
    """
    search = _Search(ladder, Budget(WORK) if budget is None else budget)
    best, fewest = search.settled(swept(ladder, ladder.given()))
    starts = (lambda: search.swept(ladder.given()), lambda: unrolled(ladder, search.budget))
    return named(ladder, search.stirred_often(*search.best_of((best, fewest), starts)))


def mended(ladder: Ladder, budget: Budget | None = None) -> Orders:
    """Return the orders given, better by moves of single nodes, if all that saves crossings can be moved.

    Notes
    -----
    For fabrics of which little is missing: what lacks no cable stays in order, for it is cabled like its
    neighbours. Where the budget does not suffice to settle all, nothing moves at all.
    """
    search = _Search(ladder, Budget(MENDING) if budget is None else budget)
    if not search.affords_more():
        return ladder.given()
    found = search.settled(ladder.given())
    if not search.affords_more():
        return ladder.given()
    best, fewest = search.best_of(found, [lambda: swept(ladder, ladder.given())])
    return named(ladder, search.stirred_often(best, fewest))


class _Search:
    """Moves of nodes and of whole parts, within a budget."""

    def __init__(self, ladder: Ladder, budget: Budget) -> None:
        self.ladder, self.budget = ladder, budget
        sizes = [len(part) for part in ladder.parts]
        self.pairing = [
            sum(pairing_cost(size, sizes[other]) for other in ladder.beside(band))
            for band, size in enumerate(sizes)
        ]
        self.parted = any((part != part[:1]).any() for part in ladder.parts)
        self.round = sum(self.pairing) + sum(2 * LOOK * size**2 for size in sizes)

    def affords_more(self) -> bool:
        """Tell whether every band can be settled at least once more."""
        return self.budget.affords(self.round)

    def swept(self, orders: Orders) -> Orders:
        return swept(self.ladder, orders, self.move)

    def settled(self, orders: Orders) -> Found:
        """Return orders in which no move of a single node saves crossings, and how many are left."""
        orders = orders.copy()
        fewest = self.ladder.crossings(orders)
        while True:
            for band in range(len(orders)):
                self.move(orders, band)
            number = self.ladder.crossings(orders)
            for up in (1, -1) if self.parted else ():
                moved = self._move_parts(orders, up)
                if (fewer := self.ladder.crossings(moved)) < number:
                    orders, number = moved, fewer
            if number >= fewest:
                return orders, number
            fewest = number

    def best_of(self, found: Found, starts: Iterable[Callable[[], Orders]]) -> Found:
        """Return what was found, or the best of what other starts settle to, as far as the budget goes."""
        for start in starts:
            if found[1] and self.affords_more():
                found = min(found, self.settled(start()), key=itemgetter(1))
        return found

    def move(self, orders: Orders, band: int) -> None:
        """Move single nodes of a band while that saves crossings on either side of it."""
        if not self.budget.spend(self.pairing[band]):
            return
        ladder = self.ladder
        tables = [pair_crossings(ladder.towards(band, b)[:, orders[b]]) for b in ladder.beside(band)]
        pairs = sum(tables[1:], tables[0])
        orders[band] = untangled(orders[band], pairs, ladder.parts[band], self.budget)

    def stirred_often(self, best: Orders, fewest: int) -> Orders:
        """Return the best of some orders and of what comes of stirring and settling them."""
        random = np.random.default_rng(0)
        idle = 0
        for turn in range(ROUNDS):
            if not fewest or idle == IDLE_ROUNDS or not self.affords_more():
                break
            start = self.stirred(best, STIRS[turn % len(STIRS)], random)
            orders, number = self.settled(self.swept(start) if turn % 2 else start)
            idle = 0 if number < fewest else idle + 1
            if number <= fewest:
                best, fewest = orders, number
        return best

    def stirred(self, orders: Orders, stir: float, random: np.random.Generator) -> Orders:
        """Return the orders with nodes away from their places, but in their parts."""
        stirred = []
        for part, order in zip(self.ladder.parts, orders, strict=True):
            place = np.argsort(order) + random.normal(0, stir * len(order), len(order))
            stirred.append(np.lexsort((place, part_places(part, order))))
        return stirred

    def _move_parts(self, orders: Orders, up: int) -> Orders:
        """Return the orders with whole parts moved as crossings of their cables upwards (`up` 1) or down (-1) ask."""
        ladder, count = self.ladder, self.ladder.count
        members = [len(part) for part in ladder.parts]
        inner = sum(count * size * (size + count) * MULTIPLIED for size in members)
        if not self.budget.spend(sum(self.pairing) + inner + LOOK * count**2):
            return orders
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
        first = np.argsort(row, kind="stable")
        turn = np.argsort(untangled(first, pairs, np.zeros(count, np.int64), self.budget))
        return [_by_parts(turn[part], order) for part, order in zip(ladder.parts, orders, strict=True)]


def _by_parts(turn: Ints, order: Ints) -> Ints:
    """Return an order with the parts in turn, and the nodes of each as they were."""
    fresh: Ints = np.lexsort((np.argsort(order), turn))
    return fresh
