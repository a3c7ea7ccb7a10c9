"""What is down, in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.order import distinct
from ibviz.core.references import node_id
from ibviz.core.scenario import Scenario
from ibviz.core.structure import Structure
from ibviz.core.text import unturned
from ibviz.flow.whatif_words import counted

WORDS = {
    Kind.SWITCH: ("switch", "switches"),
    Kind.HCA: ("host adapter", "host adapters"),
    Kind.ROUTER: ("router", "routers"),
    Kind.AGGREGATION: ("aggregation node", "aggregation nodes"),
}


WHOLES = ("chassis", "rack")
"""Groups that fail as a whole."""


@dataclass(frozen=True)
class Whole:
    """Whole chassis or racks: what they are called together, and the rows of their nodes."""

    title: str
    nodes: frozenset[int]


def whole(structure: Structure, word: str, nodes: Collection[int]) -> Whole | None:
    """Return the chassis or racks that some nodes belong to, with all nodes of them; None where none is known."""
    if not nodes:
        return None
    group = structure.chassis if word == "chassis" else structure.rack
    rows = np.array(sorted(nodes), np.int64)
    at = distinct(group.of[rows[rows < len(group.of)]])
    at = at[at >= 0]
    if not len(at):
        return None
    name = str(group.names[at[0]])
    one = name if name.startswith(word) else f"{word} {name}"
    title = one if len(at) == 1 else f"{len(at):,} {'chassis' if word == 'chassis' else 'racks'}"
    return Whole(title, frozenset(np.flatnonzero(np.isin(group.of, at)).tolist()))


def node_name(fabric: Fabric, row: int) -> str:
    """Return what a node is called: its name, with its id where others are called the same."""
    name = unturned(str(fabric.nodes.name[row])).strip()
    alike = int((fabric.nodes.name == fabric.nodes.name[row]).sum()) > 1
    return f"{name} {node_id(fabric, row)}".strip() if alike or not name else name


def cable_name(fabric: Fabric, row: int) -> str:
    """Return what a cable is called: its two ports."""
    ends = zip(fabric.cables.node[row].tolist(), fabric.cables.port[row].tolist(), strict=True)
    return " to ".join(f"{node_name(fabric, node)}[{port}]" for node, port in ends)


def things(fabric: Fabric, nodes: Collection[int], cables: Collection[int]) -> str:
    """Return nodes and cables in words: a single one by name, several by their number.

    Parameters
    ----------
    fabric : Fabric
    nodes, cables : collection of int
        Rows.
    """
    if len(nodes) == 1 and not cables:
        return node_name(fabric, next(iter(nodes)))
    if len(cables) == 1 and not nodes:
        return cable_name(fabric, next(iter(cables)))
    kinds = [int(fabric.nodes.kind[row]) for row in nodes]
    said = [counted(kinds.count(kind), *words) for kind, words in WORDS.items() if kind in kinds]
    said += [counted(len(cables), "cable")] if cables else []
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said) if said else "nothing"


def title_of(fabric: Fabric, scenario: Scenario) -> str:
    """Return the headline of a scenario, such as ``spine-05 is down``."""
    nodes, cables = scenario.down_nodes, scenario.down_cables
    verb = "is" if len(nodes) + len(cables) == 1 else "are"
    return f"{things(fabric, nodes, cables)} {verb} down"
