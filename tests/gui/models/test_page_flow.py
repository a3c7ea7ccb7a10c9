from __future__ import annotations

from dataclasses import replace

import numpy as np
from flows import with_slots
from gui_desks import high, small
from gui_pages import said, section, seen_of, sentences

from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.models.page import Item
from ibviz.gui.models.page_flow import flow_page, why


def test_that_the_sentence_names_the_full_cable_and_its_flows() -> None:
    seen, ways = seen_of(small("incast:dst=H6"))
    flow = int(np.flatnonzero(ways.flows.hops > 0)[0])
    said_why = why(seen, ways.flows, flow)
    row, side = divmod(int(ways.flows.bottleneck[flow]), 2)
    port = seen.facts.ends[row, side]
    assert said_why.startswith(
        f"{port} is full: {seen.simulation.flows_on[row, side]:.0f} flows share its 200\u2009Gbit/s"
    )


def test_that_flows_of_unequal_rate_are_told_apart() -> None:
    fabric = small().fabric
    for seed in range(30):
        seen, ways = seen_of(State(fabric, traffic=Choice.parse(f"permutation:seed={seed}")))
        flows, on = ways.flows, seen.simulation.flows_on.ravel()
        limited = np.flatnonzero(flows.bottleneck >= 0)
        uneven = [
            f
            for f in limited
            if not np.isclose(flows.rate[f] * on[flows.bottleneck[f]], 200) and on[flows.bottleneck[f]] > 1
        ]
        if uneven:
            text = why(seen, flows, int(uneven[0]))
            assert "no flow there gets more than" in text
            bottleneck = flows.bottleneck[uneven[0]]
            crossing = [f for f in range(len(flows)) if bottleneck in ways.path(f)]
            assert max(flows.rate[crossing]) <= flows.rate[uneven[0]] + 1e-9
            return
    assert all("each" in why(seen, flows, int(f)) or "itself" in why(seen, flows, int(f)) for f in limited)


def test_that_a_flow_alone_says_so() -> None:
    seen, ways = seen_of(small("shift:k=3"))
    alone = int(np.flatnonzero(ways.flows.rate > 199)[0])
    assert "for itself and fills it" in why(seen, ways.flows, alone)


def test_that_an_exchange_goes_at_its_tightest_pace() -> None:
    seen, ways = seen_of(high())
    text = why(seen, ways.flows, 0)
    assert text.startswith("The whole exchange goes at the pace of its tightest cable")


def test_that_each_other_reason_has_its_sentence() -> None:
    seen, ways = seen_of(small("shift:k=3"))
    flows = ways.flows
    hops, bottleneck, rate = flows.hops.copy(), np.full(len(flows), -1), flows.rate.copy()
    hops[0], hops[1], rate[1] = -1, 0, 200
    demand = np.full(len(flows), np.inf)
    demand[2] = rate[2]
    odd = replace(flows, hops=hops, bottleneck=bottleneck, demand=demand, rate=rate)
    assert "no route" in why(seen, odd, 0)
    assert "uses no cable" in why(seen, odd, 1)
    assert "all that it asks for" in why(seen, odd, 2)
    slotted = replace(seen, state=replace(seen.state, fabric=with_slots(seen.state.fabric, {6: "gen3x8"})))
    slot = np.where(np.arange(len(flows)) == 3, 6, -1)
    limited = replace(odd, slot=slot)
    assert why(slotted, limited, 3) == (
        "PCIe of H6 is full: gen3x8 carries 63\u2009Gbit/s one way, for all ports of the HCA together."
    )
    assert said(flow_page(slotted, limited, 3))["Bottleneck"] == "PCIe of H6"
    seen, ways = seen_of(high())
    loose = replace(ways.flows, bottleneck=np.full(len(ways.flows), -1))
    assert "limited most" in why(seen, loose, 0)
    state = replace(seen.state, fabric=with_slots(seen.state.fabric, {int(loose.src[0]): "gen1x1"}))
    slow = replace(loose, slot=np.full(len(loose), int(loose.src[0])))
    assert "tightest slot, PCIe of" in why(replace(seen, state=state), slow, 0)


def test_that_the_way_is_the_path_with_its_bottleneck_marked() -> None:
    seen, ways = seen_of(small("incast:dst=H6"))
    flow = len(ways.flows) - 1
    page = flow_page(seen, ways.flows, flow, ways)
    items = [row for row in section(page, "Way").rows if isinstance(row, Item)]
    assert len(items) == ways.flows.hops[flow]
    assert [row.act.selection.cables for row in items] == [{c // 2} for c in ways.path(flow).tolist()]
    assert sum("limits it" in row.subtitle for row in items) == 1
    assert said(page)["Bottleneck"] == items[[("limits" in row.subtitle) for row in items].index(True)].title


def test_that_the_page_waits_for_the_way() -> None:
    seen, ways = seen_of(small())
    assert "Following the flow…" in sentences(flow_page(seen, ways.flows, 0))


def test_that_a_flow_that_goes_nowhere_has_no_way() -> None:
    seen, ways = seen_of(small("shift:k=3", nodes=[4, 5]))
    lost = int(np.flatnonzero(ways.flows.hops < 0)[0])
    page = flow_page(seen, ways.flows, lost, ways)
    assert [one.title for one in page.sections] == ["Rate, simulated", "Ends"]
    assert "no route" in sentences(page)[0]


def test_that_equal_rates_have_no_rank() -> None:
    seen, ways = seen_of(high())
    assert said(flow_page(seen, ways.flows, 0, ways))["Rank"] == f"all {len(ways.flows)} are equal"
    seen, ways = seen_of(small("permutation:seed=3"))
    slowest = int(ways.flows.rate.argmin())
    if ways.flows.rate.min() < ways.flows.rate.max():
        assert said(flow_page(seen, ways.flows, slowest, ways))["Rank"].startswith("1 of ")
