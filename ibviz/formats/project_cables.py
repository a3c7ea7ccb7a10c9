"""The tables of cables and of ports of a project file: ends resolved, ports checked."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.births import fresh_births
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Cables, Ports
from ibviz.core.references import References
from ibviz.core.table import Ints
from ibviz.formats.project_cells import (
    ANY_PORT,
    CABLE_CELLS,
    CABLE_PORT,
    ENDS,
    PORT_CELLS,
    SPEED,
    WIDTH,
    Cell,
    read_column,
)
from ibviz.formats.project_nodes import NodeRows, extra
from ibviz.formats.project_sheet import Sheet

END_COLUMNS = ("a", "a_port", "b", "b_port", "width", "speed", "b_width", "b_speed", "described")
"""Columns of the table of cables that say something of its ends."""

_SAME = -1


def read_cables(sheet: Sheet, references: References, rows: NodeRows) -> Cables:
    """Read the table of cables.

    Raises
    ------
    ReadError
        If an end names no node or two, a port does not exist or is used twice, a cell is not as expected.
    """
    node = np.column_stack([_nodes(sheet, name, references) for name in ("a", "b")])
    port = np.column_stack([_ports(sheet, name) for name in ("a_port", "b_port")])
    _check_numbers(sheet, references, rows, node, port)
    _check_single(sheet, references, node, port)
    return Cables.of(
        len(sheet),
        node=node,
        port=port,
        width=_both(sheet, "width", WIDTH),
        speed=_both(sheet, "speed", SPEED),
        described=np.array(read_column(sheet, "described", ENDS, (True, True)), np.bool_).reshape(-1, 2),
        birth=fresh_births(len(sheet)),
        extra=extra(sheet, *END_COLUMNS, *CABLE_CELLS),
        **_columns(sheet, CABLE_CELLS, Cables),
    )


def read_ports(sheet: Sheet, references: References, rows: NodeRows) -> tuple[Ports, list[int]]:
    """Read the table of ports; return it in the order of its rows, and the line of each.

    Raises
    ------
    ReadError
        If a row names no node or two, no port of it, or one that another row names.
    """
    node = _nodes(sheet, "node", references)
    columns = _columns(sheet, PORT_CELLS, Ports)
    columns["port"] = port = np.array(sheet.parsed("port", ANY_PORT.parse, ANY_PORT.wanted), np.int64)
    for row in np.flatnonzero((rows.given_ports[node] >= 0) & (port > rows.given_ports[node]))[:1].tolist():
        raise sheet.error(row, _too_high(references, rows, int(node[row]), int(port[row])))
    key = node * 1024 + port
    first: dict[int, int] = {}
    for row, number in enumerate(key.tolist()):
        if (other := first.setdefault(number, row)) != row:
            text = references.port_text(int(node[row]), int(port[row]))
            raise sheet.error(row, f"{text} has two rows: also line {sheet.lines[other]}")
    return Ports.of(len(sheet), node=node, extra=extra(sheet, "node", *PORT_CELLS), **columns), list(
        sheet.lines
    )


def _columns(sheet: Sheet, cells: dict[str, Cell], table: type[Any]) -> dict[str, Any]:
    return {
        name: read_column(sheet, name, cell, table.columns()[name]["default"]) for name, cell in cells.items()
    }


def _nodes(sheet: Sheet, column: str, references: References) -> Ints:
    """Return the rows that a column of references names."""
    cells = sheet.columns[column]
    known = dict(references.by_unique_name)
    for text in dict.fromkeys(cells):
        if text not in known:
            try:
                known[text] = references.find_node(text)
            except OptionError as error:
                raise sheet.error(cells.index(text), f"column {column}: {error}") from None
    return np.array(list(map(known.__getitem__, cells)), np.int64)


def _ports(sheet: Sheet, column: str) -> Ints:
    numbers = sheet.parsed(column, CABLE_PORT.parse, CABLE_PORT.wanted)
    return np.array(numbers, np.int64)


def _both(sheet: Sheet, column: str, cell: Cell) -> NDArray[np.int64]:
    """Return what both ends say, (C, 2): end b says the same where its own cell is empty."""
    here = np.array(read_column(sheet, column, cell, 0), np.int64)
    there = np.array(read_column(sheet, f"b_{column}", cell, _SAME), np.int64)
    return np.column_stack([here, np.where(there == _SAME, here, there)])


def _check_numbers(sheet: Sheet, references: References, rows: NodeRows, node: Ints, port: Ints) -> None:
    given = rows.given_ports[node]
    for row, side in np.argwhere((given >= 0) & (port > given))[:1].tolist():
        raise sheet.error(row, _too_high(references, rows, int(node[row, side]), int(port[row, side])))


def _too_high(references: References, rows: NodeRows, node: int, port: int) -> str:
    return f"there is no port {references.port_text(node, port)}: the node has {int(rows.given_ports[node])} ports"


def _check_single(sheet: Sheet, references: References, node: Ints, port: Ints) -> None:
    """Refuse a port that two cables use; a plug that loops a port back to itself is one cable."""
    key = node * 1024 + port
    row = np.broadcast_to(np.arange(len(key))[:, None], key.shape).ravel()
    order = np.argsort(key.ravel(), kind="stable")
    same = (np.diff(key.ravel()[order]) == 0) & (np.diff(row[order]) != 0)
    if not same.any():
        return
    pairs = np.column_stack([row[order][:-1][same], row[order][1:][same]])
    first, second = pairs[pairs[:, 1].argmin()].tolist()
    taken = set(key[first].tolist()) & set(key[second].tolist())
    text = references.port_text(*divmod(min(taken), 1024))
    raise sheet.error(second, f"port {text} is used twice; its other cable is in line {sheet.lines[first]}")
