from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.scenario import Scenario
from ibviz.core.simulation import Part
from ibviz.core.state import State


def test_that_only_the_flows_picked_out_fill_the_cables() -> None:
    fabric = tree2(3, 2, 3)
    run = simulated(fabric, Scenario("", frozenset(), frozenset({4})))
    load = np.zeros_like(run.load)
    load[2] = 50, 100
    made = overlays.get("flows")(State(fabric), replace(run, part=Part("Flows of leaf-1", 2, load)))
    assert made.title == "Flows of leaf-1, simulated"
    assert made.value[2] == 100 / fabric.capacity[2]
    assert np.isnan(made.value[4])
    assert np.nansum(made.value) == made.value[2]
    assert made.is_measure


def test_that_flows_need_something_picked_out() -> None:
    fabric = tree2(1, 1, 1)
    for run in (None, simulated(fabric, Scenario())):
        with pytest.raises(OptionError, match="something selected"):
            overlays.get("flows")(State(fabric), run)
