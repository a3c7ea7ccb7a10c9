from __future__ import annotations

from dataclasses import replace

import pytest
from fabrics import tree2
from scenes import simulated

from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.overlaid import Overlaid


def test_that_overlays_are_made_when_they_are_looked_at() -> None:
    fabric = tree2(2, 2, 2)
    made = Overlaid(State(fabric), simulated(fabric, AS_BUILT), shape(wiring(fabric)))
    assert list(made) == ["plain", "utilization"]
    assert made["speed"] is made["speed"]
    assert list(made) == ["plain", "utilization", "speed"]


def test_that_an_overlay_without_data_is_not_there() -> None:
    fabric = tree2(2, 2, 2)
    made = Overlaid(State(fabric), simulated(fabric, AS_BUILT), shape(wiring(fabric)))
    assert made.get("difference") is None
    assert made.get("no such") is None
    with pytest.raises(KeyError):
        made["before"]


def test_that_a_failure_makes_before_and_difference() -> None:
    fabric = tree2(2, 2, 2)
    scenario = Scenario("x", frozenset(), frozenset({0}))
    after = replace(simulated(fabric, scenario), before=simulated(fabric, AS_BUILT, seed=2))
    made = Overlaid(State(fabric), after, shape(wiring(fabric)))
    assert made["before"].name == "before"
    assert made["difference"].is_opposed
