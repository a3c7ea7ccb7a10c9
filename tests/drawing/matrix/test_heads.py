from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, tree3
from matrices import SCENES, matrix_of, panned, view_of
from scenes import faults_of_words, scene_of, words_of

from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Boxes, Marks
from ibviz.drawing.matrix.heads import numbered
from ibviz.drawing.matrix.picture import Picture, compose
from ibviz.drawing.matrix.side import sides
from ibviz.drawing.matrix.values import summary


def lens(picture: Picture, kind: type) -> list[object]:
    items = next(layer.items for layer in picture.drawing.layers if layer.name == "lens")
    return [item for item in items if isinstance(item, kind)]


def texts(picture: Picture) -> list[str]:
    return [str(text) for words in words_of(picture.drawing) for text in words.text]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_that_words_are_whole_legible_and_apart(name: str, zoom: str, theme: str) -> None:
    assert faults_of_words(matrix_of(SCENES[name](), zoom, theme=theme).drawing) == []


@pytest.mark.parametrize("name", ["pods", "many", "tall", "ring"])
@pytest.mark.parametrize("move", [(160, 110), (-300, 420)])
def test_that_words_stay_apart_when_panned(name: str, move: tuple[int, int]) -> None:
    scene = SCENES[name]()
    for zoom in ("mid", "close"):
        assert faults_of_words(panned(scene, view_of(scene, zoom), *move).drawing) == []


def test_that_figures_go_under_neither_caption_nor_heads() -> None:
    scene = SCENES["parallel"]()
    view = view_of(scene, "close")
    for down in range(0, 700, 25):
        drawn = panned(scene, view, 20, down)
        assert faults_of_words(drawn.drawing) == []


def test_that_the_names_of_all_rows_and_columns_are_written() -> None:
    picture = matrix_of(SCENES["tree"]())
    made = picture.ground.sheet
    assert made is not None
    names = [*made.naming[0].names.tolist(), *made.naming[1].names.tolist()]
    assert set(names) <= set(texts(picture))


def test_that_names_stay_in_view_when_panned() -> None:
    scene = SCENES["tall"]()
    view = view_of(scene, "mid")
    for down in (0, 400, 3000):
        picture = panned(scene, view, 0, down)
        assert picture.ground.sheet is not None
        assert set(picture.ground.sheet.naming[1].names.tolist()) <= set(texts(picture))


@pytest.mark.parametrize("px", [0.4, 2.0, 24.0])
def test_that_strips_show_mean_and_highest_value(px: float) -> None:
    scene = SCENES["tree"]()
    picture = compose(scene, replace(view_of(scene), zoom=px / 24))
    board, made = Board(picture.ground), picture.ground.sheet
    assert made is not None
    strips = [each for each in lens(picture, Boxes) if isinstance(each, Boxes) and (each.row >= 0).any()]
    assert len(strips) == 4
    columns = summary(board, made, True)
    for strip, value in zip(strips[2:], (columns.worst, columns.mean), strict=True):
        place = made.columns.position(40)[strip.row]
        colors = board.cell_colors(value[place])
        alive = ~scene.failed_node[strip.row]
        assert sorted(place.tolist()) == list(range(len(made.columns)))
        assert np.array_equal(strip.fill[alive], colors[alive])
        assert (np.diff(np.nan_to_num(value[place], nan=-1.0)) >= 0).all()
        assert (np.abs(strip.xywh[:, 0] - picture.ground.column_x[place]) <= 1).all()


def test_that_a_switch_that_is_down_has_a_ring_and_a_name_in_that_colour() -> None:
    picture = matrix_of(SCENES["tree"]())
    rings = [each for each in lens(picture, Marks) if isinstance(each, Marks)]
    assert [each.row.tolist() for each in rings] == [[9]]
    down = [
        text
        for words in words_of(picture.drawing)
        for text, color in zip(words.text, words.color, strict=True)
        if color == 0xFFFF6494 and text != "Down"
    ]
    assert down == ["S9"]


def test_that_pods_of_one_block_are_named_beside_it() -> None:
    scene = scene_of(tree3(4, 3, 2, 2, 1))
    links = scene.links
    joined = matrix_of(scene, pair=(2, 3))
    assert len(links) and "Plane 1" in texts(joined)


def test_that_groups_within_a_block_are_named_on_both_axes() -> None:
    ring = [(i, 2, (i + 1) % 8, 3) for i in range(8)]
    fabric = fabric_of("S" * 8 + "H" * 8, [*ring, *((i, 1, 8 + i, 1) for i in range(8))])
    chassis = np.array(["left"] * 4 + ["right"] * 4 + [""] * 8, object)
    scene = scene_of(type(fabric)(fabric.nodes.with_columns(chassis=chassis), fabric.cables, fabric.ports))
    for zoom in ("fit", "close"):
        picture = matrix_of(scene, zoom, size=(1400, 900))
        assert texts(picture).count("left") == texts(picture).count("right") == 2
        assert faults_of_words(picture.drawing) == []


def test_that_crowded_numbers_are_written_now_and_then() -> None:
    names = np.array([f"Pod {n}" for n in range(1, 31)], object)
    shown = numbered(names, np.full(30, 8.0)).tolist()
    assert [text for text in shown if text] == ["5", "10", "15", "20", "25", "30"]
    assert numbered(names[:1], np.array([1e-9])).tolist() == [""]


def test_that_heads_over_cells_have_a_ground() -> None:
    scene = SCENES["tall"]()
    view = view_of(scene, "mid")
    for down, number in ((-view.height, 0), (600, 1)):
        drawn = [each for each in lens(panned(scene, view, 0, down), Boxes) if isinstance(each, Boxes)]
        assert [each.fill.tolist() for each in drawn if (each.row < 0).all()] == [[0xFF0E1318]] * number


def test_that_a_head_counts_its_switch_as_shown() -> None:
    near, far = matrix_of(SCENES["tree"]()), matrix_of(SCENES["tall"]())
    rows, columns = sides(near.ground)
    assert near.drawing.nodes["single"] == len(rows.seen) + len(columns.seen)
    assert far.drawing.nodes["cell"] == 441


def test_that_the_node_looked_for_is_outlined() -> None:
    scene = SCENES["tree"]()
    outlined = [each for each in lens(matrix_of(scene, focus=2), Boxes) if isinstance(each, Boxes)]
    outlined = [each for each in outlined if (each.row < 0).all()]
    assert [len(each.row) for each in outlined] == [2, 2]
    assert 0xFF93A5FF in outlined[1].border.tolist()
