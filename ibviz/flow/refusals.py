"""Subnets that an engine does not route: OpenSM takes MinHop for each of those, and only for those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ibviz.core.table import Bytes
from ibviz.core.tables import Tables


def refusing(tables: Tables, why: Mapping[int, str]) -> Tables:
    """Return tables with the subnets that their engine does not route, and why; their entries count for nothing.

    Parameters
    ----------
    tables : Tables
    why : mapping of int to str
        Reason by number of the subnet.
    """
    return replace(tables, routing=replace(tables.routing, refused=dict(why))) if why else tables


def refuses_all(tables: Tables) -> bool:
    """Tell whether there is no subnet left that an engine routes."""
    wires = tables.wiring
    return bool(tables.routing.refused) and set(range(wires.subnets)) <= set(tables.routing.refused)


def with_others(tables: Tables, others: Tables) -> Tables:
    """Return tables whose refused subnets are those of other tables of the same wiring."""
    wires = tables.wiring
    refused = np.isin(wires.subnet[wires.switches], list(tables.routing.refused))
    to_end, to_switch = tables.to_end.copy(), tables.to_switch.copy()
    to_end[:, refused] = others.to_end[:, refused]
    to_switch[:, refused] = others.to_switch[:, refused]
    count = max(len(tables.higher), len(others.higher))
    higher = tuple(
        np.where(refused, theirs, ours).astype(np.uint8)
        for ours, theirs in zip(_higher(tables, count), _higher(others, count), strict=True)
    )
    return replace(tables, to_end=to_end, to_switch=to_switch, higher=higher)


def _higher(tables: Tables, count: int) -> tuple[Bytes, ...]:
    """Return tables of that many higher LIDs; where there are fewer they go as the base ones."""
    return tables.higher + (tables.to_end,) * (count - len(tables.higher))
