from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, torus_of, tree2
from scenes import FABRICS, ZOOMS, scene_of, words_of

from ibviz.drawing.draw import EMPTY, compose, view_for
from ibviz.drawing.drawing import Boxes
from ibviz.drawing.frame import HEADER, Frame
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.picture import GRID, MapPicture, fit, kept_inside
from ibviz.drawing.map.places import places
from ibviz.drawing.map.span import extent
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View

MAP = View(kind="map")


def boxes(made: MapPicture, layer: str) -> list[Boxes]:
    return [
        i for each in made.drawing.layers if each.name == layer for i in each.items if isinstance(i, Boxes)
    ]


def test_that_zooms_come_nearer_in_a_small_fabric_too() -> None:
    scene = scene_of(FABRICS["carpet"]())
    zooms = [view_for(scene, MAP, zoom).zoom for zoom in ZOOMS]
    assert zooms[0] < zooms[1] < zooms[2] == 1.0
    middling = [view_for(scene_of(torus_of((6, 6))), MAP, zoom).zoom for zoom in ZOOMS]
    assert 0.45 < middling[0] < 1 and middling[1:] == pytest.approx([1.5 * middling[0], 2.25 * middling[0]])
    small = scene_of(tree2(2, 1, 1))
    assert [view_for(small, MAP, zoom).zoom for zoom in ZOOMS] == [1.5, 2.25, 3.375]


def test_that_a_focus_is_in_the_middle_and_outlined() -> None:
    scene = scene_of(FABRICS["pods"]())
    node = int(scene.bands.levels[1][7])
    made = compose(scene, fit(scene, replace(MAP, width=500, height=400), "close", node))
    left, top, right, bottom = extent(scene)
    x, y = places(scene)[node]
    assert made.ground.view.center == pytest.approx(min(max(x, left + 250 - 32), right - 250 + 32))
    assert made.ground.view.center_y == pytest.approx(min(max(y, top + 176 - 32), bottom - 176 + 32))
    around = [item for item in boxes(made, "marks") if item.border[0] == theme("dark").acc]
    (middle,) = (item.xywh[0, :2] + item.xywh[0, 2:] / 2 for item in around)
    assert middle == pytest.approx(made.ground.at(places(scene)[[node]])[0])


def test_that_a_focus_without_a_place_leaves_the_middle() -> None:
    scene = scene_of(tree2(4, 2, 3))
    nowhere = replace(scene, memo={"map places": np.full((len(scene.band), 2), np.nan)})
    view = fit(nowhere, MAP, "close", 2)
    assert (view.center, view.center_y) == (0.5, 0.5)


def test_that_a_view_shows_little_beyond_the_ends_of_the_map() -> None:
    scene = scene_of(FABRICS["carpet"]())
    view = kept_inside(scene, replace(MAP, zoom=1.0, center=-9e9, center_y=9e9))
    left, _, _, bottom = extent(scene)
    assert view.center == pytest.approx(left + 800 - 32)
    assert view.center_y == pytest.approx(bottom - 952 / 2 + 32)
    far = kept_inside(scene, replace(MAP, zoom=0.001))
    assert far.center == pytest.approx((extent(scene)[0] + extent(scene)[2]) / 2)


def test_that_there_is_a_grid_close_by_only() -> None:
    scene = scene_of(tree2(4, 2, 3))
    (dots,) = boxes(compose(scene, replace(MAP, zoom=1.0)), "ground")
    assert np.unique(np.diff(np.unique(dots.xywh[:, 0]))).tolist() == [GRID]
    assert not boxes(compose(scene, replace(MAP, zoom=0.3)), "ground")


def test_that_an_empty_fabric_says_one_calm_sentence() -> None:
    drawing = compose(scene_of(fabric_of("", []), load=False), MAP).drawing
    assert EMPTY in {text for words in words_of(drawing) for text in words.text.tolist()}


def test_that_the_overview_stays_leads_about_and_is_framed_by_what_is_seen_now() -> None:
    scene = scene_of(FABRICS["carpet"]())
    view = view_for(scene, MAP, "close")
    made = compose(scene, view)
    header, card = made.fixed
    assert header == (0.0, 0.0, 1600.0, HEADER)
    spot = card[0] + card[2] / 2, card[1] + card[3] / 2
    left, top, right, bottom = extent(scene)
    assert made.overview_at(*spot) == pytest.approx(((left + right) / 2, (top + bottom) / 2))
    assert made.overview_at(10.0, 100.0) is None
    (frame,) = made.lens(MapGround(scene, view))
    (moved,) = made.lens(MapGround(scene, replace(view, center=view.center + 900)))
    assert moved.xywh[0, 0] > frame.xywh[0, 0]
    assert made.lens(Frame(scene, View())) == ()
    whole = compose(scene, view_for(scene, MAP))
    assert len(whole.fixed) == 1 and whole.overview_at(*spot) is None
    assert whole.lens(MapGround(scene, view)) == ()
