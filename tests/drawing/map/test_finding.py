from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of
from scenes import FABRICS, scene_of

from ibviz.core.table import Floats
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Curves, Lines
from ibviz.drawing.hit import REACH, Hit
from ibviz.drawing.map.finding import NEAR, nearest_line
from ibviz.drawing.map.nodes import port_boxes
from ibviz.drawing.map.overview import inset
from ibviz.drawing.map.picture import MapPicture
from ibviz.drawing.map.places import places
from ibviz.drawing.map.ports import ports
from ibviz.drawing.strokes import flattened
from ibviz.drawing.view import View


def picture(name: str, zoom: str) -> MapPicture:
    scene = scene_of(FABRICS[name](), down_cables=[2])
    view = view_for(scene, View(kind="map", width=900, height=700), "fit" if zoom == "far" else zoom)
    made = compose(scene, replace(view, zoom=0.2) if zoom == "far" else view)
    assert isinstance(made, MapPicture)
    return made


Paths = dict[int, Floats]


def paths(made: MapPicture) -> Paths:
    """Every cable's line as short stretches that are straight."""
    found: Paths = {}
    for layer in made.drawing.layers:
        for item in layer.items:
            if layer.name in ("cables", "hot") and isinstance(item, Lines | Curves):
                for row, xy in zip(item.row.tolist(), item.xy, strict=True):
                    curved = isinstance(item, Curves)
                    points = flattened(xy[None], 60)[0] if curved else xy.reshape(2, 2)
                    found[row] = points
    found.pop(-1, None)
    return found


def brute(made: MapPicture, known: Paths, x: float, y: float) -> tuple[set[int], dict[int, float]]:
    """Nodes whose box holds a point, and how far each cable's line is from it: one thing at a time."""
    nodes = set()
    for layer in made.drawing.layers:
        for item in layer.items:
            if layer.name == "nodes" and isinstance(item, Boxes):
                for row, (left, top, wide, tall) in zip(item.row.tolist(), item.xywh.tolist(), strict=True):
                    if row >= 0 and left <= x <= left + wide and top <= y <= top + tall:
                        nodes.add(row)
    return nodes, {row: distance(line, x, y) for row, line in known.items()}


def distance(points: Floats, x: float, y: float) -> float:
    """How far a point is from the nearest stretch of a line."""
    a, way = points[:-1], np.diff(points, axis=0)
    share = ((np.array([x, y]) - a) * way).sum(1) / np.maximum((way**2).sum(1), 1e-12)
    near = a + np.clip(share, 0, 1)[:, None] * way
    return float(np.hypot(*(near - (x, y)).T).min())


@pytest.mark.parametrize("zoom", ["far", "fit", "mid", "close"])
@pytest.mark.parametrize("name", ["pods", "ring"])
def test_that_a_hit_is_what_a_scan_of_everything_finds(name: str, zoom: str) -> None:
    made = picture(name, zoom)
    known = paths(made)
    items = next((layer.items for layer in made.drawing.layers if layer.name == "hot"), ())
    on_top = {row for item in items if isinstance(item, Curves) for row in item.row.tolist() if row >= 0}
    rng = np.random.default_rng(5)
    kinds = set()
    for x, y in rng.uniform((0, 50), (900, 700), (120, 2)).tolist():
        found = made.find(x, y)
        kinds.add(found.kind)
        nodes, away = brute(made, known, x, y)
        if found.kind == "node":
            assert found.node in nodes or not nodes
        elif found.kind == "cable":
            rivals = [away[cable] for cable in away if cable in on_top or found.cable not in on_top]
            assert not nodes and away[found.cable] <= min(rivals) + 0.6 <= REACH + 1.2
        elif found.kind == "nothing" and inset(made.ground) is None:
            assert not nodes and min(away.values(), default=99) > REACH - 0.6
    assert {"node", "cable"} & kinds


@pytest.mark.parametrize("kind", ["map", "layered"])
def test_that_a_cable_right_under_the_pointer_is_meant_though_one_beside_it_was_drawn_later(
    kind: str,
) -> None:
    scene = scene_of(fabric_of("SS", [(0, 1, 1, 1), (0, 2, 1, 2)]), load=False)
    made = compose(scene, view_for(scene, View(kind=kind)))
    empty = next((x, y) for x in range(200, 1500, 9) for y in range(100, 900, 9) if made.find(x, y) == Hit())
    layer = next(layer for layer in made.drawing.layers if layer.name == "cables")
    curves = next(item for item in layer.items if isinstance(item, Curves))
    first, later = (
        replace(curves, xy=np.array([[*(empty[0] + beside, empty[1])] * 4], float), row=np.array([row]))
        for row, beside in ((0, 0), (1, 4))
    )
    layers = [replace(layer, items=(first, later)) if each is layer else each for each in made.drawing.layers]
    crowded = replace(made, drawing=replace(made.drawing, layers=tuple(layers)))
    assert crowded.find(*empty).cable == 0
    assert crowded.find(empty[0] + 3, empty[1]).cable == 1


def test_that_the_middle_of_each_port_is_that_port() -> None:
    made = picture("tree", "close")
    found, ground = ports(made.ground.scene), made.ground
    box = port_boxes(ground, np.arange(len(found.node)))
    seen = ground.seen(ground.boxes(found.node)) & (found.port > 0)
    checked = 0
    for place in np.flatnonzero(seen).tolist():
        x, y = box[place, :2] + box[place, 2:] / 2
        hit = made.find(float(x), float(y))
        if hit.kind == "port":
            assert (hit.node, hit.port) == (found.node[place], found.port[place])
            assert hit.cable == found.cable[place]
            checked += 1
    assert checked > 10


def test_that_a_small_node_is_meant_near_by_too() -> None:
    scene = scene_of(fabric_of("HH", []), load=False)
    made = compose(scene, replace(view_for(scene, View(kind="map")), zoom=0.02))
    (x, y, wide, _), (other, *_) = (
        made.trace(np.array([row]), np.empty(0, np.int64)).boxes[0] for row in (0, 1)
    )
    node, beyond = (0, x + wide + NEAR - 0.3) if x > other else (0, x - NEAR + 0.3)
    assert made.find(beyond, y + 0.2).node == node


def test_that_nothing_is_hit_in_the_header_and_on_the_overview() -> None:
    made = picture("carpet", "close")
    card = inset(made.ground)
    assert card is not None
    assert made.find(20, 20) == made.find(card[0] + 5, card[1] + 5) == Hit()


def test_that_the_line_drawn_last_is_meant_and_nothing_out_of_reach() -> None:
    xy = np.array([[0.0, 0, 100, 0], [0, 0, 100, 0], [0, 50, 100, 90]])
    assert nearest_line(xy, np.array([7, 8, 9]), 50, 3) == (3, 8)
    assert nearest_line(xy, np.array([7, 8, 9]), 50, 20) is None
    assert nearest_line(xy, np.array([7, 8, 9]), 5, 60) is None
    assert places(picture("ring", "fit").ground.scene).shape[1] == 2
