"""Joins the rows of a file of forwarding tables to the switches and end ports of a fabric."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ibviz.core.addresses import lids, port_guids
from ibviz.core.errors import RoutingError
from ibviz.core.listed import Listed
from ibviz.core.scenario import Choice
from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Guids, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.text import short
from ibviz.core.wiring import Wiring
from ibviz.flow.refusals import refusing

_MOST = 0.9
_SPAN = 1 << 17
"""More than any LID, so that subnet times this plus LID is one number."""


@dataclass(frozen=True, eq=False)
class _Targets:
    """Switches, then end ports: what a row may lead to.

    Attributes
    ----------
    subnet, lid, size : (N,) int64
    own : (N,) bool
        Whether the LID is the fabric's own, not one given here.
    at, port : (N,) int64
        Place of the switch that delivers, and its port; itself and 0 for a switch.
    """

    subnet: Ints
    lid: Ints
    size: Ints
    own: Bools
    at: Ints
    port: Ints


def fitted(listed: Listed, wires: Wiring) -> Tables:
    """Return the tables of a file on a wiring.

    Parameters
    ----------
    listed : Listed
    wires : Wiring
        Of the fabric as built.

    Returns
    -------
    Tables
        A switch without a table has no entries but for itself; a subnet of which no switch has one is
        refused.

    Raises
    ------
    RoutingError
        If the file is of another fabric: fewer than half of its switches or LIDs are here.

    Notes
    -----
    osm_ucast_file.c: the destination is whoever has the row's port GUID, be its LID another one by now; else
    whoever has the LID. Where the fabric has no LIDs, and those given here do not fit, an entry that leads out
    to an end port tells whose the LID is. ibsim counts port GUIDs on from the node's GUID, whatever they are:
    that is tried too. Of several tables of one switch the last holds.
    """
    place = _switches(listed, wires)
    targets = _targets(wires)
    at = np.append(place, -1)[listed.table]
    target, number = _joined(listed, wires, targets, at)
    inside = at >= 0
    name = short(Path(listed.name).name, 60)
    _check(name, place, listed.lid[inside], target[inside])
    size = len(wires.switches)
    to_end = np.full((len(wires.end_ports), size), NO_PATH, np.uint8)
    to_switch = np.full((size, size), NO_PATH, np.uint8)
    inside &= target >= 0
    _fill(to_switch, inside & (number == 0) & (target < size), target, at, listed)
    _fill(to_end, inside & (number == 0) & (target >= size), target - size, at, listed)
    higher = tuple(
        _higher(to_end, inside & (number == each) & (target >= size), target - size, at, listed)
        for each in range(1, int(targets.size[size:].max(initial=1)))
    )
    np.fill_diagonal(to_switch, 0)
    _check_plugs(name, place[place >= 0], to_end, wires)
    reason = f"as {name} says, with tables of {int((place >= 0).sum()):,} of {size:,} switches{_odd(listed)}"
    made = Tables(wires, to_end, to_switch, Routing("lft", "lft", reason), higher=higher)
    return refusing(made, _bare(name, place[place >= 0], wires))


def _odd(listed: Listed) -> str:
    """Return what was odd in the file, in words to follow others."""
    if not listed.notes:
        return ""
    first, more = listed.notes[0], len(listed.notes) - 1
    return f"; line {first.line}: {first.message}" + (f"; {more:,} more like it" if more else "")


def _bare(name: str, told: Ints, wires: Wiring) -> dict[int, str]:
    """Return the subnets of fewer than half of whose switches there is a table, and what to say of it."""
    subnet = wires.subnet[wires.switches]
    all_, here = (np.bincount(of, minlength=wires.subnets) for of in (subnet, subnet[told]))
    return {
        number: f"{name} has tables of {here[number]:,} of its {all_[number]:,} switches"
        for number in np.flatnonzero(2 * here < all_).tolist()
    }


def _higher(to_end: Bytes, some: Bools, row: Ints, column: Ints, listed: Listed) -> Bytes:
    table = np.full_like(to_end, NO_PATH)
    _fill(table, some, row, column, listed)
    return table


def _fill(table: Bytes, some: Bools, row: Ints, column: Ints, listed: Listed) -> None:
    table[row[some], column[some]] = listed.port[some]


def _switches(listed: Listed, wires: Wiring) -> Ints:
    """Return the place of the switch of each table, (T,); -1 for one unknown or given again later."""
    guid = wires.fabric.nodes.guid[wires.switches]
    place = _found(guid, np.arange(len(guid)), listed.switch_guid)
    bare = np.flatnonzero((listed.switch_guid == 0) & (listed.switch_lid > 0))
    if len(bare):
        by_lid = _found(lids(wires).switch.astype(np.int64), np.arange(len(guid)), listed.switch_lid[bare])
        place[bare] = by_lid
    last = np.full(len(guid) + 1, -1)
    last[place] = np.arange(len(place))
    place[last[place] != np.arange(len(place))] = -1
    return place


def _found(keys: Guids | Ints, values: Ints, wanted: Guids | Ints) -> Ints:
    """Return the value of each wanted key, -1 where there is none, or several, or the key is 0."""
    unique, first, count = np.unique(keys, return_index=True, return_counts=True)
    good = (count == 1) & (unique != 0)
    unique, first = unique[good], first[good]
    if not len(unique):
        return np.full(len(wanted), -1)
    at = np.minimum(np.searchsorted(unique, wanted.astype(unique.dtype)), len(unique) - 1)
    found: Ints = np.where(unique[at] == wanted, values[first[at]], -1)
    return found


def _targets(wires: Wiring) -> _Targets:
    known, ends, size = lids(wires), wires.end_ports, len(wires.switches)
    lmc = np.concatenate([known.switch_lmc, known.end_lmc]).astype(np.int64)
    return _Targets(
        subnet=np.concatenate([wires.subnet[wires.switches], ends.subnet]),
        lid=np.concatenate([known.switch, known.end]).astype(np.int64),
        size=1 << lmc,
        own=~np.concatenate([known.switch_given, known.end_given]),
        at=np.concatenate([np.arange(size), np.append(wires.place, -1)[ends.switch]]),
        port=np.concatenate([np.zeros(size, np.int64), ends.switch_port]),
    )


def _joined(listed: Listed, wires: Wiring, targets: _Targets, at: Ints) -> tuple[Ints, Ints]:
    """Return the target of each row, (R,), -1 for none; and of which of its LIDs the row is."""
    subnet = np.append(wires.subnet[wires.switches], -1)[at]
    by_guid = _by_guid(listed, wires, targets)
    by_guid[np.append(targets.subnet, -2)[by_guid] != subnet] = -1
    by_lid, offset = _by_lid(listed.lid, subnet, targets)
    own = np.append(targets.own, False)[by_lid]
    by_port = by_lid if own.all() else _by_port(listed, targets, at, subnet)
    trusted = _delivers(listed, targets, at, by_lid) and not _one_to_one(listed.lid, by_port, subnet)
    guess = np.where(own | trusted, by_lid, by_port)
    offset = np.where(guess == by_lid, offset, 0)
    moved = listed.lid - np.append(targets.lid, 0)[by_guid]
    size = np.append(targets.size, 1)[by_guid]
    moved = np.where((moved >= 0) & (moved < size), moved, listed.lid & (size - 1))
    target = np.where(by_guid >= 0, by_guid, guess)
    return target, np.where(by_guid >= 0, moved, offset)


def _by_guid(listed: Listed, wires: Wiring, targets: _Targets) -> Ints:
    """Return the target of each row by its port GUID, as stated or as ibsim counts, whichever fits more rows."""
    nodes, ends = wires.fabric.nodes, wires.end_ports
    switches = nodes.guid[wires.switches]
    counted = nodes.guid[ends.node] + ends.port.astype(np.uint64)
    every = np.arange(len(targets.lid))
    guid, row = np.unique(listed.guid, return_inverse=True)
    ways = [
        _found(np.concatenate([switches, of_ends]), every, guid) for of_ends in (port_guids(wires), counted)
    ]
    best = max(ways, key=lambda way: int((way >= 0).sum()))
    return best[row]


def _by_lid(lid: Ints, subnet: Ints, targets: _Targets) -> tuple[Ints, Ints]:
    """Return the target of each row by its LID, and which of its LIDs that is."""
    key = targets.subnet * _SPAN + targets.lid
    order = np.argsort(key, kind="stable")
    wanted = subnet * _SPAN + lid
    near = np.append(order, -1)[np.searchsorted(key[order], wanted, side="right") - 1]
    offset = wanted - np.append(key, 0)[near]
    fits = (near >= 0) & (offset >= 0) & (offset < np.append(targets.size, 0)[near]) & (subnet >= 0)
    return np.where(fits, near, -1), offset


def _delivers(listed: Listed, targets: _Targets, at: Ints, target: Ints) -> bool:
    """Tell whether most entries at the switch of their target lead out to that, so that the targets are right."""
    last = np.flatnonzero((target >= 0) & (at >= 0) & (at == np.append(targets.at, -1)[target]))
    right = listed.port[last] == targets.port[target[last]]
    return bool(right.sum() > _MOST * len(right))


def _one_to_one(lid: Ints, target: Ints, subnet: Ints) -> bool:
    """Tell whether each LID of a subnet has a target, and no other LID has the same."""
    key = (subnet * _SPAN + lid)[subnet >= 0]
    pairs = np.unique(np.stack([key, target[subnet >= 0]]), axis=1)
    whose = pairs[1]
    return bool((whose >= 0).all() and len(np.unique(whose)) == len(whose) == len(np.unique(pairs[0])))


def _by_port(listed: Listed, targets: _Targets, at: Ints, subnet: Ints) -> Ints:
    """Return the target of each row by who is reached at the port by which its LID leaves the fabric, -1 for none."""
    outlet = np.full((int(targets.at.max(initial=0)) + 1, NO_PATH + 1), -1)
    plugged = targets.at >= 0
    outlet[targets.at[plugged], np.minimum(targets.port[plugged], NO_PATH)] = np.flatnonzero(plugged)
    out = np.where(at >= 0, outlet[at, listed.port], -1)
    out[listed.port == NO_PATH] = -1
    key, row = np.unique(subnet * _SPAN + listed.lid, return_inverse=True)
    claims = np.flatnonzero(out >= 0)
    least, most = np.full(len(key), len(targets.lid)), np.full(len(key), -1)
    np.minimum.at(least, row[claims], out[claims])
    np.maximum.at(most, row[claims], out[claims])
    whose: Ints = np.where(least == most, most, -1)
    return whose[row]


def _check(name: str, place: Ints, lid: Ints, target: Ints) -> None:
    """Refuse a file of which more than half is not of this fabric."""
    here, all_ = int((place >= 0).sum()), len(np.unique(place[place >= 0])) + int((place < 0).sum())
    listed, known = len(np.unique(lid)), len(np.unique(lid[target >= 0]))
    if 2 * here < all_ or not here:
        raise RoutingError(f"{name} is of another fabric: {here:,} of its {all_:,} switches are here")
    if 2 * known < listed:
        raise RoutingError(
            f"{name} is of another fabric: {here:,} of its {all_:,} switches, but {known:,} of its {listed:,} LIDs are here"
        )


def _check_plugs(name: str, told: Ints, to_end: Bytes, wires: Wiring) -> None:
    """Refuse a file by which more than half of the end ports are plugged in elsewhere than they are."""
    at = np.append(wires.place, -1)[wires.end_ports.switch]
    ends = np.flatnonzero(np.isin(at, told) & (at >= 0))
    ends = ends[to_end[ends, at[ends]] != NO_PATH]
    right = int((to_end[ends, at[ends]] == wires.end_ports.switch_port[ends]).sum())
    if 2 * right < len(ends):
        raise RoutingError(
            f"{name} is of another fabric: {right:,} of {len(ends):,} end ports are plugged in where it says"
        )


def must_fit(routing: Routing, asked: Choice | None) -> None:
    """Refuse what MinHop has made in the place of a file of tables that was asked for.

    Raises
    ------
    RoutingError
        If it is of another fabric.
    """
    if asked is not None and asked.kind == "lft" and routing.used != "lft":
        raise RoutingError(routing.reason.removeprefix("lft refused: "))
