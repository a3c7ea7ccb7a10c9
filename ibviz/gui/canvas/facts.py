"""What the hover card says of a node, port, cable or bundle: plain text, computed from the scene and its load."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.simulation import Simulation
from ibviz.core.text import unturned
from ibviz.core.units import rate_label
from ibviz.drawing.header import plural
from ibviz.drawing.hit import Hit
from ibviz.drawing.margins import band_names
from ibviz.drawing.scene import Scene
from ibviz.drawing.sockets import sockets
from ibviz.drawing.telling import counts_of, known_from, names_of, number_down

MOST = 5
"""Rows of a card."""

THIN = "\u2009"


@dataclass(frozen=True)
class Facts:
    """A card; names stand in it without marks that turn the direction of text.

    Parameters
    ----------
    title : str
    rows : tuple of (str, str)
        Key and value.
    """

    title: str
    rows: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", unturned(self.title))
        object.__setattr__(self, "rows", tuple((key, unturned(value)) for key, value in self.rows))


def facts(scene: Scene, simulation: Simulation | None, found: Hit) -> Facts | None:
    """Return what there is to say of what is under the pointer; None where there is nothing."""
    if simulation is not None and len(simulation.load) != len(scene.failed):
        simulation = None
    if found.kind == "node":
        return _of_node(scene, simulation, found)
    if found.kind == "port":
        return _of_port(scene, simulation, found)
    if found.kind == "cable":
        return _of_cable(scene, simulation, found.cable)
    if found.kind == "group" and has_facts(found):
        return _of_fold(scene, simulation, scene.folding.of(found.node))
    return _of_bundle(scene, simulation, found.cables) if found.kind == "bundle" and found.cables else None


def has_facts(found: Hit) -> bool:
    """Tell whether there is something to say: of a group, if it is folded."""
    return found.kind != "nothing" and (found.kind != "group" or bool(found.nodes))


def _of_fold(scene: Scene, simulation: Simulation | None, place: int) -> Facts | None:
    """Return what is in a fold, where it is known from, and how hot it gets."""
    if place < 0:
        return None
    members, down = scene.folding.members(place), int(number_down(scene)[place])
    within = np.zeros(len(scene.band), bool)
    within[members] = True
    cables = scene.whole.cables[within[scene.fabric.cables.node[scene.whole.cables]].any(axis=1)]
    said = counts_of(scene)[place]
    rows = [("In it", ", ".join(said[:3]))]
    rows += [("Known", known_from(scene, place))]
    leaving = int((~scene.folding.inside[cables]).sum())
    rows.append(("Cables", f"{len(cables) - leaving:,} within, {leaving:,} out"))
    rows += [("Down", f"{down:,}")] if down else []
    rows += _hottest(scene, simulation, cables)
    return Facts(names_of(scene)[place], tuple(rows[:MOST]))


def gbps(value: float) -> str:
    """Return a rate in words, such as 97.2, 400 or 12,800 Gbit/s: the last as 12.8 Tbit/s."""
    unit = "Gbit/s"
    if value >= 1000:
        value, unit = value / 1000, "Tbit/s"
    return f"{three(value)}{THIN}{unit}"


def three(value: float) -> str:
    """Return a number with three figures."""
    return f"{value:.0f}" if value >= 99.95 or value == round(value) else f"{value:.3g}"


def name_of(scene: Scene, node: int) -> str:
    """Return what a node is called."""
    return str(scene.whole.names(np.array([node]))[0])


def port_of(scene: Scene, node: int, port: int) -> str:
    """Return what a port is called, such as ``leaf-3[35]``."""
    return f"{name_of(scene, node)}[{port}]" if port > 0 else name_of(scene, node)


def cable_name(scene: Scene, cable: int) -> str:
    """Return what a cable is called: its lower end first."""
    return " to ".join(port_of(scene, *_end(scene, cable, side)) for side in _order(scene, cable))


def _end(scene: Scene, cable: int, side: int) -> tuple[int, int]:
    cables = scene.fabric.cables
    return int(cables.node[cable, side]), int(cables.port[cable, side])


def _order(scene: Scene, cable: int) -> tuple[int, int]:
    band = scene.whole.end_band[scene.fabric.cables.node[cable]]
    return (1, 0) if band[0] > band[1] else (0, 1)


def _rate(scene: Scene, cable: int) -> str:
    cables = scene.fabric.cables
    label = rate_label(int(cables.width[cable].max()), int(cables.speed[cable].max()))
    capacity = float(scene.fabric.capacity[cable])
    return f"{label}, {gbps(capacity)}" if capacity > 0 else label


def _load(scene: Scene, simulation: Simulation, cable: int, side: int) -> str:
    """Return what crosses a cable from one of its ends."""
    load, capacity = float(simulation.load[cable, side]), float(scene.fabric.capacity[cable])
    flows = float(simulation.flows_on[cable, side])
    number = plural(round(flows), "flow") if flows == round(flows) else f"{flows:,.1f} flows"
    return f"{three(load)} of {gbps(capacity)}, {number}"


def _loads(
    scene: Scene, simulation: Simulation | None, cable: int, words: tuple[str, str], first: int
) -> list[tuple[str, str]]:
    """Return the load of both directions, that from end `first` first."""
    if scene.failed[cable]:
        return [("State", "failed (what-if)")]
    if simulation is None or not simulation.is_up[cable]:
        return []
    return [
        (word, _load(scene, simulation, cable, side))
        for word, side in zip(words, (first, 1 - first), strict=True)
    ]


def _made_of(scene: Scene, cable: int) -> list[tuple[str, str]]:
    cables = scene.fabric.cables
    length = float(cables.length_m[cable])
    told = [
        str(cables.medium[cable]),
        "" if np.isnan(length) else f"{three(length)}{THIN}m",
        str(cables.label[cable]),
    ]
    said = ", ".join(part for part in told if part)
    return [("Cable", said)] if said else []


def _of_cable(scene: Scene, simulation: Simulation | None, cable: int) -> Facts:
    first = _order(scene, cable)[0]
    band = scene.whole.end_band[scene.fabric.cables.node[cable]]
    words = ("Forth", "Back") if band[0] == band[1] else ("Up", "Down")
    rows = [
        ("Rate", _rate(scene, cable)),
        *_loads(scene, simulation, cable, words, first),
        *_made_of(scene, cable),
    ]
    return Facts(cable_name(scene, cable), tuple(rows[:MOST]))


def _of_port(scene: Scene, simulation: Simulation | None, found: Hit) -> Facts:
    title, cable = port_of(scene, found.node, found.port), found.cable
    rows = _identity(scene, found.node, found.port)
    if cable < 0:
        return Facts(title, (("Cable", "nothing plugged in"), *rows)[:MOST])
    side = int(scene.fabric.cables.node[cable, 0] != found.node)
    if scene.fabric.cables.node[cable, 0] == scene.fabric.cables.node[cable, 1]:
        side = int(scene.fabric.cables.port[cable, 0] != found.port)
    to = port_of(scene, *_end(scene, cable, 1 - side))
    loads = _loads(scene, simulation, cable, ("Out", "In"), side)
    return Facts(title, (("To", to), ("Rate", _rate(scene, cable)), *loads, *rows)[:MOST])


def _identity(scene: Scene, node: int, port: int) -> list[tuple[str, str]]:
    """Return GUID and LID of a port, as far as they are known."""
    nodes, ports = scene.fabric.nodes, scene.fabric.ports
    mine = np.flatnonzero((ports.node == node) & (ports.port == port))
    guid = int(ports.guid[mine[0]]) if len(mine) else 0
    lid = int(ports.lid[mine[0]]) if len(mine) else 0
    if not lid and nodes.kind[node] == Kind.SWITCH:
        lid = int(nodes.lid[node])
    return ([("GUID", f"0x{guid:016x}")] if guid else []) + ([("LID", str(lid))] if lid else [])


def _of_node(scene: Scene, simulation: Simulation | None, found: Hit) -> Facts:
    node, nodes = found.node, scene.fabric.nodes
    if not nodes.described[node]:
        return Facts(name_of(scene, node), (("Kind", "only named as a peer"),))
    if nodes.kind[node] == Kind.SWITCH:
        return _of_switch(scene, simulation, node)
    rows = [
        (
            "Kind",
            {Kind.HCA: "host", Kind.ROUTER: "router"}.get(Kind(int(nodes.kind[node])), "aggregation node"),
        )
    ]
    rows = [] if nodes.kind[node] == Kind.HCA else rows
    if found.cable < 0:
        rows.append(("Cable", "not cabled"))
    else:
        side = int(scene.fabric.cables.node[found.cable, 0] != node)
        port = _end(scene, found.cable, side)[1]
        rows.append(("To", port_of(scene, *_end(scene, found.cable, 1 - side))))
        known = dict(_identity(scene, node, port))
        rows.append(("Rate", _rate(scene, found.cable)))
        rows += _loads(scene, simulation, found.cable, ("Sends", "Receives"), side)
        rows += [("LID", known["LID"])] if "LID" in known else []
    rows.append(("GUID", f"0x{int(nodes.guid[node]):016x}"))
    return Facts(name_of(scene, node), tuple(rows[:MOST]))


def _of_switch(scene: Scene, simulation: Simulation | None, node: int) -> Facts:
    nodes, band = scene.fabric.nodes, int(scene.band[node])
    names = band_names(len(scene.bands.levels) - 1)
    model = str(nodes.model[node])
    level = names[band - 1].lower() if 0 < band <= len(names) else "switch"
    level = "switch" if level == "switches" else f"{level} switch"
    plugs = sockets(scene)
    mine = plugs.cable[plugs.node == node]
    rows = [("Kind", f"{level}, {model}" if model else level)]
    rows.append(("Ports", f"{int((mine >= 0).sum())} of {max(len(mine), int(nodes.ports[node]))} used"))
    if scene.failed_node[node]:
        rows.append(("State", "failed (what-if)"))
    else:
        rows += _hottest(scene, simulation, mine[mine >= 0])
    rows += [("LID", str(int(nodes.lid[node])))] if nodes.lid[node] else []
    rows.append(("GUID", f"0x{int(nodes.guid[node]):016x}"))
    return Facts(name_of(scene, node), tuple(rows[:MOST]))


def _hottest(
    scene: Scene, simulation: Simulation | None, cable: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> list[tuple[str, str]]:
    """Return how loaded cables are; nothing while a new load is computed, as the scene still has the old one."""
    shown = scene.overlays.get("utilization")
    if shown is None or simulation is None:
        return []
    value = shown.value[cable]
    value = value[~np.isnan(value)]
    if not len(value):
        return []
    return [("Load", f"mean {value.mean() * 100:.0f}{THIN}%, highest {value.max() * 100:.0f}{THIN}%")]


def _of_bundle(scene: Scene, simulation: Simulation | None, cables: tuple[int, ...]) -> Facts:
    rows_of = np.array(cables)
    rows = _hottest(scene, simulation, rows_of)
    down = int(scene.failed[rows_of].sum())
    rows += [("Down", plural(down, "cable"))] if down else []
    capacity = float(scene.fabric.capacity[rows_of].sum())
    rows += [("Together", gbps(capacity))] if capacity > 0 else []
    return Facts(plural(len(cables), "cable"), tuple(rows))
