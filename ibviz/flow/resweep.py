"""What a running subnet manager does after a failure: it keeps every entry that is still good."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress
from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import EndPorts, Wiring
from ibviz.flow.destinations import Destinations
from ibviz.flow.hops import UNREACHED, Hops
from ibviz.flow.leastload import to_least

_FULL = np.int32(2**31 - 1)


@dataclass(frozen=True, eq=False)
class Former:
    """Former tables on the switches and end ports of a new wiring.

    Attributes
    ----------
    to_end, to_switch : (E, S), (S, S) uint8
        `NO_PATH` where there was no such entry.
    kept, anew : (K,), (A,) int64
        Places of the switches whose entries may stay, and of those in subnets where a cable came up.
    """

    to_end: Bytes
    to_switch: Bytes
    kept: Ints
    anew: Ints


def former(before: Tables, wires: Wiring) -> Former:
    """Bring former tables onto a wiring of the same fabric.

    Parameters
    ----------
    before : Tables
    wires : Wiring

    Returns
    -------
    Former
    """
    old = before.wiring
    switch = old.place[wires.switches]
    end = matching(old.end_ports, wires.end_ports, len(wires.fabric.nodes))
    came_up = np.setdiff1d(wires.rows, old.rows)
    touched = np.unique(wires.subnet[wires.fabric.cables.node[came_up]])
    is_new = np.isin(wires.subnet[wires.switches], touched)
    return Former(
        _picked(before.to_end, end, switch),
        _picked(before.to_switch, switch, switch),
        np.flatnonzero(~is_new),
        np.flatnonzero(is_new),
    )


def matching(old: EndPorts, new: EndPorts, nodes: int) -> Ints:
    """Return for each of the new end ports the place of the same one among the old, -1 where it is new.

    Parameters
    ----------
    old, new : EndPorts
        Of two wirings of one fabric.
    nodes : int
        Number of the fabric's nodes.
    """
    if len(old) == len(new) and np.array_equal(old.node, new.node) and np.array_equal(old.port, new.port):
        return np.arange(len(new))
    stride = int(max(old.port.max(initial=0), new.port.max(initial=0))) + 1
    found = np.full(nodes * stride, -1)
    found[old.node * stride + old.port] = np.arange(len(old))
    places: Ints = found[new.node * stride + new.port]
    return places


def _picked(table: Bytes, rows: Ints, columns: Ints) -> Bytes:
    """Return rows and columns of a table; -1 picks a row or column of `NO_PATH`."""
    picked = table if np.array_equal(rows, np.arange(len(table))) else table[rows]
    if not np.array_equal(columns, np.arange(table.shape[1])):
        picked = picked[:, columns]
    if picked is table or not picked.flags.owndata:
        picked = picked.copy()
    picked[rows < 0] = NO_PATH
    picked[:, columns < 0] = NO_PATH
    return picked


def rechoose(
    to_end: Bytes, to_switch: Bytes, near: Hops, targets: Destinations, old: Former, progress: Progress
) -> None:
    """Enter what stays of the former entries, and choose the others anew, in the columns ``old.kept``.

    Parameters
    ----------
    to_end, to_switch : (E, S), (S, S) uint8
        Written to.
    near : Hops
    targets : Destinations
    old : Former
    progress : Progress

    Notes
    -----
    osm_switch.c, osm_switch_recommend_path: in the usual order and with fresh counters, an entry whose
    port is still linked and on a shortest path stays and is counted; any other is chosen as ever.
    """
    rows = old.kept
    to_switch[:, rows], hurt = _kept_to_switches(near, old)
    stale: dict[int, Bools] = {}
    for switch, block in targets:
        good = _padded(near.minimal(switch, rows))
        entries = old.to_end[block, rows]
        stays = np.take_along_axis(good, entries.astype(np.int64).T, axis=1).T
        to_end[block, rows] = np.where(stays, entries, NO_PATH)
        lost = ~stays & (near.count[switch, rows] != UNREACHED) & (rows != switch)
        if lost.any():
            stale[switch] = lost
            hurt |= lost.any(axis=0)
    load = _walk(to_end, near, targets, rows, np.flatnonzero(hurt), stale, progress)
    _choose_switches(to_switch, near, rows[hurt], load)


def _padded(minimal: Bools) -> Bools:
    """Widen to all port numbers that an entry may hold, `NO_PATH` among them."""
    wide = np.zeros((len(minimal), NO_PATH + 1), np.bool_)
    wide[:, : minimal.shape[1]] = minimal
    return wide


def _kept_to_switches(near: Hops, old: Former) -> tuple[Bytes, Bools]:
    """Return the entries of switch LIDs that stay, (S, K), and which of the kept switches lost any, (K,)."""
    rows = old.kept
    wide = np.full((len(near), NO_PATH + 1), len(near))
    wide[:, : near.neighbour.shape[1]] = near.neighbour
    entries = old.to_switch[:, rows]
    next_ = wide[rows, entries]
    target = np.arange(len(near))[:, None]
    stays = near.count[target, next_] == near.wanted[:-1, rows]
    own = target == rows
    lost = ~stays & (near.count[:-1, rows] != UNREACHED) & ~own
    kept: Bytes = np.where(own, 0, np.where(stays, entries, NO_PATH)).astype(np.uint8)
    return kept, lost.any(axis=0)


def _walk(
    to_end: Bytes,
    near: Hops,
    targets: Destinations,
    rows: Ints,
    hurt: Ints,
    stale: dict[int, Bools],
    progress: Progress,
) -> Ints32:
    """Go through the destinations at the switches ``rows[hurt]``, counting what stays, choosing what does not.

    Returns the destinations behind each port, (H, 256).
    """
    load = np.zeros((len(hurt), NO_PATH + 1), np.int32)
    lame = rows[hurt]
    for number, (switch, block) in enumerate(targets):
        if number % 64 == 0:
            progress(number / len(targets.switch), "keeping routes")
        entries = to_end[block, lame]
        lost = stale.get(switch)
        if lost is None:
            base = np.arange(len(lame)) * (NO_PATH + 1)
            load += np.bincount((base + entries).ravel(), minlength=load.size).reshape(load.shape)
        else:
            minimal = near.minimal(switch, lame)
            to_end[block, lame] = _choose(entries, lost[:, hurt], minimal, load)
    return load


def _choose(entries: Bytes, lost: Bools, minimal: Bools, load: Ints32) -> Bytes:
    """Choose the lost entries of one block, one destination after the other."""
    chosen = entries.copy()
    every = np.arange(load.shape[0])
    for entry, gone in zip(chosen, lost, strict=True):
        at = np.flatnonzero(gone)
        if len(at):
            weight = np.where(minimal[at], load[at, : minimal.shape[1]], _FULL)
            entry[at] = weight.argmin(axis=1)
        load[every, entry] += 1
    return chosen


def _choose_switches(to_switch: Bytes, near: Hops, lame: Ints, load: Ints32) -> None:
    """Choose the entries of switch LIDs that were lost at some switches."""
    fresh = to_least(near, lame, load[:, : near.neighbour.shape[1]]).T
    former = to_switch[:, lame]
    to_switch[:, lame] = np.where(former == NO_PATH, fresh, former)
