from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matrices import SCENES, view_of
from scenes import FABRICS, scene_of

from ibviz.drawing.frame import HEADER
from ibviz.drawing.matrix.axis import CELL
from ibviz.drawing.matrix.ground import BOXES_ABOVE, CAPTION, EDGE, Detail, Matrix
from ibviz.drawing.view import View


def ground_of(name: str, zoom: str = "fit", right: float = 0.0, down: float = 0.0) -> Matrix:
    scene = SCENES[name]()
    view = view_of(scene, zoom)
    moved = replace(view, center=view.center + right / view.zoom, center_y=view.center_y + down / view.zoom)
    return Matrix(scene, moved)


def test_that_the_size_of_a_cell_says_how_much_is_shown() -> None:
    scene = SCENES["tree"]()
    shown = [Matrix(scene, View(zoom=px / CELL)).detail for px in (3, 11, 13, 39, 41)]
    assert shown == [Detail.PICTURE, Detail.PICTURE, Detail.BOXES, Detail.BOXES, Detail.FIGURES]


def test_that_a_level_of_detail_is_kept_until_its_threshold_is_well_passed() -> None:
    scene = SCENES["tree"]()
    near = BOXES_ABOVE * 1.05 / CELL, BOXES_ABOVE * 0.95 / CELL
    assert [Matrix(scene, View(zoom=z, held=(0,))).detail for z in near] == [Detail.PICTURE] * 2
    assert [Matrix(scene, View(zoom=z, held=(1,))).detail for z in near] == [Detail.BOXES] * 2
    assert Matrix(scene, View(zoom=BOXES_ABOVE * 1.3 / CELL, held=(0,))).levels == (Detail.BOXES,)


@pytest.mark.parametrize("name", ["tree", "pods", "many", "tall"])
@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_heads_stay_in_view_when_panned(name: str, zoom: str) -> None:
    still = ground_of(name, zoom)
    for right, down in ((0, 0), (150, 90), (-80, 300)):
        ground = ground_of(name, zoom, right, down)
        front, box = ground.front, ground.box
        assert (front >= box[:, :2] - 1e-9).all() and (front <= box[:, 2:]).all()
        long = box[:, 2] - EDGE - ground.heads[0] > max(ground.cell, 24.0)
        assert (front[long, 0] - ground.heads[0] >= EDGE - 1e-6).all()
        tall = box[:, 3] - HEADER - CAPTION - ground.heads[1] - ground.named_blocks > max(ground.cell, 24.0)
        above = front[tall, 1] - ground.heads[1] - ground.named_blocks
        assert (above >= HEADER + CAPTION - 1e-6).all()
        assert np.allclose(ground.heads, still.heads)


def test_that_all_is_in_view_at_fit_and_not_when_moved() -> None:
    assert ground_of("tree").shows_all and ground_of("many").shows_all
    assert not ground_of("tree", right=600).shows_all
    assert not ground_of("tall", "mid").shows_all


def test_that_heads_stand_at_their_cells_where_all_is_in_view() -> None:
    ground = ground_of("tree")
    assert np.allclose(ground.front, ground.box[:, :2])


def test_that_rows_columns_and_entries_in_view_are_those_whose_pixels_are() -> None:
    ground = ground_of("tall", "mid", down=700)
    left, top, wide, tall = ground.clip
    assert ground.sheet is not None
    seen = (ground.row_y + ground.cell > top) & (ground.row_y < top + tall)
    assert np.array_equal(ground.seen_rows, seen) and 0 < seen.sum() < len(seen)
    box = ground.boxes(np.arange(len(ground.sheet.entries)))
    inside = (box[:, 1] + box[:, 3] > top) & (box[:, 1] < top + tall)
    inside &= (box[:, 0] + box[:, 2] > left) & (box[:, 0] < left + wide)
    assert np.isin(np.flatnonzero(inside), ground.seen).all()
    assert len(ground.seen) <= inside.sum() + seen.sum()


def test_that_names_have_room_only_beside_cells_that_are_large_enough() -> None:
    assert ground_of("tall").names == (0.0, 0.0)
    assert min(ground_of("tall", "mid").names) > 0


def test_that_names_of_columns_stand_upright_where_they_fit() -> None:
    assert not Matrix(SCENES["tree"](), View(kind="matrix", zoom=1.0)).upright
    close = ground_of("tree", "close")
    assert close.upright and close.names[1] == 16.0


def test_that_without_values_there_are_no_strips() -> None:
    ground = ground_of("no load")
    assert ground.strip == 0.0
    assert ground_of("tree").strips > 2 * ground_of("tree").strip > 0


def test_that_a_fabric_without_a_matrix_has_an_empty_ground() -> None:
    ground = Matrix(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert ground.sheet is None
    assert (ground.names, ground.heads, ground.named_blocks) == ((0.0, 0.0), (0.0, 0.0), 0.0)
    for empty in (ground.box, ground.front, ground.row_y, ground.column_x, ground.seen_rows, ground.seen):
        assert len(empty) == 0
    assert not len(ground.seen_columns)
