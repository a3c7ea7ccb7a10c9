from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flows import padded, problems
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.simulation import Role
from ibviz.flow.contagion import contagion
from ibviz.flow.maxmin import max_min

H14 = [[0, 5, 7, 9], [1, 5, 7, 9], [3, 6, 7, 9], [4, 6, 7, 9], [2, 5, 8, 10]]
F, C, V = (int(role) for role in (Role.FREE, Role.CONTRIBUTOR, Role.VICTIM))


def test_that_a_flow_that_passes_by_an_incast_is_its_victim() -> None:
    got = contagion(padded(H14), np.ones(11))
    assert got.rate.tolist() == [0.25] * 5
    assert got.role.tolist() == [C, C, C, C, V]
    assert got.limit.tolist() == [9] * 5
    assert got.roots.tolist() == [9]
    assert sorted(got.tree.tolist()) == [0, 1, 3, 4, 5, 6, 7]


def test_that_on_another_lane_nothing_is_blocked() -> None:
    got = contagion(padded(H14), np.ones(11), lane=np.array([0, 0, 0, 0, 1]))
    assert got.rate.tolist() == [0.25] * 4 + [0.5]
    assert got.role.tolist() == [C, C, C, C, F]
    same = contagion(padded(H14), np.ones(11), lane=np.array([3, 3, 3, 3, 3]))
    assert same.rate.tolist() == [0.25] * 5
    first = contagion(padded(H14), np.ones(11), lane=np.array([1, 1, 0, 0, 0]))
    assert first.role.tolist() == [C, C, C, C, F]


def test_that_an_incast_of_seven_has_one_root_and_no_victims() -> None:
    got = contagion(padded([[flow, 7] for flow in range(7)]), np.ones(8))
    assert got.rate == pytest.approx([1 / 7] * 7)
    assert got.roots.tolist() == [7]
    assert (got.role == C).all()
    assert sorted(got.tree.tolist()) == list(range(7))


def test_that_the_last_full_channel_of_the_way_is_the_root() -> None:
    got = contagion(padded([[0, 1], [0, 1]]), np.ones(2))
    assert got.roots.tolist() == [1]
    assert got.tree.tolist() == [0]


def test_that_a_flow_alone_is_free() -> None:
    got = contagion(padded([[0, 1], [2]]), np.array([3.0, 1.0, 5.0]))
    assert got.rate.tolist() == [1.0, 5.0]
    assert (got.role == F).all()
    assert got.limit.tolist() == [1, 2]


def test_that_a_flow_with_little_demand_fills_nothing() -> None:
    got = contagion(padded([[0], [0], [-1]]), np.ones(1), demand=np.array([0.25, np.inf, 3]))
    assert got.rate.tolist() == [0.25, 0.75, 3]
    assert (got.role == F).all()
    assert got.limit.tolist() == [-1, 0, -1]


def test_that_victims_leave_room_which_contributors_elsewhere_take() -> None:
    rows = [[0, 2], [1, 2], [0, 3], [4, 3], [5, 3]]
    got = contagion(padded(rows), np.array([1.0, 1, 0.2, 1, 1, 1]))
    assert got.rate == pytest.approx([0.1, 0.1, 0.1, 0.45, 0.45])
    assert got.role.tolist() == [C, C, V, C, C]
    assert got.roots.tolist() == [2, 3]


def test_that_of_two_trees_the_larger_counts_as_what_stops_a_victim() -> None:
    rows = [[0, 2], [6, 2], [1, 3], [7, 3], [8, 3], [0, 1, 4]]
    got = contagion(padded(rows), np.array([9, 9, 2, 3, 9, 9, 9, 9, 9.0]))
    assert got.role.tolist() == [C] * 5 + [V]
    assert got.limit[5] == 3


def test_that_no_flows_are_no_trouble() -> None:
    assert not len(contagion(np.empty((0, 3), np.int32), np.ones(4)).rate)


@given(problems(), st.data())
def test_that_rates_and_roles_are_those_of_filling_by_hand(problem: Any, data: st.DataObject) -> None:
    rows, capacity = problem
    lane = data.draw(st.lists(st.integers(0, 1), min_size=len(rows), max_size=len(rows)))
    got = contagion(padded(rows), np.array(capacity, float), lane=np.array(lane))
    rate, role = _plainly(rows, capacity, lane)
    np.testing.assert_allclose(got.rate, [float(r) for r in rate], rtol=1e-9)
    assert got.role.tolist() == role


@given(problems())
def test_that_no_more_than_the_capacity_flows_and_without_victims_it_is_max_min(problem: Any) -> None:
    rows, capacity = problem
    got, fair = (solve(padded(rows), np.array(capacity, float)) for solve in (contagion, max_min))
    load = np.bincount(
        np.concatenate(rows), np.repeat(got.rate, [len(r) for r in rows]), minlength=len(capacity)
    )
    assert (load <= np.array(capacity) * (1 + 1e-9)).all()
    assert got.rate.min() == pytest.approx(fair.rate.min())
    if not (got.role == Role.VICTIM).any():
        np.testing.assert_allclose(got.rate, fair.rate, rtol=1e-9)


def _plainly(rows: list[list[int]], capacity: list[int], lane: list[int]) -> tuple[list[Fraction], list[int]]:
    """Fill flow by flow with exact numbers, as flow.contagion says it."""
    rate: dict[int, Fraction] = {}
    role = [F] * len(rows)
    while len(rate) < len(rows):
        live = [flow for flow in range(len(rows)) if flow not in rate]
        on = {c: [f for f in live if c in rows[f]] for c in range(len(capacity))}
        left = {c: Fraction(capacity[c]) - sum(rate[f] for f in rate if c in rows[f]) for c in on if on[c]}
        level = min(left[c] / len(on[c]) for c in left)
        full = [c for c in left if left[c] / len(on[c]) == level]
        roots = {c for c in full if len(on[c]) > 1}
        blocked = set()
        for flow in {f for c in roots for f in on[c]}:
            role[flow] = C
            last = max(step for step, c in enumerate(rows[flow]) if c in roots)
            blocked |= {(c, lane[flow]) for c in rows[flow][:last]}
        for flow in live:
            if role[flow] == C or any(c in full for c in rows[flow]):
                rate[flow] = level
            elif any((c, lane[flow]) in blocked for c in rows[flow]):
                rate[flow], role[flow] = level, V
        for flow in live:
            if role[flow] == F and any((c, lane[flow]) in blocked for c in rows[flow]):
                role[flow] = V
    return [rate[flow] for flow in range(len(rows))], role
