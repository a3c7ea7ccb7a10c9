"""Distances between switches, and which ports lie on shortest paths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.wiring import Wiring

UNREACHED = 255
"""Distance to a switch that is not reached, or by more than `FARTHEST` hops only."""

FARTHEST = 253
"""Most hops between two switches; management packets themselves make 64 at most."""

NEVER = 254
"""Distance that no switch has."""


@dataclass(frozen=True, eq=False)
class Hops:
    """Distances between the live switches of a wiring, and what is plugged into their ports.

    Attributes
    ----------
    count : (S + 1, S + 1) uint8
        ``count[t, s]``: hops from switch s to switch t; the last row and column stand for "no switch" and
        hold `UNREACHED`.
    wanted : (S + 1, S + 1) uint8
        Distance that the neighbour on a shortest path has: one less, or a value that no distance has on
        the way to oneself and to what is not reached.
    neighbour : (S, P + 1) int64
        Switch at each port, S where there is none.
    """

    count: Bytes
    wanted: Bytes
    neighbour: Ints

    def __len__(self) -> int:
        return len(self.neighbour)

    @cached_property
    def joined(self) -> Bools:
        """Which ports lead to another switch, (S, P + 1)."""
        own = np.arange(len(self))[:, None]
        other: Bools = (self.neighbour < len(self)) & (self.neighbour != own)
        return other

    def minimal(self, target: int, rows: Ints | slice = slice(None)) -> Bools:
        """Return which ports of the switches `rows` lie on a shortest path to switch `target`, (R, P + 1)."""
        near: Bools = self.count[target][self.neighbour[rows]] == self.wanted[target, :-1][rows, None]
        return near

    def leading(self, targets: Ints, rows: Ints) -> Bools:
        """Return which ports lie on a shortest path, for one target and one switch after the other, (N, P + 1)."""
        near: Bools = (
            self.count[targets[:, None], self.neighbour[rows]] == self.wanted[targets, rows][:, None]
        )
        return near

    def serving(self, rows: Ints, targets: Ints) -> Callable[[Ints | int], Bools]:
        """Return what tells for a port of each of the switches `rows` which targets it serves, (R, T).

        Notes
        -----
        Distances are the same both ways here, so that whole rows of `count` are looked at.
        """
        whole = np.array_equal(targets, np.arange(len(self)))
        count = self.count[:, :-1] if whole else self.count[:, targets]
        wanted = self.wanted[rows][:, :-1] if whole else self.wanted[rows][:, targets]

        def serves(port: Ints | int) -> Bools:
            found: Bools = count[self.neighbour[rows, port]] == wanted
            return found

        return serves

    def keeping(self, targets: Ints, rows: Ints, entries: Bytes) -> Bools:
        """Tell which entries (T, R) of the switches `rows` lie on a shortest path to the targets."""
        ports = self.neighbour.shape[1]
        wide = np.append(self.neighbour, np.full((len(self), 256 - ports), len(self)), axis=1)
        peer = wide[rows, entries]
        kept: Bools = self.count[targets[:, None], peer] == self.wanted[targets[:, None], rows]
        return kept


def hops(wires: Wiring) -> Hops:
    """Return the distances between all live switches.

    Notes
    -----
    A breadth-first search from all switches at once: a row of bits for each switch says whom it has seen,
    and every round it ORs the rows of its neighbours. Bits not yet seen after a round are one hop farther.

    Examples
    --------
    >>> from ibviz.core.fabric import Fabric
    >>> from ibviz.core.wiring import wiring
    >>> len(hops(wiring(Fabric())))
    0
    """
    peer = wires.switch_ports.switch
    size = len(peer)
    neighbour = np.where(peer < 0, size, peer).astype(np.int64)
    count = np.full((size + 1, size + 1), UNREACHED, np.uint8)
    count[:size, :size] = _distances(neighbour)
    wanted = count - 1
    wanted[count == UNREACHED] = NEVER
    np.fill_diagonal(wanted, NEVER)
    return Hops(count, wanted, neighbour)


def _distances(neighbour: Ints) -> Bytes:
    size = len(neighbour)
    lists = _distinct(neighbour)
    words = max(1, -(-size // 64))
    seen = np.zeros((size + 1, words), np.uint64)
    own = np.arange(size)
    seen[own, own // 64] = np.uint64(1) << (own % 64).astype(np.uint64)
    found = np.zeros((size, size), np.uint8)
    for _ in range(FARTHEST):
        fresh = seen[:size].copy()
        for column in lists.T:
            fresh |= seen[column]
        if np.array_equal(fresh, seen[:size]):
            break
        found += unpacked(~seen[:size], size)
        seen[:size] = fresh
    found[unpacked(~seen[:size], size) == 1] = UNREACHED
    return found


def _distinct(neighbour: Ints) -> Ints:
    """Drop parallel cables and empty columns: (S, D), filled up with S."""
    size = len(neighbour)
    ordered = np.sort(neighbour, axis=1)
    ordered[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = size
    ordered = np.sort(ordered, axis=1)
    degree = int((ordered < size).sum(axis=1).max(initial=0))
    return ordered[:, :degree]


def unpacked(bits: NDArray[np.uint64], size: int) -> Bytes:
    """Return rows of 64-bit words as rows of `size` bytes of 0 or 1."""
    little = bits.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(little, axis=1, count=size, bitorder="little")
