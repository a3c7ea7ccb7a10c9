"""Rails: which HCA of its host each endpoint is, where most hosts have several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.groups import Group, group_by
from ibviz.core.names import NO_CARD
from ibviz.core.order import distinct
from ibviz.core.table import Bools, Guids, Ints


@dataclass(frozen=True, eq=False)
class Rails:
    """The rail of each cabled HCA port of a fabric, sorted by node, then port.

    Attributes
    ----------
    node, port : (E,) int64
    host : (E,) int64
        Index of the HCA's host in its group.
    rail : (E,) int64
        From 0; -1 for all where rails are not recognised.
    recognised : bool
        Whether most hosts have several cabled HCA ports.
    """

    node: Ints
    port: Ints
    host: Ints
    rail: Ints
    recognised: bool

    def of_ports(self, node: Ints, port: Ints) -> Ints:
        """Return the rail of some of these ports, (K,)."""
        if not len(node):
            return np.empty(0, np.int64)
        found: Ints = self.rail[np.searchsorted(self.node * 256 + self.port, node * 256 + port)]
        return found


def find_rails(fabric: Fabric, host: Group, card: Ints) -> Rails:
    """Return the rail of each cabled HCA port: its rank among those of its host.

    Parameters
    ----------
    fabric : Fabric
    host : Group
    card : (N,) int64
        Number of the HCA in its name, -1 without.

    Notes
    -----
    Ports rank by number of the card, then port; without a number by row (by GUID where the host is guessed
    from system GUIDs). A host that lacks some of the cards that most hosts have keeps the rails of the
    others: the ranks are those of the commonest set of cards, if the host has no card outside it.
    """
    node, port = _cabled_ports(fabric)
    owner = host.of[node]
    number = np.bincount(owner, minlength=len(host.names))
    recognised = bool(len(node)) and int((number > 1).sum()) * 2 > int((number > 0).sum())
    rail = np.full(len(node), -1)
    if recognised:
        order = _port_order(fabric, host, card, node, port, owner)
        rail[order] = _ranks(owner[order], card[node[order]], port[order])
    return Rails(node, port, owner, rail, recognised)


def rail_group(fabric: Fabric, rails: Rails, card: Ints) -> Group:
    """Group HCAs by rail: as the file states, else by the rail of their first cabled port."""
    stated = np.where(fabric.nodes.alive & (fabric.nodes.kind == Kind.HCA), fabric.nodes.rail, "")
    key = stated.astype(object)
    source = np.where(key != "", "file", "").astype(object)
    if rails.recognised and not (key != "").any():
        node, first = np.unique(rails.node, return_index=True)
        key[node] = [str(rail + 1) for rail in rails.rail[first].tolist()]
        source[node] = np.where(card[node] != NO_CARD, "name", "wiring")
    return _in_rail_order(group_by(key, source))


def _in_rail_order(group: Group) -> Group:
    """Renumber the groups by their names: numbers by value, other texts after them."""
    texts = group.names.tolist()
    order = sorted(range(len(texts)), key=lambda i: (not texts[i].isdigit(), texts[i].zfill(8)))
    rank = np.empty(len(order) + 1, np.int64)
    rank[order] = np.arange(len(order))
    rank[-1] = -1
    return Group(rank[group.of], group.names[order], group.source)


def _cabled_ports(fabric: Fabric) -> tuple[Ints, Ints]:
    """Return node and port of each end of a live cable that is an HCA's, sorted."""
    cables, nodes = fabric.cables, fabric.nodes
    live = cables.alive & nodes.alive[cables.node].all(axis=1)
    ends = (nodes.kind[cables.node] == Kind.HCA) & live[:, None]
    code = distinct(cables.node[ends].astype(np.int64) * 256 + cables.port[ends])
    return code // 256, code % 256


def _port_order(fabric: Fabric, host: Group, card: Ints, node: Ints, port: Ints, owner: Ints) -> Ints:
    guessed = host.source[node] == "wiring"
    guid: Guids = np.where(guessed, fabric.nodes.guid[node], 0).astype(np.uint64)
    order: Ints = np.lexsort((port, node, guid, card[node], owner))
    return order


def _ranks(owner: Ints, card: Ints, port: Ints) -> Ints:
    """Return the rail of each port; ports are sorted by host and rank."""
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    size = np.diff(first, append=len(owner))
    rank = np.arange(len(owner)) - np.repeat(first, size)
    key = np.where(card == NO_CARD, rank, card * 256 + port)
    common = _commonest(key, first, size)
    place = np.minimum(np.searchsorted(common, key), len(common) - 1)
    known: Bools = np.logical_and.reduceat(common[place] == key, first)
    rail: Ints = np.where(np.repeat(known, size), place, rank)
    return rail


def _commonest(key: Ints, first: Ints, size: Ints) -> Ints:
    """Return the set of keys that most hosts of several ports have, sorted."""
    mixed = (key.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mark = np.add.reduceat(mixed * np.uint64(0xBF58476D1CE4E5B9), first)
    several = np.flatnonzero(size > 1)
    _, where, counts = np.unique(mark[several], return_index=True, return_counts=True)
    order = np.lexsort((where, -size[several[where]], -counts))
    host = several[where[order[0]]]
    common: Ints = np.unique(key[first[host] : first[host] + size[host]])
    return common
