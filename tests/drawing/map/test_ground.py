from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.draw import view_for
from ibviz.drawing.map.ground import FROM, LEAST, Detail, MapGround
from ibviz.drawing.map.places import places
from ibviz.drawing.view import View

SCENE = scene_of(tree2(4, 2, 3))
VIEW = View(kind="map")


def test_that_more_is_shown_the_nearer_and_held_until_well_passed() -> None:
    for level in Detail:
        assert MapGround(SCENE, replace(VIEW, zoom=FROM[level] + 0.01)).detail == level
    just_below = FROM[Detail.PORTS] * 0.95
    held = replace(VIEW, zoom=just_below, held=(int(Detail.PORTS),))
    assert MapGround(SCENE, held).detail == Detail.PORTS
    assert MapGround(SCENE, replace(held, held=(int(Detail.NAMES),))).detail == Detail.NAMES
    assert MapGround(SCENE, replace(held, zoom=just_below / 1.2)).detail == Detail.NAMES
    assert MapGround(SCENE, replace(VIEW, zoom=just_below, held=(3, 3, 3))).levels == (Detail.NAMES,)


def test_that_boxes_are_around_their_places_and_never_vanish() -> None:
    far = MapGround(SCENE, replace(VIEW, zoom=0.001))
    assert (far.boxes(SCENE.nodes)[:, 2:] == LEAST).all()
    near = MapGround(SCENE, replace(VIEW, zoom=2.0))
    box = near.boxes(np.array([0]))[0]
    assert np.allclose(box[:2] + box[2:] / 2, near.at(places(SCENE)[:1])[0])
    assert box[2:].tolist() == [308.0, 124.0]


def test_that_all_is_in_view_at_fit_and_not_beyond_it() -> None:
    fit = view_for(SCENE, VIEW)
    assert MapGround(SCENE, fit).shows_all
    assert not MapGround(SCENE, replace(fit, zoom=fit.zoom * 6)).shows_all
    assert not MapGround(SCENE, replace(fit, center_y=fit.center_y + 500)).shows_all
