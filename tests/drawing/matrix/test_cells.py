from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from matrices import SCENES, matrix_of, view_of
from scenes import scene_of, words_of

from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Boxes, Cells, Dash, Lines, Marks, Shape
from ibviz.drawing.matrix.cells import paint
from ibviz.drawing.matrix.ground import Detail, Matrix
from ibviz.drawing.matrix.picture import Picture, compose
from ibviz.drawing.scene import Scene


def items(picture: Picture, layer: str, kind: type) -> list[object]:
    layers = {each.name: each.items for each in picture.drawing.layers}
    return [item for item in layers.get(layer, ()) if isinstance(item, kind)]


def picture_at(px: float, name: str = "tall") -> Picture:
    scene = SCENES[name]()
    return compose(scene, replace(view_of(scene), zoom=px / 24))


def look_at(scene: Scene, cable: int, px: float) -> Picture:
    """Return the matrix with a cable's cell in the middle, a cell so many pixels wide."""
    view = replace(view_of(scene), zoom=px / 24)
    made = Matrix(scene, view).sheet
    assert made is not None
    box = made.boxes[np.flatnonzero(made.entries.cable == cable)[0]]
    return compose(scene, replace(view, center=float(box[0]), center_y=float(box[1])))


@pytest.mark.parametrize("px", [0.2, 0.7, 1.3, 2.9, 3.4, 7.7, 11.0])
def test_that_a_hot_cable_is_seen_however_small_its_cell(px: float) -> None:
    scene = SCENES["tall"]()
    overlay = scene.overlay("utilization")
    trunks = scene.links.cable
    hot = int(trunks[np.nanargmax(overlay.value[trunks])])
    picture = look_at(scene, hot, px)
    (drawn,) = items(picture, "cells", Cells)
    assert isinstance(drawn, Cells)
    here = drawn.row == hot
    assert overlay.is_hot(overlay.value[[hot]]).all() and here.sum() >= max(9, int(px - 1) ** 2)
    board = Board(picture.ground)
    assert (drawn.pixels[here] == board.cell_colors(board.value[[hot]])).all()


def test_that_of_several_cables_on_a_pixel_the_strongest_is_shown_and_dead_ones_win() -> None:
    scene = SCENES["tree"]()
    board = Board(Matrix(scene, view_of(scene)))
    box = np.array([[100.0, 100.0, 0.4, 0.4]] * 3)
    value = np.array([0.2, 0.9, 0.5])
    assert paint(board, box, value, np.zeros(3, bool), np.arange(3)).row.tolist() == [[1]]
    assert paint(board, box, value, np.array([True, False, False]), np.arange(3)).row.tolist() == [[0]]


def test_that_cells_with_room_for_a_gap_are_of_one_size() -> None:
    scene = SCENES["tree"]()
    board = Board(Matrix(scene, view_of(scene)))
    box = np.array([[100 + 7.3 * k, 100.0, 6.9, 6.9] for k in range(20)])
    drawn = paint(board, box, np.zeros(20), np.zeros(20, bool), np.arange(20), apart=True)
    assert {int((drawn.row[0] == k).sum()) for k in range(20)} == {6}


def test_that_cells_without_room_leave_no_pixel_between_them() -> None:
    scene = SCENES["tree"]()
    board = Board(Matrix(scene, view_of(scene)))
    box = np.array([[100 + 1.37 * k, 100.0, 1.37, 1.37] for k in range(50)])
    drawn = paint(board, box, np.zeros(50), np.zeros(50, bool), np.arange(50))
    assert (drawn.row[0] >= 0).all()


def test_that_a_picture_of_cells_does_not_leave_the_view() -> None:
    picture = picture_at(11.0, "many")
    (drawn,) = items(picture, "cells", Cells)
    assert isinstance(drawn, Cells)
    left, top, wide, tall = picture.ground.clip
    assert drawn.x >= left - 1 and drawn.y >= top - 1
    assert drawn.x + drawn.w <= left + wide + 1 and drawn.y + drawn.h <= top + tall + 1


