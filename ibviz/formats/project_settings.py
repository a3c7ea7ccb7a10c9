"""Scenarios, traffic and routing of a project file, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ibviz.core.attached import Attached
from ibviz.core.errors import OptionError, ReadError
from ibviz.core.references import References
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.text import clean, shown
from ibviz.formats.project_yaml import Item

_SCENARIO_KEYS = ("name", "fail", "traffic", "routing")
_KIND_KEYS = {"traffic": "pattern", "routing": "engine"}
ATTACHED = {"tables": "lft", "opensm": "site"}
"""Keys under which attached files stand, and the engines that go by them."""


def text_of(file: str, key: str, item: Item) -> str:
    """Return a value that must be a text.

    Raises
    ------
    ReadError
        If it is a list or a mapping.
    """
    if not isinstance(item.value, str):
        raise ReadError(file, f"{key}: expected a text, not a list or a mapping", item.line)
    return item.value


def mapping_of(file: str, key: str, item: Item) -> dict[str, Item]:
    """Return a value that must be a mapping; nothing at all is an empty one.

    Raises
    ------
    ReadError
        If it is a text or a list.
    """
    if item.value == "":
        return {}
    if not isinstance(item.value, dict):
        raise ReadError(file, f"{key}: expected a mapping such as {{key: value}}", item.line)
    return item.value


def _list_of(file: str, key: str, item: Item) -> list[Item]:
    if item.value == "":
        return []
    if not isinstance(item.value, list):
        raise ReadError(file, f"{key}: expected a list", item.line)
    return item.value


def unknown(items: Mapping[str, Item], *known: str) -> dict[str, Any]:
    """Return what stands under keys that ibviz does not know; it is kept and written back."""
    return {key: item.plain() for key, item in items.items() if key not in known}


def read_choice(file: str, key: str, item: Item | None) -> tuple[Choice | None, dict[str, Any]]:
    """Read ``{pattern: shift, args: {k: 1}}`` (or ``engine:``), or ``shift:k=1``, and what else stands there.

    Raises
    ------
    ReadError
        If it is neither.
    """
    if item is None or item.value == "":
        return None, {}
    if isinstance(item.value, str):
        try:
            return Choice.parse(item.value), {}
        except OptionError as error:
            raise ReadError(file, f"{key}: {error}", item.line) from None
    items = mapping_of(file, key, item)
    named = _KIND_KEYS[key]
    rest = unknown(items, named, "args")
    if named not in items:
        if "args" in items:
            raise ReadError(file, f"{key}: expected `{named}: NAME` beside its args", item.line)
        return None, rest
    kind = text_of(file, named, items[named])
    args = mapping_of(file, "args", items["args"]) if "args" in items else {}
    texts = {name: text_of(file, name, value) for name, value in args.items()}
    return Choice(kind, MappingProxyType(texts)), rest


def written_choice(key: str, choice: Choice | None, rest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a choice as it stands in the file; empty for none."""
    if choice is None:
        return dict(rest)
    args = {"args": dict(choice.args)} if choice.args else {}
    return {_KIND_KEYS[key]: choice.kind, **args, **rest}


def read_attached(file: str, items: Mapping[str, Item]) -> tuple[Attached | None, dict[str, dict[str, Any]]]:
    """Read ``tables: {path: …, sha256: …}`` or the same under ``opensm:``, and by key what else stands there.

    A path that is not absolute starts from the project's folder.

    Raises
    ------
    ReadError
        If one has no path.
    """
    found: Attached | None = None
    rests: dict[str, dict[str, Any]] = {}
    for key, engine in ATTACHED.items():
        if key not in items or items[key].value == "":
            continue
        inner = mapping_of(file, key, items[key])
        rests[key] = unknown(inner, "path", "sha256")
        texts = {name: text_of(file, name, inner[name]) for name in ("path", "sha256") if name in inner}
        if not texts.get("path"):
            raise ReadError(file, f"{key}: expected {{path: FILE}}", items[key].line)
        found = found or Attached(
            engine, str(Path(file).absolute().parent / texts["path"]), texts.get("sha256", "")
        )
    return found, {key: rest for key, rest in rests.items() if rest}


def written_attached(attached: Attached | None, rests: Mapping[str, Any]) -> dict[str, Any]:
    """Return an attached file as it stands in the project file."""
    out = {key: dict(rests[key]) for key in ATTACHED if rests.get(key)}
    for key, engine in ATTACHED.items():
        if attached is not None and attached.engine == engine:
            out[key] = {"path": attached.path, "sha256": attached.digest, **rests.get(key, {})}
    return out


def read_scenarios(
    file: str, item: Item | None, references: References
) -> tuple[tuple[Scenario, ...], dict[str, dict[str, Any]]]:
    """Read the scenarios, and by name of scenario what else stands there.

    Raises
    ------
    ReadError
        If one has no name or another's, or what it says to fail does not exist.
    """
    scenarios: dict[str, Scenario] = {}
    rests: dict[str, dict[str, Any]] = {}
    for entry in _list_of(file, "scenarios", item) if item is not None else []:
        items = mapping_of(file, "scenarios", entry)
        name = clean(text_of(file, "name", items["name"])) if "name" in items else ""
        if not name:
            raise ReadError(file, "scenarios: one has no name; expected `- name: TEXT`", entry.line)
        if name in scenarios:
            raise ReadError(
                file, f"scenarios: two are called {shown(name)}; expected another name", entry.line
            )
        nodes, cables = _failed(file, name, items, references)
        traffic, traffic_rest = read_choice(file, "traffic", items.get("traffic"))
        routing, routing_rest = read_choice(file, "routing", items.get("routing"))
        scenarios[name] = Scenario(name, frozenset(nodes), frozenset(cables), traffic, routing)
        kept = {"traffic": traffic_rest, "routing": routing_rest} | unknown(items, *_SCENARIO_KEYS)
        if kept := {key: value for key, value in kept.items() if value != {} or key not in _KIND_KEYS}:
            rests[name] = kept
    return tuple(scenarios.values()), rests


def _failed(
    file: str, name: str, items: Mapping[str, Item], references: References
) -> tuple[set[int], set[int]]:
    nodes: set[int] = set()
    cables: set[int] = set()
    for item in _list_of(file, "fail", items["fail"]) if "fail" in items else []:
        text = text_of(file, "fail", item)
        try:
            if references.find_port(text) is None:
                nodes.add(references.find_node(text))
            else:
                cables.add(references.find_cable(text))
        except OptionError as error:
            raise ReadError(file, f"scenario {shown(name)}, fail: {error}", item.line) from None
    return nodes, cables


def written_scenario(scenario: Scenario, references: References, rest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario as it stands in the file."""
    cables = references.fabric.cables
    failed = [references.text(row) for row in sorted(scenario.down_nodes)]
    rows = sorted(scenario.down_cables)
    ends = zip(cables.node[rows, 0].tolist(), cables.port[rows, 0].tolist(), strict=True) if rows else ()
    failed.extend(references.port_text(node, port) for node, port in ends)
    out: dict[str, Any] = {"name": scenario.name, "fail": failed}
    for key, choice in (("traffic", scenario.traffic), ("routing", scenario.routing)):
        if written := written_choice(key, choice, rest.get(key, {})):
            out[key] = written
    return out | {key: value for key, value in rest.items() if key not in _KIND_KEYS}
