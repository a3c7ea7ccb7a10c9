from __future__ import annotations

import numpy as np

from ibviz.layouts.shelving import best_rows, extents, in_rows, shape_cost


def boxes(*sizes: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    half = np.array(sizes, float).reshape(-1, 2) / 2
    return -half, half


def test_that_equal_boxes_stand_in_columns_and_the_last_row_in_the_middle() -> None:
    at = in_rows(*boxes((10, 4), (10, 4), (10, 4)), 2, (2, 6))
    assert at.tolist() == [[-6, 2], [6, 2], [0, 12]]


def test_that_unequal_boxes_stand_one_after_the_other_on_one_line() -> None:
    at = in_rows(*boxes((100, 4), (10, 8), (10, 4), (10, 4)), 1, (2, 6))
    assert at[:, 1].tolist() == [4] * 4
    assert np.diff(at[:, 0]).tolist() == [57, 12, 12]


def test_that_nothing_is_nowhere() -> None:
    assert in_rows(*boxes(), 1, (2, 6)).shape == (0, 2)
    assert best_rows(*boxes(), (2, 6)) == 1


def test_that_many_boxes_make_rows_and_few_do_not() -> None:
    assert best_rows(*boxes(*[(100, 100)] * 3), (0, 0)) == 1
    rows = best_rows(*boxes(*[(100, 100)] * 64), (0, 0))
    assert 5 <= rows <= 7
    assert best_rows(*boxes(*[(100, 100)] * 64), (0, 0), wraps=2) == 1
    assert best_rows(*boxes(*[(100, 100)] * 64), (0, 0), aside=900) < rows


def test_that_a_map_of_the_right_shape_costs_nothing() -> None:
    assert shape_cost(np.array(16.0), np.array(10.0), np.array(1)) == 0
    assert shape_cost(np.array(16.0), np.array(10.0), np.array(2)) > 0


def test_that_a_group_reaches_as_far_as_its_boxes() -> None:
    low, high = boxes((2, 2), (4, 4), (2, 2))
    least, most = extents(low, high, np.array([[0, 0], [10, 0], [50, 50]]), np.array([0, 0, 1]), 2)
    assert least.tolist() == [[-1, -2], [49, 49]] and most.tolist() == [[12, 2], [51, 51]]
