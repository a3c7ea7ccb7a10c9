"""Writing a State as a project file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.compact import compacted
from ibviz.core.fabric import Cables, Nodes, Ports
from ibviz.core.references import References
from ibviz.core.state import State
from ibviz.formats.project_cells import (
    CABLE_CELLS,
    ENDS,
    NODE_CELLS,
    PLACE,
    PORT_CELLS,
    SPEED,
    WIDTH,
    Cell,
    write_column,
)
from ibviz.formats.project_emit import block, entry
from ibviz.formats.project_settings import ATTACHED, written_attached, written_choice, written_scenario

VERSION = 1
"""Version of the format."""

NESTED = ("scenarios", "traffic", "routing", *ATTACHED)
"""Known keys below which a file may hold unknown ones; what they are stands in the State's extra under the same key."""

_BLOCK = 2000


def written(state: State) -> str:
    """Return the project file of a State; dead rows are not written."""
    state = compacted(state)
    references = References(state.fabric)
    extra = dict(state.extra)
    nested = {key: extra.pop(key, {}) for key in NESTED}
    parts = [f"ibviz: {VERSION}\n", entry("name", state.name)]
    if state.text:
        parts.append(entry("notes", state.text))
    parts.append(f"nodes: {block(_table(_node_columns(state)), '  ')}")
    parts.append(f"cables: {block(_table(_cable_columns(state.fabric.cables, references)), '  ')}")
    if len(state.fabric.ports) or state.fabric.ports.extra:
        parts.append(f"ports: {block(_table(_port_columns(state.fabric.ports, references)), '  ')}")
    settings = _settings(state, references, nested) | extra
    return "".join([*parts, *(entry(key, value) for key, value in settings.items())])


def _settings(state: State, references: References, nested: Mapping[str, Any]) -> dict[str, Any]:
    scenarios = [
        written_scenario(scenario, references, nested["scenarios"].get(scenario.name, {}))
        for scenario in state.scenarios
    ]
    settings = {
        "scenarios": scenarios,
        "active": state.active if state.scenario.name else "",
        "traffic": written_choice("traffic", state.traffic, nested["traffic"]),
        "routing": written_choice("routing", state.routing, nested["routing"]),
        **written_attached(state.attached, nested),
        "view": state.view,
    }
    return {key: value for key, value in settings.items() if value}


def _table(columns: dict[str, list[str]]) -> str:
    """Return columns as CSV, written in blocks, so that no single call takes long."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(columns)
    cells = zip(*columns.values(), strict=True)
    while block_of_rows := list(islice(cells, _BLOCK)):
        rows.writerows(block_of_rows)
    return text.getvalue()


def _said(columns: dict[str, list[str]], *always: str) -> dict[str, list[str]]:
    """Return the columns that say something, and those that always stand there."""
    return {name: cells for name, cells in columns.items() if name in always or any(cells)}


def _cells(table: Nodes | Cables | Ports, cells: Mapping[str, Cell], *full: str) -> dict[str, list[str]]:
    about = table.columns()
    return {
        name: write_column(getattr(table, name), cell, None if name in full else about[name]["default"])
        for name, cell in cells.items()
    }


def _extra(table: Nodes | Cables | Ports, known: Mapping[str, Any]) -> dict[str, list[str]]:
    return {name: values.tolist() for name, values in table.extra.items() if name not in known}


def _node_columns(state: State) -> dict[str, list[str]]:
    columns = _cells(state.fabric.nodes, NODE_CELLS, "kind", "ports", "guid")
    places = {"x": state.positions[:, 0], "y": state.positions[:, 1], "order": state.order}
    columns |= {name: write_column(values, PLACE, np.nan) for name, values in places.items()}
    said = _said(columns, "name", "kind", "ports", "guid")
    return said | _extra(state.fabric.nodes, columns)


def _cable_columns(cables: Cables, references: References) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for side, name in enumerate("ab"):
        columns[name] = [references.texts[row] for row in cables.node[:, side].tolist()]
        columns[f"{name}_port"] = list(map(str, cables.port[:, side].tolist()))
    ends = {"width": (cables.width, WIDTH), "speed": (cables.speed, SPEED)}
    for name, (values, cell) in ends.items():
        columns[name] = write_column(values[:, 0], cell, 0)
    for name, (values, cell) in ends.items():
        columns[f"b_{name}"] = _other_end(values, cell)
    columns |= _cells(cables, CABLE_CELLS)
    columns["described"] = write_column(cables.described, ENDS, (True, True))
    said = _said(columns, "a", "a_port", "b", "b_port")
    return said | _extra(cables, columns)


def _other_end(values: NDArray[Any], cell: Cell) -> list[str]:
    """Return what end b says where it says otherwise; ``?`` where it says nothing and end a does."""
    texts = write_column(values[:, 1], cell, 0)
    differs = (values[:, 0] != values[:, 1]).tolist()
    return [(text or "?") if other else "" for text, other in zip(texts, differs, strict=True)]


def _port_columns(ports: Ports, references: References) -> dict[str, list[str]]:
    columns = {"node": [references.texts[row] for row in ports.node.tolist()]}
    columns |= _cells(ports, PORT_CELLS, "port")
    said = _said(columns, "node", "port")
    return said | _extra(ports, columns)
