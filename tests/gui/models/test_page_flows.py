from __future__ import annotations

import numpy as np
from gui_desks import small
from gui_pages import said, section, seen_of, sentences

from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import State
from ibviz.gui.models.page import Item, Line, Open, Pick
from ibviz.gui.models.page_flows import flows_page


def test_that_rates_and_bottlenecks_of_some_flows_are_told() -> None:
    seen, ways = seen_of(small("incast:dst=H6"))
    assert ways is not None
    flows = ways.flows
    page = flows_page(seen, flows, frozenset(range(len(flows))))
    assert page.title == f"{len(flows)} flows"
    told = said(page)
    assert told["Slowest"].startswith(f"{flows.rate.min():.3g}")
    assert told["Together"].startswith("200")
    first = section(page, "Limited by").rows[0]
    assert isinstance(first, Item)
    channel = np.bincount(flows.bottleneck).argmax()
    assert first.title == seen.facts.ends[channel // 2, channel % 2]
    assert isinstance(first.act, Pick)
    assert first.act.selection.cables == {channel // 2}
    lines = section(page, "Slowest of them")
    assert all(isinstance(line, Line) for line in lines.rows)
    assert lines.act == Open("flows", only=frozenset(range(len(flows))))


def test_that_flows_without_a_route_and_without_a_bottleneck_are_told() -> None:
    state = small("shift:k=3")
    trunks = np.flatnonzero((state.fabric.cables.node < 6).all(axis=1)).tolist()
    cut = Scenario("x", frozenset(), frozenset(trunks))
    seen, ways = seen_of(State(state.fabric, scenarios=(cut,), active="x", traffic=Choice.parse("shift:k=3")))
    assert ways is not None
    page = flows_page(seen, ways.flows, frozenset([0, 1]))
    assert sentences(page) == ["2 flows of them without a route."]
    assert "Slowest" not in said(page)
    (row,) = section(page, "Limited by").rows
    assert isinstance(row, Item)
    assert (row.title, row.act) == ("No cable", None)


def test_that_flows_that_are_gone_are_left_out() -> None:
    seen, ways = seen_of(small())
    assert ways is not None
    assert flows_page(seen, ways.flows, frozenset([10_000, 10_001])).sections == ()
