from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernels import force, ways

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop


def same(got: Tables, expected: Tables) -> None:
    np.testing.assert_array_equal(got.to_end, expected.to_end)
    np.testing.assert_array_equal(got.to_switch, expected.to_switch)


@ways
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fabric=fabrics(), data=st.data())
def test_that_tables_are_those_of_numpy(
    monkeypatch: pytest.MonkeyPatch, way: str, fabric: Fabric, data: st.DataObject
) -> None:
    force(monkeypatch, "numpy")
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    expected = minhop(wires)
    with monkeypatch.context() as patched:
        force(patched, way)
        same(minhop(wires), expected)


@ways
def test_that_tables_of_a_torn_tree_are_those_of_numpy(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    fabric = tree3(3, 2, 2, 2, 2)
    for down in ({0}, {0, 5, 11}, {2, 3, 20, 21, 30}):
        wires = wiring(fabric, Scenario("", frozenset(), frozenset(down)))
        force(monkeypatch, "numpy")
        expected = minhop(wires)
        with monkeypatch.context() as patched:
            force(patched, way)
            same(minhop(wires), expected)
