"""What holds of every view there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest
from fabrics import dragonfly, torus_of, tree2, tree3
from scenes import FABRICS, ZOOMS, faults_of_words, scene_of, words_of

from ibviz.drawing.board import Shown
from ibviz.drawing.composed import Composed
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Curves, Drawing, Lines, Primitive
from ibviz.drawing.drawing_json import drawing_json
from ibviz.drawing.layered.vista import VISTA
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import KINDS, vista

NONE = np.empty(0, np.int64)


@cache
def scene(name: str) -> Scene:
    return scene_of(FABRICS[name](), down_cables=[1])


def picture(name: str, kind: str, zoom: str, size: tuple[int, int] = (1600, 1000)) -> Composed:
    view = View(kind=kind, width=size[0], height=size[1])
    return compose(scene(name), view_for(scene(name), view, zoom))


def items(drawing: Drawing, *layers: str) -> Iterator[Primitive]:
    return (item for layer in drawing.layers if layer.name in layers for item in layer.items)


def test_that_a_view_is_found_by_its_kind() -> None:
    assert vista("layered") is VISTA


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", ["tree", "pods", "ring", "odd", "forest", "back to back", "nothing"])
def test_that_every_cable_and_node_is_in_one_count_and_words_are_whole(
    name: str, kind: str, zoom: str
) -> None:
    if name == "nothing":
        made = compose(scene_of(FABRICS[name](), load=False), View(kind=kind))
        assert set(made.drawing.cables.values()) == set(made.drawing.nodes.values()) == {0}
        return
    made = picture(name, kind, zoom)
    whole = scene(name)
    assert sum(made.drawing.cables.values()) == len(whole.cables)
    assert sum(made.drawing.nodes.values()) == int(whole.fabric.nodes.described[whole.nodes].sum())
    assert faults_of_words(made.drawing) == []


FLAT = {
    "torus": lambda: torus_of((4, 4)),
    "dragonfly": lambda: dragonfly(5, 4, 2),
    "deep": lambda: tree3(8, 6, 4, 4, 12),
}
"""Fabrics without levels, and one that has blocks on the map."""


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", FLAT)
def test_that_words_are_whole_legible_and_apart_in_every_view_and_zoom(name: str, theme: str) -> None:
    shown = flat(name)
    for kind, zoom in product(KINDS, ZOOMS):
        made = compose(shown, view_for(shown, View(kind=kind, theme=theme), zoom))
        assert faults_of_words(made.drawing) == [], (kind, zoom)
        assert words_of(made.drawing)


@cache
def flat(name: str) -> Scene:
    return scene_of(FLAT[name](), down_cables=[1])


@pytest.mark.parametrize("kind", KINDS)
def test_that_every_single_cable_is_one_line_and_no_hidden_one_is(kind: str) -> None:
    made = picture("tree", kind, "fit")
    rows = [
        row
        for item in items(made.drawing, "cables", "hot")
        if isinstance(item, Lines | Curves)
        for row in item.row.tolist()
        if row >= 0
    ]
    assert len(rows) == len(set(rows))
    assert (made.shown[rows] != Shown.HIDDEN).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["tree", "pods", "odd"])
def test_that_the_middle_of_every_drawn_node_is_that_node(name: str, kind: str) -> None:
    made = picture(name, kind, "fit")
    found = 0
    for item in items(made.drawing, "nodes"):
        if isinstance(item, Boxes):
            for row, (x, y, w, h) in zip(item.row.tolist(), item.xywh.tolist(), strict=True):
                if row >= 0:
                    assert made.find(x + w / 2, y + h / 2).node == row
                    found += 1
    assert found or kind == "matrix"


@pytest.mark.parametrize("kind", KINDS)
def test_that_a_traced_node_is_hit_where_it_is_traced(kind: str) -> None:
    made, whole = picture("pods", kind, "fit"), scene("pods")
    boxes = [(row, made.trace(np.array([row]), NONE).boxes) for row in whole.nodes[::5].tolist()]
    shown = [(row, box[0]) for row, box in boxes if len(box)]
    assert shown
    for row, (x, y, w, h) in shown:
        assert made.find(x + w / 2, y + h / 2).node == row


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_that_a_picture_is_the_same_each_time(kind: str, theme: str) -> None:
    drawn = []
    for _ in range(2):
        made = scene_of(tree2(6, 3, 4), down_cables=[2])
        drawn.append(drawing_json(compose(made, view_for(made, View(kind=kind, theme=theme))).drawing))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "layered"])
def test_that_everything_of_a_plane_lies_in_the_view_at_fit(kind: str) -> None:
    whole = scene("tree")
    view = view_for(whole, View(kind=kind))
    areas = vista(kind).areas(whole, View(kind=kind), whole.nodes, whole.cables)
    assert areas.shape == (len(whole.nodes) + len(whole.cables), 4)
    ground = vista(kind).ground(whole, view)
    left, top, wide, tall = ground.clip
    known = areas[~np.isnan(areas).any(axis=1)]
    assert len(known)
    middle = np.array([view.width / 2, (48 + view.height) / 2])
    low, high = (
        (known[:, at] - (view.center, view.center_y)) * view.zoom + middle for at in ([0, 1], [2, 3])
    )
    assert (low >= (left, top)).all() and (high <= (left + wide, top + tall)).all()
