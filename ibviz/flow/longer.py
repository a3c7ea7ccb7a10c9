"""Which distances between switches grow when one cable is gone, and to what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Bytes, Ints
from ibviz.flow.hops import FARTHEST, UNREACHED, Hops

MOST_CELLS = 1 << 21
"""Most neighbours looked at in one round; with more, all distances are better counted anew."""


@dataclass(frozen=True, eq=False)
class Longer:
    """Distances from and to the switches that are farther from some than before.

    Attributes
    ----------
    switch : (T,) int64
        Their places.
    count : (T, S + 1) uint8
        Their rows of `ibviz.flow.hops.Hops.count`.
    """

    switch: Ints
    count: Bytes

    def beside(self, near: Hops) -> Ints:
        """Return the switches with another distance to some, and their neighbours."""
        moved = (self.count != near.count[self.switch]).any(axis=0)
        moved[near.neighbour[moved[:-1]]] = True
        return np.flatnonzero(moved[:-1])


def longer(near: Hops, ends: tuple[int, int], ports: tuple[int, int]) -> Longer | None:
    """Return the distances that grow when a cable is gone; None where it cuts, or too many grow.

    Parameters
    ----------
    near : Hops
        With the cable.
    ends, ports : (int, int)
        The two switches that it joins, and its ports there.

    Notes
    -----
    If the distance of two switches grows, so does that of the one to the cable's far end, and the other
    way round: only few pairs are to be looked at.
    """
    neighbour = near.neighbour[list(ends)].copy()
    neighbour[[0, 1], list(ports)] = len(near)
    if (neighbour[0] == ends[1]).any():
        return Longer(np.empty(0, np.int64), np.empty((0, len(near) + 1), np.uint8))
    beyond = [np.flatnonzero(_leaning(near, ends[i], ends[1 - i], neighbour[i])) for i in (0, 1)]
    few, many = sorted(beyond, key=len)
    if len(few) * len(many) * near.neighbour.shape[1] > MOST_CELLS:
        return None
    around = near.neighbour[many].copy()
    for end, own in zip(ends, neighbour, strict=True):
        around[many == end] = own
    rows = _recounted(near.count[few], many, around)
    if (rows[:, many] > FARTHEST).any():
        return None
    return _both_ways(near, few, many, rows)


def _leaning(near: Hops, end: int, other: int, neighbour: Ints) -> Bools:
    """Return which switches `end` reaches on shortest paths by `other` alone, (S,)."""
    size = len(near)
    joined = neighbour[(neighbour < size) & (neighbour != end)]
    others = near.count[joined, :size].min(axis=0, initial=UNREACHED)
    far = near.count[other, :size]
    leans: Bools = (near.count[end, :size] == far + 1) & (others > far)
    return leans


def _recounted(rows: Bytes, many: Ints, around: Ints) -> Bytes:
    """Count the distances (T, S + 1) to the switches `many` anew, from those to their neighbours."""
    rows = rows.copy()
    rows[:, many] = UNREACHED
    while len(many):
        nearest = rows[:, around].min(axis=2)
        found = np.minimum(nearest, UNREACHED - 1) + 1
        if np.array_equal(found, rows[:, many]):
            break
        rows[:, many] = found
    return rows


def _both_ways(near: Hops, few: Ints, many: Ints, rows: Bytes) -> Longer:
    """Enter the new distances (T, S + 1) of `few` in the rows of `many` too; leave out those that are as before."""
    back = near.count[many]
    back[:, few] = rows[:, many].T
    switch, count = np.concatenate([few, many]), np.concatenate([rows, back])
    grown = (count != near.count[switch]).any(axis=1)
    return Longer(switch[grown], count[grown])
