"""From what a user says has failed to a scenario."""

from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Cables, Fabric, Kind, Nodes
from ibviz.core.failing import scenario_of
from ibviz.core.scenario import Scenario
from ibviz.core.state import State


def state() -> State:
    nodes = Nodes.of(
        3,
        kind=[Kind.SWITCH, Kind.HCA, Kind.HCA],
        guid=[16, 32, 48],
        name=["leaf", "n1", "n2"],
        ports=[4, 1, 1],
    )
    cables = Cables.of(
        2, node=[[0, 1], [0, 2]], port=[[1, 1], [2, 1]], width=np.full((2, 2), 4), speed=np.full((2, 2), 7)
    )
    spare = Scenario("second out", down_cables=frozenset([1]))
    return State(Fabric(nodes, cables), scenarios=(spare,))


def test_that_nothing_said_is_the_fabric_as_built() -> None:
    assert scenario_of(state()) == Scenario()


def test_that_a_port_names_its_cable_by_either_end() -> None:
    assert scenario_of(state(), None, ["leaf[1]"]).down_cables == {0}
    assert scenario_of(state(), None, ["n1[1]"]).down_cables == {0}


def test_that_a_node_fails_by_name_id_and_guid() -> None:
    for text in ("n2", "H-0000000000000030", "0x30"):
        assert scenario_of(state(), None, [text]).down_nodes == {2}


def test_that_failures_add_to_a_saved_scenario() -> None:
    both = scenario_of(state(), "second out", ["leaf[1]"])
    assert both.down_cables == {0, 1}


def test_that_an_unknown_scenario_lists_the_known() -> None:
    with pytest.raises(OptionError, match="second out"):
        scenario_of(state(), "first out")
    with pytest.raises(OptionError, match="this file has none"):
        scenario_of(State(Fabric()), "first out")


@pytest.mark.parametrize("text", ["nowhere", "leaf[4]", "leaf[9999]", "[1]", "", "leaf["])
def test_that_what_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        scenario_of(state(), None, [text])
