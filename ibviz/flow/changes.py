"""What a subnet manager has to send to switches when tables change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.table import Bools, Bytes, Ints, Ints32
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
    wide = [size] if apart == 1 else [np.minimum(np.maximum(size - offset, 0), 1) for offset in range(apart)]
    top = int(max(known.end.max(initial=0), known.switch.max(initial=0)))
    tally = _Tally(np.zeros((top // BLOCK + 4, len(common)), np.bool_))
    entries = sum(tally.add(differs, known.end + k, wide[k]) for k, differs in enumerate(ends))
    if apart > 1:
        entries += tally.add(ends[0], known.end + apart, np.maximum(size - apart, 0))
    of_switches = tally.add(switches, known.switch, 1 << known.switch_lmc.astype(np.int64))
    return Changes(entries, of_switches, int(tally.hit.sum()))


@dataclass(frozen=True, eq=False)
class _Tally:
    """Blocks of LIDs with a difference, (B, S)."""

    hit: Bools

    def add(self, differs: Bools, lid: Ints | Ints32, count: Ints) -> int:
        """Note rows of entries that differ, (n, S), each for so many LIDs from one on; returns the entries."""
        row, switch = np.nonzero(differs & (count > 0)[:, None] if (count < 1).any() else differs)
        first = lid.astype(np.int64)
        for edge in (first, first + count - 1):
            self.hit[edge[row] // BLOCK, switch] = True
        return int(count[row].sum())


def _laid_out(tables: Tables, built: Wiring, common: Ints, apart: int) -> list[Bytes]:
    """Return the entries for all end ports, offset by offset, and for all switches as built, on common switches."""
    wires = tables.wiring
    columns = wires.place[common]
    end = matching(wires.end_ports, built.end_ports, len(built.fabric.nodes))
    switch = wires.place[built.switches]
    ends = [picked(tables.at_offset(offset), end, columns) for offset in range(apart)]
    return [*ends, picked(tables.to_switch, switch, columns)]
