from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.state import State


def test_that_before_is_the_utilization_with_nothing_down() -> None:
    fabric = tree2(2, 2, 2)
    old = simulated(fabric, AS_BUILT, seed=2)
    new = replace(simulated(fabric, Scenario("x", frozenset(), frozenset({1}))), before=old)
    made = overlays.get("before")(State(fabric), new)
    assert np.allclose(made.value, old.utilization.max(axis=1))
    assert "before" in made.title


def test_that_there_is_no_before_where_nothing_is_down() -> None:
    fabric = tree2(2, 2, 2)
    with pytest.raises(OptionError, match="something is down"):
        overlays.get("before")(State(fabric), simulated(fabric, AS_BUILT))
