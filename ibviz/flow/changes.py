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
    apart = 1 + max(len(before.higher), len(after.higher))
    sides = [_laid_out(entered(tables), built, common, apart) for tables in (before, after)]
    *ends, switches = (old != new for old, new in zip(*sides, strict=True))
    known = lids(built, max(before.lmc, after.lmc))
    size = 1 << known.end_lmc.astype(np.int64)
    wide = [np.minimum(size - offset, 1) if apart > 1 else size for offset in range(apart)]
    wide += [size - apart if apart > 1 else size * 0, 1 << known.switch_lmc.astype(np.int64)]
    lid = known.end.astype(np.int64)
    first = np.concatenate([*(lid + offset for offset in range(apart + 1)), known.switch])
    differs = np.concatenate([*ends, ends[0], switches])
    count = np.maximum(np.concatenate(wide), 0)
    entries = differs.sum(axis=1) * count
    of_switches = int(entries[len(entries) - len(switches) :].sum())
    blocks = _blocks(differs & (count > 0)[:, None], first, first + count - 1)
    return Changes(int(entries.sum()) - of_switches, of_switches, blocks)


def _laid_out(tables: Tables, built: Wiring, common: Ints, apart: int) -> list[Bytes]:
    """Return the entries for all end ports, offset by offset, and for all switches as built, on common switches."""
    wires = tables.wiring
    columns = wires.place[common]
    end = matching(wires.end_ports, built.end_ports, len(built.fabric.nodes))
    switch = wires.place[built.switches]
    ends = [picked(tables.at_offset(offset), end, columns) for offset in range(apart)]
    return [*ends, picked(tables.to_switch, switch, columns)]


def _blocks(differs: Bools, lid: Ints, last: Ints) -> int:
    """Count pairs of switch and block of LIDs with a difference."""
    hit = np.zeros((int(last.max(initial=0)) // BLOCK + 1, differs.shape[1]), np.bool_)
    row, switch = np.nonzero(differs)
    for edge in (lid, last):
        hit[edge[row] // BLOCK, switch] = True
    return int(hit.sum())
