from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scenes import FABRICS, scene_of

from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Cells
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.overview import NARROW, inset, lens, lens_box, off, onto
from ibviz.drawing.map.places import places
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View

SCENE = scene_of(FABRICS["carpet"]())
CLOSE = view_for(SCENE, View(kind="map"), "close")


def test_that_there_is_an_overview_only_where_something_is_out_of_view() -> None:
    assert inset(MapGround(SCENE, view_for(SCENE, View(kind="map")))) is None
    assert inset(MapGround(SCENE, replace(CLOSE, width=NARROW - 1))) is None
    card = inset(MapGround(SCENE, CLOSE))
    assert card is not None and card[0] + card[2] < 1600 and card[1] + card[3] < 1000


def test_that_every_node_is_on_the_overview() -> None:
    drawing = compose(SCENE, CLOSE).drawing
    (cells,) = (
        i
        for each in drawing.layers
        if each.name == "chrome"
        for i in each.items
        if isinstance(i, Cells) and i.of == "node" and (i.row == -1).all() and i.y > 100
    )
    ground = MapGround(SCENE, CLOSE)
    card = inset(ground)
    assert card is not None
    rows, columns = cells.pixels.shape
    for x, y in places(SCENE)[SCENE.nodes[::40]].tolist():
        at = onto(ground, card, x, y)
        across = min(int((at[0] - cells.x) / cells.w * columns), columns - 1)
        down = min(int((at[1] - cells.y) / cells.h * rows), rows - 1)
        assert cells.pixels[down, across] >> 24


def test_that_the_frame_is_round_what_is_in_view_and_leads_back() -> None:
    ground = MapGround(SCENE, CLOSE)
    card = inset(ground)
    assert card is not None
    x, y, wide, tall = lens_box(ground, card)
    assert off(ground, card, x + wide / 2, y + tall / 2) == pytest.approx(
        (CLOSE.center, CLOSE.center_y), abs=400
    )
    assert off(ground, card, *onto(ground, card, 123.0, 45.0)) == pytest.approx((123.0, 45.0))
    (frame,) = lens(ground, theme("dark"), card)
    assert np.allclose(frame.xywh, [[x, y, wide, tall]])
