"""What becomes of given tables when something goes down: whole routes stay, broken ones are chosen anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring, matching
from ibviz.flow.arrival import followed
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import UNREACHED, Hops, hops
from ibviz.flow.leastload import to_least
from ibviz.flow.resweep import choose, picked
from ibviz.flow.steps import to_ends, to_switches


def mended(before: Tables, wires: Wiring, progress: Progress = silent) -> Tables:
    """Return tables for a wiring from those of the same fabric before something went down.

    Parameters
    ----------
    before : Tables
        Of any engine, or from a file: their routes need not be shortest paths.
    wires : Wiring
        Nothing is up in it that was not up before.
    progress : Progress

    Returns
    -------
    Tables
        Entries whose route is still whole stay, and so do those whose route was none before. Of the others
        those stay that lie on a shortest path; the rest is chosen anew as a re-sweep under MinHop does.

    Notes
    -----
    No circle can come about: along a broken route the distance falls until a whole one is met.
    """
    old = before.wiring
    switch = old.place[wires.switches]
    end = matching(old.end_ports, wires.end_ports, len(wires.fabric.nodes))
    to_end, to_switch = picked(before.to_end, end, switch), picked(before.to_switch, switch, switch)
    routing = carried(before.routing, old, wires)
    moved = Tables(wires, to_end, to_switch, routing)
    was, is_ = _whole(before), _whole(moved)
    torn_ends = (picked(was[0], end, switch) == 1) & (is_[0] == 0)
    torn_switches = (picked(was[1], switch, switch) == 1) & (is_[1] == 0)
    near = hops(wires)
    load = _mend_ends(to_end, near, wires, torn_ends, torn_switches.any(axis=0), progress)
    _mend_switches(to_switch, near, load, torn_switches)
    return moved


def carried(routing: Routing, old: Wiring, new: Wiring) -> Routing:
    """Return a routing with the subnets that it refuses as they are numbered in another wiring of the fabric."""
    was = old.subnet[new.switches].tolist()
    pairs = zip(new.subnet[new.switches].tolist(), was, strict=True)
    return replace(
        routing, refused={now: routing.refused[then] for now, then in pairs if then in routing.refused}
    )


def _whole(tables: Tables) -> tuple[Bytes, Bytes]:
    """Return for each entry, (E, S) and (S, S), 1 where the route from there arrives, else 0."""
    whole = np.zeros_like(tables.to_end), np.zeros_like(tables.to_switch)
    for table, course in zip(whole, (to_ends(tables), to_switches(tables)), strict=True):
        for steps in course:
            table[steps.target] = followed(steps.onward)[:, : steps.delivered] == steps.delivered
    return whole


def _mend_ends(
    to_end: Bytes, near: Hops, wires: Wiring, torn: Bools, lame: Bools, progress: Progress
) -> Ints32:
    """Choose what is torn anew, in place; return the destinations behind the ports of the switches, (S, P + 1)."""
    ports = near.neighbour.shape[1]
    load = np.zeros((len(near), ports + 1), np.int32)
    hurt = np.flatnonzero(torn.any(axis=0) | lame)
    base = np.arange(len(hurt)) * (ports + 1)
    targets = destinations(wires)
    behind = np.zeros((len(hurt), ports + 1), np.int32)
    for number, (switch, block) in enumerate(targets if len(hurt) else ()):
        if number % 64 == 0:
            progress(number / len(targets.switch), "keeping routes")
        entries = to_end[block, hurt]
        if torn[block, hurt].any():
            _mend(entries, torn[block, hurt], near, switch, hurt, behind)
            to_end[block, hurt] = entries
        entered = np.bincount((base + np.minimum(entries, ports)).ravel(), minlength=behind.size)
        behind += entered.reshape(behind.shape).astype(np.int32)
    load[hurt] = behind
    return load[:, :-1]


def _mend(entries: Bytes, torn: Bools, near: Hops, switch: int, rows: Ints, load: Ints32) -> None:
    """Choose the torn entries of one block, (n, R), in place."""
    minimal = near.minimal(switch, rows)
    ports = minimal.shape[1]
    good = minimal[np.arange(len(rows)), np.minimum(entries, ports - 1)] & (entries < ports)
    lost = torn & ~good
    reached = near.count[switch, rows] != UNREACHED
    entries[lost] = NO_PATH
    choose(entries, lost & reached, minimal, load)


def _mend_switches(to_switch: Bytes, near: Hops, load: Ints32, torn: Bools) -> None:
    rows = np.flatnonzero(torn.any(axis=0))
    if not len(rows):
        return
    entries, torn = to_switch[:, rows], torn[:, rows]
    lost = torn & ~near.keeping(np.arange(len(near)), rows, entries)
    to_switch[:, rows] = np.where(lost, to_least(near, rows, load[rows]).T, entries)
