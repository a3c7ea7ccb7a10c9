"""What a running subnet manager does after a failure: it keeps every entry that is still good."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress
from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring, matching
from ibviz.flow.destinations import Destinations
from ibviz.flow.hops import UNREACHED, Hops, hops
from ibviz.flow.leastload import to_least
from ibviz.flow.rechoosing import are_few, choose_few

SHORTEST = ("minhop", "dor", "dmodk", "smodk", "adaptive")
"""Engines whose entries are all on shortest paths."""

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
    dead : (S, 256) bool
        Ports that were up and are not; all others lead where they led.
    count : (S, S) uint8 or None
        Hops between the switches before, where the former entries are known to have been on shortest
        paths; None where they may lead anywhere.
    higher : tuple of (E, S) uint8
        As `to_end`, for the LIDs above the base ones.
    """

    to_end: Bytes
    to_switch: Bytes
    kept: Ints
    anew: Ints
    dead: Bools
    count: Bytes | None
    higher: tuple[Bytes, ...] = ()


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
    was_up = np.zeros(len(wires.fabric.cables), np.bool_)
    was_up[old.rows] = True
    came_up = wires.fabric.cables.node[wires.rows[~was_up[wires.rows]]]
    touched = np.zeros(wires.subnets + 1, np.bool_)
    touched[wires.subnet[came_up]] = True
    is_new = touched[wires.subnet[wires.switches]]
    return Former(
        picked(before.to_end, end, switch),
        picked(before.to_switch, switch, switch),
        np.flatnonzero(~is_new),
        np.flatnonzero(is_new),
        _dead_ports(old, wires, switch),
        _former_hops(before, switch),
        tuple(picked(table, end, switch) for table in before.higher),
    )


def _dead_ports(old: Wiring, wires: Wiring, switch: Ints) -> Bools:
    was = np.full((len(switch), NO_PATH + 1), -1, np.int32)
    was[:, : old.switch_ports.channel.shape[1]] = old.switch_ports.channel[switch]
    was[switch < 0] = -1
    is_ = np.full_like(was, -1)
    is_[:, : wires.switch_ports.channel.shape[1]] = wires.switch_ports.channel
    dead: Bools = (was >= 0) & (was != is_)
    return dead


def _former_hops(before: Tables, switch: Ints) -> Bytes | None:
    if before.routing.used not in SHORTEST or (switch < 0).any():
        return None
    count: Bytes = hops(before.wiring).count[switch][:, switch]
    return count


def picked(table: Bytes, rows: Ints, columns: Ints) -> Bytes:
    """Return a copy of some rows and columns of a table.

    Parameters
    ----------
    table : (n, m) uint8
    rows, columns : (r,), (c,) int64
        -1 picks a row or column of `NO_PATH`.

    Returns
    -------
    (r, c) uint8
    """
    if not table.size:
        return np.full((len(rows), len(columns)), NO_PATH, np.uint8)
    found = table.copy() if np.array_equal(rows, np.arange(len(table))) else table[rows]
    if not np.array_equal(columns, np.arange(table.shape[1])):
        found = found[:, columns]
    found[rows < 0] = NO_PATH
    found[:, columns < 0] = NO_PATH
    return found


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
    moved = _moved(near, old)
    for table, former_ in ((to_end, old.to_end), (to_switch, old.to_switch)):
        table[:, rows if len(old.anew) else slice(None)] = former_[:, rows] if len(old.anew) else former_
    to_end[int(targets.count.sum()) :] = NO_PATH
    lost_ends = _lost_ends(to_end, near, targets, old, moved)
    lost_switches = _lost_switches(to_switch, near, old, moved)
    lame = np.logical_or.reduce(lost_switches, axis=0)
    hurt = lame.copy()
    for lost in lost_ends.values():
        hurt |= lost.any(axis=0)
    load = _walk(to_end, near, targets, rows, np.flatnonzero(hurt), lost_ends, progress)
    lame = lame[hurt]
    _choose_switches(to_switch, near, rows[hurt][lame], load[lame], lost_switches[:, hurt][:, lame])


def _moved(near: Hops, old: Former) -> Bools:
    """Return the switches, (S,), to which some distance is another than before, or may be."""
    if old.count is None:
        return np.ones(len(near), np.bool_)
    size = len(near)
    moved: Bools = np.logical_or.reduce(near.count[:size, :size] != old.count, axis=1)
    return moved


