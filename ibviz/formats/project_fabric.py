"""From the tables of a project file to a Fabric: what one table leaves out, another fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Fabric, Nodes, Ports
from ibviz.core.references import References, node_id
from ibviz.core.state import Note
from ibviz.core.table import Floats, Guids, Ints
from ibviz.formats.project_cables import read_cables, read_ports
from ibviz.formats.project_cells import GUID, read_column
from ibviz.formats.project_nodes import NodeRows, read_nodes
from ibviz.formats.project_sheet import Sheet


@dataclass(frozen=True, eq=False)
class Tables:
    """What the tables of a project file hold together.

    Attributes
    ----------
    fabric : Fabric
    references : References
        By which the rest of the file names nodes and cables.
    positions : (N, 2) float64
    order : (N,) float64
    notes : tuple of Note
    """

    fabric: Fabric
    references: References
    positions: Floats
    order: Floats
    notes: tuple[Note, ...]


def read_tables(nodes: Sheet, cables: Sheet | None, ports: Sheet | None) -> Tables:
    """Read all tables.

    Raises
    ------
    ReadError
        At the first fault, with its line.
    """
    rows = read_nodes(nodes, _port_guids(ports))
    names = References(Fabric(rows.nodes))
    fabric = Fabric(rows.nodes)
    if cables is not None:
        fabric = Fabric(rows.nodes, read_cables(cables, names, rows))
    said, lines = read_ports(ports, names, rows) if ports is not None else (Ports.of(0), [])
    said = _with_host_lids(nodes, fabric, rows, said, lines)
    fabric = Fabric(_with_port_counts(rows, fabric, said), fabric.cables, said)
    notes = tuple(note for sheet in (nodes, cables, ports) if sheet is not None for note in sheet.notes)
    return Tables(fabric, References(fabric), rows.positions, rows.order, notes)


def with_names(fabric: Fabric, names: Mapping[int, str]) -> Fabric:
    """Return the fabric with the names of a node name map; a name that goes becomes the description."""
    nodes = fabric.nodes
    rows = [row for row, guid in enumerate(nodes.guid.tolist()) if guid in names]
    if not rows:
        return fabric
    fresh = np.array([names[int(guid)] for guid in nodes.guid[rows]], object)
    kept = np.where(nodes.description[rows] == "", nodes.name[rows], nodes.description[rows])
    kept = np.where(kept == fresh, "", kept)
    return Fabric(nodes.with_values(rows, name=fresh, description=kept), fabric.cables, fabric.ports)


def _port_guids(ports: Sheet | None) -> Guids:
    return np.array(read_column(ports, "guid", GUID, 0) if ports is not None else [], np.uint64)


def _with_port_counts(rows: NodeRows, fabric: Fabric, ports: Ports) -> Nodes:
    """Give nodes that do not say how many ports they have as many as the highest used."""
    highest = np.zeros(len(rows.nodes), np.int64)
    np.maximum.at(highest, fabric.cables.node.ravel(), fabric.cables.port.ravel())
    np.maximum.at(highest, ports.node, ports.port)
    return rows.nodes.with_columns(ports=np.where(rows.given_ports < 0, highest, rows.given_ports))


def _with_host_lids(nodes: Sheet, fabric: Fabric, rows: NodeRows, ports: Ports, lines: list[int]) -> Ports:
    """Give the LID in a host's row to its cabled port, and sort the ports."""
    said = {
        (node, port): at
        for at, (node, port) in enumerate(zip(ports.node.tolist(), ports.port.tolist(), strict=True))
    }
    lid, lmc = ports.lid.tolist(), ports.lmc.tolist()
    stated = np.flatnonzero((rows.lid != 0) | (rows.lmc != 0)).tolist()
    added: list[tuple[int, int]] = []
    only = _only_ports(fabric, rows) if stated else rows.lid
    for row in stated:
        port = int(only[row])
        if port < 0:
            told = f"{node_id(fabric, row)} has several ports; expected their LIDs in a table `ports: |`"
            raise nodes.error(row, told)
        mine = int(rows.lid[row]), int(rows.lmc[row])
        at = said.get((row, port))
        if at is None:
            added.append((row, port))
            lid.append(mine[0])
            lmc.append(mine[1])
        elif any(one and other and one != other for one, other in zip(mine, (lid[at], lmc[at]), strict=True)):
            told = f"its LID or LMC is another than that in line {lines[at]}; expected one of them empty"
            raise nodes.error(row, told)
        else:
            lid[at], lmc[at] = lid[at] or mine[0], lmc[at] or mine[1]
    more = np.array(added, np.int64).reshape(-1, 2)
    merged = ports.append(Ports.of(len(more), node=more[:, 0], port=more[:, 1])).with_columns(
        lid=lid, lmc=lmc
    )
    return merged.take(np.lexsort((merged.port, merged.node)))


def _only_ports(fabric: Fabric, rows: NodeRows) -> Ints:
    """Return the only port of each node that may have a LID, (N,): its cabled one, else 1; -1 for several."""
    count = len(rows.nodes)
    used = np.sort(fabric.cables.node.ravel().astype(np.int64) * 1024 + fabric.cables.port.ravel())
    node, port = np.divmod(used[np.diff(used, prepend=-1) != 0], 1024)
    times = np.bincount(node, minlength=count)
    only = np.where(rows.given_ports > 1, -1, 1)
    only[node] = np.where(times[node] == 1, port, -1)
    return only
