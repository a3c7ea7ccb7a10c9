"""Hosts that a failure leaves without an endpoint."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints
from ibviz.core.wiring import Wiring


def lost_hosts(structure: Structure, wires: Wiring) -> tuple[str, ...]:
    """Return the names of hosts that have an endpoint as built, but none in a wiring.

    Parameters
    ----------
    structure : Structure
        Of the fabric as built.
    wires : Wiring
    """
    had, has = (
        has_endpoint(structure, structure.wiring.endpoints.node),
        has_endpoint(structure, wires.endpoints.node),
    )
    return tuple(structure.host.names[had & ~has].tolist())


def has_endpoint(structure: Structure, nodes: Ints) -> Bools:
    """Tell which hosts have one of some nodes."""
    of = structure.host.of
    found = np.zeros(int(of.max(initial=-1)) + 1, bool)
    mine = nodes[structure.wiring.fabric.nodes.kind[nodes] == Kind.HCA]
    found[of[mine][of[mine] >= 0]] = True
    return found
