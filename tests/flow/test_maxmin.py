from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree2, tree3
from flows import filled, padded, problems, simgrid_ends, simgrid_is_there
from hypothesis import given, settings
from hypothesis import strategies as st

from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.maxmin import check, max_min, summed
from ibviz.flow.paths import paths

HAND = {
    "H1: one long flow, a short one on each of three links": (
        [[0, 1, 2], [0], [1], [2]],
        [1, 1, 1],
        [1 / 2] * 4,
    ),
    "H3: a crowd on one of two links": (
        [[0, 1], [0], [1], [1], [1]],
        [1, 1],
        [1 / 4, 3 / 4, 1 / 4, 1 / 4, 1 / 4],
    ),
    "H5: three unlike links": ([[0, 1], [0, 2], [0], [1], [2]], [10, 4, 6], [2, 3, 5, 2, 3]),
    "H6: seven to one": ([[flow, 7] for flow in range(7)], [1] * 8, [1 / 7] * 7),
    "H8: two flows in one up-link": ([[0, 4, 6, 8], [1, 4, 7, 9]], [1] * 10, [1 / 2, 1 / 2]),
    "H8: two flows apart": ([[0, 4, 6, 8], [1, 5, 7, 9]], [1] * 10, [1, 1]),
    "H14: incast of four, one passing by": (
        [[0, 5, 7, 9], [1, 5, 7, 9], [3, 6, 7, 9], [4, 6, 7, 9], [2, 5, 8, 10]],
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        [1 / 4, 1 / 4, 1 / 4, 1 / 4, 1 / 2],
    ),
}


@pytest.mark.parametrize("case", HAND)
def test_that_hand_cases_come_out_exactly(case: str) -> None:
    rows, capacity, rate = HAND[case]
    got = max_min(padded(rows), np.array(capacity, float))
    np.testing.assert_allclose(got.rate, rate, rtol=1e-15)
    assert [float(r) for r in filled(rows, capacity)] == pytest.approx(rate)


def test_that_the_bottleneck_is_the_full_channel() -> None:
    got = max_min(padded([[0, 1], [0, 2], [0], [1], [2]]), np.array([10.0, 4, 6]))
    assert got.bottleneck.tolist() == [1, 2, 0, 1, 2]


@given(problems())
def test_that_rates_are_those_of_progressive_filling(problem: Any) -> None:
    rows, capacity = problem
    channels, limits = padded(rows), np.array(capacity, float)
    got = max_min(channels, limits)
    np.testing.assert_allclose(got.rate, [float(r) for r in filled(rows, capacity)], rtol=1e-12)
    assert check(channels, limits, got.rate).holds


@given(problems(), st.data())
def test_that_weights_and_demands_are_those_of_progressive_filling(problem: Any, data: st.DataObject) -> None:
    rows, capacity = problem
    count = len(rows)
    weight = data.draw(st.lists(st.integers(1, 5), min_size=count, max_size=count))
    demand = data.draw(st.lists(st.none() | st.integers(1, 4), min_size=count, max_size=count))
    limits = np.array([np.inf if d is None else d for d in demand], float)
    given_ = {"weight": np.array(weight, float), "demand": limits}
    got = max_min(padded(rows), np.array(capacity, float), **given_)
    expected = [float(r) for r in filled(rows, capacity, weight, demand)]
    np.testing.assert_allclose(got.rate, expected, rtol=1e-12)
    assert check(padded(rows), np.array(capacity, float), got.rate, **given_).holds
    satisfied = got.bottleneck < 0
    np.testing.assert_array_equal(got.rate[satisfied], limits[satisfied])


@given(problems(), st.randoms(use_true_random=False))
def test_that_neither_order_nor_numbering_matters(problem: Any, random: Any) -> None:
    rows, capacity = problem
    flow, channel = list(range(len(rows))), list(range(len(capacity)))
    random.shuffle(flow)
    random.shuffle(channel)
    moved = np.zeros(len(capacity))
    moved[channel] = capacity
    mixed = [random.sample([channel[c] for c in rows[f]], len(rows[f])) for f in flow]
    first = max_min(padded(rows), np.array(capacity, float)).rate
    second = max_min(padded(mixed), moved).rate
    np.testing.assert_allclose(second, first[flow], rtol=1e-12)


@given(problems(), st.floats(1e-3, 1e3))
def test_that_rates_scale_with_capacities(problem: Any, factor: float) -> None:
    rows, capacity = problem
    limits = np.array(capacity, float)
    whole = max_min(padded(rows), limits).rate
    np.testing.assert_allclose(max_min(padded(rows), limits * factor).rate, whole * factor, rtol=1e-9)


