"""The inspector's page of one cable."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ibviz.core.host_names import host_list
from ibviz.core.wiring import EndPorts
from ibviz.flow.latency import CABLE_US_PER_M
from ibviz.gui.models.crossing import Crossing
from ibviz.gui.models.knowledge import Ways
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
from ibviz.gui.models.page_flow import flow_line
from ibviz.gui.models.roles import root_sections
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.shell import commands
from ibviz.gui.models.texts import NOTHING, count, figure, rate, several
from ibviz.gui.selection import Selection

SHOWN = 4


def cable_page(
    seen: Seen, row: int, ways: Ways | None = None, crossed: Mapping[int, Crossing] | None = None
) -> Page:
    """Say what a cable carries, whose flows cross it, and what it is.

    Parameters
    ----------
    seen : Seen
    row : int
    ways : Ways or None
        None while the flows are being followed.
    crossed : mapping of int to Crossing
        By channel, as far as they are known.
    """
    near, far = seen.cable(row)
    side = int(seen.lower[row])
    sections = [_load(seen, row, side), *_compared(seen, row, side), *root_sections(seen, row)]
    if seen.simulation is not None and seen.simulation.is_up[row]:
        for word, end in _directions(seen, row, side):
            sections.append(_across(seen, row, end, word, ways, crossed or {}))
    sections += [_cable(seen, row, side), *(_shell(seen, row, end) for end in (side, 1 - side))]
    return Page(near, f"to {far}", "cable", tuple(sections))


def _directions(seen: Seen, row: int, side: int) -> list[tuple[str, int]]:
    """Return name and end of both directions, the busier one first."""
    assert seen.simulation is not None
    both = [(_words(seen, row)[0], side), (_words(seen, row)[1], 1 - side)]
    return sorted(both, key=lambda direction: -float(seen.simulation.load[row, direction[1]]))  # type: ignore[union-attr]


def _words(seen: Seen, row: int) -> tuple[str, str]:
    level = seen.facts.structure.level[seen.state.fabric.cables.node[row]]
    return ("Up", "Down") if level[0] != level[1] else ("There", "Back")


def _load(seen: Seen, row: int, side: int) -> Section:
    if row in seen.down_cables:
        return Section("State", (Sentence("Failed (what-if).", "down"),))
    if seen.simulation is None:
        return Section("Load", (Sentence("No traffic is simulated."),))
    capacity = float(seen.state.fabric.capacity[row])
    rows: list[Row] = []
    for word, end in zip(_words(seen, row), (side, 1 - side), strict=True):
        load = float(seen.simulation.load[row, end])
        rows.append(Gauge(word, f"{figure(load)} of {rate(capacity)}", load / capacity))
        rows.append(Fact(f"Flows {word.lower()}", count(round(float(seen.simulation.flows_on[row, end]), 2))))
    rank = 1 + int((np.round(seen.used, 9) > round(float(seen.used[row]), 9)).sum())
    rows.append(
        Fact(
            "Rank among cables",
            f"{count(rank)} of {count(len(seen.wires.rows))}",
            Open("cables"),
            hint="By utilization of the busier direction; equal ones share a rank",
        )
    )
    limited = int((seen.simulation.flows.bottleneck // 2 == row).sum()) if len(seen.simulation.flows) else 0
    if limited:
        rows.append(
            Fact("Limits", several(limited, "flow"), tone="warn", hint="Flows whose rate this cable decides")
        )
    return Section("Load, simulated", tuple(rows))


def _compared(seen: Seen, row: int, side: int) -> list[Section]:
    """Return what it carried before something was down, and what it carries now; nothing while nothing is."""
    old, new = seen.before, seen.simulation
    if old is None or new is None:
        return []
    rows: list[Row] = []
    for word, end in zip(_words(seen, row), (side, 1 - side), strict=True):
        loads = [float(np.nan_to_num(each.load[row, end])) for each in (old, new)]
        flows = [count(round(float(np.nan_to_num(each.flows_on[row, end])), 2)) for each in (old, new)]
        rows.append(Fact(word, f"{figure(loads[0])} → {rate(loads[1])}"))
        rows.append(Fact(f"Flows {word.lower()}", f"{flows[0]} → {flows[1]}"))
    return [Section("Before and after", tuple(rows))]


def _across(
    seen: Seen, row: int, end: int, word: str, ways: Ways | None, crossed: Mapping[int, Crossing]
) -> Section:
    assert seen.simulation is not None
    title, number = f"Flows {word.lower()}", float(seen.simulation.flows_on[row, end])
    if not number:
        return Section(title, (Sentence("No flow crosses it this way."),))
    found = crossed.get(2 * row + end)
    if ways is None or found is None:
        return Section(title, (Sentence("Following the flows…"),), count(round(number, 2)))
    if not np.isclose(found.flows, number):
        return Section(
            title,
            (Sentence("Each flow takes several ways here, so they are not listed one by one."),),
            count(round(number, 2)),
        )
    rows = [*_by_leaf(seen, found, ways.simulation.wiring.endpoints), *_worst(seen, found, ways)]
    hosts = host_list(
        seen.facts.hosts_of(ways.simulation.wiring.endpoints.node[np.flatnonzero(found.per_source)])
    )
    copy = Button(
        "Copy sending hosts", Copy(hosts, "Copied a host list"), "copy", "As a host list for scontrol or pdsh"
    )
    act = Open("flows", only=frozenset(found.flow.tolist())) if len(found.flow) else None
    show = f"Show all {count(found.flows)}" if found.flows > 1 else "Show it"
    side = show if act is not None else several(found.flows, "flow")
    return Section(title, (*rows, Buttons((copy,))), side, act)


def _by_leaf(seen: Seen, found: Crossing, ends: EndPorts) -> list[Row]:
    """Return the leaves that the flows come from: the slowest flow first, then the most flows."""
    leaf = ends.switch
    sources = np.flatnonzero((found.per_source > 0) & (leaf >= 0))
    rows, which = np.unique(leaf[sources], return_inverse=True)
    flows = np.bincount(which, found.per_source[sources], minlength=len(rows)).astype(int)
    slowest = np.full(len(rows), np.inf)
    np.fmin.at(slowest, which, found.slowest[sources])
    order = np.lexsort((rows, -flows, slowest))
    items: list[Row] = []
    for at in order[:SHOWN].tolist():
        least = float(slowest[at])
        words = f"slowest {rate(least)}" if np.isfinite(least) else "leaf that they come from"
        act = Pick(Selection(nodes=frozenset([int(rows[at])])))
        items.append(Item(str(seen.facts.names[rows[at]]), words, several(int(flows[at]), "flow"), act=act))
    if len(rows) > SHOWN:
        items.append(Sentence(f"and {several(len(rows) - SHOWN, 'more leaf', 'more leaves')}"))
    return items


def _worst(seen: Seen, found: Crossing, ways: Ways) -> list[Row]:
    return [flow_line(seen, ways.flows, flow) for flow in found.flow[:SHOWN].tolist()]


def _cable(seen: Seen, row: int, side: int) -> Section:
    facts, cables = seen.facts, seen.state.fabric.cables
    rows: list[Row] = [Fact("Layer", str(facts.cable_layers[row]))]
    if pod := int(facts.pod[cables.node[row, side]]):
        rows.append(Fact("Pod", str(pod)))
    rows.append(Fact("Speed", str(facts.rates[row])))
    rows.append(Fact("Capacity", f"{rate(float(seen.state.fabric.capacity[row]))} each way"))
    for end in (side, 1 - side):
        node = int(cables.node[row, end])
        rows.append(
            Fact(
                "From" if end == side else "To",
                str(facts.ends[row, end]),
                Pick(Selection(nodes=frozenset([node]))),
            )
        )
    if cables.medium[row]:
        rows.append(Fact("Medium", str(cables.medium[row])))
    length = float(cables.length_m[row])
    if length == length:
        rows.append(Fact("Length", f"{figure(length)}\u2009m"))
    delay = f"{figure(length * CABLE_US_PER_M * 1000)}\u2009ns" if length == length else NOTHING
    rows.append(Fact("Delay", delay, hint="5 ns a metre" if length == length else "The length is not known"))
    if cables.label[row]:
        rows.append(Fact("Label", str(cables.label[row])))
    return Section("Cable", tuple(rows))


def _shell(seen: Seen, row: int, end: int) -> Section:
    cables = seen.state.fabric.cables
    said = commands(seen.facts, int(cables.node[row, end]), int(cables.port[row, end]))
    buttons = tuple(Button(word, Copy(text, f"Copied {text}"), "copy", text) for word, text in said)
    return Section(f"Copy for {seen.facts.ends[row, end]}", (Buttons(buttons),))
