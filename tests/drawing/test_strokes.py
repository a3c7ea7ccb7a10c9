from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sample_drawings import curves, lines

from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.strokes import DASHES, FIGURES, SEGMENTS, crisp, flattened, runs, segments


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=40))
def test_that_runs_cover_all_rows_in_order_and_are_as_long_as_can_be(rows: list[tuple[int, int]]) -> None:
    columns = np.array(rows, np.int64).reshape(-1, 2)
    found = list(runs(columns[:, 0], columns[:, 1]))
    assert [place for start, stop in found for place in range(start, stop)] == list(range(len(rows)))
    for start, stop in found:
        assert len(set(rows[start:stop])) == 1
        assert start == 0 or rows[start - 1] != rows[start]


def test_that_only_thin_straight_solid_lines_move_onto_pixels() -> None:
    xy = [[0, 5, 9, 5], [3.2, 0, 3.2, 9], [0, 0, 9, 9], [0, 5, 9, 5], [0, 5, 9, 5]]
    made = crisp(lines(xy, 0xFF000000, [1, 1, 1, 2, 1], [0, 0, 0, 0, Dash.DASHED]))
    assert made.tolist() == [[0, 5.5, 9, 5.5], [3.5, 0, 3.5, 9], *[list(map(float, row)) for row in xy[2:]]]


def test_that_a_flattened_curve_keeps_its_ends_and_lies_on_the_curve() -> None:
    xy = np.array([[0.0, 0.0, 0.0, 60.0, 100.0, 40.0, 100.0, 100.0]])
    points = flattened(xy)[0]
    assert points[[0, -1]].tolist() == [[0, 0], [100, 100]]
    middle = (xy[0, :2] + 3 * xy[0, 2:4] + 3 * xy[0, 4:6] + xy[0, 6:]) / 8
    assert np.allclose(points[SEGMENTS // 2], middle)
    pieces = np.hypot(*np.diff(points, axis=0).T)
    assert pieces[0] < pieces[SEGMENTS // 2] / 3
    assert SEGMENTS >= 24


def test_that_pieces_of_curves_join() -> None:
    item = curves([[0, 0, 0, 9, 9, 0, 9, 9], [5, 5, 6, 6, 7, 7, 8, 8]], 0xFF000000)
    pieces = segments(item, 1, 2)
    assert pieces.shape == (SEGMENTS, 4)
    assert np.array_equal(pieces[1:, :2], pieces[:-1, 2:])
    assert np.allclose(pieces[[0, -1]][:, [0, 1, 2, 3]][0, :2], [5, 5])


def test_that_every_shape_and_dash_has_its_form() -> None:
    assert set(FIGURES) == set(Shape)
    assert set(DASHES) == set(Dash)
    for figure in FIGURES.values():
        reach = max(
            [abs(value) for line in figure.lines for value in line]
            + [abs(value) for corner in figure.polygon for value in corner]
            + [figure.radius + figure.width / 2]
        )
        assert 0.4 <= reach <= 0.51
