from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernels import force, ways

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.exchange import ExchangeFlows, exchange_flows


def counted(wires: Wiring, circle: bool = False) -> ExchangeFlows:
    tables = minhop(wires)
    if circle:
        leaf, above = wires.place[[0, 6]]
        tables.to_end[:, leaf], tables.to_end[:, above] = 3, 1
    every = np.arange(len(wires.endpoints))
    return exchange_flows(tables, channels_of(wires), (every[::2], every[1::2]), every)


@ways
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fabric=fabrics(), data=st.data())
def test_that_loads_are_those_of_numpy(
    monkeypatch: pytest.MonkeyPatch, way: str, fabric: Fabric, data: st.DataObject
) -> None:
    force(monkeypatch, "numpy")
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    expected = counted(wires)
    with monkeypatch.context() as patched:
        force(patched, way)
        got = counted(wires)
    np.testing.assert_array_equal(got.on, expected.on)
    assert (got.flows, got.routed) == (expected.flows, expected.routed)


@ways
def test_that_flows_that_go_round_in_circles_do_not_come_back(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    wires = wiring(tree3(3, 2, 2, 2, 2))
    force(monkeypatch, "numpy")
    expected = counted(wires, circle=True)
    force(monkeypatch, way)
    got = counted(wires, circle=True)
    np.testing.assert_array_equal(got.on, expected.on)
    assert got.routed == expected.routed < got.flows