def test_that_nothing_in_view_makes_no_picture_fail() -> None:
    scene = SCENES["tall"]()
    view = replace(view_of(scene), center=1e6)
    assert compose(scene, view).drawing.cables["cell"] == 0


def test_that_directions_are_halves_and_alone_where_there_is_no_room() -> None:
    near, far = picture_at(24.0, "tree"), picture_at(12.1, "parallel")
    assert near.ground.sheet is not None
    cable = near.ground.sheet.entries.cable
    there = (cable >= 0).sum() - near.ground.scene.is_failed(cable).sum()
    drawn = sum(len(each.row) for each in items(near, "cells", Boxes) if not each.dash.any())  # type: ignore[attr-defined]
    assert drawn == 2 * there + (near.ground.sheet.entries.cable < 0).sum()
    assert far.ground.detail == Detail.BOXES


def test_that_figures_stand_in_all_cells_or_in_none() -> None:
    close = matrix_of(SCENES["tree"](), "close")
    figures = [text for words in words_of(close.drawing) for text in words.text if str(text).endswith("%")]
    assert len(figures) > 10
    far = picture_at(24.0, "tree")
    assert not [t for w in words_of(far.drawing) for t in w.text if t == "0\u2009%"][1:]


def test_that_cells_say_nothing_where_values_say_nothing() -> None:
    close = matrix_of(SCENES["no load"](), "close")
    assert close.ground.detail == Detail.FIGURES
    assert not [text for words in words_of(close.drawing) for text in words.text if "%" in str(text)]


def test_that_a_dead_cable_is_dashed_and_crossed_near_by() -> None:
    picture = matrix_of(SCENES["tree"]())
    dashed = [each for each in items(picture, "cells", Boxes) if each.dash.any()]  # type: ignore[attr-defined]
    crosses = [each for each in items(picture, "marks", Marks) if (each.shape == Shape.CROSS).any()]  # type: ignore[attr-defined]
    scene = picture.ground.scene
    assert picture.ground.sheet is not None
    dead = int(scene.is_failed(picture.ground.sheet.entries.cable).sum())
    assert dead > 1
    assert [len(each.row) for each in dashed] == [dead]  # type: ignore[attr-defined]
    assert sum(len(each.row) for each in crosses) == dead  # type: ignore[attr-defined]


def test_that_afar_a_dead_cable_has_a_ring_and_a_dead_switch_a_frame() -> None:
    scene = scene_of(tree2(430, 11, 1), down_cables=[1000], down_nodes=[3])
    picture = look_at(scene, 1000, 6.0)
    rings = [each for each in items(picture, "marks", Marks) if isinstance(each, Marks)]
    assert [each.row.tolist() for each in rings] == [[1000]]
    lost = int(scene.links.cable[(scene.links.node == 3).any(axis=1)][0])
    picture = look_at(scene, lost, 6.0)
    assert not items(picture, "marks", Marks)
    (frame,) = items(picture, "marks", Boxes)
    assert isinstance(frame, Boxes) and picture.ground.sheet is not None
    row = picture.ground.row_y[picture.ground.sheet.rows.node.tolist().index(3)]
    assert (float(frame.xywh[0, 1]), frame.dash.tolist()) == (row - 1, [Dash.DASHED])


def test_that_a_missing_cable_is_hollow_with_a_stroke() -> None:
    picture = matrix_of(SCENES["tree"]())
    strokes = [each for each in items(picture, "cells", Lines) if isinstance(each, Lines)]
    assert picture.ground.sheet is not None
    assert sum(len(each.row) for each in strokes) == (picture.ground.sheet.entries.cable < 0).sum() > 0


def test_that_where_a_switch_would_meet_itself_there_is_a_diagonal() -> None:
    picture = matrix_of(SCENES["ring"]())
    grounds = [each for each in items(picture, "ground", Boxes) if isinstance(each, Boxes)]
    assert [len(each.row) for each in grounds] == [1, 5]
