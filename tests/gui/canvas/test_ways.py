"""Where zooms, pans and the way to things lead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree3
from scenes import FABRICS, scene_of

from ibviz.drawing.draw import view_for
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.view import View
from ibviz.gui.canvas.ways import CLOSE, EDGE, NEAREST, BandsWay, PlaneWay, way

SCENE = scene_of(tree3(4, 4, 4, 3, 4))
NONE = np.empty(0, np.int64)
FIT = view_for(SCENE, View(kind="map"))
PLANE = PlaneWay(SCENE, FIT)
BASE = (FIT.zoom, FIT.center, FIT.center_y)


def ground(place: tuple[float, float, float]) -> MapGround:
    return MapGround(SCENE, replace(FIT, zoom=place[0], center=place[1], center_y=place[2]))


def test_that_each_view_has_its_ways() -> None:
    assert isinstance(way(SCENE, View()), BandsWay) and isinstance(way(SCENE, FIT), PlaneWay)


@pytest.mark.parametrize("factor", [1.3, 0.8])
def test_that_what_is_under_the_pointer_stays_there(factor: float) -> None:
    zoomed = PLANE.zoomed(BASE, factor, 700.0, 400.0)
    assert zoomed[0] == pytest.approx(BASE[0] * factor)
    assert ground(zoomed).back(700.0, 400.0) == pytest.approx(ground(BASE).back(700.0, 400.0))


def test_that_a_zoom_of_a_plane_has_its_ends() -> None:
    assert PLANE.zoomed(BASE, 1e6, 800, 500)[0] == NEAREST
    assert PLANE.zoomed(BASE, 1e-6, 800, 500)[0] == BASE[0] / 2
    assert PLANE.natural((0.3, 5.0, 6.0)) == (1.0, 5.0, 6.0)
    assert PLANE.whole() == BASE


def test_that_turning_the_wheel_reckons_the_whole_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_of(tree3(4, 4, 4, 3, 4))
    reckoned: list[View] = []
    reckon = PlaneWay._whole

    def counted(self: PlaneWay, view: View) -> tuple[float, float, float]:
        reckoned.append(view)
        return reckon(self, view)

    monkeypatch.setattr(PlaneWay, "_whole", counted)
    for kind in ("map", "matrix"):
        for zoom in (0.5, 0.6, 0.7):
            PlaneWay(scene, View(kind=kind, zoom=zoom)).zoomed((zoom, 0.0, 0.0), 1.1, 500, 400)
    assert [view.kind for view in reckoned] == ["map", "matrix"]


def test_that_a_pan_follows_the_pointer_and_keeps_some_of_the_plane_in_view() -> None:
    panned = PLANE.panned((1.0, *BASE[1:]), 30.0, -20.0)
    assert panned == (1.0, BASE[1] - 30, BASE[2] + 20)
    x = PLANE.panned((1.0, *BASE[1:]), 1e7, 0.0)[1]
    assert ground((1.0, x, BASE[2])).extent[0] == x


def test_that_the_way_to_nodes_shows_them_and_to_nothing_is_none() -> None:
    nodes = SCENE.bands.levels[1][:3]
    place = PLANE.to(nodes, NONE)
    assert place is not None and place[0] <= CLOSE
    near = ground(place)
    assert near.seen(near.boxes(nodes)).all()
    one = PLANE.to(NONE, SCENE.cables[:1])
    assert one is not None
    assert PLANE.to(NONE, NONE) is None
    lost = replace(SCENE, memo={"map places": np.full((len(SCENE.band), 2), np.nan)})
    assert PlaneWay(lost, FIT).beside(BASE, 0) is None


def test_that_a_node_out_of_view_is_brought_in_and_one_in_view_left() -> None:
    node = int(SCENE.bands.levels[1][0])
    assert PLANE.beside((BASE[0] * 0.9, *BASE[1:]), node) is None
    far = (2.0, BASE[1] + 9000, BASE[2])
    place = PLANE.beside(far, node)
    assert place is not None and place[0] == 2.0
    box = ground(place).boxes(np.array([node]))[0]
    assert box[0] > EDGE and box[0] + box[2] < 1600 - EDGE


def test_that_bands_have_no_size_of_their_own() -> None:
    bands = BandsWay(SCENE, View())
    assert bands.natural((5.0, 0.3, 0.5)) == bands.whole() == (1.0, 0.5, 0.5)
    assert bands.to(NONE, NONE) is None


def test_that_where_there_is_nothing_there_are_ways_too() -> None:
    alone = PlaneWay(scene_of(FABRICS["one switch"]()), View(kind="matrix"))
    assert alone.panned((1.0, 0.0, 0.0), 30, 40) == (1.0, 0.0, 0.0)
    assert alone.to(np.array([0]), NONE) is None
