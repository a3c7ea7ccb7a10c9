from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabric_of, fabrics, killed, states, without
from hypothesis import given

from ibviz.core.compact import compact, compacted
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.state import State


@given(fabrics())
def test_that_compacting_drops_exactly_what_is_dead(fabric: Fabric) -> None:
    made, kept = compact(fabric), without(fabric)
    for name in ("nodes", "cables", "ports"):
        assert getattr(made.fabric, name).equals(getattr(kept.fabric, name))
    assert np.array_equal(made.nodes, kept.nodes) and np.array_equal(made.cables, kept.cables)


@given(states())
def test_that_compacting_twice_changes_nothing_more(state: State) -> None:
    once = compacted(state)
    assert once.fabric.nodes.alive.all() and once.fabric.cables.alive.all()
    assert compacted(once) is once


def test_that_places_ports_and_scenarios_follow_their_rows() -> None:
    fabric = fabric_of("SHHH", [(1, 1, 0, 1), (2, 1, 0, 2), (3, 1, 0, 3)])
    scenario = Scenario("a", frozenset({1, 3}), frozenset({0, 1, 2}))
    state = State(
        killed(fabric, [1], [1]),
        positions=np.arange(8.0).reshape(4, 2),
        order=np.arange(4.0),
        scenarios=(scenario, Scenario("b")),
        active="a",
    )
    small = compacted(state)
    assert small.fabric.nodes.name.tolist() == ["S0", "H2", "H3"]
    assert small.fabric.cables.node.tolist() == [[2, 0]]
    assert small.positions[:, 0].tolist() == [0, 4, 6] and small.order.tolist() == [0, 2, 3]
    assert small.scenario == replace(scenario, down_nodes=frozenset({2}), down_cables=frozenset({0}))
    assert small.scenarios[1] == Scenario("b")


def test_that_a_live_cable_of_a_dead_node_goes_too() -> None:
    fabric = fabric_of("SH", [(1, 1, 0, 1)])
    half = Fabric(fabric.nodes.with_columns(alive=[True, False]), fabric.cables)
    assert len(compact(half).fabric.cables) == 0
