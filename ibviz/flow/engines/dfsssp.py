"""DFSSSP: the routes of SSSP, on as many virtual lanes as it takes to make them free of deadlock."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.errors import OptionError
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Ints
from ibviz.core.tables import Lanes, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.engines.sssp import sssp
from ibviz.flow.lanes import Ways, assigned
from ibviz.flow.onesubnet import OneSubnet, one_subnet
from ibviz.flow.refusals import refusing

MOST = 15
"""Virtual lanes that a port can have for data."""


@engines.add("dfsssp", "DFSSSP: as SSSP, on several virtual lanes so that it is free of deadlock")
def dfsssp(
    wires: Wiring,
    before: Tables | None = None,
    *,
    lanes: int = 8,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's DFSSSP does, entry for entry and with the same lanes.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Not looked at: every sweep computes all anew.
    lanes : int
        Virtual lanes that all switches have; a subnet that needs more is refused.
    progress : Progress

    Returns
    -------
    Tables
        With lanes, as they are before OpenSM spreads routes over those that stay free.

    Raises
    ------
    OptionError
        If there are fewer than 1 or more than 15 lanes.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_dfsssp.c. A subnet whose routes wait for each other in a circle even on the last
    lane is refused.
    """
    if not 1 <= lanes <= MOST:
        raise OptionError(f"lanes is {lanes}; expected a number from 1 to {MOST}")
    tables = sssp(wires, progress=progress)
    made = Lanes(np.zeros_like(tables.to_end), np.zeros_like(tables.to_switch))
    refused = dict(tables.routing.refused)
    known = lids(wires).switch.astype(np.int64)
    for number in sorted(set(range(wires.subnets)) - set(refused)):
        if not _fill(made, tables, one_subnet(wires, number), known, lanes):
            refused[number] = f"its routes still wait for each other in circles with {lanes} virtual lanes"
    routing = Routing("dfsssp", "dfsssp", "asked for")
    return refusing(replace(tables, routing=routing, lanes=made), refused)


def _fill(made: Lanes, tables: Tables, part: OneSubnet, lid: Ints, lanes: int) -> bool:
    """Fill in the lanes of a subnet, and tell whether they do."""
    ports = np.concatenate([tables.to_end[part.hosts], tables.to_switch[part.switches]])
    ways = Ways(tables.wiring.switch_ports.switch, ports, part.sources, lid)
    found = assigned(ways, part.switches[part.sources[part.switches] > 0], lanes)
    if found is None:
        return False
    made.to_end[part.hosts], made.to_switch[part.switches] = np.split(found, [len(part.hosts)])
    return True
