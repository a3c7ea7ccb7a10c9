from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2, tree3
from matrices import SCENES, view_of
from scenes import FABRICS, ZOOMS, scene_of

from ibviz.drawing.frame import HEADER
from ibviz.drawing.matrix.fitting import FAIREST, NEAR, NEARER, fit, noteworthy
from ibviz.drawing.matrix.ground import CAPTION, Matrix
from ibviz.drawing.view import View

SIZES = ((600, 400), (900, 640), (1600, 1000))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("size", SIZES)
def test_that_at_fit_all_cells_and_heads_are_in_view(name: str, size: tuple[int, int]) -> None:
    scene = SCENES[name]()
    view = view_of(scene, size=size)
    ground = Matrix(scene, view)
    assert ground.cell <= FAIREST
    assert (ground.box[:, 0] - ground.heads[0] >= 0).all()
    assert (ground.box[:, 1] - ground.heads[1] - ground.named_blocks >= HEADER + CAPTION - 1).all()
    assert (ground.box[:, 2] <= size[0]).all() and (ground.box[:, 3] <= size[1]).all()


@pytest.mark.parametrize("pods", [5, 16])
@pytest.mark.parametrize("word", ["p-leaf", "rack.aisle.hall"])
@pytest.mark.parametrize("size", [(700, 500), (1271, 852), (1600, 1000)])
def test_that_at_fit_blocks_and_their_names_are_in_view(pods: int, word: str, size: tuple[int, int]) -> None:
    fabric = tree3(pods, 8, 8, 1, 1)
    names = np.array([f"{word}-{row:03}" for row in range(len(fabric.nodes))], object)
    scene = scene_of(type(fabric)(fabric.nodes.with_columns(name=names), fabric.cables, fabric.ports))
    view = view_of(scene, size=size)
    ground = Matrix(scene, view)
    assert ground.shows_all
    larger = Matrix(scene, replace(view, zoom=view.zoom * 1.35))
    extent = ground.sheet.extent if ground.sheet else (0, 0, 0, 0)
    wide, tall = (extent[2] - extent[0]) * larger.scale, (extent[3] - extent[1]) * larger.scale
    room = size[0] - larger.heads[0] - 34, size[1] - 74 - larger.heads[1] - larger.named_blocks - 24
    assert ground.cell == FAIREST or wide > room[0] or tall > room[1]


def test_that_a_small_matrix_is_large_and_stands_in_the_middle() -> None:
    scene = scene_of(tree2(2, 2, 5))
    view = view_of(scene, size=(1600, 1000))
    ground = Matrix(scene, view)
    assert ground.cell == FAIREST
    left = ground.box[0, 0] - ground.heads[0]
    assert abs(left - (1600 - ground.box[0, 2])) < 40


@pytest.mark.parametrize("name", SCENES)
def test_that_each_zoom_is_nearer_and_close_has_room_for_figures(name: str) -> None:
    scene = SCENES[name]()
    whole, mid, close = (Matrix(scene, view_of(scene, zoom)) for zoom in ZOOMS)
    assert mid.scale >= max(1.0, NEARER * whole.scale)
    assert close.cell >= max(NEAR, NEARER * mid.cell)


def test_that_a_close_view_shows_what_needs_attention_most() -> None:
    scene = SCENES["tall"]()
    ground = Matrix(scene, view_of(scene, "close"))
    made = ground.sheet
    assert made is not None
    entry = noteworthy(scene, ground.view, made)
    assert scene.failed[made.entries.cable[entry]]
    assert entry in ground.seen
    hot = scene_of(tree2(30, 20, 1), seed=6)
    ground = Matrix(hot, view_of(hot, "close"))
    assert ground.sheet is not None
    entry = noteworthy(hot, ground.view, ground.sheet)
    value = hot.overlay("utilization").value[ground.sheet.entries.cable]
    assert value[entry] == np.nanmax(value) and entry in ground.seen


def test_that_without_load_the_first_missing_cable_is_looked_at() -> None:
    scene = scene_of(tree2(9, 5, 1, holes=2), load=False)
    made = Matrix(scene, View(kind="matrix")).sheet
    assert made is not None
    assert made.entries.cable[noteworthy(scene, View(), made)] == -1


@pytest.mark.parametrize("node", [200, 435])
def test_that_the_node_looked_for_is_in_view(node: int) -> None:
    scene = SCENES["tall"]()
    view = view_of(scene, "close", focus=node)
    ground = Matrix(scene, view)
    made = ground.sheet
    assert made is not None and view.focus == node
    row, column = made.places_of(node)
    assert ground.seen_rows[row].all() and ground.seen_columns[column].all()


def test_that_nothing_beyond_the_cells_takes_room() -> None:
    scene = SCENES["tall"]()
    ground = Matrix(scene, view_of(scene, "mid", focus=0))
    assert ground.box[0, 3] >= 640 - 30
    assert ground.box[0, 1] <= ground.front[0, 1] + 1


def test_that_a_fabric_without_a_matrix_has_a_view_too() -> None:
    view = fit(scene_of(FABRICS["one switch"]()), View(kind="matrix", zoom=3.0), "close")
    assert (view.zoom, view.center, view.center_y) == (1.0, 0.0, 0.0)
