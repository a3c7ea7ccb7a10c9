"""Node-link JSON: the fabric as networkx reads it back with ``node_link_graph(data, edges="edges")``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from ibviz.core.compact import compact
from ibviz.core.fabric import KIND_NAMES, Cables, Fabric, Kind, Nodes
from ibviz.core.references import node_id
from ibviz.core.registry import writers
from ibviz.core.state import State
from ibviz.core.units import SPEEDS, data_rate

_HIDDEN = {"id", "kind", "guid", "system_guid", "alive", "birth", "described", "ports", "name"}


@writers.add("json", "Node-link JSON (networkx)", ".json")
def write_node_link(state: State) -> bytes:
    """Write the fabric as node-link JSON of an undirected multigraph, a node or a cable a line.

    Nodes have ``id, name, kind, guid, ports, described`` and what else is known of them; edges ``source,
    target, key, source_port, target_port, width, speed, gbps`` and what else is known, key being the
    cable's number.
    """
    fabric = compact(state.fabric).fabric
    head = {"directed": False, "multigraph": True, "graph": {"name": state.name}}
    lines = [
        *(f"{_text(key)}: {_text(value)},\n" for key, value in head.items()),
        f'"nodes": [\n{_joined(_nodes(fabric))}],\n',
        f'"edges": [\n{_joined(_edges(fabric))}]\n',
    ]
    return ("{\n" + "".join(lines) + "}\n").encode("utf-8", "replace")


_ENCODER = msgspec.json.Encoder()


def _text(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def _joined(items: Iterator[dict[str, Any]]) -> str:
    return ",\n".join(map(_text, items)) + "\n"


def _nodes(fabric: Fabric) -> Iterator[dict[str, Any]]:
    nodes = fabric.nodes
    rest = _stated(nodes)
    for row in range(len(nodes)):
        yield {
            "id": node_id(fabric, row),
            "name": nodes.name[row],
            "kind": KIND_NAMES[Kind(int(nodes.kind[row]))],
            "guid": f"0x{int(nodes.guid[row]):016x}",
            **({"system_guid": f"0x{int(nodes.system_guid[row]):016x}"} if nodes.system_guid[row] else {}),
            "ports": int(nodes.ports[row]),
            "described": bool(nodes.described[row]),
            **{name: values[row] for name, values in rest.items() if values[row]},
        }


def _edges(fabric: Fabric) -> Iterator[dict[str, Any]]:
    cables = fabric.cables
    ids = [node_id(fabric, row) for row in range(len(fabric.nodes))]
    ends = zip(cables.node.tolist(), cables.port.tolist(), strict=True)
    rest = _stated(cables)
    width, speed = _slower(cables)
    gbps = fabric.capacity.tolist()
    for row, ((a, b), (a_port, b_port)) in enumerate(ends):
        yield {
            "source": ids[a],
            "target": ids[b],
            "key": row,
            "source_port": a_port,
            "target_port": b_port,
            "width": f"{width[row]}x" if width[row] else "",
            "speed": SPEEDS[speed[row]],
            "gbps": gbps[row],
            **{name: values[row] for name, values in rest.items() if values[row]},
        }


def _slower(cables: Cables) -> tuple[list[int], list[int]]:
    """Return width and speed of the end that limits each cable; an end that says nothing does not."""
    rate = data_rate(cables.width, cables.speed)
    side = np.where(rate > 0, rate, np.inf).argmin(axis=1) if len(cables) else np.empty(0, np.int64)
    rows = np.arange(len(cables))
    return cables.width[rows, side].tolist(), cables.speed[rows, side].tolist()


def _stated(table: Nodes | Cables) -> dict[str, list[Any]]:
    """Return the other columns that say something of a whole row: known ones first, then a file's own."""
    known = {
        name: getattr(table, name)
        for name, about in table.columns().items()
        if name not in _HIDDEN and not about["ends"]
    }
    lists = {name: values.tolist() for name, values in known.items() if values.dtype.kind != "f"}
    lists |= {
        name: [None if value != value else value for value in values.tolist()]
        for name, values in known.items()
        if values.dtype.kind == "f"
    }
    return lists | {name: values.tolist() for name, values in table.extra.items() if name not in _RESERVED}


_RESERVED = {
    *Nodes.columns(),
    *Cables.columns(),
    *("source", "target", "key", "source_port", "target_port", "gbps"),
}
