"""What every fabric keeps, whoever made it, so that a project file can hold it and give it back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibviz.core.compact import compacted
from ibviz.core.errors import ReadError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import References, node_id
from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.core.table import Table
from ibviz.core.text import is_clean
from ibviz.core.units import LID_LIMIT, SPEEDS, WIDTHS
from ibviz.formats.project import read_project, write_project

PORT_LIMIT = 254


def fabric_faults(fabric: Fabric) -> list[str]:
    """Return what is wrong with a fabric without dead rows, a sentence each."""
    return [*_of_nodes(fabric), *_of_cables(fabric), *_of_ports(fabric), *_of_texts(fabric)]


def project_faults(state: State) -> list[str]:
    """Return how a State differs from what its project file gives back."""
    state = compacted(state)
    try:
        again = read_project(Source("again.ibviz.yaml", write_project(state)))
    except ReadError as error:
        return [f"its project is refused: {error}"]
    found = [f"the project was read with a note: {note.message}" for note in again.reading]
    for name in ("nodes", "cables", "ports"):
        one, other = getattr(state.fabric, name), getattr(again.fabric, name)
        if not one.equals(other, but=["birth"]):
            found.append(f"{name} came back as others")
    return found


def _of_nodes(fabric: Fabric) -> Iterator[str]:
    nodes = fabric.nodes
    if not nodes.alive.all():
        yield "a node is dead"
    if not np.isin(nodes.kind, [int(kind) for kind in Kind]).all():
        yield "a node is of no kind"
    if not (nodes.guid > 0).all():
        yield "a node has no GUID"
    if not ((nodes.ports >= 0) & (nodes.ports <= PORT_LIMIT)).all():
        yield "a node has a number of ports that cannot be"
    if not ((nodes.lid >= 0) & (nodes.lid <= LID_LIMIT) & (nodes.lmc <= 7)).all():
        yield "a LID or LMC of a node cannot be"
    if ((nodes.lid > 0) | (nodes.lmc > 0))[nodes.kind != Kind.SWITCH].any():
        yield "a node that is no switch has a LID or an LMC itself, not on a port"
    ids = [node_id(fabric, row) for row in range(len(nodes))]
    if len(set(ids)) < len(ids):
        yield "two nodes have one id"
    references = References(fabric)
    for row, text in enumerate(references.texts):
        if references.find_node(text) != row:
            yield f"{text!r} leads to another node"


def _of_cables(fabric: Fabric) -> Iterator[str]:
    cables = fabric.cables
    if not cables.alive.all():
        yield "a cable is dead"
    if not ((cables.node >= 0) & (cables.node < len(fabric.nodes))).all():
        yield "a cable ends at a node that is not there"
        return
    if not ((cables.port >= 1) & (cables.port <= fabric.nodes.ports[cables.node])).all():
        yield "a cable is plugged into a port that its node does not have"
    plugs = cables.node.astype(np.int64) * 1024 + cables.port
    looped = plugs[:, 0] == plugs[:, 1]
    plugs = np.concatenate([plugs[:, 0], plugs[~looped, 1]])
    if len(np.unique(plugs)) < len(plugs):
        yield "a port has two cables"
    if not (np.isin(cables.width, [0, *WIDTHS]) & (cables.speed < len(SPEEDS))).all():
        yield "a cable has a width or a speed that is none"


def _of_ports(fabric: Fabric) -> Iterator[str]:
    ports = fabric.ports
    if not ((ports.node >= 0) & (ports.node < len(fabric.nodes))).all():
        yield "a row of ports is of a node that is not there"
        return
    if not ((ports.port >= 0) & (ports.port <= fabric.nodes.ports[ports.node])).all():
        yield "a row of ports is of a port that its node does not have"
    if not (np.diff(ports.node.astype(np.int64) * 1024 + ports.port) > 0).all():
        yield "rows of ports are not sorted, or a port has two"
    if not ((ports.lid >= 0) & (ports.lid <= LID_LIMIT) & (ports.lmc <= 7)).all():
        yield "a LID or LMC of a port cannot be"


def _of_texts(fabric: Fabric) -> Iterator[str]:
    tables: dict[str, Table] = {"nodes": fabric.nodes, "cables": fabric.cables, "ports": fabric.ports}
    for name, table in tables.items():
        columns = {column: getattr(table, column) for column in table.columns()} | dict(table.extra)
        for column, values in columns.items():
            if values.dtype == object and not all(map(is_clean, values.tolist())):
                yield f"a text of column {column} of {name} may not stand in a fabric"
