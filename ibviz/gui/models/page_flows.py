"""The inspector's page of several flows: how fast they are, and what limits most of them."""

from __future__ import annotations

import numpy as np

from ibviz.core.simulation import Flows
from ibviz.core.table import Ints
from ibviz.gui.models.page import Fact, Item, Open, Page, Pick, Row, Section, Sentence
from ibviz.gui.models.page_flow import flow_line
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.texts import rate, several
from ibviz.gui.selection import Selection

SHOWN = 5


def flows_page(seen: Seen, flows: Flows, chosen: frozenset[int]) -> Page:
    """Say what the selected flows have in common."""
    rows = np.array(sorted(flow for flow in chosen if flow < len(flows)), np.int64)
    title = several(len(rows), "flow")
    if not len(rows):
        return Page(title, "selected", "flow")
    return Page(
        title,
        "selected",
        "flow",
        (_rates(flows, rows), _limited(seen, flows, rows), _slowest(seen, flows, rows)),
    )


def _rates(flows: Flows, rows: Ints) -> Section:
    routed = rows[flows.hops[rows] >= 0]
    lost = len(rows) - len(routed)
    made: list[Row] = [Sentence(f"{several(lost, 'flow')} of them without a route.", "down")] if lost else []
    if len(routed):
        got = flows.rate[routed]
        words = (
            ("Slowest", got.min()),
            ("Mean", got.mean()),
            ("Fastest", got.max()),
            ("Together", got.sum()),
        )
        made += [Fact(word, rate(float(value))) for word, value in words]
    return Section("Rates, simulated", tuple(made))


def _limited(seen: Seen, flows: Flows, rows: Ints) -> Section:
    """Return what limits most of them; a click on a cable selects it."""
    channels, number = np.unique(flows.bottleneck[rows], return_counts=True)
    made: list[Row] = []
    for at in np.argsort(-number, kind="stable")[:SHOWN].tolist():
        channel, some = int(channels[at]), several(int(number[at]), "flow")
        if channel < 0:
            made.append(Item("No cable", "their demand, their own port or PCIe", some))
            continue
        row, side = divmod(channel, 2)
        act = Pick(Selection(cables=frozenset([row])))
        made.append(
            Item(str(seen.facts.ends[row, side]), f"to {seen.facts.ends[row, 1 - side]}", some, act=act)
        )
    return Section("Limited by", tuple(made))


def _slowest(seen: Seen, flows: Flows, rows: Ints) -> Section:
    order = rows[np.argsort(flows.rate[rows], kind="stable")][:SHOWN]
    lines = tuple(flow_line(seen, flows, flow) for flow in order.tolist())
    return Section("Slowest of them", lines, "Show all", Open("flows", only=frozenset(rows.tolist())))
