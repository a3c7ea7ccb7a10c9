"""A subnet as a fat tree, the way OpenSM's fat-tree routing sees it: ranks, bundles of cables, leaves in order."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.errors import RoutingError
from ibviz.core.fabric import Kind
from ibviz.core.table import Ints
from ibviz.core.text import shown
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import UNREACHED, Hops
from ibviz.flow.treeindex import indices

MOST_RANKS = 8
"""Ranks of switches that a tree may have; it has two at least."""


@dataclass(slots=True, eq=False)
class Bundle:
    """The cables from one switch to another, and how many routes they carry.

    Attributes
    ----------
    peer : int
        Place of the other switch.
    ports, peer_ports : list of int
        Of each cable, by ascending port of this switch.
    up, down : int
        Weight when a route that comes up from, or goes down to, this end is chosen, the least first: the routes
        that do so already, times the number of switches, plus the other switch's place in the order of the tree.
    ups, downs : list of int
        Such routes on each cable.
    """

    peer: int
    ports: list[int] = field(default_factory=list)
    peer_ports: list[int] = field(default_factory=list)
    up: int = 0
    down: int = 0
    ups: list[int] = field(default_factory=list)
    downs: list[int] = field(default_factory=list)


Bundles = list[list[Bundle]]
"""Bundles of each switch, by its place."""


@dataclass(frozen=True, eq=False)
class FatTree:
    """The switches of one subnet in ranks, 0 at the top.

    Attributes
    ----------
    switches : list of int
        Their places, in routing order.
    rank : list of int
        By place.
    below, beside, above : list of list of Bundle
        By place: to switches of the next rank, of the same and of the one before.
    ends : dict of int to list of int
        Places of the end ports of HCAs and aggregation nodes, by place of their switch, by its ports.
    leaves : list of int
        Switches of the hosts' rank in the order of the tree, from the first to the last that has hosts.
    """

    switches: list[int]
    rank: list[int]
    below: Bundles
    beside: Bundles
    above: Bundles
    ends: dict[int, list[int]]
    leaves: list[int]

    @property
    def crowd(self) -> int:
        """The most hosts that a leaf has."""
        return max(len(self.ends.get(leaf, ())) for leaf in self.leaves)


def fat_tree(wires: Wiring, near: Hops, subnet: int, roots: Ints | None) -> FatTree:
    """Return a subnet as a fat tree.

    Parameters
    ----------
    wires : Wiring
    near : Hops
        Distances between its switches.
    subnet : int
    roots : (R,) int64 or None
        Places of the switches at the top. None, or none in this subnet: those farthest from all hosts. With
        None the tree has to be a pure one.

    Raises
    ------
    RoutingError
        If OpenSM would not call it a fat tree.
    """
    switches: list[int] = np.flatnonzero(wires.subnet[wires.switches] == subnet).tolist()
    ends = _ends(wires, subnet)
    _refuse_small(wires, switches, ends)
    rank = _ranks(near, switches, ends, roots)
    bottom = max(rank[s] for s in switches) if roots is None else rank[_first_leaf(wires, ends)]
    _refuse_ranks(wires, rank, bottom, ends)
    below, beside, above = sides = _bundles(wires, switches, rank)
    first = next(s for s in switches if s in ends)
    peers = [[[b.peer for b in bundles] for bundles in side] for side in (below, above)]
    order = indices(first, rank, bottom, *peers)
    for bundle in (b for side in sides for bundles in side for b in bundles):
        bundle.up = bundle.down = order[bundle.peer]
    low = sorted((s for s in switches if rank[s] == bottom), key=order.__getitem__)
    real = [number for number, s in enumerate(low) if s in ends]
    if len(real) < 2:
        raise RoutingError("all hosts are at one switch")
    tree = FatTree(switches, rank, below, beside, above, ends, low[real[0] : real[-1] + 1])
    if roots is None:
        _refuse_impure(wires, tree, bottom)
    return tree


def _ends(wires: Wiring, subnet: int) -> dict[int, list[int]]:
    """Return the end ports of hosts and aggregation nodes by switch: OpenSM leaves routers out here."""
    ports = wires.end_ports
    known = np.isin(wires.fabric.nodes.kind[ports.node], (Kind.HCA, Kind.AGGREGATION))
    found: dict[int, list[int]] = {}
    for end in np.flatnonzero(known & (ports.subnet == subnet)).tolist():
        found.setdefault(int(wires.place[ports.switch[end]]), []).append(end)
    return found


def _refuse_small(wires: Wiring, switches: list[int], ends: dict[int, list[int]]) -> None:
    if len(switches) < 2:
        raise RoutingError("one switch is no tree")
    mine = np.array([end for block in ends.values() for end in block], np.int64)
    if len(np.unique(wires.end_ports.node[mine])) < 2:
        raise RoutingError("a tree has two hosts at least")
    if lids(wires).end_lmc[mine].any():
        raise RoutingError("end ports have an LMC above 0, which it does not know")


def _ranks(near: Hops, switches: list[int], ends: dict[int, list[int]], roots: Ints | None) -> list[int]:
    mine = np.array(switches)
    top = mine[:0] if roots is None else roots[np.isin(roots, mine)]
    if not len(top):
        height = _distance(near, np.array(list(ends)))[mine]
        top = mine[height == height.max()]
    ranks: list[int] = _distance(near, top).tolist()
    return ranks


def _distance(near: Hops, start: Ints) -> Ints:
    far: Ints = near.count[start][:, :-1].min(axis=0, initial=UNREACHED).astype(np.int64)
    return far


def _first_leaf(wires: Wiring, ends: dict[int, list[int]]) -> int:
    """Return the switch of the first port of the first host in routing order."""
    ports, order = wires.end_ports, wires.fabric.routing_order
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    found = [(int(rank[ports.node[e]]), int(ports.port[e]), place) for place in ends for e in ends[place]]
    return min(found)[2]


def _refuse_ranks(wires: Wiring, rank: list[int], bottom: int, ends: dict[int, list[int]]) -> None:
    if not 1 <= bottom < MOST_RANKS:
        count = f"{bottom + 1} rank" + "s" * (bottom > 0)
        raise RoutingError(f"its switches stand in {count}, and a fat tree has 2 to {MOST_RANKS}")
    high = next((place for place in ends if rank[place] != bottom), None)
    if high is not None:
        raise RoutingError(f"hosts are at switches of different ranks, one of them {_name(wires, high)}")


def _bundles(wires: Wiring, switches: list[int], rank: list[int]) -> tuple[Bundles, Bundles, Bundles]:
    """Return the bundles of each switch to the next rank, the same, and the one before, by their lowest ports."""
    below: Bundles = [[] for _ in rank]
    beside: Bundles = [[] for _ in rank]
    above: Bundles = [[] for _ in rank]
    for here in switches:
        for bundle in _bundles_of(wires, here):
            step = rank[bundle.peer] - rank[here]
            (below if step > 0 else beside if step == 0 else above)[here].append(bundle)
    return below, beside, above


def _bundles_of(wires: Wiring, here: int) -> list[Bundle]:
    plugged = wires.switch_ports
    peers = plugged.switch[here]
    found: dict[int, Bundle] = {}
    for port in np.flatnonzero((peers >= 0) & (peers != here)).tolist():
        bundle = found.setdefault(int(peers[port]), Bundle(int(peers[port])))
        bundle.ports.append(port)
        bundle.peer_ports.append(int(plugged.port[here, port]))
        bundle.ups.append(0)
        bundle.downs.append(0)
    return list(found.values())


def _refuse_impure(wires: Wiring, tree: FatTree, bottom: int) -> None:
    """Compare each switch with the first of its rank, as far as OpenSM does."""
    models: dict[int, int] = {}
    for here in tree.switches:
        like = models.setdefault(tree.rank[here], here)
        sides = [("above", tree.above)] + [("below", tree.below)] * (tree.rank[here] < bottom)
        for side, bundles in sides:
            mine, theirs = bundles[here], bundles[like]
            if len(mine) != len(theirs):
                counts = f"{len(mine)} and {len(theirs)} switches {side} them"
                raise RoutingError(_impure(wires, here, like, f"are cabled to {counts}"))
            seen = sorted(mine, key=lambda bundle: bundle.up)[: len(mine) if side == "above" else 1]
            model = min(theirs, key=lambda bundle: bundle.up, default=None)
            odd = [len(b.ports) for b in seen if model is not None and len(b.ports) != len(model.ports)]
            if model is not None and odd and here != like:
                counts = f"{odd[0]} and {len(model.ports)} cables to a switch {side} them"
                raise RoutingError(_impure(wires, here, like, f"have {counts}"))


def _impure(wires: Wiring, here: int, like: int, what: str) -> str:
    return f"it is no pure fat tree, as {_name(wires, here)} and {_name(wires, like)} {what}"


def _name(wires: Wiring, place: int) -> str:
    return shown(str(wires.fabric.nodes.name[wires.switches[place]]))
