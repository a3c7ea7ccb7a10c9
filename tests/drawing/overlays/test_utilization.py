from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.scenario import Scenario
from ibviz.core.state import State


def test_that_utilization_is_that_of_the_busier_direction() -> None:
    fabric = tree2(3, 2, 3)
    run = simulated(fabric, Scenario("", frozenset(), frozenset({4})))
    made = overlays.get("utilization")(State(fabric), run)
    up = run.is_up
    assert np.allclose(made.value[up], (run.load / fabric.capacity[:, None])[up].max(axis=1))
    assert np.isnan(made.value[4])
    assert made.is_measure


def test_that_utilization_needs_a_simulation() -> None:
    with pytest.raises(OptionError, match="needs a simulation"):
        overlays.get("utilization")(State(tree2(1, 1, 1)), None)
