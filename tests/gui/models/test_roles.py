from __future__ import annotations

from dataclasses import replace

from congested import h14, quiet
from gui_pages import said, section, sentences

from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.listings import flows_listing
from ibviz.gui.models.page import Page
from ibviz.gui.models.page_cable import cable_page
from ibviz.gui.models.page_flow import flow_page
from ibviz.gui.models.roles import congestion_seen, role_section, root_sections
from ibviz.gui.models.seen import Seen


def seen_of(made: tuple[State, Simulation]) -> Seen:
    state, simulation = made
    return Seen(state, facts_of(state.fabric), simulation)


def test_that_a_victim_is_told_behind_which_root_it_stands() -> None:
    seen = seen_of(h14())
    page = flow_page(seen, seen.simulation.flows, 4)  # type: ignore[union-attr]
    assert "This flow is a victim of S2[1]: it does not go there" in " ".join(sentences(page))
    assert said(page)["Root"] == "S2[1]"
    assert section(page, "Without congestion control")


def test_that_a_contributor_is_told_what_it_fills() -> None:
    seen = seen_of(h14())
    page = flow_page(seen, seen.simulation.flows, 0)  # type: ignore[union-attr]
    assert "one of 4 contributors that fill S2[1], and gets 50\u2009Gbit/s" in " ".join(sentences(page))
    assert said(page)["Behind it"] == "1 victim"


def test_that_a_free_flow_is_told_so_and_an_unknown_one_nothing() -> None:
    seen = seen_of(quiet())
    flows = seen.simulation.flows  # type: ignore[union-attr]
    assert "Nothing blocks this flow" in " ".join(sentences(flow_page(seen, flows, 0)))
    bare = replace(seen, simulation=replace(seen.simulation, congestion=None))  # type: ignore[type-var]
    assert role_section(bare, flows, 0) is None
    assert congestion_seen(bare, flows) is None


def test_that_the_cable_of_a_root_tells_it() -> None:
    seen = seen_of(h14())
    (root,) = seen.simulation.congestion.roots  # type: ignore[union-attr]
    text = " ".join(sentences(cable_page(seen, root.channel // 2)))
    assert "S2[1] is a root, an incast: its receiver is full. 4 flows fill it at 50\u2009Gbit/s each" in text
    assert root_sections(seen, int(root.tree[0]) // 2) == []
    slot = replace(root, channel=-1, slot=8)
    held = replace(seen.simulation.congestion, roots=(slot,))  # type: ignore[union-attr,type-var]
    slotted = replace(seen, simulation=replace(seen.simulation, congestion=held))  # type: ignore[type-var]
    found = role_section(slotted, seen.simulation.flows, 4)  # type: ignore[union-attr]
    assert found is not None
    assert said(Page("", "", "flow", (found,)))["Root"] == "PCIe of H8"


def test_that_the_table_of_flows_has_roles_where_they_are_known() -> None:
    state, simulation = h14()
    facts = facts_of(state.fabric)
    table = flows_listing(facts, simulation, simulation.flows)
    role = next(column for column in table.columns if column.name == "role")
    assert role.values.tolist() == ["contributor"] * 4 + ["victim"]
    bare = flows_listing(facts, replace(simulation, congestion=None), simulation.flows)
    assert "role" not in [column.name for column in bare.columns]
