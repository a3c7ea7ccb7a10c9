from __future__ import annotations

from dataclasses import replace

from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.view import View
from ibviz.gui.canvas.moving import moved
from ibviz.gui.canvas.shift import Shift
from ibviz.gui.canvas.slide import Slide

SCENE = scene_of(tree2(4, 2, 3))


def test_that_bands_shift_and_planes_slide() -> None:
    bands, plane = View(zoom=2.0), View(kind="map", zoom=0.5)
    shifted = moved(Frame(SCENE, bands), Frame(SCENE, replace(bands, center=0.6)))
    assert isinstance(shifted, Shift) and not shifted.is_still
    slid = moved(MapGround(SCENE, plane), MapGround(SCENE, replace(plane, center=9.0)))
    assert isinstance(slid, Slide) and not slid.is_still


def test_that_the_picture_of_another_view_stays_where_it_was() -> None:
    bands, plane = Frame(SCENE, View(zoom=2.0)), MapGround(SCENE, View(kind="map", zoom=0.5))
    for kept, now in ((bands, plane), (plane, bands)):
        assert moved(kept, now).is_still
