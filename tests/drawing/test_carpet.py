from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2
from scenes import FABRICS, picture_of, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.carpet import Grid, Weave, grid, middles_of, paint, thinned, uplink_middles
from ibviz.drawing.drawing import Cells, Marks, Shape
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.view import View

SCENE = scene_of(FABRICS["carpet"](), down_cables=[0, 1])


def cells_of(name: str, **more: object) -> list[Cells]:
    scene = SCENE if name == "carpet" else scene_of(FABRICS[name]())
    drawing = picture_of(scene).drawing
    return [
        i for layer in drawing.layers if layer.name == "cells" for i in layer.items if isinstance(i, Cells)
    ]


def test_that_each_uplink_and_each_host_has_a_cell() -> None:
    shown = {row for item in cells_of("carpet") if item.of == "cable" for row in item.row.ravel().tolist()}
    carpet = set(SCENE.links.cable[SCENE.links.band[:, 0] == 1].tolist()) | set(SCENE.tiles.cable.tolist())
    assert carpet <= shown


def test_that_a_cell_has_the_colour_of_its_cable() -> None:
    easel = Easel(Frame(SCENE, View()))
    for item in cells_of("carpet"):
        if item.of == "cable":
            known = (item.row >= 0) & ~SCENE.failed[item.row]
            assert (item.pixels[known] == easel.cell_colors(easel.value[item.row[known]])).all()


def test_that_the_hottest_of_a_pixel_is_shown_and_the_dead_over_it() -> None:
    easel = Easel(Frame(SCENE, View()))
    spot = (np.zeros(3, int), np.zeros(3, int))
    value, rows = np.array([0.2, 0.9, 0.5]), np.array([7, 8, 9])
    weave = Weave(Grid((0, 0, 1, 1, 1, 1)), spot, rows)
    assert paint(easel, weave, value, np.zeros(3, bool)).row.tolist() == [[8]]
    assert paint(easel, weave, value, rows == 9).row.tolist() == [[9]]


def test_that_cells_of_their_own_need_no_order() -> None:
    spot, rows = (np.array([0, 1]), np.array([1, 0])), np.array([7, 8])
    weave = Weave(Grid((0, 0, 4, 2, 2, 2)), spot, rows)
    colors, rank = np.array([5, 6], np.uint32), np.array([9, 1], np.uint16)
    pixels, shown = weave.laid(colors, rank)
    assert pixels.tolist() == [[0, 5], [6, 0]]
    assert shown.tolist() == [[-1, 7], [8, -1]]
    assert weave.laid(colors, rank)[1] is shown, "what they are is the same whatever the colours"
    assert weave.middles(rows == 8).tolist() == [[1.0, 1.5]]


def test_that_a_dead_cable_of_a_carpet_is_ringed_and_crossed_at_its_cell() -> None:
    drawing = picture_of(SCENE).drawing
    marks = [
        i for layer in drawing.layers for i in layer.items if isinstance(i, Marks) and layer.name == "marks"
    ]
    rings = [m for m in marks if (m.shape == Shape.RING_CROSS).any()]
    assert {0, 1} & {int(row) for m in rings for row in m.row}
    x, y = rings[0].xy[0]
    cell = next(c for c in cells_of("carpet") if c.x <= x <= c.x + c.w and c.y <= y <= c.y + c.h)
    row = int((y - cell.y) / cell.h * cell.row.shape[0])
    column = int((x - cell.x) / cell.w * cell.row.shape[1])
    assert cell.row[row, column] == rings[0].row[0]


def test_that_columns_under_a_pixel_share_it() -> None:
    frame = Frame(scene_of(tree2(700, 1, 1), load=False), View(width=600))
    assert frame.leaf_px < 1
    cells, (_, across) = grid(frame, np.arange(700), np.zeros(700, int), 1, 0, 10)
    assert cells[4] <= 460
    assert across.max() < cells[4] and (np.diff(across) >= 0).all()


def test_that_rows_under_a_pixel_share_it() -> None:
    frame = Frame(SCENE, View())
    cells, (down, _) = grid(frame, np.zeros(90, int), np.arange(90), 90, 0, 30)
    assert cells[5] == 30
    assert down.tolist() == [slot // 3 for slot in range(90)]


def test_that_the_middle_of_a_cell_is_in_it() -> None:
    at = np.array([0, 1]), np.array([0, 3])
    assert middles_of(Grid((10, 20, 40, 10, 4, 2)), at).tolist() == [[15, 22.5], [45, 27.5]]


def test_that_marks_in_a_crowd_are_thinned() -> None:
    spots = np.column_stack([np.linspace(0, 30, 100), np.zeros(100)])
    assert 2 <= len(thinned(spots, 12)) <= 4
    assert len(thinned(np.empty((0, 2)), 12)) == 0


def test_that_uplinks_of_irregular_leaves_fill_rows_from_the_top() -> None:
    scene = scene_of(irregular(), load=False)
    picture = picture_of(scene, size=(320, 400))
    cells = [c for layer in picture.drawing.layers for c in layer.items if isinstance(c, Cells)]
    y, tall = picture.places.frame.places["gap1"]
    carpet = next(c for c in cells if y <= c.y <= y + tall)
    filled = carpet.row >= 0
    assert carpet.row.shape[0] == 2
    assert (filled[:-1] >= filled[1:]).all()
    assert filled.sum() == len(scene.links)


def test_that_the_middle_of_an_uplinks_cell_is_in_its_cell() -> None:
    scene = scene_of(irregular(), load=False)
    picture = picture_of(scene, size=(320, 400))
    frame = picture.places.frame
    every = np.arange(len(scene.links))
    middle = uplink_middles(frame, every, every)
    y, tall = frame.places["gap1"]
    cells = [c for layer in picture.drawing.layers for c in layer.items if isinstance(c, Cells)]
    carpet = next(c for c in cells if y <= c.y <= y + tall)
    down = ((middle[:, 1] - carpet.y) / carpet.h * carpet.row.shape[0]).astype(int)
    across = ((middle[:, 0] - carpet.x) / carpet.w * carpet.row.shape[1]).astype(int)
    assert (carpet.row[down, across] == scene.links.cable).mean() > 0.9


def test_that_aggregation_nodes_of_a_strip_are_folded_and_their_cables_cells() -> None:
    cables = [(leaf, 1, 231 + leaf, 1) for leaf in range(230)] + [
        (leaf, 2, 230, leaf + 1) for leaf in range(230)
    ]
    fabric = fabric_of(
        "S" * 231 + "A" * 230 + "H" * 230, cables + [(leaf, 9, 461 + leaf, 1) for leaf in range(230)]
    )
    scene = scene_of(fabric, load=False)
    drawing = picture_of(scene).drawing
    assert drawing.nodes["folded"] == 230
    assert drawing.cables["cell"] == 690


def irregular() -> Fabric:
    """Each of 30 leaves has a cable to one of 12 spines, every other one a second."""
    cables = [(leaf, 1, 42 + leaf, 1) for leaf in range(30)]
    cables += [(leaf, 2, 30 + leaf * 12 // 30, leaf + 1) for leaf in range(30)]
    cables += [(leaf, 3, 30 + (leaf * 12 // 30 + 1) % 12, 40 + leaf) for leaf in range(0, 30, 2)]
    return fabric_of("S" * 42 + "H" * 30, cables)
