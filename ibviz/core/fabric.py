"""The fabric: nodes, cables and ports as frozen tables of columns.

A row keeps its meaning along one line of history: adding appends, deleting clears `alive`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np

from ibviz.core.table import (
    Bools,
    Bytes,
    Floats,
    Guids,
    Ints,
    Ints16,
    Ints32,
    Table,
    Texts,
    Words32,
    column,
)
from ibviz.core.units import data_rate

SHARP_DEVICE = 0xCF09
"""Device id of the SHARP aggregation node inside a switch."""


class Kind(IntEnum):
    """What a node is."""

    SWITCH = 1
    HCA = 2
    ROUTER = 3
    AGGREGATION = 4


KIND_NAMES = {Kind.SWITCH: "switch", Kind.HCA: "hca", Kind.ROUTER: "router", Kind.AGGREGATION: "aggregation"}
KIND_LETTERS = {Kind.SWITCH: "S", Kind.HCA: "H", Kind.ROUTER: "R", Kind.AGGREGATION: "H"}


@dataclass(frozen=True, eq=False)
class Nodes(Table):
    """The nodes: switches, HCAs, routers and aggregation nodes, one row each.

    Attributes
    ----------
    kind : (N,) uint8
        A `Kind`.
    guid : (N,) uint64
        Node GUID; every node has one, given at birth where the input says none.
    id : (N,) str
        The id as the input writes it where it is not the kind's letter and the GUID in hex; else empty.
    name : (N,) str
        What the node is called: from the name map, else the node description.
    alias : (N,) str
        Another name that the input uses for the same node.
    description : (N,) str
        Node description where `name` is not it.
    ports : (N,) int16
        Number of ports, never less than the highest used.
    lid, lmc : (N,) int32, (N,) uint8
        LID of a switch's port 0, 0 for unknown; LIDs of other ports stand in `Ports`.
    described : (N,) bool
        False for a placeholder: a node that the input only names as a peer.
    sm_port0 : (N,) str
        ``enhanced`` or ``base`` for a switch whose input says so.
    host, chassis, rack, unit_u, row, rail, plane, model, pcie : (N,) str
        What the input states of its place; empty where it does not (guesses are made by `shape`).
    alive : (N,) bool
        False once deleted.
    birth : (N,) int64
        A number that no other row of any history has.
    """

    kind: Bytes = column(np.uint8, Kind.SWITCH)
    guid: Guids = column(np.uint64, 0)
    system_guid: Guids = column(np.uint64, 0)
    id: Texts = column(object, "")
    name: Texts = column(object, "")
    alias: Texts = column(object, "")
    description: Texts = column(object, "")
    ports: Ints16 = column(np.int16, 0)
    lid: Ints32 = column(np.int32, 0)
    lmc: Bytes = column(np.uint8, 0)
    vendor_id: Words32 = column(np.uint32, 0)
    device_id: Words32 = column(np.uint32, 0)
    sm_port0: Texts = column(object, "")
    model: Texts = column(object, "")
    pcie: Texts = column(object, "")
    host: Texts = column(object, "")
    chassis: Texts = column(object, "")
    rack: Texts = column(object, "")
    unit_u: Texts = column(object, "")
    row: Texts = column(object, "")
    rail: Texts = column(object, "")
    plane: Texts = column(object, "")
    described: Bools = column(np.bool_, True)
    alive: Bools = column(np.bool_, True)
    birth: Ints = column(np.int64, 0)


@dataclass(frozen=True, eq=False)
class Cables(Table):
    """The cables; ``[c, d]`` is direction d of cable c: from its end d to the other.

    Attributes
    ----------
    node : (C, 2) int32
        Row of the node at each end.
    port : (C, 2) int16
        Port number at each end, from 1.
    width, speed : (C, 2) uint8
        Lanes and speed code as each end says; 0 for unknown.
    described : (C, 2) bool
        Whether the input describes the cable from that end.
    medium, label : (C,) str
    length_m : (C,) float64, metres
        NaN for unknown.
    alive, birth : as in `Nodes`
    """

    node: Ints32 = column(np.int32, -1, ends=True)
    port: Ints16 = column(np.int16, 0, ends=True)
    width: Bytes = column(np.uint8, 0, ends=True)
    speed: Bytes = column(np.uint8, 0, ends=True)
    described: Bools = column(np.bool_, True, ends=True)
    medium: Texts = column(object, "")
    length_m: Floats = column(np.float64, np.nan)
    label: Texts = column(object, "")
    alive: Bools = column(np.bool_, True)
    birth: Ints = column(np.int64, 0)


@dataclass(frozen=True, eq=False)
class Ports(Table):
    """What single ports have to say that their cable does not, sorted by node, then port.

    Attributes
    ----------
    node, port : (P,) int32, (P,) int16
    guid : (P,) uint64
        Port GUID, 0 where it is not known.
    lid, lmc : (P,) int32, (P,) uint8
        0 where unknown.
    state, phys : (P,) str
        As the input words them.
    width, speed : (P,) uint8
        Active width and speed of a port whose cable is not known.
    width_enabled, speed_enabled, width_supported, speed_supported : (P,) str
        As the input words them.
    """

    node: Ints32 = column(np.int32, -1)
    port: Ints16 = column(np.int16, 0)
    guid: Guids = column(np.uint64, 0)
    lid: Ints32 = column(np.int32, 0)
    lmc: Bytes = column(np.uint8, 0)
    state: Texts = column(object, "")
    phys: Texts = column(object, "")
    width: Bytes = column(np.uint8, 0)
    speed: Bytes = column(np.uint8, 0)
    width_enabled: Texts = column(object, "")
    speed_enabled: Texts = column(object, "")
    width_supported: Texts = column(object, "")
    speed_supported: Texts = column(object, "")


@dataclass(frozen=True, eq=False)
class Fabric:
    """Nodes, cables and ports; frozen, compared by identity."""

    nodes: Nodes = field(default_factory=lambda: Nodes.of(0))
    cables: Cables = field(default_factory=lambda: Cables.of(0))
    ports: Ports = field(default_factory=lambda: Ports.of(0))

    @cached_property
    def routing_order(self) -> Ints:
        """Rows of all nodes in OpenSM's order: by byte-swapped GUID.

        Notes
        -----
        OpenSM keeps its nodes in a map whose key is the GUID in network byte order, compared as a
        number of the machine (osm_subnet.c, cl_qmap).
        """
        order: Ints = np.argsort(self.nodes.guid.byteswap(), kind="stable")
        order.flags.writeable = False
        return order

    @cached_property
    def capacity(self) -> Floats:
        """What each cable carries one way, (C,) Gbit/s: the slower of what its two ends say.

        An end that says nothing follows the other; a cable of which neither end says anything is taken
        as the fabric's most common rate, and as 4xSDR where no cable says any (as ibsim does).
        """
        width, speed = self.cables.width, self.cables.speed
        ends = data_rate(width, speed)
        known = ends > 0
        rate: Floats = np.where(known, ends, np.inf).min(axis=1, initial=np.inf)
        unknown = ~known.any(axis=1)
        if unknown.any():
            said = rate[~unknown & self.cables.alive]
            values, counts = np.unique(said, return_counts=True)
            rate[unknown] = values[counts.argmax()] if len(values) else 8.0
        rate.flags.writeable = False
        return rate


def born_guid(row: int) -> int:
    """Return the GUID that a node without one gets: byte-swapped it is 0x0200000000000000 + 16 * row.

    Examples
    --------
    >>> hex(born_guid(1))
    '0x1000000000000002'
    """
    return int.from_bytes((0x0200000000000000 + 16 * row).to_bytes(8, "big"), "little")


def born_guids(taken: Guids, first_row: int, count: int) -> Guids:
    """Return GUIDs for `count` new nodes whose rows begin at `first_row`.

    Parameters
    ----------
    taken : (N,) uint64
        The GUIDs of the fabric's nodes and ports.
    first_row, count : int

    Returns
    -------
    (count,) uint64
        The n-th is the number whose byte-swapped value is 0x0200000000000000 + 16 n, n the row or, if a
        node already has such a number as high or higher, one more than the highest; never one taken.
    """
    base = 0x0200000000000000
    swapped = np.asarray(taken, np.uint64).byteswap().astype(object)
    numbers = [(v - base) // 16 for v in swapped if base <= v < 0x02FFFFFF00000000 and (v - base) % 16 == 0]
    start = max([first_row, *(n + 1 for n in numbers)])
    used = {int(g) for g in np.asarray(taken, np.uint64)}
    fresh: list[int] = []
    while len(fresh) < count:
        guid = born_guid(start)
        if guid not in used:
            fresh.append(guid)
        start += 1
    return np.array(fresh, np.uint64)
