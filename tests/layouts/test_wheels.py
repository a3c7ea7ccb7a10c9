from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.table import Floats
from ibviz.layouts.tiles import GAP
from ibviz.layouts.wheels import HOST_ROOM, around, polar, ring_of, spoke_plan, spokes_for, switch_reach

REACH = switch_reach(0)


def nearest(points: Floats) -> float:
    """Return the least distance of two points."""
    apart = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    return float((apart + np.diag(np.full(len(points), np.inf))).min(initial=np.inf))


def test_that_a_switch_with_aggregation_nodes_reaches_farther() -> None:
    assert switch_reach(1) > switch_reach(0) + 90


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 20)), min_size=1, max_size=30), st.booleans())
def test_that_leaves_and_hosts_of_a_wheel_keep_their_distance(
    leaves: list[tuple[int, int]], filled: bool
) -> None:
    pod, hosts = (np.array(column) for column in zip(*sorted(leaves), strict=True))
    inner = 700.0 if filled else 0.0
    wheel = spokes_for(pod, hosts, inner, REACH)
    stand = wheel.leaves()
    leaf = np.repeat(np.arange(len(hosts)), hosts)
    turn = np.concatenate([np.arange(number) for number in hosts]).astype(np.int64)
    at = wheel.hosts(leaf, turn, hosts)
    assert nearest(stand) >= 2 * REACH + GAP - 1e-6
    assert nearest(at) >= HOST_ROOM - 1e-6
    far = np.hypot(*(at[:, None] - stand).transpose(2, 0, 1))
    assert far.min(initial=np.inf) >= REACH + HOST_ROOM / 2 + GAP / 2 - 1e-6
    assert np.hypot(*stand.T).min() >= inner + REACH * filled
    assert np.hypot(*at.T).max(initial=0) <= wheel.outer


def test_that_many_leaves_share_spokes() -> None:
    few = spokes_for(np.zeros(12, np.int64), np.full(12, 8), 0, REACH)
    many = spokes_for(np.zeros(900, np.int64), np.full(900, 8), 0, REACH)
    assert len(few.radius) == 1 and few.count == 12
    assert len(many.radius) > 1 and many.count < 900
    assert np.bincount(many.spoke[:-1]).max() == len(many.radius)


def test_that_pods_are_parted_by_an_empty_spoke() -> None:
    plan = spoke_plan(np.array([4, 4, 7, 7]))
    assert plan.spoke.tolist() == [0, 1, 3, 4] and plan.count == 6
    assert spoke_plan(np.array([1, 2, 3])).count == 3


def test_that_one_switch_is_in_the_middle_and_the_first_of_several_near_the_top() -> None:
    radius, out = ring_of(np.array([1.0]), 0.0, 100.0)
    assert radius.tolist() == [0.0] and out == 50
    first = spoke_plan(np.zeros(8, np.int64)).angle(np.arange(8))[0]
    assert -np.pi / 2 < first < -np.pi / 4


@pytest.mark.parametrize("inner", [0.0, 400.0])
def test_that_switches_on_rings_keep_their_distance(inner: float) -> None:
    for count in (2, 7, 200):
        angle = (np.arange(count) + 0.5) * 2 * np.pi / count
        radius, out = ring_of(angle, inner, 100.0)
        assert nearest(polar(radius, angle)) >= 100 - 1e-6
        assert radius.min() >= (inner + 50 if inner else 0)
        assert radius.max() <= out - 50 + 1e-9
    assert len(set(radius)) > 1


def test_that_hosts_around_one_switch_keep_their_distance() -> None:
    assert around(0, REACH).shape == (0, 2)
    at = around(70, REACH)
    assert len(at) == 70 and nearest(at) >= HOST_ROOM - 1e-6
    assert np.hypot(*at.T).min() >= REACH + HOST_ROOM / 2