@given(problems())
def test_that_a_flow_of_weight_two_is_two_flows(problem: Any) -> None:
    rows, capacity = problem
    limits = np.array(capacity, float)
    weight = np.ones(len(rows))
    weight[0] = 2
    double = max_min(padded(rows), limits, weight=weight).rate
    split = max_min(padded([*rows, rows[0]]), limits).rate
    np.testing.assert_allclose(split, [*double, double[0]], rtol=1e-9)


@given(problems(), st.data())
def test_that_the_least_rate_falls_with_flows_and_rises_with_capacity(
    problem: Any, data: st.DataObject
) -> None:
    rows, capacity = problem
    limits = np.array(capacity, float)
    least = max_min(padded(rows), limits).rate.min()
    fewer = max_min(padded(rows[1:]), limits).rate
    assert fewer.min(initial=np.inf) >= least * (1 - 1e-9)
    limits[data.draw(st.integers(0, len(capacity) - 1))] += 1
    assert max_min(padded(rows), limits).rate.min() >= least * (1 - 1e-9)


@given(problems())
def test_that_rates_lie_between_equal_shares_and_the_tightest_channel(problem: Any) -> None:
    rows, capacity = problem
    on = np.bincount([c for row in rows for c in row], minlength=len(capacity))
    rate = max_min(padded(rows), np.array(capacity, float)).rate
    for row, got in zip(rows, rate, strict=True):
        assert got <= min(capacity[c] for c in row) * (1 + 1e-9)
        assert got >= min(capacity[c] / on[c] for c in row) * (1 - 1e-9)


@given(problems())
def test_that_the_certificate_refutes_every_other_rate(problem: Any) -> None:
    rows, capacity = problem
    channels, limits = padded(rows), np.array(capacity, float)
    rate = max_min(channels, limits).rate
    less, more = rate.copy(), rate.copy()
    less[0] *= 0.999
    more[0] *= 1.001
    assert 0 in check(channels, limits, less).unproven
    assert not check(channels, limits, more).holds
    assert len(check(channels, limits, more).overloaded)


def test_that_a_flow_over_nothing_gets_its_demand() -> None:
    nothing = np.empty((2, 0), np.int32)
    assert max_min(nothing, np.ones(1), demand=np.array([3.0, np.inf])).rate.tolist() == [3.0, np.inf]
    assert max_min(nothing, np.ones(1)).rate.tolist() == [np.inf, np.inf]
    assert max_min(padded([[-1], [0]]), np.ones(1)).rate.tolist() == [np.inf, 1.0]
    assert check(padded([[-1], [0]]), np.ones(1), np.array([np.inf, 1.0])).holds


def test_that_no_flows_are_no_trouble() -> None:
    assert not len(max_min(np.empty((0, 3), np.int32), np.ones(4)).rate)


def test_that_sums_over_channels_pass_over_padding() -> None:
    assert summed(padded([[0, 2], [2]]), np.array([1.0, 5.0]), 4).tolist() == [1, 0, 6, 0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["two levels", "three levels", "tapered"])
def test_that_permutations_on_trees_are_proved_fair(kind: str, seed: int) -> None:
    channels, capacity = _permutation(kind, seed)
    got = max_min(channels, capacity)
    assert check(channels, capacity, got.rate).holds
    assert (got.bottleneck >= 0).all()


@pytest.mark.oracle
def test_that_simgrid_ends_all_transfers_at_once_whose_sizes_are_our_rates() -> None:
    if not simgrid_is_there():
        pytest.skip("SimGrid is not installed")
    for kind in ("two levels", "three levels", "tapered"):
        channels, capacity = _permutation(kind, 7)
        rate = max_min(channels, capacity).rate
        rows = [[c for c in row if c >= 0] for row in channels.tolist()]
        np.testing.assert_allclose(simgrid_ends(rows, capacity.tolist(), rate.tolist()), 1.0, rtol=1e-9)
        wrong = rate.copy()
        wrong[0] *= 1.01
        assert max(simgrid_ends(rows, capacity.tolist(), wrong.tolist())) > 1.001


@pytest.mark.oracle
@settings(max_examples=4)
@given(problems())
def test_that_simgrid_agrees_on_any_flows(problem: Any) -> None:
    if not simgrid_is_there():
        pytest.skip("SimGrid is not installed")
    rows, capacity = problem
    rate = max_min(padded(rows), np.array(capacity, float)).rate
    np.testing.assert_allclose(simgrid_ends(rows, capacity, rate.tolist()), 1.0, rtol=1e-9)


def _permutation(kind: str, seed: int) -> tuple[Any, Any]:
    """Return channels of each remote flow of a random permutation, and capacities."""
    fabric = {"two levels": tree2(8, 4, 4), "three levels": tree3(4, 2, 2, 2, 3), "tapered": tree2(6, 2, 5)}
    wires = wiring(fabric[kind])
    src = np.arange(len(wires.endpoints))
    dst = np.random.default_rng(seed).permutation(src)
    rows, hops = paths(minhop(wires), src, dst)
    return rows[hops > 0], channels_of(wires).capacity
