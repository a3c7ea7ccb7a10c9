"""Dealing destinations in turn, all at once, at switches where that is what counting comes to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH
from ibviz.flow.destinations import Destinations
from ibviz.flow.hops import Hops

CHUNK = 512
"""Switches looked at in one go, so that memory stays small and caches warm."""


@dataclass(frozen=True, eq=False)
class _Classes:
    """Classes of ports that serve the very same blocks of destinations, at some switches.

    Attributes
    ----------
    lowest : (R, B) uint8
        Lowest port for each block; `NO_PATH` for none.
    is_regular : (R,) bool
        Whether the ports for any two blocks are the same or have none in common.
    size, rank : (R, P + 1) int64
        Number of ports in the class of each port, and how many of them are lower.
    member : (R, P + 1) uint8
        Ports class by class, in order within each.
    first : (R, P + 1) int64
        Where in `member` the class of each port begins.
    """

    lowest: Bytes
    is_regular: Bools
    size: Ints
    rank: Ints
    member: Bytes
    first: Ints


def deal_in_turn(table: Bytes, near: Hops, targets: Destinations, load: Ints32) -> Ints:
    """Fill the columns of a table at all switches where destinations can be dealt in turn.

    Parameters
    ----------
    table : (E, S) uint8
        Written to.
    near : Hops
    targets : Destinations
    load : (S, P + 1) int32
        Destinations behind each port, written to where dealt.

    Returns
    -------
    (R,) int64
        The other switches, which must be dealt block by block.

    Notes
    -----
    Where the shortest ports for any two destinations are the same ones or have none in common, as in
    every whole fat tree, ports of one class are always equally loaded up to one turn: the least loaded,
    lowest port is simply the next in turn.
    """
    others = []
    for start in range(0, len(near), CHUNK):
        rows = np.arange(start, min(start + CHUNK, len(near)))
        found = _classes(near, targets, rows)
        others.append(rows[~found.is_regular])
        if found.is_regular.any():
            _deal(table, load, targets, rows, found)
    return np.concatenate(others) if others else np.zeros(0, np.int64)


def _classes(near: Hops, targets: Destinations, rows: Ints) -> _Classes:
    course = near.serving(rows, targets.switch)
    ports = near.neighbour.shape[1]
    lowest = np.full((len(rows), len(targets.switch)), NO_PATH, np.uint8)
    serving = np.zeros(lowest.shape, np.uint8)
    print_ = np.zeros((len(rows), ports), np.uint64)
    for port in reversed(range(ports)):
        if near.joined[rows, port].any():
            serves = course(port)
            np.copyto(lowest, np.uint8(port), where=serves)
            serving += serves
            print_[:, port] = _fingerprint(serves)
    size, rank, member, first = _grouped(print_)
    own = np.arange(len(rows))[:, None]
    whole = np.append(size, np.zeros((len(rows), 1), np.int64), axis=1).astype(np.uint8)
    regular = serving == whole[own, np.minimum(lowest, ports)]
    return _Classes(lowest, regular.all(axis=1), size, rank, member, first)


def _fingerprint(serves: Bools) -> NDArray[np.uint64]:
    """Return a number for each row, the same for equal rows and different, but for one chance in 2^60, otherwise."""
    packed = np.packbits(serves, axis=1)
    wide = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), np.uint8)
    wide[:, : packed.shape[1]] = packed
    words = wide.view(np.uint64)
    place = np.arange(1, words.shape[1] + 1, dtype=np.uint64)
    mixed = (words + place) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9) + place * np.uint64(2)
    mixed ^= mixed >> np.uint64(32)
    found: NDArray[np.uint64] = mixed.sum(axis=1, dtype=np.uint64)
    return found


def _grouped(print_: NDArray[np.uint64]) -> tuple[Ints, Ints, Bytes, Ints]:
    """Return size, rank, members and first place of each port's class."""
    same = print_[:, :, None] == print_[:, None, :]
    lowest = same.argmax(axis=2)
    size = same.sum(axis=2)
    rank = np.tril(same, -1).sum(axis=2)
    member = np.argsort(lowest, axis=1, kind="stable")
    place = np.argsort(member, axis=1)
    return size, rank, member.astype(np.uint8), place - rank


def _deal(table: Bytes, load: Ints32, targets: Destinations, rows: Ints, found: _Classes) -> None:
    """Write the entries of the regular ones among some switches, and what lies behind their ports."""
    at = np.flatnonzero(found.is_regular)
    lowest = found.lowest[at]
    served = lowest != NO_PATH
    port = np.where(served, lowest, 0)
    own = np.arange(len(at))[:, None]
    width = np.where(served, found.size[at][own, port], 1).T
    turn = _dealt_before(lowest, targets.count).T % width
    ports = found.member.shape[1]
    flat = (own * (ports + 1) + np.where(served, found.first[at][own, port], ports)).astype(np.int32).T.copy()
    member = np.append(found.member[at], np.full((len(at), 1), NO_PATH, np.uint8), axis=1).ravel()
    columns = rows[at]
    start, stop = flat, flat + width.astype(np.int32)
    next_ = flat + turn.astype(np.int32)
    whole = len(at) == len(rows)
    for number in range(int(targets.count.max(initial=0))):
        blocks = int(np.searchsorted(-targets.count, -number))
        entries = member.take(next_[:blocks], mode="clip")
        to = targets.start[:blocks] + number
        if whole:
            table[to, columns[0] : columns[-1] + 1] = entries
        else:
            table[to[:, None], columns] = entries
        next_ += 1
        np.copyto(next_, start, where=next_ == stop)
    load[columns] = _loads(lowest, targets.count, found, at)


def _dealt_before(lowest: Bytes, count: Ints) -> Ints:
    """Return how many destinations each block's class has dealt before it, (R, B)."""
    order = np.argsort(lowest, axis=1, kind="stable")
    ordered = np.take_along_axis(lowest, order, axis=1)
    size = count[order]
    before = np.cumsum(size, axis=1) - size
    fresh = np.ones(ordered.shape, np.bool_)
    fresh[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    before -= np.maximum.accumulate(np.where(fresh, before, 0), axis=1)
    dealt = np.empty_like(before)
    np.put_along_axis(dealt, order, before, axis=1)
    return dealt


def _loads(lowest: Bytes, count: Ints, found: _Classes, at: Ints) -> Ints32:
    """Return the destinations behind each port, (R, P + 1)."""
    wide = NO_PATH + 1
    code = (np.arange(len(at))[:, None] * wide + lowest).ravel()
    weight = np.broadcast_to(count, lowest.shape).ravel()
    behind = np.bincount(code, weights=weight, minlength=len(at) * wide).reshape(len(at), wide)
    ports = found.size.shape[1]
    head = found.member[at][np.arange(len(at))[:, None], found.first[at]]
    dealt = np.take_along_axis(behind[:, :ports].astype(np.int64), head.astype(np.int64), axis=1)
    share: Ints32 = (dealt // found.size[at] + (found.rank[at] < dealt % found.size[at])).astype(np.int32)
    return share
