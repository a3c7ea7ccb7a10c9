"""The inspector's page of one node."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.groups import Group
from ibviz.core.references import node_id
from ibviz.core.table import Ints
from ibviz.gui.models.page import (
    Button,
    Buttons,
    Copy,
    Fact,
    Gauge,
    Item,
    Open,
    Page,
    Pick,
    Row,
    Section,
    Sentence,
)
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.shell import commands
from ibviz.gui.models.texts import NOTHING, count, guid, several, whole_share
from ibviz.gui.selection import Selection

SHOWN = 8
ICONS = {"Leaf": "leaf", "Spine": "spine", "Core": "core", "Host": "hca"}
SOURCES = {"name": ", by name", "wiring": ", by wiring"}


def node_page(seen: Seen, row: int, drain: Section | None = None) -> Page:
    """Say what a node is, where it stands, how busy it is, and what it is cabled to.

    Parameters
    ----------
    seen : Seen
    row : int
    drain : Section or None
        Whether a switch may be taken out, where that is known.
    """
    facts, nodes = seen.facts, seen.state.fabric.nodes
    name = str(facts.names[row])
    layer = str(facts.layers[row]) or "Deleted"
    kind = Kind(int(nodes.kind[row]))
    icon = ICONS.get(layer, "switch" if kind == Kind.SWITCH else "hca")
    where = f", {nodes.model[row]}" if nodes.model[row] else ""
    sections = [
        _state(seen, row),
        drain,
        _node(seen, row),
        _load(seen, row),
        _neighbours(seen, row),
        _shell(seen, row),
    ]
    return Page(name, f"{layer}{where}", icon, tuple(s for s in sections if s is not None))


def _state(seen: Seen, row: int) -> Section | None:
    if not seen.state.fabric.nodes.described[row]:
        said = "The input only names this node as a peer; it does not describe it."
        return Section("State", (Sentence(said, "warn"),))
    if row in seen.state.scenario.down_nodes:
        lost = several(int(seen.facts.used[row]), "cable")
        return Section("State", (Sentence(f"Failed (what-if), with its {lost}.", "down"),))
    return None


def _node(seen: Seen, row: int) -> Section:
    facts, nodes, structure = seen.facts, seen.state.fabric.nodes, seen.facts.structure
    used = f"{count(int(facts.used[row]))} of {count(int(nodes.ports[row]))}"
    rows: list[Row] = [
        Fact("Ports used", used, Open("ports", str(facts.names[row]))),
        Fact("GUID", guid(int(nodes.guid[row])), Copy(guid(int(nodes.guid[row]))), mono=True),
    ]
    if nodes.id[row]:
        rows.append(Fact("Id", node_id(seen.state.fabric, row), mono=True))
    if nodes.system_guid[row]:
        system = guid(int(nodes.system_guid[row]))
        rows.append(Fact("System GUID", system, Copy(system), mono=True))
    lid = int(facts.node_lids[row])
    rows.append(
        Fact("LID", str(lid) if lid else NOTHING, Copy(str(lid)) if lid else None, hint=_lid_hint(seen, row))
    )
    level = int(structure.level[row])
    rows.append(Fact("Level", f"{level}, {str(facts.layers[row]).lower()}" if level >= 0 else NOTHING))
    for title, number in (("Pod", int(facts.pod[row])), ("Plane", int(facts.plane[row]))):
        if number:
            rows.append(Fact(title, str(number)))
    leaf = int(structure.leaf[row])
    if leaf >= 0 and leaf != row:
        rows.append(Fact("Leaf", str(facts.names[leaf]), Pick(Selection(nodes=frozenset([leaf])))))
    rows += _groups(seen, row)
    if nodes.description[row]:
        rows.append(Fact("Description", str(nodes.description[row])))
    return Section("Node", tuple(rows))


def _lid_hint(seen: Seen, row: int) -> str:
    said = seen.facts.lid_stated[seen.facts.ports_of(row)]
    stated = bool(len(said)) and bool(said.all())
    return "As the file states it" if stated else "Not in the file; given in routing order"


def _groups(seen: Seen, row: int) -> list[Row]:
    structure, nodes = seen.facts.structure, seen.state.fabric.nodes
    groups: list[tuple[str, Group]] = [("Host", structure.host), ("Chassis", structure.chassis)]
    groups += [("Rack", structure.rack)]
    if structure.has_rails:
        groups.append(("Rail", structure.rail))
    rows: list[Row] = []
    for word, group in groups:
        at = int(group.of[row])
        if at < 0:
            continue
        members = frozenset(np.flatnonzero(group.of == at).tolist())
        act = Pick(Selection(nodes=members)) if len(members) > 1 else None
        text = f"{group.names[at]}{SOURCES.get(str(group.source[row]), '')}"
        if len(members) > 1 or text != nodes.name[row]:
            rows.append(Fact(word, text, act, hint=several(len(members), "node")))
    return rows


def _cables_of(seen: Seen, row: int) -> tuple[Ints, Ints]:
    """Return rows of the cables of a node by port, and which end of each is its own."""
    ports, mine = seen.facts.ports, seen.facts.ports_of(row)
    cabled = ports.cable[mine] >= 0
    return ports.cable[mine][cabled], ports.side[mine][cabled]


def _load(seen: Seen, row: int) -> Section | None:
    if seen.simulation is None:
        return None
    rows, sides = _cables_of(seen, row)
    up = seen.simulation.is_up[rows]
    rows, sides = rows[up], sides[up]
    if not len(rows):
        return None
    capacity = float(seen.state.fabric.capacity[rows].sum())
    gauges = []
    for word, side in (("Sends", sides), ("Receives", 1 - sides)):
        load = float(seen.simulation.load[rows, side].sum())
        gauges.append(Gauge(word, f"{_whole(load)} of {_whole(capacity)}\u2009Gbit/s", load / capacity))
    worst = int(rows[np.argmax(seen.used[rows])])
    near, far = seen.cable(worst)
    act = Pick(Selection(cables=frozenset([worst])))
    title = f"Port {_own_port(seen, worst, row)}"
    busiest = Item(
        title, f"{near} to {far}", whole_share(float(seen.used[worst])), float(seen.used[worst]), act
    )
    return Section("Load, simulated", (*gauges, busiest))


def _own_port(seen: Seen, cable: int, row: int) -> int:
    cables = seen.state.fabric.cables
    return int(cables.port[cable, int(cables.node[cable, 1] == row)])


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _neighbours(seen: Seen, row: int) -> Section | None:
    rows, sides = _cables_of(seen, row)
    if not len(rows):
        return Section("Neighbours", (Sentence("No cable is plugged in here."),))
    cables = seen.state.fabric.cables
    down = set(seen.down_cables.tolist())
    items = []
    for cable, side in zip(rows[:SHOWN].tolist(), sides[:SHOWN].tolist(), strict=True):
        peer = str(seen.facts.ends[cable, 1 - side])
        act = Pick(Selection(nodes=frozenset([int(cables.node[cable, 1 - side])])))
        share = float(seen.used[cable])
        value = (
            "down"
            if cable in down
            else whole_share(share)
            if share == share
            else str(seen.facts.rates[cable])
        )
        items.append(
            Item(peer, f"port {int(cables.port[cable, side])}, {seen.facts.rates[cable]}", value, share, act)
        )
    chosen = frozenset(rows.tolist())
    every = Open("cables", "", Selection(cables=chosen), chosen)
    return Section("Neighbours", tuple(items), f"Show all {count(len(rows))}", every)


def _shell(seen: Seen, row: int) -> Section | None:
    ports = seen.facts.ports
    numbers = ports.port[seen.facts.ports_of(row)]
    numbers = numbers[numbers > 0]
    if not len(numbers):
        return None
    port = int(numbers[0])
    buttons = [
        Button(word, Copy(text, f"Copied {text}"), "copy", text)
        for word, text in commands(seen.facts, row, port)
    ]
    hosts = seen.facts.hosts_of(np.array([row]))
    if hosts:
        buttons.append(Button("Host", Copy(hosts[0], f"Copied {hosts[0]}"), "copy", hosts[0]))
    return Section(f"Copy for port {port}", (Buttons(tuple(buttons)),))
