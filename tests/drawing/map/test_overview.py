from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree3
from scenes import FABRICS, scene_of

from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Cells, Words
from ibviz.drawing.lettering import boxes_of
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.overview import NARROW, inset, lens, lens_box, off, onto
from ibviz.drawing.map.places import places
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View

SCENE = scene_of(FABRICS["carpet"]())
PODS = scene_of(tree3(8, 6, 4, 4, 12))
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


@pytest.mark.parametrize("scene,zoom", [(SCENE, 0.5), (PODS, 0.3)])
def test_that_the_card_covers_no_word_and_no_plate_of_one(scene: Scene, zoom: float) -> None:
    view = replace(CLOSE, zoom=zoom, focus=-1)
    card = inset(MapGround(scene, view))
    assert card is not None
    low, high = np.array(card[:2]), np.array(card[:2]) + card[2:]
    x, y = places(scene)[0] - ((low + high) / 2 - (800, 524)) / zoom
    view = replace(view, center=x, center_y=y)
    box = MapGround(scene, view).boxes(np.array([0]))[0]
    assert (box[:2] < high).all() and (box[:2] + box[2:] > low).all()
    layers = {each.name: each.items for each in compose(scene, view).drawing.layers}
    words = boxes_of(next(item for item in layers["words"] if isinstance(item, Words)))
    plates = [item.xywh for item in layers.get("marks", ()) if isinstance(item, Boxes)]
    plate = np.concatenate([*plates, np.empty((0, 4))])
    for corner, end in ((words[:, :2], words[:, 2:]), (plate[:, :2], plate[:, :2] + plate[:, 2:])):
        assert not ((corner < high) & (end > low)).all(axis=1).any()
