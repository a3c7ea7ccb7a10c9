"""The project file ``NAME.ibviz.yaml``: settings in YAML, big tables as CSV in block scalars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ibviz.core.errors import ReadError
from ibviz.core.registry import readers, writers
from ibviz.core.source import Source
from ibviz.core.state import Note, State
from ibviz.core.text import clean, is_clean, shown
from ibviz.formats.project_fabric import Tables, read_tables, with_names
from ibviz.formats.project_settings import (
    mapping_of,
    read_attached,
    read_choice,
    read_scenarios,
    text_of,
    unknown,
)
from ibviz.formats.project_sheet import Sheet, sheet_of
from ibviz.formats.project_write import VERSION, written
from ibviz.formats.project_yaml import SIZE_LIMIT, Item, load_yaml

_KEYS = (
    "ibviz",
    "name",
    "notes",
    "nodes",
    "cables",
    "ports",
    "scenarios",
    "active",
    "traffic",
    "routing",
    "tables",
    "opensm",
    "view",
)
_REQUIRED = {"nodes": ("name", "kind"), "cables": ("a", "a_port", "b", "b_port"), "ports": ("node", "port")}
_ASCII_TEXT = bytes([9, 10, *range(32, 127)])
_SHOWN_NOTES = 20


@readers.add(
    "ibviz",
    "ibviz project (.ibviz.yaml)",
    r"[\"']?ibviz[\"']?[ \t]*:(?:[ \t]|\r?$)",
    r"\s*+\{?+\s*+[\"']ibviz[\"'][ \t]*:",
    r"\s*+\{\s*+ibviz[ \t]*:(?:[ \t]|\r?$)",
)
def read_project(source: Source, *, names: Mapping[int, str] = MappingProxyType({})) -> State:
    """Read a project file.

    Parameters
    ----------
    source : Source
    names : mapping from int to str
        Names by GUID; they win over the file's.

    Raises
    ------
    ReadError
        If it is not what the format asks for; names the line, inside a table too.
    """
    if len(source.data) > SIZE_LIMIT:
        raise ReadError(source.name, f"a project file holds at most {SIZE_LIMIT >> 20} MB")
    text, notes = _decoded(source.data)
    _refuse_cut(source.name, text)
    document = load_yaml(source.name, text)
    items = _checked(source.name, document.root)
    nodes = sheet_of(source.name, "nodes", items["nodes"], _REQUIRED["nodes"])
    tables = read_tables(nodes, *(_sheet(source.name, items, name) for name in ("cables", "ports")))
    state = _state(source, items, tables)
    return replace(
        state,
        fabric=with_names(state.fabric, names) if names else state.fabric,
        reading=_limited((*notes, *document.notes, *tables.notes)),
    )


def _refuse_cut(file: str, text: str) -> None:
    """Refuse a file whose last line has no end: a number cut short would be taken for another one."""
    if text.rstrip(" \t") and not text.endswith("\n") and not text.lstrip().startswith("{"):
        line = text.count("\n") + 1
        raise ReadError(
            file, "the file ends in the middle of a line; if nothing is missing, end its last line", line
        )


@writers.add("ibviz", "ibviz project", ".ibviz.yaml")
def write_project(state: State) -> bytes:
    """Write a project file: everything that the State holds but dead rows and how it came about."""
    return written(state).encode("utf-8")


def _decoded(data: bytes) -> tuple[str, list[Note]]:
    """Decode UTF-8, lines ended by LF alone, and replace what may not stand in a fabric, with a note each."""
    data = data.replace(b"\r\n", b"\n")
    if not data.translate(None, _ASCII_TEXT):
        return data.decode("ascii"), []
    lines = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").split("\n")
    notes = []
    for place, line in enumerate(lines):
        if not is_clean(line):
            lines[place] = clean(line)
            notes.append(
                Note(place + 1, "bytes that are no text, or control characters, were replaced by U+FFFD")
            )
    return "\n".join(lines), notes


def _limited(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    ordered = sorted(notes, key=lambda note: note.line or 0)
    if len(ordered) <= _SHOWN_NOTES:
        return tuple(ordered)
    more = Note(None, f"{len(ordered) - _SHOWN_NOTES} more lines had text replaced by U+FFFD")
    return (*ordered[:_SHOWN_NOTES], more)


def _checked(file: str, root: Item) -> dict[str, Item]:
    """Return the top-level keys of a document whose version ibviz reads."""
    if not isinstance(root.value, dict) or "ibviz" not in root.value:
        raise ReadError(file, "expected a project file, a mapping that begins with `ibviz: 1`", root.line)
    item = root.value["ibviz"]
    text = text_of(file, "ibviz", item).strip()
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise ReadError(file, f"ibviz: {shown(text)} is no format version; expected {VERSION}", item.line)
    if int(text) > VERSION:
        told = (
            f"it is in version {text} of the project format, this ibviz knows up to {VERSION}; update ibviz"
        )
        raise ReadError(file, told, item.line)
    if "nodes" not in root.value:
        raise ReadError(
            file, "there is no table of nodes; expected `nodes: |` and below it indented CSV rows", root.line
        )
    return root.value


def _sheet(file: str, items: Mapping[str, Item], name: str) -> Sheet | None:
    item = items.get(name)
    return None if item is None or item.value == "" else sheet_of(file, name, item, _REQUIRED[name])


def _state(source: Source, items: Mapping[str, Item], tables: Tables) -> State:
    file = source.name
    traffic, traffic_rest = read_choice(file, "traffic", items.get("traffic"))
    routing, routing_rest = read_choice(file, "routing", items.get("routing"))
    scenarios, scenario_rest = read_scenarios(file, items.get("scenarios"), tables.references)
    attached, attached_rest = read_attached(file, items)
    nested = {"scenarios": scenario_rest, "traffic": traffic_rest, "routing": routing_rest, **attached_rest}
    extra: dict[str, Any] = unknown(items, *_KEYS) | {key: rest for key, rest in nested.items() if rest}
    active = text_of(file, "active", items["active"]) if "active" in items else ""
    if active and active not in [scenario.name for scenario in scenarios]:
        raise ReadError(file, f"active: there is no scenario {shown(active)}", items["active"].line)
    name = clean(text_of(file, "name", items["name"])) if "name" in items else source.stem
    view = mapping_of(file, "view", items["view"]) if "view" in items else {}
    return State(
        tables.fabric,
        name=name,
        positions=tables.positions,
        order=tables.order,
        scenarios=scenarios,
        active=active,
        traffic=traffic,
        routing=routing,
        view=MappingProxyType({key: item.plain() for key, item in view.items()}),
        text=text_of(file, "notes", items["notes"]) if "notes" in items else "",
        extra=MappingProxyType(extra),
        attached=attached,
    )
