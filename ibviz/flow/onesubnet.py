"""One subnet, and the order in which OpenSM's SSSP goes through its destinations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class OneSubnet:
    """The destinations of a subnet in order, and its switches.

    Attributes
    ----------
    members : (M,) int64
        Places of its switches.
    hosts : (H,) int64
        End ports but those of routers, switch by switch, those with most end ports first.
    switches : (M,) int64
        The members in that same order.
    ends : (S,) int64
        End ports at each switch of the fabric, 0 at those of other subnets.
    sources : (S,) int64
        The same without routers.
    """

    members: Ints
    hosts: Ints
    switches: Ints
    ends: Ints
    sources: Ints


def one_subnet(wires: Wiring, number: int) -> OneSubnet:
    """Return a subnet by its number.

    Notes
    -----
    osm_ucast_dfsssp.c: routers are counted at their switch, but nothing is routed to them.
    """
    members = np.flatnonzero(wires.subnet[wires.switches] == number)
    ends = np.flatnonzero((wires.end_ports.switch >= 0) & (wires.end_ports.subnet == number))
    at = wires.place[wires.end_ports.switch]
    count = np.bincount(at[ends], minlength=len(wires.switches))
    hosts = ends[wires.fabric.nodes.kind[wires.end_ports.node[ends]] != Kind.ROUTER]
    hosts = hosts[np.lexsort((hosts, at[hosts], -count[at[hosts]]))]
    switches = members[np.argsort(-count[members], kind="stable")]
    return OneSubnet(members, hosts, switches, count, np.bincount(at[hosts], minlength=len(wires.switches)))
