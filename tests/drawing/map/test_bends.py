from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.table import Floats
from ibviz.drawing.map.bends import BOTTOM, LEFT, LONGEST, NORMALS, RIGHT, TOP, bent, facing, points

HALF = np.array([77.0, 31.0])


def sides(*middle: tuple[float, float]) -> tuple[int, int]:
    """Return the sides of a cable from the first box to the second, with others that are in the way."""
    at = np.array(middle, np.float64)
    first, second = facing(at, np.tile(HALF, (len(at), 1)), np.array([[0, 1]]), np.arange(len(at)))
    return int(first[0]), int(second[0])


def curve(out: int, back: int, end: tuple[float, float]) -> Floats:
    start = np.zeros((1, 2))
    return bent(start, np.array([end]), NORMALS[[out]], NORMALS[[back]], 1.0)


def test_that_a_curve_leaves_both_ends_at_right_angles() -> None:
    made = curve(RIGHT, LEFT, (300.0, 100.0))[0]
    assert made.tolist() == [0, 0, LONGEST, 0, 300 - LONGEST, 100, 300, 100]
    corner = curve(BOTTOM, LEFT, (200.0, 100.0))[0]
    assert corner.tolist() == [0, 0, 0, 60, 80, 100, 200, 100]
    arch = curve(TOP, TOP, (300.0, 0.0))[0]
    assert arch[0] == arch[2] and arch[3] == arch[5] < 0


def test_that_points_are_those_of_the_curve() -> None:
    made = curve(RIGHT, LEFT, (240.0, 100.0))
    found = points(made, np.array([0.0, 0.5, 1.0]))
    assert found.shape == (1, 3, 2)
    assert found[0].tolist() == pytest.approx(np.array([[0, 0], [120, 50], [240, 100]]))


def test_that_the_facing_sides_are_taken_where_nothing_is_in_the_way() -> None:
    assert sides((0, 0), (0, 400)) == (BOTTOM, TOP)
    assert sides((0, 400), (100, 0)) == (TOP, BOTTOM)
    assert sides((0, 0), (1200, 60)) == (RIGHT, LEFT), "flat, though one stands lower"
    assert sides((0, 0), (-1200, 0)) == (LEFT, RIGHT)


def test_that_a_cable_goes_around_what_is_in_its_way() -> None:
    assert sides((0, 0), (800, 0), (400, 0)) == (TOP, TOP)
    assert sides((0, 0), (800, 0), (400, 0), (400, -150)) == (BOTTOM, BOTTOM)
    assert sides((0, 0), (800, 0), (400, 50)) == (RIGHT, LEFT), "it runs beside it"
    assert sides((0, 0), (0, 400), (0, 200)) == (RIGHT, RIGHT)
    assert sides((0, 0), (0, 400), (0, 200), (200, 200)) == (LEFT, LEFT)
    assert sides((0, 0), (500, 500), (250, 250)) == (BOTTOM, LEFT)


def test_that_boxes_without_room_between_are_joined_by_an_arch() -> None:
    assert sides((0, 0), (160, 30)) == (TOP, TOP)


def test_that_the_ends_of_a_cable_are_not_in_its_own_way() -> None:
    both = facing(
        np.array([[0.0, 0.0], [500.0, 0.0]]),
        np.tile(HALF, (2, 1)),
        np.array([[0, 1], [1, 0]]),
        np.arange(2),
    )
    assert [side.tolist() for side in both] == [[RIGHT, LEFT], [LEFT, RIGHT]]
