"""Petals: groups of switches as fans on a ring, open to its middle, their hosts outwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.layouts.tiles import GAP
from ibviz.layouts.wheels import HOST_REACH, HOST_ROOM, polar

OPENINGS = np.pi * np.array([0.4, 0.55, 0.7, 0.85, 1.0])
COLUMNS = range(1, 9)
ARC_GAP = 4 * GAP
"""Room for cables between the arcs of a petal."""
HEART = 0.5
"""Radius of what stays free within the ring, as a share of that of a petal."""


@dataclass(frozen=True)
class Petal:
    """What the largest group of a ring takes, and so what each of them gets.

    Attributes
    ----------
    inner, outer : int
        Switches on the arc without hosts and on the one with them, at most.
    hosts : int
        At one switch, at most.
    reach : float
        How far a switch reaches from its middle.
    opening : float
        Angle of both arcs.
    columns : int
        Hosts side by side.
    base : float
        From the middle of the ring to that of the arcs.
    """

    inner: int
    outer: int
    hosts: int
    reach: float
    opening: float = np.pi
    columns: int = 1
    base: float = 0.0

    @property
    def radii(self) -> tuple[float, float]:
        """Radius of the inner and of the outer arc."""
        room, rim = 2 * self.reach + GAP, self.reach + GAP + HOST_REACH
        inner = _radius(self.inner, self.opening, room)
        outer = _radius(self.outer, self.opening, room)
        if self.hosts:
            outer = max(outer, _radius(self.outer, self.opening, self.columns * HOST_ROOM) - rim)
        return inner, max(outer, inner + room + ARC_GAP if self.inner else 0.0)

    @property
    def rim(self) -> float:
        """Radius of the first line of hosts."""
        return self.radii[1] + self.reach + GAP + HOST_REACH

    @property
    def size(self) -> float:
        """How far all of it reaches from the middle of its arcs."""
        lines = -(-self.hosts // self.columns)
        return self.rim + (lines - 1) * HOST_ROOM + HOST_REACH if lines else self.radii[1] + self.reach

    def switch_at(self, turn: Ints, count: Ints, outer: Ints) -> tuple[Floats, Floats]:
        """Return radius and angle of switches, from the middle of the arcs, 0 being outwards.

        Parameters
        ----------
        turn, count : (n,) int64
            Their place on their arc, and how many there are on it.
        outer : (n,) int64
            1 on the outer arc, 0 on the inner one.
        """
        most = np.array([self.inner, self.outer])[outer]
        angle = (turn - (count - 1) / 2) * self.opening / np.maximum(most - 1, 1)
        return np.array(self.radii)[outer], angle

    def host_at(self, angle: Floats, turn: Ints, hosts: Ints) -> Floats:
        """Return where hosts stand, (H, 2), from the middle of the arcs, the direction 0 being outwards.

        Parameters
        ----------
        angle : (H,) float64
            Of their switch.
        turn, hosts : (H,) int64
            Their place among those of their switch, and how many these are.
        """
        line, place = np.divmod(turn, self.columns)
        width = np.minimum(self.columns, hosts - line * self.columns)
        aside = (place - (width - 1) / 2) * HOST_ROOM
        return polar(self.rim + line * HOST_ROOM, angle) + polar(aside, angle + np.pi / 2)


def best_petal(inner: int, outer: int, hosts: int, reach: float, groups: int) -> Petal:
    """Return the petal that makes the smallest ring of so many groups."""
    plain = Petal(inner, outer, hosts, reach)
    made = [
        _based(replace(plain, opening=float(opening), columns=columns), groups)
        for opening, columns in product(OPENINGS, COLUMNS)
        if columns <= max(1, hosts)
    ]
    return min(made, key=lambda petal: petal.base + petal.size)


def _based(petal: Petal, groups: int) -> Petal:
    """Return the petal so far out that it stays within its share of the turn."""
    spots, reach = _outline(petal)
    low, high = HEART * petal.size, HEART * petal.size
    while not _fits(spots, reach, high, groups):
        low, high = high, 2 * high
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if _fits(spots, reach, middle, groups) else (middle, high)
    return replace(petal, base=high)


def _outline(petal: Petal) -> tuple[Floats, Floats]:
    """Return all that stands in a full petal: middles (n, 2) and how far it reaches from them (n,)."""
    spots, reaches = [], []
    for arc, count in enumerate((petal.inner, petal.outer)):
        turn = np.arange(count)
        radius, angle = petal.switch_at(turn, np.full(count, count), np.full(count, arc))
        spots.append(polar(radius, angle))
        reaches.append(np.full(count, petal.reach))
    of, turn = np.repeat(np.arange(petal.outer), petal.hosts), np.tile(np.arange(petal.hosts), petal.outer)
    spots.append(petal.host_at(angle[of], turn, np.full(len(of), petal.hosts)))
    reaches.append(np.full(len(of), HOST_REACH))
    return np.concatenate(spots), np.concatenate(reaches) + GAP / 2


def _fits(spots: Floats, reach: Floats, base: float, groups: int) -> bool:
    x, y = spots[:, 0] + base, np.abs(spots[:, 1])
    away = np.maximum(np.hypot(x, y), reach)
    return bool((np.arctan2(y, x) + np.arcsin(reach / away)).max() <= np.pi / groups)


def _radius(count: int, opening: float, room: float) -> float:
    """Return the radius of an arc on which neighbours have room; 0 for one alone."""
    return 0.0 if count < 2 else room / (2 * float(np.sin(opening / (count - 1) / 2)))
