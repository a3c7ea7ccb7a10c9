from __future__ import annotations

import numpy as np

from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.ink import FEW, arching, boxes, curves, lines, marks, middles, rising, spread


def test_that_one_value_stands_for_a_column() -> None:
    made = boxes([[0, 0, 1, 1], [2, 2, 3, 3]], 0xFF112233, row=[4, 5])
    assert made.fill.tolist() == [0xFF112233] * 2
    assert made.border.tolist() == [0, 0]
    assert made.row.tolist() == [4, 5]


def test_that_a_long_column_of_one_value_takes_no_room() -> None:
    few, many = spread(1.5, FEW, np.float64), spread(1.5, FEW + 1, np.float64)
    assert (few == 1.5).all() and (many == 1.5).all() and (len(few), len(many)) == (FEW, FEW + 1)
    assert (few.strides, many.strides) == ((8,), (0,))
    own = np.arange(3.0)
    assert spread(own, 3, np.float64) is own


def test_that_lines_curves_and_marks_keep_their_rows_and_dashes() -> None:
    assert lines([[0, 0, 1, 1]], 1, 2.0, Dash.DASHED, 7).dash.tolist() == [Dash.DASHED]
    assert curves(np.zeros((2, 8)), 1, row=[3, 4]).row.tolist() == [3, 4]
    assert marks([[1, 2]], Shape.CROSS, 7, 1, 2, 9).shape.tolist() == [Shape.CROSS]


def test_that_nothing_makes_empty_primitives() -> None:
    assert len(lines([], 1).row) == len(curves([], 1).row) == len(boxes([]).row) == 0
    assert len(marks([], Shape.RING, 3, 1).row) == 0


def test_that_a_rising_curve_leaves_and_arrives_upright() -> None:
    curve = rising(np.array([10.0]), 100, np.array([50.0]), 20)[0].reshape(4, 2)
    assert curve[0].tolist() == [10, 100]
    assert curve[3].tolist() == [50, 20]
    assert curve[1, 0] == 10
    assert curve[2, 0] == 50


def test_that_an_arch_is_as_high_as_it_was_asked_to_be() -> None:
    top = middles(arching(np.array([0.0]), 100, np.array([40.0]), 100, 30))[0]
    assert np.allclose(top, [20, 70])
