"""Hops between switches, from many at once."""

from __future__ import annotations

import numpy as np

from ibviz.core.levels import both_ways
from ibviz.core.structure import Structure
from ibviz.core.table import Ints, Ints32


def cabled_pairs(structure: Structure, rows: Ints) -> Ints:
    """Return each pair of cabled switches once in both directions, as indices into `rows`, sorted, (2 M, 2)."""
    place = np.full(len(structure.level), -1)
    place[rows] = np.arange(len(rows))
    pairs = place[both_ways(structure.wiring, place >= 0)]
    ordered: Ints = pairs[np.lexsort(pairs.T[::-1])]
    return ordered


def hops(count: int, pairs: Ints, sources: Ints) -> Ints32:
    """Return how many cables each switch is from each source, (count, s); `count` where it is not reached.

    Parameters
    ----------
    count : int
    pairs : (2 M, 2) int64
        Each pair of cabled switches once in both directions, sorted.
    sources : (s,) int64

    Notes
    -----
    A breadth-first search from all sources at once; who was met in a step is kept as bits.
    """
    distance = np.full((count, len(sources)), count, np.int32)
    distance[sources, np.arange(len(sources))] = 0
    near, first = np.unique(pairs[:, 0], return_index=True)
    seen = np.packbits(distance == 0, axis=1)
    fresh, step = seen.copy(), 0
    while len(near) and fresh.any():
        step += 1
        met = np.bitwise_or.reduceat(fresh[pairs[:, 1]], first, axis=0)
        fresh = np.zeros_like(seen)
        fresh[near] = met & ~seen[near]
        seen |= fresh
        distance[np.unpackbits(fresh, axis=1, count=len(sources)).astype(bool)] = step
    return distance
