"""The tables of the bottom dock as columns: nodes, cables, ports, flows and the notes of the reader."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ibviz.core.groups import Group
from ibviz.core.scenario import Scenario
from ibviz.core.simulation import Flows, Simulation
from ibviz.core.state import Note
from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.core.wiring import wiring
from ibviz.gui.models.fabric_facts import KIND_WORDS, Facts
from ibviz.gui.models.listing import Column, Listing
from ibviz.gui.models.roles import role_words
from ibviz.gui.models.texts import NOTHING, count, figure, guid, whole_share

TOLERANCE = 1e-9
NAMED_ONLY = "Named only"
"""What stands for the kind of a node that the file only names as a peer."""

MOST_FLOWS = 500_000
"""Flows that are listed one by one."""


def nodes_listing(facts: Facts, scenario: Scenario, simulation: Simulation | None) -> Listing:
    """Return the table of the nodes that are not deleted; those only named as a peer are marked, not counted."""
    nodes, structure = facts.fabric.nodes, facts.structure
    rows = np.flatnonzero(nodes.alive)
    named = ~nodes.described[rows]
    kinds = np.full(max(KIND_WORDS) + 1, "", object)
    kinds[list(KIND_WORDS)] = list(KIND_WORDS.values())
    kind = np.where(named, NAMED_ONLY, kinds[nodes.kind[rows]])
    columns = [
        Column("name", "Name", facts.names[rows], width=180, order=facts.name_rank[rows]),
        Column("layer", "Layer", np.where(named, "", facts.layers[rows]), width=100),
        Column("kind", "Kind", kind, width=100),
        Column("used", "Ports used", facts.used[rows], "number", count, 90),
        Column("ports", "Ports", nodes.ports[rows].astype(np.int64), "number", count, 70),
        *_busiest(facts, simulation, rows),
        *_some("pod", "Pod", _shown(facts.pod)[rows], 60),
        *_some("host", "Host", _named(structure.host)[rows], 140),
        *_some("rail", "Rail", _named(structure.rail)[rows] if structure.has_rails else _blank(rows), 60),
        *_some("chassis", "Chassis", _named(structure.chassis)[rows], 140),
        *_some("rack", "Rack", _named(structure.rack)[rows], 80),
        *_some("model", "Model", nodes.model[rows], 120),
        Column("lid", "LID", facts.node_lids[rows], "number", _lid, 70),
        Column("guid", "GUID", nodes.guid[rows], "mono", guid, 170),
        Column("state", "State", _up(wiring(facts.fabric, scenario).node_up[rows]), width=70),
    ]
    return Listing(rows, tuple(columns), "name", named)


def cables_listing(facts: Facts, scenario: Scenario, simulation: Simulation | None) -> Listing:
    """Return the table of the cables that are not deleted; each from its lower end, up is away from the hosts."""
    cables = facts.fabric.cables
    rows = facts.wires.rows
    low = low_side(facts)[rows]
    up = np.zeros(len(cables), bool)
    up[wiring(facts.fabric, scenario).rows] = True
    near = cables.node[rows, low]
    columns = [
        *(_end(facts, rows, name, side) for name, side in (("From", low), ("To", 1 - low))),
        Column("layer", "Layer", facts.cable_layers[rows], width=110),
        *_some("pod", "Pod", _shown(facts.pod)[near], 60),
        Column("speed", "Speed", facts.rates[rows], width=90),
        *_loads(simulation, rows, low),
        *_some("medium", "Medium", cables.medium[rows], 80),
        *_lengths(cables.length_m[rows]),
        *_some("label", "Label", cables.label[rows], 110),
        Column("state", "State", _up(up[rows]), width=70),
    ]
    return Listing(rows, tuple(columns), "-utilization" if simulation is not None else "from")


def ports_listing(facts: Facts, scenario: Scenario, simulation: Simulation | None) -> Listing:
    """Return the table of the ports that have a cable or something to say."""
    ports, table = facts.ports, facts.fabric.ports
    texts = zip(facts.names[ports.node].tolist(), ports.port.tolist(), strict=True)
    cabled = ports.cable >= 0
    peer, speed = np.full(len(ports), "", object), np.full(len(ports), "", object)
    peer[cabled] = facts.ends[ports.cable[cabled], 1 - ports.side[cabled]]
    speed[cabled] = facts.rates[ports.cable[cabled]]
    columns = [
        Column(
            "port",
            "Port",
            _texts([f"{name}[{port}]" for name, port in texts]),
            width=180,
            order=facts.port_rank(ports.node, ports.port),
        ),
        Column("peer", "Cabled to", peer, width=180, order=_peer_rank(facts)),
        Column("speed", "Speed", speed, width=90),
        *_port_loads(simulation, ports.cable, ports.side),
        *_some("state", "State", np.append(table.state, "")[ports.row], 90),
        *_some("phys", "Physical", np.append(table.phys, "")[ports.row], 100),
        Column("lid", "LID", facts.port_lids, "number", _lid, 70),
        Column("guid", "GUID", facts.port_guids, "mono", guid, 170),
    ]
    return Listing(ports.cable, tuple(columns), "port")


def flows_listing(facts: Facts, simulation: Simulation, flows: Flows) -> Listing:
    """Return the table of flows that are listed one by one."""
    ends = simulation.wiring.endpoints
    names = _texts(facts.references.endpoint_texts(ends))
    leaves = np.append(facts.names, "")[ends.switch]
    share = np.divide(flows.rate, flows.ideal, out=np.full(len(flows), np.nan), where=flows.ideal > 0)
    columns = [
        Column("from", "From", names[flows.src], width=170),
        Column("to", "To", names[flows.dst], width=170),
        Column("leaf", "From leaf", leaves[flows.src], width=120),
        Column("to_leaf", "To leaf", leaves[flows.dst], width=120),
        Column("rate", "Gbit/s", flows.rate, "number", figure, 100, "Simulated rate of the flow"),
        Column(
            "share",
            "Of ideal",
            share,
            "share",
            whole_share,
            140,
            "Rate by what it would be if only HCA ports limited",
        ),
        Column(
            "hops", "Cables", flows.hops, "number", lambda hops: "no route" if hops < 0 else count(hops), 70
        ),
        *_latencies(flows),
        Column("limit", "Limited by", limits(facts, flows), width=170),
        *_roles(simulation, flows),
    ]
    return Listing(np.arange(len(flows)), tuple(columns), "rate")


def _roles(simulation: Simulation, flows: Flows) -> list[Column]:
    """Return what flows get without congestion control, and their roles, where that was worked out."""
    found = simulation.congestion
    if found is None or len(found.role) != len(flows):
        return []
    hint = "Rate where nothing holds senders back and full cables stop all behind them"
    return [
        Column("role", "Role", role_words(found), width=110),
        Column("blocked", "No control", found.rate, "number", figure, 100, hint),
    ]


def notes_listing(notes: Sequence[Note]) -> Listing:
    """Return the table of what the reader had to say."""
    lines = np.array([np.nan if note.line is None else note.line for note in notes], np.float64)
    columns = (
        Column("line", "Line", lines, "number", figure_of_line, 80),
        Column("note", "Note", _texts([note.message for note in notes]), width=900),
    )
    return Listing(np.full(len(notes), -1), columns)


def figure_of_line(line: float) -> str:
    """Return a line number, a dash for none."""
    return count(line) if line == line else NOTHING


def limits(facts: Facts, flows: Flows) -> Texts:
    """Return what limits each flow, (F,): the port that sends into the full cable, or a word."""
    channels, which = np.unique(flows.bottleneck, return_inverse=True)
    sends = np.maximum(channels, 0)
    words = facts.ends[sends // 2, sends % 2] if len(facts.fabric.cables) else np.full(len(sends), "", object)
    made = words[which.reshape(-1)]
    free = flows.bottleneck < 0
    satisfied = flows.rate >= flows.demand * (1 - TOLERANCE)
    said = np.where(
        flows.hops < 0,
        "no route",
        np.where(flows.hops == 0, "", np.where(satisfied, "its demand", "the exchange")),
    )
    slots = flows.slots
    some = slots >= 0
    made = np.where(free, said.astype(object), made)
    made[some] = [f"PCIe of {name}" for name in facts.names[slots[some]].tolist()]
    return made


def _end(facts: Facts, rows: Ints, title: str, side: Ints) -> Column:
    cables = facts.fabric.cables
    rank = facts.port_rank(cables.node[rows, side], cables.port[rows, side])
    return Column(title.lower(), title, facts.ends[rows, side], width=170, order=rank)


def _peer_rank(facts: Facts) -> Ints:
    """Return what the ports are sorted by the other end of their cable; those without one first."""
    ports, cables = facts.ports, facts.fabric.cables
    rank = np.full(len(ports), -1)
    some = ports.cable >= 0
    at, side = ports.cable[some], 1 - ports.side[some]
    rank[some] = facts.port_rank(cables.node[at, side], cables.port[at, side])
    return rank


def low_side(facts: Facts) -> Ints:
    """Return which end of each cable is the lower one, (C,): nearer to the hosts, else the first."""
    level = facts.structure.level[facts.fabric.cables.node]
    return (level[:, 1] < level[:, 0]).astype(np.int64)


def node_utilization(facts: Facts, simulation: Simulation) -> Floats:
    """Return the utilization of the busiest cable direction of each node, (N,); NaN without cables that are up."""
    node, used = facts.fabric.cables.node, np.fmax.reduce(simulation.utilization, axis=1)
    made = np.full(len(facts.fabric.nodes), -1.0)
    known = used == used
    for side in (0, 1):
        np.maximum.at(made, node[known, side], used[known])
    return np.where(made < 0, np.nan, made)


def _busiest(facts: Facts, simulation: Simulation | None, rows: Ints) -> list[Column]:
    if simulation is None:
        return []
    used = node_utilization(facts, simulation)[rows]
    return [Column("utilization", "Busiest cable", used, "share", whole_share, 150, "Simulated")]


def _loads(simulation: Simulation | None, rows: Ints, low: Ints) -> list[Column]:
    if simulation is None:
        return []
    up = simulation.is_up[rows]
    used = np.fmax.reduce(simulation.utilization[rows], axis=1, initial=np.nan)
    load = np.where(up[:, None], simulation.load[rows], np.nan)
    flows = np.where(up, simulation.flows_on[rows].sum(axis=1), np.nan)
    every = np.arange(len(rows))
    return [
        Column(
            "utilization",
            "Utilization",
            used,
            "share",
            whole_share,
            160,
            "Simulated, of the busier direction",
        ),
        Column("up", "Gbit/s up", load[every, low], "number", figure, 90, "Simulated, away from the hosts"),
        Column(
            "down", "Gbit/s down", load[every, 1 - low], "number", figure, 100, "Simulated, towards the hosts"
        ),
        Column("flows", "Flows", flows, "number", _flows, 80, "Both directions together"),
    ]


def _port_loads(simulation: Simulation | None, cable: Ints, side: Ints) -> list[Column]:
    if simulation is None:
        return []
    used = simulation.utilization
    known = (cable >= 0) & simulation.is_up[cable] if len(used) else np.zeros(len(cable), bool)
    sends, receives, share = (np.full(len(cable), np.nan) for _ in range(3))
    at, end = cable[known], side[known]
    sends[known], receives[known] = simulation.load[at, end], simulation.load[at, 1 - end]
    share[known] = used[at, end]
    return [
        Column("utilization", "Sends, of capacity", share, "share", whole_share, 160, "Simulated"),
        Column("sends", "Sends Gbit/s", sends, "number", figure, 100, "Simulated"),
        Column("receives", "Receives Gbit/s", receives, "number", figure, 110, "Simulated"),
    ]


def _latencies(flows: Flows) -> list[Column]:
    if len(flows.latency) != len(flows):
        return []
    hint = "Of the first byte through the idle fabric, one way"
    return [Column("latency", "Latency µs", flows.latency, "number", figure, 90, hint)]


def _lengths(length: Floats) -> list[Column]:
    return [Column("length", "Metres", length, "number", figure, 70)] if np.isfinite(length).any() else []


def _some(name: str, title: str, values: Texts, width: int) -> list[Column]:
    """Return a column of texts, none where all are empty."""
    return [Column(name, title, values, width=width)] if (values != "").any() else []


def _named(group: Group) -> Texts:
    made: Texts = np.append(group.names, "")[group.of]
    return made


def _shown(numbers: Ints) -> Texts:
    """Return numbers as texts, nothing for 0."""
    made = _texts(["", *(str(number) for number in range(1, int(numbers.max(initial=0)) + 1))])
    return made[numbers]


def _blank(rows: Ints) -> Texts:
    return np.full(len(rows), "", object)


def _up(up: Bools) -> Texts:
    return np.where(up, "up", "down").astype(object)


def _lid(value: int) -> str:
    return str(value) if value else NOTHING


def _flows(value: float) -> str:
    return count(round(value, 2)) if value == value else NOTHING


def _texts(values: list[str]) -> Texts:
    made = np.empty(len(values), object)
    made[:] = values
    return made
