"""Checks of forwarding tables: does every entry arrive, does any loop, can credits wait in a circle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.table import Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.flow.arrival import arrival
from ibviz.flow.changes import BLOCK
from ibviz.flow.deadlock import credit_loops
from ibviz.flow.sourced import entered


def report(tables: Tables) -> dict[str, Any]:
    """Return what ``route --json`` says of forwarding tables.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    dict
        ``engine`` (asked, used, reason); ``entries``: entries that say a port; ``blocks``: packets of 64
        entries that set all tables; ``lids``: LIDs in use; ``unreachable_pairs``: ordered pairs of
        endpoints, both up and of one subnet as built, without a route; ``loops``: circles in which
        packets for some destination would go round; ``credit_loops``: sets of channels that can wait for
        each other in a circle when all endpoints send to all; ``lanes``: virtual lanes that the routes
        need so that there are no such sets, if the engine uses lanes.
    """
    routing, known = tables.routing, lids(tables.wiring, tables.lmc)
    size = [1 << lmc.astype(np.int64) for lmc in (known.end_lmc, known.switch_lmc)]
    arrivals = arrival(tables)
    return {
        "engine": {"asked": routing.asked, "used": routing.used, "reason": routing.reason},
        "entries": _entries(entered(tables), *size),
        "blocks": _blocks(tables, np.concatenate([known.switch, known.end]) + np.concatenate(size[::-1]) - 1),
        "lids": known.used,
        "unreachable_pairs": arrivals.lost_pairs,
        "loops": arrivals.loops,
        "credit_loops": credit_loops(without_lanes(tables)),
        **({} if tables.lanes is None else {"lanes": tables.lanes.needed}),
    }


def _entries(tables: Tables, end_size: Ints, switch_size: Ints) -> int:
    """Count the entries that say a port, for all LIDs of each end port and switch."""
    count = int(((tables.to_switch != NO_PATH).sum(axis=1) * switch_size).sum())
    for offset in range(1 + len(tables.higher)):
        said = (tables.at_offset(offset) != NO_PATH).sum(axis=1)
        count += int(said[end_size > offset].sum())
    beyond = np.maximum(end_size - 1 - len(tables.higher), 0)
    return count + int(((tables.to_end != NO_PATH).sum(axis=1) * beyond).sum())


def without_lanes(tables: Tables) -> Tables:
    """Blank the subnets whose routes have lanes, as no circle is left there."""
    if tables.lanes is None:
        return tables
    wires = tables.wiring
    plain = np.isin(wires.subnet[wires.switches], list(tables.routing.refused))
    return replace(tables, to_end=np.where(plain, tables.to_end, NO_PATH).astype(np.uint8))


def mute_switches(tables: Tables) -> int:
    """Count the ordered pairs of switches of one subnet of which the first has no entry for the second.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    int
        More than 0 is usual where routes go up once and down once: roots do not reach each other. No
        endpoint is concerned.
    """
    wires = tables.wiring
    subnet = wires.subnet[wires.switches]
    rows = ((tables.to_switch[place] == NO_PATH) & (subnet == subnet[place]) for place in range(len(subnet)))
    return sum(int(row.sum()) for row in rows)


def _blocks(tables: Tables, last: Ints) -> int:
    """Count blocks of LIDs: each switch that holds a table has those up to the highest LID of its subnet."""
    wires = tables.wiring
    subnet = np.concatenate([wires.subnet[wires.switches], wires.end_ports.subnet])
    top = np.full(wires.subnets + 1, -1)
    np.maximum.at(top, subnet, last // BLOCK)
    mine = wires.subnet[wires.switches]
    if tables.by_source is not None:
        mine = mine[np.isin(mine, list(tables.routing.refused))]
    return int((top[mine] + 1).sum())
