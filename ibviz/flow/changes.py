"""What a subnet manager has to send to switches when tables change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, as_built, matching
from ibviz.flow.resweep import picked
from ibviz.flow.sourced import entered

BLOCK = 64
"""LIDs whose entries travel in one management packet."""


@dataclass(frozen=True)
class Changes:
    """How much of the tables differs, on the switches that both have.

    Attributes
    ----------
    entries : int
        Entries of LIDs of end ports.
    switch_entries : int
        Entries of LIDs of switches.
    blocks : int
        Blocks of 64 LIDs with any change: packets to send.
    """

    entries: int
    switch_entries: int
    blocks: int


def changes(before: Tables, after: Tables) -> Changes:
    """Count what changed between two tables of the same fabric.

    An entry for an end port or switch that only one of them has counts where it says a port. Where the
    sender decides, there are no entries.

    Parameters
    ----------
    before, after : Tables

    Returns
    -------
    Changes
    """
    built = as_built(before.wiring)
    common = np.intersect1d(before.wiring.switches, after.wiring.switches)
    old, new = (_laid_out(entered(tables), built, common) for tables in (before, after))
    differs = [a != b for a, b in zip(old, new, strict=True)]
    known = lids(built)
    size = 1 << known.end_lmc.astype(np.int64), 1 << known.switch_lmc.astype(np.int64)
    entries, switch_entries = (int((d.sum(axis=1) * n).sum()) for d, n in zip(differs, size, strict=True))
    lid = np.concatenate([known.end, known.switch]).astype(np.int64)
    last = lid + np.concatenate(size) - 1
    return Changes(entries, switch_entries, _blocks(np.concatenate(differs), lid, last))


def _laid_out(tables: Tables, built: Wiring, common: Ints) -> tuple[Bytes, Bytes]:
    """Return both tables for all end ports and switches as built, on the common switches."""
    wires = tables.wiring
    columns = wires.place[common]
    end = matching(wires.end_ports, built.end_ports, len(built.fabric.nodes))
    switch = wires.place[built.switches]
    return picked(tables.to_end, end, columns), picked(tables.to_switch, switch, columns)


def _blocks(differs: Bools, lid: Ints, last: Ints) -> int:
    """Count pairs of switch and block of LIDs with a difference."""
    hit = np.zeros((int(last.max(initial=0)) // BLOCK + 1, differs.shape[1]), np.bool_)
    row, switch = np.nonzero(differs)
    for edge in (lid, last):
        hit[edge[row] // BLOCK, switch] = True
    return int(hit.sum())
