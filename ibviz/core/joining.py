"""Several fabrics that are one system, such as its planes or rails, joined by the names of their hosts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ibviz.core.births import born, fresh_births, with_born_guids
from ibviz.core.compact import compacted
from ibviz.core.errors import EditError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.groups import host_group
from ibviz.core.names import guess
from ibviz.core.state import Note, State
from ibviz.core.table import Bools, Ints, Texts


def hosts_of(fabric: Fabric) -> Texts:
    """Return the host of each HCA as the file or the name says it, (N,) str; empty where neither does."""
    guesses = guess(fabric.nodes)
    group = host_group(fabric, guesses)
    known = np.isin(group.source, ["file", "name"])
    named = np.append(group.names, "")[np.where(known, group.of, -1)]
    alone = fabric.nodes.alive & (fabric.nodes.kind == Kind.HCA) & ~known
    return np.where(alone, guesses.host, named)


def shared_hosts(states: Iterable[State]) -> set[str]:
    """Return the hosts whose name occurs in several fabrics."""
    seen = Counter(name for state in states for name in set(hosts_of(state.fabric).tolist()) if name)
    return {name for name, times in seen.items() if times > 1}


def join(states: Sequence[State], name: str = "") -> State:
    """Return one fabric of several, joined by the names of their hosts.

    Parameters
    ----------
    states : sequence of State
        The first one gives traffic and routing; scenarios and places are left out.
    name : str

    Raises
    ------
    EditError
        If two of them hold the same switch: they overlap, and are no planes of one system.

    Notes
    -----
    An HCA with the same GUID and name in several fabrics becomes one node, if no port of it is cabled in
    two of them; else the later is another card of the same host, with a GUID of its own.
    """
    parts = [compacted(state) for state in states]
    shared = shared_hosts(parts)
    fabric = _with_hosts(parts[0].fabric, shared)
    for part in parts[1:]:
        fabric = _joined(fabric, _with_hosts(part.fabric, shared))
    notes = tuple(
        Note(note.line, f"{part.name}: {note.message}" if part.name else note.message)
        for part in parts
        for note in part.reading
    )
    first = parts[0]
    return State(fabric, name=name, traffic=first.traffic, routing=first.routing, reading=notes)


def _with_hosts(fabric: Fabric, shared: set[str]) -> Fabric:
    """Write the hosts that several fabrics have into the column, where names alone would not join them."""
    hosts = hosts_of(fabric)
    rows = np.flatnonzero(np.isin(hosts, list(shared)))
    return replace(fabric, nodes=fabric.nodes.with_values(rows, host=hosts[rows])) if len(rows) else fabric


def _joined(ours: Fabric, theirs: Fabric) -> Fabric:
    row, same = _matches(ours, theirs)
    fresh = np.flatnonzero(~same)
    place = row.copy()
    place[fresh] = len(ours.nodes) + np.arange(len(fresh))
    added = theirs.nodes.take(fresh).with_columns(birth=fresh_births(len(fresh)))
    taken = np.isin(added.guid, ours.nodes.guid)
    nodes = ours.nodes.append(added.with_columns(guid=np.where(taken, 0, added.guid)))
    anew = np.zeros(len(theirs.nodes), bool)
    anew[fresh] = taken
    told = np.where(anew[theirs.ports.node], 0, theirs.ports.guid)
    ports = theirs.ports.with_columns(node=place[theirs.ports.node], guid=told)
    nodes = nodes.with_columns(
        guid=with_born_guids(nodes.guid, np.concatenate([ours.ports.guid, ports.guid]))
    )
    grown = np.maximum(nodes.ports[row[same]], theirs.nodes.ports[same])
    nodes = nodes.with_values(row[same], ports=grown, described=True)
    cables = theirs.cables.with_columns(
        node=place[theirs.cables.node], birth=fresh_births(len(theirs.cables))
    )
    every = ours.ports.append(ports)
    _, once = np.unique(every.node.astype(np.int64) * 256 + every.port, return_index=True)
    return Fabric(nodes, ours.cables.append(cables), every.take(once))


def _matches(ours: Fabric, theirs: Fabric) -> tuple[Ints, Bools]:
    """Return which of our rows each of their nodes is, and whether it is one of ours.

    Raises
    ------
    EditError
        If a switch is in both.
    """
    order = np.argsort(ours.nodes.guid, kind="stable")
    at = np.minimum(np.searchsorted(ours.nodes.guid[order], theirs.nodes.guid), max(len(order) - 1, 0))
    row: Ints = order[at] if len(order) else np.zeros(len(theirs.nodes), np.int64)
    equal = np.zeros(len(theirs.nodes), bool)
    if len(order):
        equal = (ours.nodes.guid[row] == theirs.nodes.guid) & (ours.nodes.name[row] == theirs.nodes.name)
    hca = theirs.nodes.kind == Kind.HCA
    doubled = np.flatnonzero(equal & ~hca & ~born(theirs.nodes.guid))
    if len(doubled):
        raise EditError(
            f"{theirs.nodes.name[doubled[0]]} is in two of these files; "
            "they overlap, and are no planes of one system"
        )
    same = equal & hca & ~_cabled_twice(ours, theirs, row)
    return row, same


def _cabled_twice(ours: Fabric, theirs: Fabric, row: Ints) -> Bools:
    """Tell for each of their nodes whether one of its ports is cabled on our side too."""
    mine = ours.cables.node.astype(np.int64) * 256 + ours.cables.port
    its = row[theirs.cables.node] * 256 + theirs.cables.port
    twice = np.zeros(len(theirs.nodes), bool)
    twice[theirs.cables.node[np.isin(its, mine)]] = True
    return twice
