"""Entries of a matrix: which cell each cable has, and which cells lack a cable that their neighbours have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.matrix.axis import CELL, Axis
from ibviz.drawing.parts import rank_within

DENSE = 0.75
"""Share of the pairs of two groups that are cabled, from which a pair without a cable is said to lack it."""

PAD = 0.75
"""What is free round the cables of a pair, so that parallel ones are seen together, units."""

FLAT = 3
"""How many times wider than high the cells of parallel cables are laid at most."""


@dataclass(frozen=True, eq=False)
class Entries:
    """Cells, or parts of cells where cables are parallel.

    Attributes
    ----------
    cable : (e,) int64
        -1 where one is missing.
    row, column : (e,) int64
        Places in the axes.
    side : (e,) int64
        Which end of the cable the row is.
    slot, slots : (e,) int64
        Which part of the cell, and how many parts there are.
    """

    cable: Ints
    row: Ints
    column: Ints
    side: Ints
    slot: Ints
    slots: Ints

    def __len__(self) -> int:
        return len(self.cable)

    def take(self, which: Ints | Bools) -> Entries:
        """Return some of them."""
        return Entries(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    def boxes(self, rows: Axis, columns: Axis) -> Floats:
        """Return where they lie, (e, 4) units: left, top, width, height."""
        across, down = split(self.slots)
        room = CELL - 2 * PAD
        wide, tall = room / across, room / down
        x = columns.place[self.column] + PAD + (self.slot % across) * wide
        y = rows.place[self.row] + PAD + (self.slot // across) * tall
        return np.column_stack([x, y, wide, tall])


def split(slots: Ints) -> tuple[Ints, Ints]:
    """Return how many parts a cell has across and down: as few as fit, squarish.

    Examples
    --------
    >>> [tuple(int(n) for n in pair) for pair in zip(*split(np.array([1, 2, 3, 4, 6, 18])))]
    [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (6, 3)]
    """
    most = int(slots.max(initial=1))
    table = np.array([_split(number) for number in range(most + 1)])
    across: Ints = table[slots]
    return across, -(-slots // across)


def _split(number: int) -> int:
    least = int(np.ceil(np.sqrt(max(number, 1))))
    exact = (n for n in range(least, number + 1) if number % n == 0 and n * n <= FLAT * number)
    return next(exact, least)


def make_entries(cable: Ints, ends: Ints, sides: Ints, ports: Ints, rows: Axis, columns: Axis) -> Entries:
    """Return the cells of all cables and of those that are missing, by row and column.

    Parameters
    ----------
    cable : (k,) int64
    ends : (k, 2) int64
        Places in the axes of rows and of columns.
    sides : (k,) int64
        Which end of the cable the row is.
    ports : (k,) int64
        Port at the row: the order of parallel cables.
    rows, columns : Axis
    """
    key = ends[:, 0] * max(len(columns), 1) + ends[:, 1]
    order = np.lexsort((sides, ports, key))
    cable, ends, sides, key = cable[order], ends[order], sides[order], key[order]
    slot = rank_within(key)
    starts = np.flatnonzero(slot == 0)
    count = np.diff(np.append(starts, len(key)))
    usual = _usual(ends[starts], count, rows, columns)
    slots = np.repeat(np.maximum(count, usual), count)
    found = Entries(cable, ends[:, 0], ends[:, 1], sides, slot, slots)
    return _joined(
        found, _lacking(ends[starts], count, usual), _empty(key[starts], usual, rows, columns, ends[starts])
    )


def _part(ends: Ints, rows: Axis, columns: Axis) -> Ints:
    """Return a number for the groups that a pair lies in."""
    part: Ints = rows.group[ends[:, 0]] * max(len(columns.names), 1) + columns.group[ends[:, 1]]
    return part


def _possible(part: Ints, rows: Axis, columns: Axis) -> Ints:
    """Return how many pairs of different switches two groups have."""
    tall, wide = (np.diff(axis.group_begins) for axis in (rows, columns))
    down, across = part // max(len(columns.names), 1), part % max(len(columns.names), 1)
    pairs = tall[down] * wide[across]
    same = rows.node[rows.group_begins[down]] == columns.node[columns.group_begins[across]]
    few = (tall[down] < 2) | (wide[across] < 2)
    found: Ints = np.where(few, np.iinfo(np.int64).max, pairs - np.where(same, tall[down], 0))
    return found


def _usual(ends: Ints, count: Ints, rows: Axis, columns: Axis) -> Ints:
    """Return how many cables a pair usually has where it lies: the median; 0 where most pairs have none."""
    part = _part(ends, rows, columns)
    order = np.lexsort((count, part))
    starts = np.flatnonzero(rank_within(part[order]) == 0)
    sizes = np.diff(np.append(starts, len(part)))
    median = count[order][starts + (sizes - 1) // 2]
    dense = sizes >= DENSE * _possible(part[order][starts], rows, columns)
    usual = np.zeros(len(part), np.int64)
    usual[order] = np.repeat(np.where(dense, median, 0), sizes)
    return usual


def _lacking(ends: Ints, count: Ints, usual: Ints) -> Entries:
    """Return the parts that pairs lack of the usual number of parallel cables."""
    short = np.maximum(usual - count, 0)
    which = np.repeat(np.arange(len(ends)), short)
    slot = count[which] + rank_within(which)
    return _missing(ends[which], slot, usual[which])


def _missing(ends: Ints, slot: Ints, slots: Ints) -> Entries:
    none = np.full(len(ends), -1)
    return Entries(none, ends[:, 0], ends[:, 1], np.zeros(len(ends), np.int64), slot, slots)


def _empty(key: Ints, usual: Ints, rows: Axis, columns: Axis, ends: Ints) -> Entries:
    """Return the pairs without a cable among groups that are else cabled pair by pair."""
    part = _part(ends, rows, columns)[usual > 0]
    found = [np.empty((0, 2), np.int64)]
    for each in np.unique(part).tolist():
        down, across = divmod(each, max(len(columns.names), 1))
        grid = np.mgrid[_span(rows, down), _span(columns, across)].reshape(2, -1).T
        found.append(grid[rows.node[grid[:, 0]] != columns.node[grid[:, 1]]])
    pairs = np.concatenate(found)
    code = pairs[:, 0] * max(len(columns), 1) + pairs[:, 1]
    at = np.minimum(np.searchsorted(key, code), max(len(key) - 1, 0))
    pairs = pairs[key[at] != code] if len(key) else pairs
    return _missing(pairs, np.zeros(len(pairs), np.int64), np.ones(len(pairs), np.int64))


def _span(axis: Axis, group: int) -> slice:
    return slice(int(axis.group_begins[group]), int(axis.group_begins[group + 1]))


def _joined(*parts: Entries) -> Entries:
    """Return entries together, by row, column and part."""
    names = Entries.__dataclass_fields__
    every = Entries(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    return every.take(np.lexsort((every.slot, every.column, every.row)))
