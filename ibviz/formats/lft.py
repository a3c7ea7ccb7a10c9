"""Forwarding tables as text, in the form of ``dump_lfts.sh``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibviz.core.addresses import lids, port_guids
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Kind
from ibviz.core.registry import table_writers
from ibviz.core.table import Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.text import clean

_TITLES = {
    Kind.SWITCH: "Switch",
    Kind.HCA: "Channel Adapter",
    Kind.ROUTER: "Router",
    Kind.AGGREGATION: "Channel Adapter",
}


@table_writers.add("lft", "Forwarding tables in the form of dump_lfts.sh", ".lft")
def lft_text(tables: Tables) -> bytes:
    """Write forwarding tables as ``dump_lfts.sh`` of infiniband-diags prints them.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    bytes
        UTF-8. Switch by switch in routing order, LID by LID; entries without a path are left out. Every
        row names its destination's port GUID, so that OpenSM's file engine finds it by that.

    Raises
    ------
    OptionError
        If it is not tables that say where flows go: an entry is one port for all senders.
    """
    return b"".join(lft_parts(tables))


def lft_parts(tables: Tables) -> Iterator[bytes]:
    """Yield the text of one switch after the other: that of a large fabric as a whole is some GB."""
    if tables.by_source is not None or tables.groups is not None:
        how = "the sender decides" if tables.groups is None else "switches choose among several"
        raise OptionError(f"{tables.routing.used} has no such tables: an entry is one port, and {how}")
    wires, known = tables.wiring, lids(tables.wiring, tables.lmc)
    lid = np.concatenate([known.switch, known.end]).astype(np.int64)
    size = 1 << np.concatenate([known.switch_lmc, known.end_lmc]).astype(np.int64)
    subnet = np.concatenate([wires.subnet[wires.switches], wires.end_ports.subnet])
    order = np.lexsort((lid, subnet))
    order = np.repeat(order, size[order])
    fresh = np.flatnonzero(np.diff(order, prepend=-1))
    offset = np.arange(len(order)) - np.repeat(fresh, np.diff(fresh, append=len(order)))
    tails, switches = _tails(tables), len(wires.switches)
    heads = [f"0x{number:04x} " for number in (lid[order] + offset).tolist()]
    for place, row in enumerate(wires.switches.tolist()):
        ours = np.flatnonzero(subnet[order] == wires.subnet[row])
        port = np.concatenate([tables.to_switch[:, place], tables.to_end[:, place]])[order[ours]]
        for number, higher in enumerate(tables.higher, 1):
            apart = np.flatnonzero((offset[ours] == number) & (order[ours] >= switches))
            port[apart] = higher[order[ours][apart] - switches, place]
        told = port != NO_PATH
        lines = _lines(heads, tails, ours[told], order[ours[told]], port[told].astype(np.int64))
        top = int((lid[order] + offset)[ours].max(initial=0))
        where = f"Lid {lid[place]} guid 0x{int(wires.fabric.nodes.guid[row]):016x}"
        name = clean(str(wires.fabric.nodes.name[row]))
        heading = f"Unicast lids [0x0-0x{top:x}] of switch {where} ({name}):\n"
        columns = "  Lid  Out   Destination\n       Port     Info \n"
        text = f"{heading}{columns}{''.join(lines)}{len(lines)} valid lids dumped \n"
        yield text.encode("utf-8", "replace")


def _lines(heads: list[str], tails: list[str], at: Ints, target: Ints, port: Ints) -> list[str]:
    rows = zip(at.tolist(), target.tolist(), port.tolist(), strict=True)
    return [f"{heads[a]}{p:03d}{tails[t]}" for a, t, p in rows]


def _tails(tables: Tables) -> list[str]:
    """Return the rest of the row for each switch, then each end port."""
    wires = tables.wiring
    nodes = wires.fabric.nodes
    row = np.concatenate([wires.switches, wires.end_ports.node]).tolist()
    guid = np.concatenate([nodes.guid[wires.switches], port_guids(wires)]).tolist()
    titles = [_TITLES[Kind(kind)] for kind in nodes.kind[row].tolist()]
    return [
        f" : ({title} portguid 0x{number:016x}: '{clean(str(nodes.name[node]))}')\n"
        for node, number, title in zip(row, guid, titles, strict=True)
    ]
