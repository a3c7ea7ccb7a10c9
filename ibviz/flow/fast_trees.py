"""Kernel: trees of least weight, as `ibviz.flow.leastpath` grows them one by one."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bytes, Ints

NOWHERE = 2**31 - 1
"""Weight of a way that is taken for none."""


def grow_trees(
    roots: Ints,
    host: int,
    first: Ints,
    owner: Ints,
    there: Ints,
    port: Ints,
    weight: Ints,
    ends: Ints,
    step: int,
    rows: Ints,
    members: Ints,
    table: Bytes,
) -> None:
    """Grow the trees to some roots, one after the other, and enter the ports on the ways to them.

    Parameters
    ----------
    roots : (D,) int64
    host : int
        1 if the ways end at a host there, else 0.
    first : (S + 1,) int64
        Where the steps from each switch begin.
    owner, there, port, weight : (N,) int64
        Of each step: the switch from which it leads, that to which, the port back, the weight, added to.
    ends : (S,) int64
        LIDs at each switch.
    step : int
        Least weight of a step.
    rows : (D,) int64
        Row of the table for each root.
    members : (S,) int64
        Column of the table for each switch.
    table : (R, C) uint8
        Written to.
    """
    size = len(ends)
    far, came = np.empty(size + host, np.int64), np.empty(size + host, np.int64)
    items, at, order = np.empty_like(far), np.empty_like(far), np.empty_like(far)
    for d in range(len(roots)):
        far[:], came[:] = NOWHERE, -1
        _grow(roots[d], host, first, there, weight, step, far, came, items, at, order)
        behind = ends.copy()
        for i in range(size - 1, -1, -1):
            switch = order[i]
            edge = came[switch]
            if edge >= 0:
                weight[edge] += behind[switch]
                behind[owner[edge]] += behind[switch]
                table[rows[d], members[switch]] = port[edge]


def _grow(
    root: int,
    host: int,
    first: Ints,
    there: Ints,
    weight: Ints,
    step: int,
    far: Ints,
    came: Ints,
    items: Ints,
    at: Ints,
    order: Ints,
) -> None:
    """Find by which step each switch is come to, and an order in which those behind others come later."""
    size = left = len(far)
    for i in range(size):
        items[i] = at[i] = i
    start = size - 1 if host else root
    far[start] = 0
    _rise(start, far, items, at)
    if host:
        left = _pop(left, far, items, at)
        far[root] = 1
        _rise(root, far, items, at)
    number = reached = 0
    last = NOWHERE
    while left:
        here = items[0]
        left = _pop(left, far, items, at)
        order[number] = here
        number += 1
        if last == NOWHERE and reached == size - host - 1:
            last = far.max()
        if far[here] + step >= last:
            break
        for edge in range(first[here], first[here + 1]):
            to, way = there[edge], far[here] + weight[edge]
            if way < far[to]:
                reached += came[to] < 0
                far[to], came[to] = way, edge
                _rise(to, far, items, at)
    order[number : number + left] = items[:left]


def _rise(item: int, far: Ints, items: Ints, at: Ints) -> None:
    """Move an element of the heap up, as its key has become less; see `FourHeap`."""
    place, key = at[item], far[item]
    while place:
        parent = (place - 1) >> 2
        above = items[parent]
        if key >= far[above]:
            break
        items[place] = above
        at[above] = place
        place = parent
    items[place] = item
    at[item] = place


def _pop(size: int, far: Ints, items: Ints, at: Ints) -> int:
    """Take out the first element; returns how many are left."""
    size -= 1
    item = items[size]
    place, key = 0, far[item]
    while 4 * place + 1 < size:
        child = 4 * place + 1
        for number in range(child + 1, min(4 * place + 5, size)):
            if far[items[number]] <= far[items[child]]:
                child = number
        if key <= far[items[child]]:
            break
        items[place] = items[child]
        at[items[place]] = place
        place = child
    if size:
        items[place] = item
        at[item] = place
    return size
