"""The table of nodes of a project file: read into `Nodes`, places and orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.births import fresh_births, with_born_guids
from ibviz.core.fabric import KIND_LETTERS, Kind, Nodes
from ibviz.core.table import Floats, Guids, Ints
from ibviz.core.text import shown
from ibviz.formats.project_cells import NODE_CELLS, PLACE, read_column
from ibviz.formats.project_sheet import Sheet

PLACES = ("x", "y", "order")
"""Columns of the table of nodes that belong to the State, not to the fabric."""

_NOT_GIVEN = -1
_NEEDED = ("kind", "guid", "id", "ports", "lid", "lmc")
_LETTERS = {int(kind): letter for kind, letter in KIND_LETTERS.items()}


@dataclass(frozen=True, eq=False)
class NodeRows:
    """What the table of nodes says.

    Attributes
    ----------
    nodes : Nodes
        LIDs of switches only; number of ports 0 where none is given.
    given_ports : (N,) int64
        -1 where the cell is empty.
    lid, lmc : (N,) int64
        Of nodes that are no switches: their only cabled port's.
    positions : (N, 2) float64
    order : (N,) float64
    """

    nodes: Nodes
    given_ports: Ints
    lid: Ints
    lmc: Ints
    positions: Floats
    order: Floats


def read_nodes(sheet: Sheet, port_guids: Guids) -> NodeRows:
    """Read the table of nodes.

    Parameters
    ----------
    sheet : Sheet
    port_guids : (K,) uint64
        GUIDs that ports say to have; no node is born with one of them.

    Raises
    ------
    ReadError
        If a cell is not what was expected, or two nodes have the same id.
    """
    columns = {name: _column(sheet, name) for name in NODE_CELLS if name in sheet.columns or name in _NEEDED}
    if None in columns["kind"]:
        raise sheet.wrong(columns["kind"].index(None), "kind", NODE_CELLS["kind"].wanted)
    kind = np.array(columns["kind"], np.uint8)
    columns["guid"] = with_born_guids(np.array(columns["guid"], np.uint64), port_guids)
    columns["id"] = _ids(sheet, kind, columns["guid"], columns["id"])
    given = np.array(columns["ports"], np.int64)
    switch = kind == Kind.SWITCH
    lid, lmc = np.array(columns["lid"], np.int64), np.array(columns["lmc"], np.int64)
    columns |= {
        "ports": np.maximum(given, 0),
        "lid": np.where(switch, lid, 0),
        "lmc": np.where(switch, lmc, 0),
    }
    x, y, order = (np.array(read_column(sheet, name, PLACE, np.nan), np.float64) for name in PLACES)
    return NodeRows(
        nodes=Nodes.of(
            len(sheet), **columns, birth=fresh_births(len(sheet)), extra=extra(sheet, *NODE_CELLS, *PLACES)
        ),
        given_ports=given,
        lid=np.where(switch, 0, lid),
        lmc=np.where(switch, 0, lmc),
        positions=np.column_stack([x, y]),
        order=order,
    )


def _column(sheet: Sheet, name: str) -> Any:
    default = {"kind": None, "ports": _NOT_GIVEN}.get(name, Nodes.columns()[name]["default"])
    return read_column(sheet, name, NODE_CELLS[name], default)


def extra(sheet: Sheet, *known: str) -> dict[str, NDArray[Any]]:
    """Return the columns of a sheet that ibviz does not know; they ride along."""
    return {name: np.array(cells, object) for name, cells in sheet.columns.items() if name not in known}


def _ids(sheet: Sheet, kind: NDArray[np.uint8], guid: Guids, own: list[str]) -> list[str]:
    """Return the ids, empty where they follow from kind and GUID; refuse two that are alike."""
    if not any(own) and (np.diff(np.sort(guid)) != 0).all():
        return own
    letters = [_LETTERS[code] for code in kind.tolist()]
    usual = [f"{letter}-{number:016x}" for letter, number in zip(letters, guid.tolist(), strict=True)]
    first: dict[str, int] = {}
    for row, (text, common) in enumerate(zip(own, usual, strict=True)):
        key = text or common
        if (other := first.setdefault(key, row)) != row:
            twice = f"{shown(text or common)} is the id of two nodes: also of the one in line {sheet.lines[other]}"
            raise sheet.error(row, f"{twice}; expected another GUID")
    return ["" if text == common else text for text, common in zip(own, usual, strict=True)]
