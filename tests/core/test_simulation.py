from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.simulation import Flows, Routing, Simulation
from ibviz.core.wiring import wiring

NO_FLOWS = Flows(*[np.empty(0, np.int64)] * 2, *[np.empty(0)] * 3, *[np.empty(0, np.int64)] * 2)


def two_cables() -> Fabric:
    return fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)], rates=["4xHDR", "2xHDR"])


def simulation(fabric: Fabric, scenario: Scenario, load: list[list[float]]) -> Simulation:
    loads = np.array(load)
    routing = Routing("minhop", "minhop", "as asked")
    return Simulation(
        wiring(fabric, scenario), Choice("shift"), routing, loads, np.zeros_like(loads), NO_FLOWS, {}
    )


def test_that_utilization_is_load_by_capacity_of_each_direction() -> None:
    seen = simulation(two_cables(), Scenario(), [[100, 50], [25, 100]])
    assert seen.utilization.tolist() == [[0.5, 0.25], [0.25, 1.0]]
    assert seen.is_up.tolist() == [True, True]


def test_that_a_cable_that_is_down_has_no_utilization() -> None:
    seen = simulation(two_cables(), Scenario(down_cables=frozenset({0})), [[0, 0], [25, 100]])
    assert np.isnan(seen.utilization[0]).all()
    assert seen.utilization[1].tolist() == [0.25, 1.0]
    assert seen.is_up.tolist() == [False, True]


def test_that_a_node_that_is_down_takes_its_cables_down() -> None:
    seen = simulation(two_cables(), Scenario(down_nodes=frozenset({2})), [[100, 0], [0, 0]])
    assert seen.is_up.tolist() == [True, False]


def test_that_flows_count_themselves() -> None:
    assert len(NO_FLOWS) == 0
    two = Flows(*[np.arange(2)] * 2, *[np.ones(2)] * 3, *[np.arange(2)] * 2)
    assert len(two) == 2


def test_that_a_routing_says_what_was_asked_and_what_was_used() -> None:
    routing = Routing("ftree", "minhop", "the tree is not whole")
    assert (routing.asked, routing.used, dict(routing.options)) == ("ftree", "minhop", {})
    with pytest.raises(AttributeError):
        routing.used = "ftree"  # type: ignore[misc]


def test_that_any_load_is_shared_out_as_the_whole_is() -> None:
    seen = simulation(two_cables(), Scenario("", frozenset(), frozenset([1])), [[100, 50], [0, 0]])
    shares = seen.shares(np.array([[20.0, 0.0], [5.0, 5.0]]))
    assert shares[0].tolist() == [0.1, 0.0]
    assert np.isnan(shares[1]).all()
    assert seen.part is None
