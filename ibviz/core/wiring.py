"""What is up: the fabric as an algorithm sees it, dead and failed rows dropped, row numbers kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.table import Bools, Floats, Ints, Ints16, Ints32


@dataclass(frozen=True, eq=False)
class EndPorts:
    """Cabled ports of HCAs, routers and aggregation nodes: what has a LID and is routed to.

    Attributes
    ----------
    node, port : (E,) int64
        The node's row and the port's number.
    cable, side : (E,) int64
        Row of the cable, and which of its ends (0 or 1) is this port.
    switch, switch_port : (E,) int64
        Row of the switch at the other end and its port; -1 and 0 where the other end is no switch.
    subnet : (E,) int64
        Subnet of that switch, -1 without one.
    """

    node: Ints
    port: Ints
    cable: Ints
    side: Ints
    switch: Ints
    switch_port: Ints
    subnet: Ints

    def __len__(self) -> int:
        return len(self.node)

    def take(self, rows: Ints | Bools) -> EndPorts:
        """Return the end ports given, in that order."""
        return EndPorts(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


@dataclass(frozen=True, eq=False)
class SwitchPorts:
    """What is plugged into each port of the live switches; row s is ``wiring.switches[s]``, column p port p.

    Attributes
    ----------
    switch : (S, P + 1) int32
        Place in ``wiring.switches`` of the switch at the other end; -1 where there is none.
    port : (S, P + 1) int16
        That switch's port.
    channel : (S, P + 1) int32
        Channel that leaves by the port: cable row times 2 plus direction; -1 where no cable is up.
    """

    switch: Ints32
    port: Ints16
    channel: Ints32


@dataclass(frozen=True, eq=False)
class Wiring:
    """The live part of a fabric.

    Attributes
    ----------
    fabric : Fabric
    node_up : (N,) bool
        Nodes that are alive and not down.
    rows : (K,) int64
        Rows of the cables that are alive, not down, and whose ends are both up.
    """

    fabric: Fabric
    node_up: Bools
    rows: Ints

    @cached_property
    def node(self) -> Ints:
        """Row of the node at each end of each live cable, (K, 2)."""
        return self.fabric.cables.node[self.rows].astype(np.int64)

    @cached_property
    def port(self) -> Ints:
        """Port number at each end of each live cable, (K, 2)."""
        return self.fabric.cables.port[self.rows].astype(np.int64)

    @cached_property
    def capacity(self) -> Floats:
        """What each live cable carries one way, (K,) Gbit/s."""
        rate: Floats = self.fabric.capacity[self.rows]
        return rate

    @cached_property
    def is_switch(self) -> Bools:
        """Which nodes are live switches, (N,)."""
        up: Bools = self.node_up & (self.fabric.nodes.kind == Kind.SWITCH)
        return up

    @cached_property
    def switches(self) -> Ints:
        """Rows of the live switches in routing order, (S,)."""
        order = self.fabric.routing_order
        picked: Ints = order[self.is_switch[order]]
        return picked

    @cached_property
    def place(self) -> Ints:
        """Place of each node in `switches`, (N,); -1 for what is no live switch."""
        place = np.full(len(self.fabric.nodes), -1)
        place[self.switches] = np.arange(len(self.switches))
        return place

    @cached_property
    def switch_ports(self) -> SwitchPorts:
        """What is plugged into each port of the live switches."""
        shape = (len(self.switches), int(self.port.max(initial=0)) + 1)
        peer = np.full(shape, -1, np.int32)
        peer_port = np.zeros(shape, np.int16)
        channel = np.full(shape, -1, np.int32)
        for side in (0, 1):
            here = np.flatnonzero(self.place[self.node[:, side]] >= 0)
            at = self.place[self.node[here, side]], self.port[here, side]
            peer[at] = self.place[self.node[here, 1 - side]]
            peer_port[at] = self.port[here, 1 - side]
            channel[at] = self.rows[here] * 2 + side
        return SwitchPorts(peer, peer_port, channel)

    @cached_property
    def trunks(self) -> Bools:
        """Which live cables join two different switches, (K,)."""
        ends = self.is_switch[self.node]
        joined: Bools = ends.all(axis=1) & (self.node[:, 0] != self.node[:, 1])
        return joined

    @cached_property
    def subnet(self) -> Ints:
        """Subnet of each live switch, (N,), -1 elsewhere.

        A subnet is a connected component of the switches: HCAs and routers do not forward. They are
        numbered by the endpoints they hold, most first, ties by their first switch in routing order.
        """
        parts = components(len(self.fabric.nodes), self.node[self.trunks])
        labels = np.where(self.is_switch, parts, -1)
        order = self.switches
        _, first, inverse = np.unique(labels[order], return_index=True, return_inverse=True)
        subnet = np.full(len(labels), -1)
        if not len(order):
            return subnet
        ends = self._loose_ends
        counted = ends.switch[self._is_endpoint(ends)]
        hosts = np.zeros(len(first), np.int64)
        place = np.full(len(labels), -1)
        place[order] = inverse
        np.add.at(hosts, place[counted[counted >= 0]], 1)
        rank = np.empty(len(first), np.int64)
        rank[np.lexsort((first, -hosts))] = np.arange(len(first))
        subnet[order] = rank[inverse]
        return subnet

    @cached_property
    def subnets(self) -> int:
        """Number of subnets."""
        return int(self.subnet.max(initial=-1)) + 1

    @cached_property
    def _loose_ends(self) -> EndPorts:
        sides = [self._ends_of_side(side) for side in (0, 1)]
        joined = [np.concatenate([getattr(s, n) for s in sides]) for n in EndPorts.__dataclass_fields__]
        return EndPorts(*joined)

    def _ends_of_side(self, side: int) -> EndPorts:
        mine, other = self.node[:, side], self.node[:, 1 - side]
        here = np.flatnonzero(self.node_up[mine] & (self.fabric.nodes.kind[mine] != Kind.SWITCH))
        far = other[here]
        at_switch = self.is_switch[far]
        return EndPorts(
            node=mine[here],
            port=self.port[here, side],
            cable=self.rows[here],
            side=np.full(len(here), side),
            switch=np.where(at_switch, far, -1),
            switch_port=np.where(at_switch, self.port[here, 1 - side], 0),
            subnet=np.full(len(here), -1),
        )

    def _is_endpoint(self, ends: EndPorts) -> Bools:
        hca: Bools = self.fabric.nodes.kind[ends.node] == Kind.HCA
        return hca

    @cached_property
    def end_ports(self) -> EndPorts:
        """All end ports: subnet by subnet, switch by switch in routing order, then port of the switch.

        Those at no switch come last, by node and port.
        """
        ends = self._loose_ends
        rank = np.empty(len(self.fabric.nodes) + 1, np.int64)
        rank[self.fabric.routing_order] = np.arange(len(self.fabric.nodes))
        rank[-1] = len(rank)
        subnet = np.append(self.subnet, -1)[ends.switch]
        shown = np.where(subnet < 0, self.subnets, subnet)
        order = np.lexsort((ends.port, ends.node, ends.switch_port, rank[ends.switch], shown))
        return replace(ends, subnet=subnet).take(order)

    @cached_property
    def endpoints(self) -> EndPorts:
        """The endpoints of traffic: cabled HCA ports, in the contract's order."""
        ends = self.end_ports
        return ends.take(self._is_endpoint(ends))


