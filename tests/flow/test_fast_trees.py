from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernels import force, ways

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.engines.sssp import sssp


def same(patched: pytest.MonkeyPatch, way: str, wires: Wiring) -> None:
    force(patched, "numpy")
    expected = sssp(wires)
    force(patched, way)
    got = sssp(wires)
    np.testing.assert_array_equal(got.to_end, expected.to_end)
    np.testing.assert_array_equal(got.to_switch, expected.to_switch)


@ways
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fabric=fabrics(), data=st.data())
def test_that_trees_are_those_grown_one_by_one(
    monkeypatch: pytest.MonkeyPatch, way: str, fabric: Fabric, data: st.DataObject
) -> None:
    same(monkeypatch, way, wiring(fabric, data.draw(scenarios(fabric))))


@ways
@pytest.mark.parametrize("shuffle", [1, 2, 3])
def test_that_trees_of_a_torn_fabric_with_parallel_cables_are_those_grown_one_by_one(
    monkeypatch: pytest.MonkeyPatch, way: str, shuffle: int
) -> None:
    same(monkeypatch, way, wiring(tree3(3, 3, 3, 2, 3, parallel=2, missing=9, shuffle=shuffle)))
