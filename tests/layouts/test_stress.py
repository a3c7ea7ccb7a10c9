from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.table import Floats
from ibviz.layouts.stress import embedded, parted


def apart(at: Floats) -> Floats:
    distance: Floats = np.hypot(*(at[:, None] - at).transpose(2, 0, 1))
    return distance


def test_that_distances_of_a_plane_are_found_again() -> None:
    true = np.random.default_rng(1).uniform(0, 1, (30, 2)) * (300, 100)
    at = embedded(apart(true))
    assert np.abs(apart(at) - apart(true)).max() < 3
    assert np.ptp(at[:, 0]) > np.ptp(at[:, 1]) and (at[0] <= 0).all()


def test_that_a_ring_stays_round() -> None:
    turn = np.arange(12)
    steps = np.abs(turn[:, None] - turn)
    at = embedded(np.minimum(steps, 12 - steps) * 100.0)
    radius = np.hypot(*(at - at.mean(axis=0)).T)
    assert radius.std() < 0.05 * radius.mean()


def test_that_points_alike_do_not_coincide() -> None:
    distance = np.full((9, 9), 2.0)
    distance[0] = distance[:, 0] = 1.0
    np.fill_diagonal(distance, 0.0)
    at = embedded(distance)
    assert (apart(at) + np.eye(9)).min() > 0.3


@pytest.mark.parametrize("count", [0, 1])
def test_that_few_points_are_in_the_middle(count: int) -> None:
    assert embedded(np.zeros((count, count))).tolist() == [[0.0, 0.0]] * count
    assert parted(np.zeros((count, 2)), np.ones(count), 1.0).shape == (count, 2)


def test_that_circles_pushed_apart_keep_their_gap_and_others_stay() -> None:
    rng = np.random.default_rng(2)
    radius = rng.uniform(10, 60, 80)
    at = parted(rng.uniform(0, 400, (80, 2)), radius, 12.0)
    least = radius[:, None] + radius + 12 - 1e-6
    np.fill_diagonal(least, 0.0)
    assert (apart(at) >= least).all()
    free = np.array([[0.0, 0.0], [500.0, 0.0]])
    assert parted(free, np.array([10.0, 10.0]), 12.0).tolist() == free.tolist()