def wiring(fabric: Fabric, scenario: Scenario = AS_BUILT) -> Wiring:
    """Return what of a fabric is up in a scenario: dead and failed rows dropped, row numbers kept."""
    node_up = fabric.nodes.alive.copy()
    node_up[list(scenario.down_nodes)] = False
    up = fabric.cables.alive.copy()
    up[list(scenario.down_cables)] = False
    up &= node_up[fabric.cables.node].all(axis=1)
    return Wiring(fabric, node_up, np.flatnonzero(up))


def as_built(wires: Wiring) -> Wiring:
    """Return the wiring of the same fabric with nothing down: the one given, if nothing is."""
    fabric = wires.fabric
    whole = np.array_equal(wires.node_up, fabric.nodes.alive)
    if whole and len(wires.rows) == len(wiring(fabric).rows):
        return wires
    return wiring(fabric)


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


def components(count: int, pairs: Ints) -> Ints:
    """Return a label for each of `count` nodes: equal for nodes that the pairs (K, 2) connect.

    Notes
    -----
    Each node takes the least label of its neighbours, and labels jump to their label's label (Shiloach
    and Vishkin, 1982): a logarithmic number of passes.
    """
    label = np.arange(count)
    while len(pairs):
        before = label
        label = label.copy()
        least = np.minimum(before[pairs[:, 0]], before[pairs[:, 1]])
        for side in (0, 1):
            np.minimum.at(label, before[pairs[:, side]], least)
            np.minimum.at(label, pairs[:, side], least)
        while not np.array_equal(label, jumped := label[label]):
            label = jumped
        if np.array_equal(before, label):
            break
    return label
