"""LIDs and GUIDs of what a subnet manager addresses: switches and end ports."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints, Ints32
from ibviz.core.units import LID_LIMIT
from ibviz.core.wiring import Wiring, as_built, matching


@dataclass(frozen=True, eq=False)
class Lids:
    """LIDs of the switches and end ports of a wiring.

    Attributes
    ----------
    switch, end : (S,), (E,) int32
        Base LID of each of ``wiring.switches`` and ``wiring.end_ports``. Beyond 49,151 only where a
        subnet has more addresses than InfiniBand has LIDs.
    switch_lmc, end_lmc : (S,), (E,) uint8
        Each has 2^LMC LIDs from its base on.
    switch_given, end_given : (S,), (E,) bool
        Whether the LID was given here, the fabric having none or none that can be used.
    """

    switch: Ints32
    end: Ints32
    switch_lmc: Bytes
    end_lmc: Bytes
    switch_given: Bools
    end_given: Bools

    @property
    def used(self) -> int:
        """Number of LIDs in use, over all subnets: 2^LMC for each switch and end port."""
        return int((1 << self.switch_lmc.astype(np.int64)).sum() + (1 << self.end_lmc.astype(np.int64)).sum())


@dataclass(frozen=True, eq=False)
class _Addressed:
    """Switches, then end ports: their node, port, subnet, place in routing order, LID and LMC."""

    node: Ints
    port: Ints
    subnet: Ints
    lid: Ints
    lmc: Ints


def lids(wires: Wiring, lmc: int = 0) -> Lids:
    """Return the LIDs of all switches and end ports, giving one to those that have none.

    Missing LIDs are given from 1, the lowest free, subnet by subnet: its switches and end ports together,
    by node in routing order, then by port. Missing is a LID of 0, one beyond 49,151, and one (or a range
    of 2^LMC) that an earlier one of the same subnet has already. Where ranges are to be given, wider ones
    are given first, each from a multiple of its size.

    LIDs are a matter of the fabric as it was built: what is down keeps its own, and nobody else gets it.

    Parameters
    ----------
    wires : Wiring
    lmc : int
        What all end ports get if the fabric states less for each: an engine may be told another than it has.

    Returns
    -------
    Lids

    Examples
    --------
    >>> from ibviz.core.fabric import Cables, Fabric, Nodes
    >>> from ibviz.core.wiring import wiring
    >>> nodes = Nodes.of(2, kind=[1, 2], guid=[1, 2], lid=[0, 0])
    >>> tiny = Fabric(nodes, Cables.of(1, node=[[0, 1]], port=[[1, 1]]))
    >>> lids(wiring(tiny)).switch.tolist(), lids(wiring(tiny)).end.tolist()
    ([1], [2])
    """
    built = as_built(wires)
    all_ = _addressed(built)
    ends = all_.lmc[len(built.switches) :]
    if len(ends) and ends.max() < lmc:
        ends[:] = lmc
    lid, given = _filled(all_, _in_order(all_, built))
    count = len(built.switches)
    switch = built.place[wires.switches]
    end = count + matching(built.end_ports, wires.end_ports, len(wires.fabric.nodes))
    return Lids(
        lid[switch].astype(np.int32),
        lid[end].astype(np.int32),
        all_.lmc[switch].astype(np.uint8),
        all_.lmc[end].astype(np.uint8),
        given[switch],
        given[end],
    )


def port_guids(wires: Wiring) -> Guids:
    """Return the GUID of each end port, (E,) uint64: as stated, else the node's GUID plus the port number."""
    fabric, ends = wires.fabric, wires.end_ports
    row = _port_rows(wires, ends.node, ends.port)
    stated = np.append(fabric.ports.guid, np.uint64(0))[row]
    born = fabric.nodes.guid[ends.node] + ends.port.astype(np.uint64)
    return np.where(stated == 0, born, stated)


def _port_rows(wires: Wiring, node: Ints, port: Ints) -> Ints:
    """Return the row in the table of ports for each node and port, -1 (the row after the last) where none."""
    ports = wires.fabric.ports
    stride = 1 << 16
    keys = ports.node.astype(np.int64) * stride + ports.port
    wanted = node * stride + port
    at = np.searchsorted(keys, wanted)
    hit = np.append(keys, -1)[at] == wanted
    return np.where(hit, at, len(ports))


def _addressed(built: Wiring) -> _Addressed:
    fabric, ends, switches = built.fabric, built.end_ports, built.switches
    row = _port_rows(built, ends.node, ends.port)
    lid = np.append(fabric.ports.lid, 0)[row]
    lmc = np.append(fabric.ports.lmc, 0)[row]
    return _Addressed(
        node=np.concatenate([switches, ends.node]),
        port=np.concatenate([np.zeros(len(switches), np.int64), ends.port]),
        subnet=np.concatenate([built.subnet[switches], ends.subnet]),
        lid=np.concatenate([fabric.nodes.lid[switches], lid]).astype(np.int64),
        lmc=np.minimum(np.concatenate([fabric.nodes.lmc[switches], lmc]), 7).astype(np.int64),
    )


def _in_order(all_: _Addressed, built: Wiring) -> Ints:
    """Return the addressed by subnet, node in routing order, port."""
    rank = np.empty(len(built.fabric.nodes), np.int64)
    rank[built.fabric.routing_order] = np.arange(len(rank))
    return np.lexsort((all_.port, rank[all_.node], all_.subnet))


def _filled(all_: _Addressed, order: Ints) -> tuple[Ints, Bools]:
    """Return LIDs without gaps, and which of them were given."""
    lid = all_.lid.copy()
    given = np.zeros(len(lid), np.bool_)
    subnet = all_.subnet[order]
    starts = np.flatnonzero(np.diff(subnet, prepend=-2))
    for members in np.split(order, starts[1:]) if len(order) else []:
        missing = _unusable(lid[members], all_.lmc[members])
        given[members] = missing
        _give(lid, all_.lmc, members[missing], members[~missing])
    return lid, given


def _unusable(lid: Ints, lmc: Ints) -> Bools:
    """Return which LIDs are none, out of bounds, or overlap with that of an earlier one."""
    size = 1 << lmc
    bad: Bools = (lid <= 0) | (lid + size - 1 > LID_LIMIT)
    good = np.flatnonzero(~bad)
    owner = np.repeat(good, size[good])
    within = np.arange(len(owner)) - np.repeat(np.cumsum(size[good]) - size[good], size[good])
    _, first, inverse = np.unique(lid[owner] + within, return_index=True, return_inverse=True)
    bad[owner[owner[first][inverse] != owner]] = True
    return bad


def _give(lid: Ints, lmc: Ints, missing: Ints, holders: Ints) -> None:
    """Write LIDs for the missing ones, the lowest that are free, wide ranges first."""
    top = int((lid[holders] + (1 << lmc[holders])).max(initial=1))
    room = top + int((1 << lmc[missing]).sum()) + 256
    free = np.ones(-(-room // 128) * 128, np.bool_)
    free[0] = False
    _take(free, lid[holders], lmc[holders])
    for width in np.unique(lmc[missing])[::-1].tolist():
        some = missing[lmc[missing] == width]
        blocks = np.flatnonzero(free.reshape(-1, 1 << width).all(axis=1))
        lid[some] = blocks[: len(some)] << width
        _take(free, lid[some], lmc[some])


def _take(free: Bools, lid: Ints, lmc: Ints) -> None:
    for width in np.unique(lmc).tolist():
        free[lid[lmc == width][:, None] + np.arange(1 << width)] = False
