from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from matrices import SCENES, leaf_pairs, matrix_of, panned, view_of
from scenes import FABRICS, scene_of, words_of

from ibviz.drawing.draw import EMPTY, compose
from ibviz.drawing.drawing import Words
from ibviz.drawing.matrix.heads import heads_of
from ibviz.drawing.matrix.picture import UNCABLED, Picture
from ibviz.drawing.plane import Plane
from ibviz.drawing.view import View


def said(scene: object, **looks: object) -> str:
    texts = [
        str(t) for words in words_of(matrix_of(scene, size=(1500, 800), **looks).drawing) for t in words.text
    ]  # type: ignore[arg-type]
    return next(text for text in texts if text.startswith("Rows:") or "; a cell" in text)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_each_cable_and_node_is_counted_once(name: str, zoom: str) -> None:
    scene = SCENES[name]()
    drawing = matrix_of(scene, zoom).drawing
    assert sum(drawing.cables.values()) == len(scene.cables)
    described = scene.fabric.nodes.described[scene.nodes].sum()
    assert sum(drawing.nodes.values()) == described
    assert drawing.cables["cell"] > 0


def test_that_at_fit_all_cables_of_the_pair_are_cells() -> None:
    scene = SCENES["many"]()
    assert matrix_of(scene).drawing.cables["cell"] == 12 * 9 * 6
    assert matrix_of(scene, pair=(2, 3)).drawing.cables["cell"] == 12 * 6 * 2


def test_that_a_caption_says_what_rows_columns_and_cells_are() -> None:
    assert said(scene_of(tree2(5, 3, 2, holes=1))) == (
        "Rows: 5 leaves, columns: 3 spines · upper half up, lower half down · strips: mean, then highest · "
        "1 cable fewer than the neighbours have"
    )
    assert said(SCENES["pods"]()).startswith(
        "Rows: 16 leaves, columns: 12 aggregation switches · 4 pods, cabled within each only"
    )
    assert said(SCENES["ring"]()).startswith("5 switches; a cell is the way from its row to its column")
    assert "2 blocks, cabled within themselves only" in said(leaf_pairs(), pair=(1, 1))


def test_that_strips_of_kinds_are_no_means() -> None:
    assert "strips: kind of all, then highest" in said(SCENES["tree"](), overlay="speed")


def test_that_a_caption_says_less_where_there_is_less_room() -> None:
    texts = [str(t) for w in words_of(matrix_of(SCENES["tree"](), size=(400, 400)).drawing) for t in w.text]
    assert "Rows: 7 leaves, columns: 4 spines · upper half up, lower half down" in texts


def test_that_a_fabric_without_a_matrix_says_so_in_a_sentence() -> None:
    drawing = compose(scene_of(FABRICS["back to back"]()), View(kind="matrix")).drawing
    assert UNCABLED in [t for words in words_of(drawing) for t in words.text]
    drawing = compose(scene_of(FABRICS["nothing"]()), View(kind="matrix")).drawing
    assert EMPTY in [t for words in words_of(drawing) for t in words.text]


def test_that_heads_follow_what_is_looked_at_now() -> None:
    scene = SCENES["tall"]()
    picture, view = matrix_of(scene, "mid"), view_of(scene, "mid")
    kept = next(layer.items for layer in picture.drawing.layers if layer.name == "lens")
    assert picture.lens(picture.ground) is kept
    moved = panned(scene, view, 0, 300)
    now = picture.lens(moved.ground)
    drawn = next(layer.items for layer in moved.drawing.layers if layer.name == "lens")
    assert [type(item) for item in now] == [type(item) for item in drawn]
    words = [item for items in (now, drawn) for item in items if isinstance(item, Words)]
    assert words[0].text.tolist() == words[1].text.tolist()
    assert np.array_equal(words[0].xy, words[1].xy)


def test_that_heads_of_another_matrix_or_view_are_none() -> None:
    picture = matrix_of(SCENES["pods"]())
    other = matrix_of(SCENES["pods"](), pair=(2, 3))
    assert picture.lens(other.ground) == () == picture.lens(Plane(SCENES["pods"](), View()))
    empty = compose(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert isinstance(empty, Picture) and heads_of(empty.ground) == ()
    assert empty.lens(empty.ground) == ()
    assert picture.lit_above and picture.fixed[0][3] > 48


def test_that_a_picture_knows_its_ground() -> None:
    picture = matrix_of(SCENES["tree"]())
    assert picture.ground is picture.matrix
