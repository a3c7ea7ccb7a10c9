"""Switches on rings and hosts on spokes: one wheel for each part of a fabric."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.layouts.tiles import GAP, HOST, HOST_STEP, SWITCH

SQUASH = 0.625
"""Wheels are as wide as a window, not round: heights here are those on the map divided by this."""
HOST_REACH = float(np.hypot(HOST[0], HOST[1] / SQUASH)) / 2
HOST_ROOM = 2 * HOST_REACH + GAP
"""Two hosts whose middles are so far apart do not meet, in whatever direction; the same for switches below."""
RING_GAP = 8 * GAP
"""Least room for cables between the rings of two levels, more where the rings are wide."""
RING_SHARE = 0.25
SHELLS, COLUMNS = range(1, 13), range(1, 13)
SHELL_COST = 1.1
"""With one shell more a wheel must be smaller by this factor."""
RING_COST = 1.3
"""The same for one ring more of a level."""


def switch_reach(aggregation: int) -> float:
    """Return how far a switch with some aggregation nodes beside it reaches from its middle."""
    return float(np.hypot(SWITCH[0] / 2 + HOST_STEP[0] * aggregation, SWITCH[1] / 2 / SQUASH))


@dataclass(frozen=True, eq=False)
class Spokes:
    """Leaves, each with its hosts outwards, on spokes that several may share, one on each shell.

    Attributes
    ----------
    spoke, shell : (L,) int64
        Where each leaf is, from 0.
    count : int
        Spokes on the full turn, gaps between pods included.
    radius : (shells,) float64
        That of the leaves of each shell.
    columns : int
        Hosts side by side on a spoke.
    reach : float
        From the middle of a leaf to where its hosts may begin.
    outer : float
        Radius of all.
    """

    spoke: Ints
    shell: Ints
    count: int
    radius: Floats
    columns: int
    reach: float
    outer: float

    @property
    def step(self) -> float:
        """Angle between two spokes."""
        return 2 * np.pi / max(self.count, 1)

    def angle(self, spoke: Floats | Ints) -> Floats:
        """Return the direction of spokes; the first begins at the top, they go clockwise."""
        turned: Floats = (np.asarray(spoke, np.float64) + 0.5) * self.step - np.pi / 2
        return turned

    def leaves(self) -> Floats:
        """Return where the leaves stand, (L, 2)."""
        return polar(self.radius[self.shell], self.angle(self.spoke))

    def hosts(self, leaf: Ints, turn: Ints, hosts: Ints) -> Floats:
        """Return where hosts stand, (H, 2).

        Parameters
        ----------
        leaf, turn : (H,) int64
            Their leaf, and their place among its hosts.
        hosts : (L,) int64
            How many each leaf has.
        """
        line, place = np.divmod(turn, self.columns)
        width = np.minimum(self.columns, hosts[leaf] - line * self.columns)
        aside = (place - (width - 1) / 2) * HOST_ROOM
        along = self.radius[self.shell[leaf]] + self.reach + HOST_REACH + line * HOST_ROOM
        angle = self.angle(self.spoke[leaf])
        return polar(along, angle) + polar(aside, angle + np.pi / 2)


def polar(radius: Floats, angle: Floats) -> Floats:
    """Return points by distance and direction, (n, 2)."""
    placed: Floats = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return placed


def spokes_for(pod: Ints, hosts: Ints, inner: float, reach: float) -> Spokes:
    """Return the smallest wheel of leaves around what is inside.

    Parameters
    ----------
    pod : (L,) int64
        Pod of each leaf, in order, equal ones side by side.
    hosts : (L,) int64
        How many hosts each has.
    inner : float
        Radius of what is inside.
    reach : float
        That of a switch around its middle.
    """
    wheels = [
        _wheel(pod, hosts, inner, reach, shells, columns)
        for shells, columns in product(SHELLS, COLUMNS)
        if shells <= max(len(pod), 1) and columns <= max(int(hosts.max(initial=1)), 1)
    ]
    return min(wheels, key=lambda wheel: wheel.outer * SHELL_COST ** len(wheel.radius))


def spoke_plan(pod: Ints) -> Spokes:
    """Return a wheel of one shell, of no size: which spoke each leaf would have."""
    return _wheel(pod, np.zeros(len(pod), np.int64), 0.0, 0.0, 1, 1)


def _wheel(pod: Ints, hosts: Ints, inner: float, reach: float, shells: int, columns: int) -> Spokes:
    spoke, shell, count = _dealt(pod, shells)
    half = np.pi / count if count > 1 else np.pi / 2
    deep = -(-int(hosts.max(initial=0)) // columns)
    least = (2 * reach + GAP) / (2 * np.sin(half)) if count > 1 else 0.0
    room = HOST_ROOM * (1 + (columns - 1) * np.cos(half)) / (2 * np.sin(half)) if count > 1 else 0.0
    out, radius = inner, []
    for _ in range(shells):
        first = max(out and out + GAP + reach, least, room - reach - GAP - HOST_REACH if deep else 0.0)
        radius.append(first)
        last = first + reach + GAP + HOST_REACH + (deep - 1) * HOST_ROOM
        tip = float(np.hypot(last, (columns - 1) / 2 * HOST_ROOM)) + HOST_REACH
        out = tip if deep else first + reach
    return Spokes(spoke, shell, count, np.array(radius), columns, reach + GAP, out)


def _dealt(pod: Ints, shells: int) -> tuple[Ints, Ints, int]:
    """Return spoke and shell of each leaf, and how many spokes there are: pods are parted by an empty one."""
    fresh = np.diff(pod, prepend=-2) != 0
    start = np.flatnonzero(fresh)
    size = np.diff(np.append(start, len(pod)))
    long = -(-size // shells)
    apart = len(start) > 1 and len(pod) > len(start)
    first = np.cumsum(long + apart) - long - apart
    number = np.cumsum(fresh) - 1
    turn = np.arange(len(pod)) - start[number]
    return first[number] + turn // shells, turn % shells, int((long + apart).sum())


def ring_of(angle: Floats, inner: float, room: float) -> tuple[Floats, float]:
    """Return the radius of each switch of a level, on as many rings as make it narrow, and that of all.

    Parameters
    ----------
    angle : (n,) float64
        Ascending, within one turn.
    inner : float
        Radius of what is inside.
    room : float
        Least distance of two switches.
    """
    least = inner + room / 2 if inner else 0.0
    found, cost = (np.zeros(len(angle)), least), np.inf
    for rings in range(1, min(len(angle), 40) + 1):
        radius, out = np.zeros(len(angle)), least
        for ring in range(rings):
            out = max(out + room * (ring > 0), _narrowest(angle[ring::rings], room))
            radius[ring::rings] = out
        if found is None or (now := out * RING_COST ** (rings - 1)) < cost:
            found, cost = (radius, out), now
    return found[0], found[1] + room / 2


def _narrowest(angle: Floats, room: float) -> float:
    """Return the radius on which switches in these directions have room."""
    if len(angle) < 2:
        return 0.0
    gaps = np.diff(np.append(angle, angle[0] + 2 * np.pi))
    return float(room / (2 * np.sin(min(gaps.min(), np.pi) / 2)))


def around(count: int, reach: float) -> Floats:
    """Return where the hosts of a single switch stand: on circles around it, (count, 2)."""
    at, radius = np.empty((0, 2)), reach + GAP + HOST_REACH
    while len(at) < count:
        fits = int(np.pi / np.arcsin(min(HOST_ROOM / (2 * radius), 1.0)))
        here = min(fits, count - len(at))
        angle = np.arange(here) * 2 * np.pi / here - np.pi / 2
        at = np.concatenate([at, polar(np.full(here, radius), angle)])
        radius += HOST_ROOM
    return at
