"""Dealing destinations to the least loaded shortest ports: how OpenSM spreads routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ibviz.core.progress import Progress
from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH
from ibviz.flow.destinations import Destinations
from ibviz.flow.fast import kernel
from ibviz.flow.fast_dealing import least_loaded
from ibviz.flow.hops import Hops

CHUNK = 256
"""Switches looked at in one go, so that caches stay warm."""

_FULL = np.int32(2**31 - 1)


def deal_all(
    table: Bytes, near: Hops, targets: Destinations, rows: Ints, load: Ints32, progress: Progress
) -> None:
    """Fill the columns `rows` of a table afresh, destination by destination.

    Parameters
    ----------
    table : (E, S) uint8
        Written to.
    near : Hops
    targets : Destinations
    rows : (R,) int64
        Places of the switches to fill in.
    load : (R, P + 1) int32
        Destinations behind each port so far, kept up.
    progress : Progress

    Notes
    -----
    Each switch counts for itself. All end ports of one switch have the same shortest ports and follow
    each other, so a block is dealt at once, at all switches.
    """
    for number, (switch, block) in enumerate(targets):
        if number % 64 == 0:
            progress(number / len(targets.switch), "routing")
        table[block, rows] = deal(near.minimal(switch, rows), load, block.stop - block.start)


def deal(minimal: Bools, load: Ints32, count: int) -> Bytes:
    """Deal `count` destinations to ports, each to the least loaded one, ties to the lowest.

    Parameters
    ----------
    minimal : (R, P) bool
        Ports that each switch may use.
    load : (R, P) int32
        Destinations behind each port so far; those dealt here are added.
    count : int

    Returns
    -------
    (count, R) uint8
        `NO_PATH` at switches without a port.

    Examples
    --------
    >>> load = np.array([[0, 5, 4, 4]], np.int32)
    >>> deal(np.array([[False, True, True, True]]), load, 4)[:, 0], load[0]
    (array([2, 3, 1, 2], dtype=uint8), array([0, 6, 6, 5], dtype=int32))
    """
    dealt = np.full((count, len(minimal)), NO_PATH, np.uint8)
    least = np.where(minimal, load, _FULL).min(axis=1)
    most = np.where(minimal, load, -1).max(axis=1)
    even = np.flatnonzero(least == most)
    dealt[:, even] = _in_turn(minimal, load, count, even)
    uneven = np.flatnonzero(least < most)
    if len(uneven):
        dealt[:, uneven] = _level_by_level(minimal, load, count, uneven)
    return dealt


def _in_turn(minimal: Bools, load: Ints32, count: int, rows: Ints) -> Bytes:
    """Deal where all ports are equally loaded: one after the other, round and round."""
    at, port = np.nonzero(minimal[rows] if len(rows) < len(minimal) else minimal)
    width = np.bincount(at, minlength=len(rows))
    first = np.cumsum(width) - width
    rounds, rest = np.divmod(count, width)
    rank = np.arange(len(at)) - first[at]
    load[rows[at], port] += (rounds[at] + (rank < rest[at])).astype(np.int32)
    turn = np.arange(count, dtype=np.uint8)[:, None] % width.astype(np.uint8)
    entries: Bytes = port.astype(np.uint8)[first + turn]
    return entries


def _level_by_level(minimal: Bools, load: Ints32, count: int, rows: Ints) -> Bytes:
    """Deal where loads differ: all ports at the lowest load get one, from the lowest port, until all is dealt."""
    dealt = np.empty((count, len(rows)), np.uint8)
    filled = np.where(minimal[rows], load[rows], _FULL)
    done = np.zeros(len(rows), np.int64)
    while len(open_ := np.flatnonzero(done < count)):
        level = filled[open_]
        lowest = level == level.min(axis=1)[:, None]
        rank = np.cumsum(lowest, axis=1) - 1
        at, port = np.nonzero(lowest & (rank < (count - done[open_])[:, None]))
        row = open_[at]
        dealt[done[row] + rank[at, port], row] = port
        filled[row, port] += 1
        load[rows[row], port] += 1
        done += np.bincount(row, minlength=len(rows))
    return dealt


def to_least(near: Hops, rows: Ints, load: Ints32) -> Bytes:
    """Return the least loaded shortest port from the switches `rows` to each switch, ties to the lowest.

    Parameters
    ----------
    near : Hops
    rows : (R,) int64
    load : (R, P + 1) int32

    Returns
    -------
    (R, S) uint8
        0 on the switch itself, `NO_PATH` where it is not reached.

    Notes
    -----
    OpenSM routes switch LIDs last and does not count them (osm_ucast_mgr.c, port_profile_switch_nodes
    off), so the order among them does not matter.
    """
    quick = kernel(least_loaded, len(rows) * near.neighbour.size) if type(near) is Hops else None
    if quick is not None:
        return _quick_least(quick, near, rows, load)
    found = np.full((len(rows), len(near)), NO_PATH, np.uint8)
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        _least(near, rows[part], load[part], found[part])
    return found


def _quick_least(quick: Callable[..., Any], near: Hops, rows: Ints, load: Ints32) -> Bytes:
    turned = np.full((len(near), len(rows)), NO_PATH, np.uint8)
    quick(near.count, near.wanted, near.neighbour, rows, _by_load(near, rows, load), turned)
    turned[rows, np.arange(len(rows))] = 0
    return turned.T


def _by_load(near: Hops, rows: Ints, load: Ints32) -> Ints:
    """Return the ports to other switches, the least loaded first, (R, P)."""
    joined = near.joined[rows]
    ports = int(joined.sum(axis=1).max(initial=0))
    order = np.argsort(np.where(joined, load, _FULL), axis=1, kind="stable")
    return np.ascontiguousarray(order[:, :ports])


def _least(near: Hops, rows: Ints, load: Ints32, found: Bytes) -> None:
    order = _by_load(near, rows, load)
    ports = order.shape[1]
    course = near.serving(rows, np.arange(len(near)))
    for column in reversed(range(ports)):
        port = order[:, column]
        np.copyto(found, port[:, None].astype(np.uint8), where=course(port))
    found[np.arange(len(rows)), rows] = 0
