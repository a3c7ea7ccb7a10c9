from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, states
from hypothesis import given

from ibviz.core.attached import Attached
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.state import State


def test_that_a_state_without_places_has_none_for_each_node() -> None:
    state = State(fabric_of("SH", [(1, 1, 0, 1)]))
    assert state.positions.shape == (2, 2) and np.isnan(state.positions).all()
    assert state.order.shape == (2,) and np.isnan(state.order).all()
    assert state.scenario is AS_BUILT and state.format == "ibviz"


@given(states())
def test_that_places_cannot_be_written_to(state: State) -> None:
    for values in (state.positions, state.order):
        with pytest.raises(ValueError, match="read-only"):
            values[...] = 0


def test_that_places_for_another_number_of_nodes_are_our_own_fault() -> None:
    with pytest.raises(ValueError, match="positions has shape"):
        State(fabric_of("SH", []), positions=np.zeros((3, 2)))
    with pytest.raises(ValueError, match="order has shape"):
        State(fabric_of("SH", []), order=np.zeros(1))


def test_that_the_active_scenario_is_found_by_its_name() -> None:
    scenarios = (Scenario("a"), Scenario("b", frozenset({0})))
    assert State(fabric_of("S", []), scenarios=scenarios, active="b").scenario is scenarios[1]
    assert State(fabric_of("S", []), scenarios=scenarios).scenario is AS_BUILT


def test_that_states_are_compared_by_identity() -> None:
    fabric = fabric_of("S", [])
    assert State(fabric) != State(fabric)


def test_that_a_chosen_routing_comes_before_an_attached_file() -> None:
    fabric, tables = fabric_of("S", []), Attached("lft", "a.lft")
    assert State(fabric).usual_routing is None
    assert State(fabric, attached=tables).usual_routing == tables.choice
    assert State(fabric, attached=tables, routing=Choice("updn")).usual_routing == Choice("updn")
