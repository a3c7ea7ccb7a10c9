from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fabrics import states
from gui_desks import high, small
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice
from ibviz.core.simulation import Simulation
from ibviz.core.state import Note, State
from ibviz.flow.simulate import simulate
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.listing import Column, Listing
from ibviz.gui.models.listings import (
    cables_listing,
    flows_listing,
    limits,
    node_utilization,
    nodes_listing,
    notes_listing,
    ports_listing,
)


def column(listing: Listing, name: str) -> Column:
    return next(column for column in listing.columns if column.name == name)


def cells(listing: Listing, name: str) -> list[str]:
    return column(listing, name).texts(slice(None))


def test_that_figures_are_those_of_the_simulation() -> None:
    state = small(down=[0])
    simulation = simulate(state.fabric, state.scenario, traffic=state.traffic)
    table = cables_listing(facts_of(state.fabric), state.scenario, simulation)
    assert cells(table, "state")[0] == "down"
    assert cells(table, "utilization")[0] == "–"
    used = column(table, "utilization").values
    assert np.allclose(used[1:], np.nanmax(simulation.utilization[table.ids[1:]], axis=1))
    trunk = column(table, "up").values[1], column(table, "down").values[1]
    assert trunk == tuple(simulation.load[1])


def test_that_a_cable_runs_from_its_lower_end() -> None:
    state = small()
    table = cables_listing(facts_of(state.fabric), AS_BUILT, None)
    assert all(text.startswith("H") for text in cells(table, "from")[8:])
    assert all(text.startswith("S") for text in cells(table, "to"))
    assert [c.name for c in table.columns if c.look == "share"] == []
    assert table.first == "from"


def test_that_a_node_tells_its_busiest_cable() -> None:
    state = small()
    simulation = simulate(state.fabric, traffic=state.traffic)
    facts = facts_of(state.fabric)
    used = node_utilization(facts, simulation)
    mine = (state.fabric.cables.node == 2).any(axis=1)
    assert used[2] == np.nanmax(simulation.utilization[mine])
    table = nodes_listing(facts, AS_BUILT, simulation)
    assert column(table, "utilization").values[2] == used[2]


def test_that_a_node_that_is_down_says_so() -> None:
    state = small(nodes=[1])
    table = nodes_listing(facts_of(state.fabric), state.scenario, None)
    assert cells(table, "state")[:3] == ["up", "down", "up"]


def test_that_empty_columns_are_left_out() -> None:
    names = [c.name for c in nodes_listing(facts_of(small().fabric), AS_BUILT, None).columns]
    assert "rack" not in names
    assert "rail" not in names


def test_that_ports_send_what_their_end_of_the_cable_sends() -> None:
    state = small()
    simulation = simulate(state.fabric, traffic=state.traffic)
    facts = facts_of(state.fabric)
    table = ports_listing(facts, AS_BUILT, simulation)
    for at in range(len(facts.ports)):
        cable, side = facts.ports.cable[at], facts.ports.side[at]
        assert column(table, "sends").values[at] == simulation.load[cable, side]
        assert column(table, "receives").values[at] == simulation.load[cable, 1 - side]


@pytest.mark.parametrize("state", [small(), high()])
def test_that_each_flow_is_a_row(state: State) -> None:
    simulation = simulate(state.fabric, traffic=state.traffic)
    flows = simulation.all_flows()
    table = flows_listing(facts_of(state.fabric), simulation, flows)
    assert len(table) == simulation.summary["flows"]
    assert np.array_equal(column(table, "rate").values, flows.rate)
    assert all(text.endswith("]") for text in cells(table, "limit"))


def of_file(state: State, text: str, folder: Path) -> Simulation:
    path = folder / "traffic.csv"
    path.write_text(text, encoding="utf-8")
    return simulate(state.fabric, state.scenario, traffic=Choice("file", {"path": str(path)}))


def test_that_what_limits_a_flow_is_told_in_words(tmp_path: Path) -> None:
    state = small()
    simulation = of_file(state, "src,dst,demand_gbps\nH6,H6,\nH6,H9,\nH7,H10,5\n", tmp_path)
    said = limits(facts_of(state.fabric), simulation.flows).tolist()
    assert said[0] == ""
    assert said[1].endswith("]")
    assert said[2] == "its demand"
    slotted = replace(
        simulation.flows, slot=np.array([-1, 6, -1]), bottleneck=np.full(3, -1), demand=np.full(3, np.inf)
    )
    assert limits(facts_of(state.fabric), slotted).tolist() == ["", "PCIe of H6", "the exchange"]


def test_that_flows_of_unknown_latency_have_no_column() -> None:
    state = small()
    simulation = simulate(state.fabric, traffic=state.traffic)
    flows = replace(simulation.flows, latency=np.empty(0))
    table = flows_listing(facts_of(state.fabric), simulation, flows)
    assert "latency" not in [column.name for column in table.columns]


def test_that_a_flow_without_a_route_says_so() -> None:
    state = small(nodes=[4, 5])
    simulation = simulate(state.fabric, state.scenario, traffic=Choice.parse("shift:k=3"))
    table = flows_listing(facts_of(state.fabric), simulation, simulation.flows)
    assert "no route" in cells(table, "hops")
    assert "no route" in cells(table, "limit")


def test_that_notes_keep_their_lines() -> None:
    table = notes_listing((Note(7, "odd"), Note(None, "no line")))
    assert cells(table, "line") == ["7", "–"]
    assert cells(table, "note") == ["odd", "no line"]


@given(states())
def test_that_any_fabric_has_its_tables(state: State) -> None:
    facts = facts_of(state.fabric)
    for make in (nodes_listing, cables_listing, ports_listing):
        table = make(facts, state.scenario, None)
        assert all(len(c.values) == len(table) for c in table.columns)
        assert all(isinstance(text, str) for c in table.columns for text in c.texts(slice(None)))


def test_that_nodes_only_named_as_a_peer_are_marked_and_not_counted() -> None:
    fabric = small().fabric
    facts = facts_of(Fabric(fabric.nodes.with_values([6], described=[False]), fabric.cables))
    made = nodes_listing(facts, AS_BUILT, None)
    assert made.count(np.arange(len(made))) == (17, 1)
    assert made.count(np.array([0, 1])) == (2, 0)
    by_name = {column.name: column.texts(np.array([6]))[0] for column in made.columns}
    assert (by_name["kind"], by_name["layer"]) == ("Named only", "")
    assert made.passing(["hca"]).sum() == 11
