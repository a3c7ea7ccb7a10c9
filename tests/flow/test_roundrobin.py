from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree2
from flows import padded, problems
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.maxmin import max_min
from ibviz.flow.paths import paths
from ibviz.flow.roundrobin import round_robin
from ibviz.flow.routes import tables_for


def test_that_an_incast_on_648_hosts_starves_those_from_afar() -> None:
    tables = tables_for(wiring(tree2(36, 18, 18)), Choice("dmodk"))
    src = np.arange(1, 648)
    rows, _ = paths(tables, src, np.zeros(647, np.int64))
    rate = round_robin(rows, channels_of(tables.wiring).capacity / 200).rate
    assert rate[:17] == pytest.approx(np.full(17, 1 / 18), rel=1e-12)
    assert rate[17:] == pytest.approx(np.full(630, 1 / 11340), rel=1e-12)
    assert rate.sum() == pytest.approx(1, rel=1e-12)


def test_that_a_row_of_joining_flows_is_halved_at_each_hop() -> None:
    rows = [[0, 4, 5, 6], [1, 4, 5, 6], [2, 5, 6], [3, 6]]
    assert round_robin(padded(rows), np.ones(7)).rate.tolist() == [1 / 8, 1 / 8, 1 / 4, 1 / 2]


def test_that_what_an_input_cannot_use_goes_to_the_others() -> None:
    rows = [[0, 3], [1, 3], [2, 3]]
    got = round_robin(padded(rows), np.array([0.1, 1, 1, 1.0]))
    assert got.rate == pytest.approx([0.1, 0.45, 0.45])
    assert got.bottleneck.tolist() == [0, 3, 3]


def test_that_flows_of_one_sender_share_its_input() -> None:
    got = round_robin(padded([[0, 2], [0, 2], [1, 2]]), np.ones(3))
    assert got.rate == pytest.approx([0.25, 0.25, 0.5])


def test_that_demands_are_met_first() -> None:
    got = round_robin(padded([[0, 2], [1, 2], [-1]]), np.ones(3), demand=np.array([0.2, np.inf, 7]))
    assert got.rate == pytest.approx([0.2, 0.8, 7])
    assert got.bottleneck.tolist() == [-1, 2, -1]


def test_that_an_input_shares_what_its_slow_flow_leaves() -> None:
    rows = [[0, 2, 3], [4, 2, 3], [1, 3]]
    got = round_robin(padded(rows), np.array([1, 1, 1, 1.0, 0.01]))
    assert got.rate == pytest.approx([0.49, 0.01, 0.5])


def test_that_no_flows_are_no_trouble() -> None:
    assert not len(round_robin(np.empty((0, 3), np.int32), np.ones(4)).rate)


@given(problems(), st.data())
def test_that_no_channel_carries_too_much_and_every_flow_has_a_full_one(
    problem: Any, data: st.DataObject
) -> None:
    rows, capacity = problem
    demand = data.draw(st.lists(st.none() | st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    limits = np.array([np.inf if d is None else d for d in demand], float)
    got = round_robin(padded(rows), np.array(capacity, float), demand=limits)
    load = np.bincount(np.concatenate(rows), np.repeat(got.rate, [len(r) for r in rows]), len(capacity))
    assert (load <= np.array(capacity) * (1 + 1e-9)).all()
    for flow, row in enumerate(rows):
        full = any(load[c] >= capacity[c] * (1 - 1e-9) for c in row)
        assert full or got.rate[flow] == limits[flow]
    assert (got.rate > 0).all()


@given(st.integers(1, 6), st.integers(1, 12))
def test_that_alone_on_its_inputs_each_flow_gets_what_max_min_gives(flows: int, capacity: int) -> None:
    rows, limits = padded([[flow, flows] for flow in range(flows)]), np.full(flows + 1, float(capacity))
    np.testing.assert_allclose(round_robin(rows, limits).rate, max_min(rows, limits).rate, rtol=1e-12)


@given(problems(), st.floats(0.01, 100))
def test_that_rates_scale_with_capacities(problem: Any, factor: float) -> None:
    rows, capacity = problem
    whole = round_robin(padded(rows), np.array(capacity, float)).rate
    scaled = round_robin(padded(rows), np.array(capacity, float) * factor).rate
    np.testing.assert_allclose(scaled, whole * factor, rtol=1e-7)
