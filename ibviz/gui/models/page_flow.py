"""The inspector's page of one flow: its way, its bottleneck, and why its rate is what it is."""

from __future__ import annotations

import numpy as np

from ibviz.core.simulation import Flows
from ibviz.core.units import pcie_gbps
from ibviz.gui.models.knowledge import Ways
from ibviz.gui.models.listings import TOLERANCE
from ibviz.gui.models.page import Fact, Gauge, Item, Line, Page, Pick, Row, Section, Sentence
from ibviz.gui.models.roles import role_section
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.texts import NOTHING, count, figure, rate, several, share, whole_share
from ibviz.gui.selection import Selection


def flow_page(seen: Seen, flows: Flows, flow: int, ways: Ways | None = None) -> Page:
    """Say what a flow gets, why, and which way it takes."""
    assert seen.simulation is not None
    ends_of = seen.simulation.wiring.endpoints.node
    src, dst = int(ends_of[flows.src[flow]]), int(ends_of[flows.dst[flow]])
    sends, takes = str(seen.senders[flows.src[flow]]), str(seen.senders[flows.dst[flow]])
    sections = [_rate(seen, flows, flow)]
    if (role := role_section(seen, flows, flow)) is not None:
        sections.append(role)
    if flows.hops[flow] > 0:
        sections.append(_way(seen, flow, flows, ways))
    ends = (
        Fact("From", sends, Pick(Selection(nodes=frozenset([src])))),
        Fact("To", takes, Pick(Selection(nodes=frozenset([dst])))),
    )
    return Page(sends, f"to {takes}", "flow", (*sections, Section("Ends", ends)))


def why(seen: Seen, flows: Flows, flow: int) -> str:
    """Return the sentence that says why a flow's rate is what it is.

    Notes
    -----
    Under max-min fairness the bottleneck of a flow is a full channel on which no other flow gets more.
    """
    assert seen.simulation is not None
    got, wish = float(flows.rate[flow]), float(flows.demand[flow])
    if flows.hops[flow] < 0:
        return "The forwarding tables lead it nowhere: there is no route."
    if flows.hops[flow] == 0:
        return "It goes to its own port and uses no cable."
    channel, slot = int(flows.bottleneck[flow]), int(flows.slots[flow])
    if channel >= 0:
        return _of_channel(seen, channel, got)
    if slot >= 0:
        return _of_slot(seen, slot, seen.simulation.listing is not None)
    if got >= wish * (1 - TOLERANCE):
        return f"It gets all that it asks for, {rate(wish)}."
    return "Every flow of this exchange runs at the rate of the one that is limited most."


def _of_channel(seen: Seen, channel: int, got: float) -> str:
    assert seen.simulation is not None
    row, side = divmod(channel, 2)
    port = seen.facts.ends[row, side]
    flows = float(seen.simulation.flows_on[row, side])
    capacity = float(seen.state.fabric.capacity[row])
    if flows <= 1:
        return f"It has {port} for itself and fills it: {rate(capacity)} is all that the cable carries."
    crossing = several(round(flows, 2), "flow")
    each = bool(np.isclose(got * flows, capacity))
    if seen.simulation.listing is not None and each:
        pace = "The whole exchange goes at the pace of its tightest cable"
        return f"{pace}: at {port} {crossing} share {rate(capacity)}, {rate(got)} each."
    tail = f"{rate(got)} each" if each else f"and no flow there gets more than {rate(got)}"
    return f"{port} is full: {crossing} share its {rate(capacity)}, {tail}."


def _of_slot(seen: Seen, node: int, exchange: bool) -> str:
    stated = str(seen.state.fabric.nodes.pcie[node])
    carries = f"{stated} carries {rate(pcie_gbps(stated))} one way, for all ports of the HCA together"
    if exchange:
        return f"The exchange goes at the pace of its tightest slot, PCIe of {seen.facts.names[node]}: {carries}."
    return f"PCIe of {seen.facts.names[node]} is full: {carries}."


def flow_line(seen: Seen, flows: Flows, flow: int) -> Line:
    """Return a flow in one line: from where to where, and its rate."""
    sends, takes = (str(seen.senders[int(end[flow])]) for end in (flows.src, flows.dst))
    return Line(sends, rate(float(flows.rate[flow])), Pick(Selection(flow=flow)), to=takes)


def _rate(seen: Seen, flows: Flows, flow: int) -> Section:
    got, ideal = float(flows.rate[flow]), float(flows.ideal[flow])
    rows: list[Row] = [Sentence(why(seen, flows, flow))]
    if ideal > 0:
        rows.append(
            Gauge(
                "Rate",
                f"{figure(got)} of {rate(ideal)}",
                got / ideal,
                hint="Of what it would get if only HCA ports limited",
            )
        )
        rows.append(Fact("Share of ideal", share(got / ideal)))
    demand = float(flows.demand[flow])
    rows.append(Fact("Asks for", rate(demand) if np.isfinite(demand) else "all it can get"))
    rows.append(Fact("Rank", _rank(flows, got), hint="1 is the slowest"))
    channel = int(flows.bottleneck[flow])
    if channel >= 0:
        act = Pick(Selection(cables=frozenset([channel // 2])))
        rows.append(Fact("Bottleneck", str(seen.facts.ends[channel // 2, channel % 2]), act, "warn"))
    elif (slot := int(flows.slots[flow])) >= 0:
        act = Pick(Selection(nodes=frozenset([slot])))
        rows.append(Fact("Bottleneck", f"PCIe of {seen.facts.names[slot]}", act, "warn"))
    if len(flows.latency) == len(flows):
        latency = float(flows.latency[flow])
        text = f"{figure(latency)}\u2009µs" if latency == latency else NOTHING
        rows.append(Fact("Latency, idle", text, hint="Of the first byte through the idle fabric, one way"))
    return Section("Rate, simulated", tuple(rows))


def _rank(flows: Flows, got: float) -> str:
    """Return which place a rate has among all, the slowest first; equal ones share a place."""
    slower, faster = (flows.rate < got * (1 - TOLERANCE)), (flows.rate > got * (1 + TOLERANCE))
    if not slower.any() and not faster.any():
        return f"all {count(len(flows))} are equal"
    return f"{count(1 + int(slower.sum()))} of {count(len(flows))}"


def _way(seen: Seen, flow: int, flows: Flows, ways: Ways | None) -> Section:
    if ways is None:
        return Section("Way", (Sentence("Following the flow…"),))
    assert seen.simulation is not None
    items: list[Row] = []
    for channel in ways.path(flow).tolist():
        row, side = divmod(channel, 2)
        used = float(seen.simulation.utilization[row, side])
        limit = ", limits it" if channel == flows.bottleneck[flow] else ""
        act = Pick(Selection(cables=frozenset([row])))
        items.append(
            Item(
                str(seen.facts.ends[row, side]),
                f"to {seen.facts.ends[row, 1 - side]}{limit}",
                whole_share(used),
                used,
                act,
            )
        )
    return Section("Way", tuple(items), several(len(items), "cable"))
