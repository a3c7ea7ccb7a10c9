"""Reads files of GUIDs such as OpenSM's ``root_guid_file``: a switch a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ibviz.core.addresses import port_guids
from ibviz.core.errors import ReadError
from ibviz.core.fabric import Kind
from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring
from ibviz.flow.textfile import read_text

_LINE = re.compile(r"(?:0[xX])?([0-9a-fA-F]{1,16})(?![\w.-])")


def switches_of(path: Path, wires: Wiring) -> Ints:
    """Return the places of the live switches whose GUIDs a file lists, in its order.

    Parameters
    ----------
    path : Path
        A GUID a line, as ``0x0002c90300a1b2c3``; what follows it, empty lines and what comes after ``#`` are
        not looked at.
    wires : Wiring

    Raises
    ------
    ReadError
        If it cannot be read, a line does not begin with a GUID, or no GUID is that of a switch of the fabric.

    Notes
    -----
    As OpenSM does, GUIDs that the fabric does not have are passed over: such a file outlives switches.
    """
    nodes = wires.fabric.nodes
    row_of = {int(guid): row for row, guid in enumerate(nodes.guid.tolist()) if guid}
    rows = [row_of.get(guid, -1) for guid in _guids(path)]
    known = list(dict.fromkeys(row for row in rows if row >= 0 and nodes.kind[row] == Kind.SWITCH))
    if not known:
        raise ReadError(str(path), "names no switch of this fabric; expected the GUID of a root a line")
    place: Ints = wires.place[known]
    return place[place >= 0]


def addressed(path: Path, wires: Wiring) -> Ints:
    """Return the destinations whose port GUIDs a file lists, in its order.

    Parameters
    ----------
    path : Path
        As for `switches_of`; the GUID of a switch stands for its port 0.
    wires : Wiring

    Returns
    -------
    (n,) int64
        End port e as e, switch s as the number of end ports plus s; each once.

    Raises
    ------
    ReadError
        As for `switches_of`.
    """
    guids = np.concatenate([port_guids(wires), wires.fabric.nodes.guid[wires.switches]])
    code_of = {guid: code for code, guid in enumerate(guids.tolist()) if guid}
    codes = list(dict.fromkeys(code_of[guid] for guid in _guids(path) if guid in code_of))
    if not codes:
        raise ReadError(str(path), "names no port of this fabric; expected the GUID of a port a line")
    return np.array(codes, np.int64)


def _guids(path: Path) -> Iterator[int]:
    """Yield the GUIDs that a file lists."""
    for number, line in enumerate(read_text(path, "a GUID a line").split("\n"), 1):
        said = line.split("#", 1)[0].strip()
        if not said:
            continue
        match = _LINE.match(said)
        if not match:
            raise ReadError(
                str(path), "expected a line that begins with a GUID such as 0x0002c90300a1b2c3", number
            )
        yield int(match[1], 16)
