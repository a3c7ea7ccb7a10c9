"""Reader of ibnetdiscover dumps in all their dresses: plain, -g, -f, -m, ibdiagnet2's, and ibsim's net files."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Cables, Fabric, Nodes
from ibviz.core.registry import readers
from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.formats.ibnetdiscover_cables import cables_of, ports_of
from ibviz.formats.ibnetdiscover_fast import lines_of, read_fast
from ibviz.formats.ibnetdiscover_lines import read_lines
from ibviz.formats.ibnetdiscover_nodes import nodes_of
from ibviz.formats.ibnetdiscover_ownership import Ownership, ownership
from ibviz.formats.ibnetdiscover_records import BREAK, Dump, Records, dump_of, merged

MOST_NODES = 1 << 23
"""Cables are joined by numbers that hold node and port of both ends in 64 bits."""


@readers.add(
    "ibnetdiscover",
    "ibnetdiscover dumps and ibsim net files",
    r"\s*#\s*Topology file:",
    r"\s*vendid\s*=",
    r"\s*(?:switch|ca|rt)guid\s*=",
    r'\s*(?:Switch|Ca|CA|Hca|HCA|Rt)\s*\d+\s*"',
)
def read(source: Source, *, names: Mapping[int, str]) -> State:
    """Read a dump.

    Raises
    ------
    ReadError
        If no line describes a node.
    """
    return read_with(source, names, fast=True)


def read_with(source: Source, names: Mapping[int, str], *, fast: bool) -> State:
    """Read a dump with both parsers, the fast one first, or with the tolerant one alone.

    Both give the same; the choice is there to be tested.

    Raises
    ------
    ReadError
        If no line describes a node.
    """
    dump = dump_of(source.data)
    heads, ports, facts = parsed(dump, fast=fast)
    if not len(heads) and not (facts["letter"] > 0).any():
        raise ReadError(
            source.name, 'describes no node; expected lines such as Switch 36 "S-0002c903007b78b0"'
        )
    format_name = _format(dump, facts)
    if format_name != "ibsim":
        _note_bare(dump, ports)
    whose = ownership(dump, heads, ports, facts)
    if len(whose.letter) > MOST_NODES:
        raise ReadError(source.name, f"names more than {MOST_NODES:,} nodes, which no fabric has")
    fabric = _fabric(dump, whose, names)
    return State(fabric, name=source.stem, format=format_name, reading=dump.notes.told(dump.newlines))


def parsed(dump: Dump, *, fast: bool) -> tuple[Records, Records, Records]:
    """Return what the lines of a dump say: tables of HEAD, PORT and FACT."""
    if not fast:
        starts, ends, _ = lines_of(dump)
        return read_lines(dump, np.stack([starts, ends], axis=1))
    *clean, rest = read_fast(dump)
    heads, ports, facts = (merged(a, b) for a, b in zip(clean, read_lines(dump, rest), strict=True))
    return heads, ports, facts


def _format(dump: Dump, facts: Records) -> str:
    if dump.labels:
        return "ibdiagnet2"
    return "ibnetdiscover" if (facts["what"] != BREAK).any() else "ibsim"


def _note_bare(dump: Dump, ports: Records) -> None:
    """Note port lines that end behind the far port, which only an ibsim file's do by right."""
    noted = {at for at, _ in dump.notes.shown}
    for at in ports["at"][(ports["name"] < 0) & (ports["speed"] == 0)].tolist():
        if at not in noted:
            dump.notes.add(at, "this line ends early: name, LID and rate are missing")


def _fabric(dump: Dump, whose: Ownership, names: Mapping[int, str]) -> Fabric:
    nodes = nodes_of(dump, whose, names)
    cables = cables_of(dump, whose)
    told = ports_of(dump, whose, nodes)
    highest = nodes.ports.copy()
    np.maximum.at(highest, cables.node, cables.port)
    # What a line said of a port that is only there by its cable goes with the cable that was left out.
    beyond = told.port > highest[told.node]
    told = told.take(~beyond) if beyond.any() else told
    # One number for all rows of one reading: that no other history has it is all that is asked of it.
    birth = int.from_bytes(os.urandom(8), "little") >> 2
    nodes = nodes.with_columns(ports=highest, birth=np.full(len(nodes), birth))
    cables = cables.with_columns(birth=np.full(len(cables), birth))
    return _without_loose(Fabric(nodes, cables, told))


def _without_loose(fabric: Fabric) -> Fabric:
    """Drop placeholders all of whose cables were left out."""
    keep = fabric.nodes.described.copy()
    keep[fabric.cables.node] = True
    if keep.all():
        return fabric
    row = np.cumsum(keep) - 1
    cables: Cables = fabric.cables.with_columns(node=row[fabric.cables.node])
    nodes: Nodes = fabric.nodes.take(keep)
    told = fabric.ports.take(keep[fabric.ports.node])
    return Fabric(nodes, cables, told.with_columns(node=row[told.node]))
