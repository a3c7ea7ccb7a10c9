"""What is on screen, pixel by pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
from fabrics import tree3
from gui_canvas import Make, rest

from ibviz.drawing.theme import theme
from ibviz.gui.selection import NOTHING, Selection

NONE = np.empty(0, np.int64)
TREE = tree3(4, 4, 4, 3, 4)


def test_that_the_theme_changes_live(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.gaze.change(theme="light")
    rest(qtbot, canvas)
    seen = canvas.grab().toImage().pixelColor(3, 400).rgb()
    assert seen == theme("light").canvas | 0xFF000000


def test_that_the_path_of_a_flow_is_lit(make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    before = canvas.grab().toImage()
    canvas.desk.document.select(Selection(flow=0))
    assert canvas.grab().toImage() != before
    canvas.desk.document.select(NOTHING)
    assert canvas.grab().toImage() == before


def test_that_the_ground_alone_is_painted_while_there_is_no_picture(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.keeper.drop()
    image = canvas.grab().toImage()
    ground = theme(canvas.desk.gaze.view.theme).canvas | 0xFF000000
    assert {image.pixelColor(x, y).rgb() for x in range(0, 1000, 50) for y in range(0, 700, 50)} == {ground}


def test_that_a_rubber_band_is_painted_over_the_picture(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    before = canvas.grab().toImage()
    canvas.pointer.rect = (300.0, 150.0, 200.0, 120.0)
    after = canvas.grab().toImage()
    assert after != before
    assert after.pixelColor(305, 155) != before.pixelColor(305, 155)
    assert after.pixelColor(700, 600) == before.pixelColor(700, 600)


def test_that_names_of_a_matrix_are_outlined_over_their_ground(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.look_as("matrix")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "matrix", timeout=10_000)
    rest(qtbot, canvas)
    canvas.desk.gaze.move(2.0, 120.0, 120.0)
    rest(qtbot, canvas)
    assert canvas.kept is not None
    leaf = next(row for row in range(4) if len(canvas.kept.picture.trace(np.array([row]), NONE).boxes))
    x, y, wide = canvas.kept.picture.trace(np.array([leaf]), NONE).boxes[0, :3].tolist()
    canvas.desk.document.select(Selection(nodes=frozenset([leaf])))
    image = canvas.grab().toImage()
    seen = {image.pixelColor(round(x + wide / 2), round(y) - off).rgb() for off in range(2, 6)}
    assert theme(canvas.desk.gaze.view.theme).acc | 0xFF000000 in seen
