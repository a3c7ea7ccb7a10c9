from __future__ import annotations

import numpy as np
import pytest
from matrices import SCENES, matrix_of, panned, view_of
from scenes import FABRICS, scene_of

from ibviz.drawing.matrix.ground import BETWEEN, Matrix
from ibviz.drawing.matrix.side import bands_of, sides
from ibviz.drawing.view import View


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_heads_stand_beside_their_rows_and_above_their_columns(zoom: str) -> None:
    ground = matrix_of(SCENES["many"](), zoom).ground
    rows, columns = sides(ground)
    box = rows.boxes(rows.seen)
    assert np.allclose(box[:, 1], ground.row_y[rows.seen])
    assert np.allclose(box[:, 0] + box[:, 2], ground.front[rows.axis.block[rows.seen], 0])
    box = columns.boxes(columns.seen)
    assert np.allclose(box[:, 0], ground.column_x[columns.seen])
    assert np.allclose(box[:, 1] + box[:, 3], ground.front[columns.axis.block[columns.seen], 1])


def test_that_strips_lie_between_names_and_cells() -> None:
    ground = matrix_of(SCENES["tree"]()).ground
    for side in sides(ground):
        worst, mean = side.strip_at(0), side.strip_at(1)
        assert (side.names_end < mean).all() and (mean + ground.strip <= worst).all()
        assert (worst + ground.strip < side.front).all()


def test_that_rows_under_the_heads_of_columns_have_no_head() -> None:
    scene = SCENES["tall"]()
    view = view_of(scene, "mid")
    rows, _ = sides(panned(scene, view, 0, 500).ground)
    assert (rows.place[rows.seen] + rows.ground.cell / 2 >= rows.ground.front[0, 1]).all()
    assert len(rows.seen)


def test_that_a_switch_is_lit_along_its_row_and_its_column() -> None:
    ground = matrix_of(SCENES["ring"]()).ground
    node = int(sides(ground)[0].axis.node[2])
    heads, bands = bands_of(ground, np.array([node]))
    box = ground.box[0]
    for head, band in zip(heads, bands, strict=True):
        across = 0 if head[1] == band[1] else 1
        along = 1 - across
        assert head[along] == (ground.row_y, ground.column_x)[across][2] == band[along]
        assert np.isclose(band[across], box[across] - ground.strips)
        assert np.isclose(head[across] + head[2 + across], band[across] - BETWEEN)
        assert np.isclose(band[across] + band[2 + across], box[2 + across])


def test_that_without_names_the_strips_are_lit_and_the_cells_apart() -> None:
    ground = matrix_of(SCENES["tall"]()).ground
    node = sides(ground)[0].axis.node[:1]
    heads, bands = bands_of(ground, node)
    assert np.isclose(heads[0, 0] + heads[0, 2], ground.front[0, 0]) and heads[0, 2] == ground.strips
    assert bands[0, 0] == ground.front[0, 0]


def test_that_without_a_matrix_nothing_is_lit() -> None:
    ground = Matrix(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert [len(part) for part in bands_of(ground, np.array([0]))] == [0, 0]


def test_that_cells_of_a_row_span_its_block() -> None:
    ground = matrix_of(SCENES["pods"]()).ground
    rows, columns = sides(ground)
    assert np.allclose(
        rows.cells(np.array([0]))[0, [0, 2]], [ground.box[0, 0], ground.box[0, 2] - ground.box[0, 0]]
    )
    assert np.allclose(
        columns.cells(np.array([0]))[0, [1, 3]], [ground.box[0, 1], ground.box[0, 3] - ground.box[0, 1]]
    )