def _lost_ends(
    to_end: Bytes, near: Hops, targets: Destinations, old: Former, moved: Bools
) -> dict[int, Bools]:
    """Return by switch which entries (n, K) of its end ports are to be chosen anew, and blank all that are bad.

    Where no distance to a switch is another, only entries by dead ports can be bad.
    """
    rows = old.kept
    short = np.flatnonzero(old.dead[rows].any(axis=1))
    by_dead = old.dead[rows[short], to_end[:, rows[short]]]
    found: dict[int, Bools] = {}
    for switch, block in targets:
        if moved[switch]:
            good = _padded(near.minimal(switch, rows))
            entries = to_end[block, rows]
            stays = good[np.arange(len(rows)), entries]
            to_end[block, rows] = np.where(stays, entries, NO_PATH)
            lost = ~stays & (near.count[switch, rows] != UNREACHED) & (rows != switch)
        elif by_dead[block].any():
            lost = np.zeros((block.stop - block.start, len(rows)), np.bool_)
            lost[:, short] = by_dead[block] & (rows[short] != switch)
        else:
            continue
        if lost.any():
            found[switch] = lost
    return found


def _padded(minimal: Bools) -> Bools:
    """Widen to all port numbers that an entry may hold, `NO_PATH` among them."""
    wide = np.zeros((len(minimal), NO_PATH + 1), np.bool_)
    wide[:, : minimal.shape[1]] = minimal
    return wide


def _lost_switches(to_switch: Bytes, near: Hops, old: Former, moved: Bools) -> Bools:
    """Return which entries of switch LIDs (S, K) are to be chosen anew, and blank all that are bad."""
    rows = old.kept
    lost = np.zeros((len(near), len(rows)), np.bool_)
    short = np.flatnonzero(old.dead[rows].any(axis=1))
    lost[:, short] = old.dead[rows[short], to_switch[:, rows[short]]]
    target = np.flatnonzero(moved)[:, None]
    entries = to_switch[target, rows]
    stays = near.keeping(np.flatnonzero(moved), rows, entries)
    own = target == rows
    to_switch[target, rows] = np.where(own, 0, np.where(stays, entries, NO_PATH))
    lost[moved] = ~stays & (near.count[target, rows] != UNREACHED) & ~own
    return lost


def _walk(
    to_end: Bytes,
    near: Hops,
    targets: Destinations,
    rows: Ints,
    hurt: Ints,
    lost_ends: dict[int, Bools],
    progress: Progress,
) -> Ints32:
    """Go through the destinations at the switches ``rows[hurt]``, counting what stays, choosing what does not.

    Returns the destinations behind each port, (H, P + 2), the last column for entries that say no such port.
    """
    if are_few(lost_ends):
        few = {switch: lost[:, hurt] for switch, lost in lost_ends.items()}
        return choose_few(to_end, near, targets, rows[hurt], few)
    width = near.neighbour.shape[1] + 1
    lame = rows[hurt]
    load = np.zeros((len(lame), width), np.int32)
    base = np.arange(len(lame)) * width
    for number, (switch, block) in enumerate(targets if len(lame) else ()):
        if number % 64 == 0:
            progress(number / len(targets.switch), "keeping routes")
        entries = to_end[block, lame]
        if switch in lost_ends:
            choose(entries, lost_ends[switch][:, hurt], near.minimal(switch, lame), load)
            to_end[block, lame] = entries
        behind = np.bincount((base + np.minimum(entries, width - 1)).ravel(), minlength=load.size)
        load += behind.reshape(load.shape).astype(np.int32)
    return load


def choose(entries: Bytes, lost: Bools, minimal: Bools, load: Ints32) -> None:
    """Choose the lost entries of one block, one destination after the other, and write them in place."""
    for number in np.flatnonzero(lost.any(axis=1)).tolist():
        at = np.flatnonzero(lost[number])
        behind = load[at]
        earlier = np.minimum(entries[:number, at], load.shape[1] - 1)
        np.add.at(behind, (np.broadcast_to(np.arange(len(at)), earlier.shape), earlier), 1)
        weight = np.where(minimal[at], behind[:, :-1], _FULL)
        entries[number, at] = weight.argmin(axis=1)


def _choose_switches(to_switch: Bytes, near: Hops, lame: Ints, load: Ints32, lost: Bools) -> None:
    """Choose the lost entries of switch LIDs, which count for nothing."""
    fresh = to_least(near, lame, load[:, :-1]).T
    to_switch[:, lame] = np.where(lost, fresh, to_switch[:, lame])
