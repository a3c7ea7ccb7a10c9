"""Coordinates of switches that are cabled as a torus or mesh, by their names or by the cables alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ibviz.core.table import Ints, Texts
from ibviz.layouts.hops import hops

ROOTS = 64
"""Switches that are tried as the origin: a missing cable spoils the lines through few of them."""
DIMENSIONS = 6
FITTING = 0.9
"""Share of the cables that must join neighbours of the lattice, and of its places that must be taken."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Where switches are in a torus or mesh.

    Attributes
    ----------
    at : (n, d) int64
        Coordinates from 0; no two switches have the same.
    sizes : tuple of int
        Of each dimension.
    wraps : tuple of bool
        Whether cables join the first and the last along it.
    """

    at: Ints
    sizes: tuple[int, ...]
    wraps: tuple[bool, ...]

    def turned(self) -> Lattice:
        """Return the lattice with its dimensions from the largest; of equal ones the last is first."""
        order = sorted(range(len(self.sizes)), key=lambda axis: (-self.sizes[axis], -axis))
        return Lattice(
            self.at[:, order],
            tuple(self.sizes[axis] for axis in order),
            tuple(self.wraps[axis] for axis in order),
        )


def find_lattice(names: Texts, pairs: Ints) -> Lattice | None:
    """Return the coordinates of switches; None where their cables make no lattice of two or more dimensions.

    Parameters
    ----------
    names : (n,) str
        In the order in which people read them.
    pairs : (2 M, 2) int64
        Each pair of cabled switches once in both directions, sorted; switches as indices into the names.

    Notes
    -----
    In a product of cycles and paths the nearest switch of a line along one dimension is the coordinate in it.
    So the lines through one switch are enough: they go straight on where two steps share no other corner.
    Dimensions of size four cannot be told apart by cables (two such cycles are a cube of four dimensions);
    which neighbours lie opposite each other is then taken from the order of the names.
    """
    graph = _Graph(len(names), pairs)
    named = _by_names(names)
    found = _checked(named, pairs) if named is not None else None
    if found is not None:
        return found
    for root in graph.roots():
        lines = graph.lines(root)
        for place in (_nearest, _fitting) if len(lines) > 1 else ():
            found = _checked(graph.projected(lines, place), pairs)
            if found is not None:
                return found
    return None


def _by_names(names: Texts) -> Ints | None:
    """Return the numbers in the names that differ, ranked; None where not all names have the same number of them."""
    numbers = [[int(digits) for digits in re.findall(r"[0-9]{1,9}", name)] for name in names.tolist()]
    if not numbers or len({len(row) for row in numbers}) != 1:
        return None
    columns = np.array(numbers, np.int64).reshape(len(numbers), -1)
    ranks = [np.unique(column, return_inverse=True)[1] for column in columns.T]
    ranks = [rank for rank in ranks if rank.any()]
    return np.column_stack(ranks) if len(ranks) > 1 else None


def _checked(at: Ints, pairs: Ints) -> Lattice | None:
    """Return the lattice of coordinates if no two are the same and nearly all cables join neighbours."""
    if not len(pairs) or len(np.unique(at, axis=0)) < len(at):
        return None
    sizes = at.max(axis=0) + 1
    if sizes.max() < 3 or len(at) < FITTING * np.prod(sizes.astype(np.float64)):
        return None
    apart = np.abs(at[pairs[:, 0]] - at[pairs[:, 1]])
    around = (apart == sizes - 1) & (sizes > 2)
    steps = np.where(around, 1, apart)
    if (steps.sum(axis=1) == 1).sum() < FITTING * len(pairs):
        return None
    wraps = (around & (steps.sum(axis=1) == 1)[:, None]).any(axis=0)
    return Lattice(at, tuple(sizes.tolist()), tuple(wraps.tolist()))


def _nearest(distance: Ints, first: Ints) -> Ints:
    """Return the place of the nearest switch of a line, (n,)."""
    place: Ints = distance.argmin(axis=1)
    return place


def _fitting(distance: Ints, first: Ints) -> Ints:
    """Return the place of switches along a line that suits all their distances to it, (n,).

    Parameters
    ----------
    distance : (n, s) int64
        Cables from each switch to each of the line.
    first : (s,) int64
        Cables from the first of the line to each of it, which tell a cycle, though it lacks a cable, from a path.

    Notes
    -----
    From place c the distances are those along the line, and as much more as it is off the line; the place that
    fits most of them is taken, so that a detour around a missing cable does little.
    """
    size = len(first)
    apart = np.abs(np.arange(size)[:, None] - np.arange(size))
    if first[-1] == 1 or (first[-1] == 3 and size > 4):
        apart = np.minimum(apart, size - apart)
    more = distance[:, None, :] - apart
    off = np.abs(more - np.median(more, axis=2, keepdims=True)).sum(axis=2)
    place: Ints = off.argmin(axis=1)
    return place


@dataclass(frozen=True, eq=False)
class _Graph:
    """Switches and who is cabled to whom."""

    count: int
    pairs: Ints

    @cached_property
    def starts(self) -> Ints:
        """Where the pairs of each switch begin, (n + 1,)."""
        return np.searchsorted(self.pairs[:, 0], np.arange(self.count + 1))

    def beside(self, node: int) -> list[int]:
        """Return the neighbours of a switch in the order of their names."""
        first, last = self.starts[node : node + 2].tolist()
        beside: list[int] = self.pairs[first:last, 1].tolist()
        return beside

    def common(self, one: int, other: int) -> set[int]:
        """Return the switches that are cabled to both."""
        return set(self.beside(one)) & set(self.beside(other))

    def roots(self) -> list[int]:
        """Return switches to begin at: corners first, then some spread over all."""
        degree = np.diff(self.starts)
        corners = np.flatnonzero(degree == degree.min(initial=0 if not self.count else degree[0]))[
            : ROOTS // 2
        ]
        spread = np.linspace(0, max(self.count - 1, 0), ROOTS).astype(np.int64)
        return list(dict.fromkeys([*corners.tolist(), *spread.tolist()])) if self.count else []

    def lines(self, root: int) -> list[list[int]]:
        """Return the lines along each dimension through a switch, in order of their neighbours' names; none if odd."""
        left, lines = self.beside(root), []
        odd: list[int] = []
        if len(left) > 2 * DIMENSIONS:
            return []
        while left:
            one = left.pop(0)
            other = next((b for b in left if b in self.beside(one) or self.common(one, b) == {root}), None)
            ahead = self.walk(root, one)
            if other is not None:
                left.remove(other)
                closed = ahead[-1] == other
                lines.append([root, *ahead] if closed else [*self.walk(root, other)[::-1], root, *ahead])
            elif len(ahead) > 1:
                lines.append([root, *ahead])
            else:
                odd.append(one)
        squares = self.squares(root, odd)
        return [] if squares is None else lines + squares

    def squares(self, root: int, odd: list[int]) -> list[list[int]] | None:
        """Return lines of size four from neighbours of the root taken in pairs, and of size two from the last.

        None where two have not one other neighbour in common, as in any torus or mesh.
        """
        lines = []
        for one, other in zip(odd[::2], odd[1::2], strict=False):
            far = self.common(one, other) - {root}
            if len(far) != 1:
                return None
            lines.append([root, one, *far, other])
        return lines + ([[root, odd[-1]]] if len(odd) % 2 else [])

    def walk(self, start: int, first: int) -> list[int]:
        """Return the switches straight ahead, until the line ends, branches or comes back to its start."""
        line, before = [first], start
        while True:
            here = line[-1]
            ahead = [
                node
                for node in self.beside(here)
                if node != before and node not in self.beside(before) and self.common(node, before) == {here}
            ]
            if len(ahead) != 1 or ahead[0] == start or ahead[0] in line:
                break
            before = here
            line.append(ahead[0])
        closes = len(line) == 1 and [b for b in self.beside(first) if b in self.beside(start)]
        return line + closes if closes and len(closes) == 1 else line

    def projected(self, lines: list[list[int]], place: Callable[[Ints, Ints], Ints]) -> Ints:
        """Return the place of each switch along each line, found from its distances to all of the line, (n, d)."""
        sources = np.array([node for line in lines for node in line])
        distance = hops(self.count, self.pairs, sources).astype(np.int64)
        ends = pairwise(np.cumsum([0, *map(len, lines)]))
        return np.column_stack(
            [place(distance[:, a:b], distance[line, a]) for line, (a, b) in zip(lines, ends, strict=True)]
        )
