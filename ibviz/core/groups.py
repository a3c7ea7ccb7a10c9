"""Groups of nodes: by host, chassis and rack, each with where it is known from.

Groups are of all nodes that are not deleted: what is down in a scenario stays where it belongs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.names import Guesses
from ibviz.core.references import node_id
from ibviz.core.table import Bools, Guids, Ints, Texts

CARD_LIMIT = 32
"""More HCAs than this that share a system GUID are taken for a factory's default, not for one host's."""


@dataclass(frozen=True, eq=False)
class Group:
    """One way to group nodes: by host, chassis, rack or rail.

    Attributes
    ----------
    of : (N,) int64
        Index into `names` for each node, -1 for none.
    names : (G,) str
    source : (N,) str
        Where it is known from: ``file``, ``name`` (a guess from the description), ``wiring`` (a guess from
        system GUIDs or cables); empty where nothing is known.
    """

    of: Ints
    names: Texts
    source: Texts


def host_group(fabric: Fabric, guesses: Guesses) -> Group:
    """Group HCAs by host: as the file states, else by name, else by system GUID.

    An HCA of which nothing is known is a host of its own, called as the HCA is, with an empty source.

    Notes
    -----
    A name that several HCAs bear in full, device suffix included, names no host: it is a default or a
    clone's. A system GUID joins the ports of one card, and so an HCA without a name to its host.
    """
    nodes = fabric.nodes
    chosen = nodes.alive & (nodes.kind == Kind.HCA)
    key, source = _stated(nodes.host, chosen)
    free = chosen & (key == "")
    named = free & (guesses.host != "")
    named[named] = _unrepeated(guesses.host[named], guesses.card[named])
    key[named], source[named] = guesses.host[named], "name"
    _join_cards(key, source, chosen, nodes.system_guid)
    alone = np.flatnonzero(chosen & (key == ""))
    key[alone] = _own_names(fabric, alone, key)
    return group_by(key, source)


def _own_names(fabric: Fabric, rows: Ints, taken: Texts) -> list[str]:
    """Return the name of each node where nobody else has it, else its id."""
    names = fabric.nodes.name[rows].tolist()
    often = Counter(fabric.nodes.name.tolist()) if names else Counter()
    hosts = set(taken.tolist())
    return [
        name if often[name] == 1 and name not in hosts else node_id(fabric, row)
        for name, row in zip(names, rows.tolist(), strict=True)
    ]


def chassis_group(fabric: Fabric, guesses: Guesses) -> Group:
    """Group the switches of one chassis: as the file states, else by director name, else by system GUID.

    A guess needs several switches; a switch and its aggregation node are no chassis.
    """
    nodes = fabric.nodes
    chosen = nodes.alive & ((nodes.kind == Kind.SWITCH) | (nodes.kind == Kind.ROUTER))
    key, source = _stated(nodes.chassis, chosen)
    named = chosen & (key == "") & (guesses.chassis != "")
    named[named] = _shared(guesses.chassis[named])
    key[named], source[named] = guesses.chassis[named], "name"
    rest = chosen & (key == "") & (nodes.system_guid != 0)
    rest[rest] = _shared(nodes.system_guid[rest])
    key[rest] = [f"chassis {guid:016x}" for guid in nodes.system_guid[rest].tolist()]
    source[rest] = "wiring"
    return group_by(key, source)


def rack_group(fabric: Fabric) -> Group:
    """Group nodes by the rack that the file states; racks are never guessed."""
    return group_by(*_stated(fabric.nodes.rack, fabric.nodes.alive))


def group_by(key: Texts, source: Texts) -> Group:
    """Return the groups of equal keys, in the order of their first row; an empty key is in none."""
    of = np.full(len(key), -1)
    rows = np.flatnonzero(key != "")
    of[rows], names = numbered(key[rows])
    return Group(of, names, source)


def numbered(texts: Texts) -> tuple[Ints, Texts]:
    """Return a number for each text, equal for equal ones, by first appearance, and the texts by number."""
    values = texts.tolist()
    names = np.empty(len(different := dict.fromkeys(values)), object)
    names[:] = list(different)
    numbers = dict(zip(different, range(len(different)), strict=True))
    return np.fromiter(map(numbers.__getitem__, values), np.int64, len(values)), names


def _stated(column: Texts, chosen: Bools) -> tuple[Texts, Texts]:
    key = np.where(chosen, column, "").astype(object)
    return key, np.where(key != "", "file", "").astype(object)


def _shared(values: Texts | Guids) -> Bools:
    """Tell which values stand there more than once."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    shared: Bools = counts[inverse] > 1
    return shared


def _unrepeated(hosts: Texts, cards: Ints) -> Bools:
    """Tell which hosts have no two HCAs of the same number."""
    host, names = numbered(hosts)
    order = np.lexsort((cards, host))
    twice = (host[order][1:] == host[order][:-1]) & (cards[order][1:] == cards[order][:-1])
    bad = np.zeros(len(names), bool)
    bad[host[order][1:][twice]] = True
    fine: Bools = ~bad[host]
    return fine


def _join_cards(key: Texts, source: Texts, chosen: Bools, system_guid: Guids) -> None:
    """Give HCAs without a host that of their card, or a host of their own if the card has several."""
    rows = np.flatnonzero(chosen & (system_guid != 0))
    if not (key[rows] == "").any():
        return
    _, card, counts = np.unique(system_guid[rows], return_inverse=True, return_counts=True)
    known = key[rows] != ""
    name = np.full(len(counts), "", object)
    name[card[known][::-1]] = key[rows[known][::-1]]
    fresh = ~known & (counts[card] > 1) & (counts[card] <= CARD_LIMIT)
    here = rows[fresh]
    own = [f"system {guid:016x}" for guid in system_guid[here].tolist()]
    key[here] = np.where(name[card[fresh]] != "", name[card[fresh]], np.array(own, object))
    source[here] = "wiring"
