"""Where the kept picture of a plane lies under another view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from hypothesis import given
from hypothesis import strategies as st
from scenes import scene_of

from ibviz.drawing.draw import view_for
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.view import View
from ibviz.gui.canvas.slide import slide

SCENE = scene_of(tree2(4, 2, 3))
VIEW = View(kind="map", zoom=0.5, center=100.0, center_y=50.0, reach=200.0)
NONE = np.empty(0, np.int64)
ZOOM, SPOT = st.floats(0.01, 4), st.floats(-3000, 3000)


@given(ZOOM, SPOT, SPOT)
def test_that_every_point_is_found_again(zoom: float, x: float, y: float) -> None:
    kept = MapGround(SCENE, VIEW)
    now = MapGround(SCENE, replace(VIEW, zoom=zoom, center=x, center_y=y, width=1200))
    spots = np.array([[0.0, 0.0], [1000, -500], [-70, 33]])
    move = slide(kept, now)
    assert np.allclose(move.points(kept.at(spots), NONE), now.at(spots), atol=1e-6)
    box = np.column_stack([kept.at(spots), np.full((3, 2), 10.0)])
    assert np.allclose(move.boxes(box, NONE)[:, :2], now.at(spots), atol=1e-6)
    assert np.allclose(move.boxes(box, NONE)[:, 2:], 10 * zoom / 0.5)
    curve = np.tile(kept.at(spots), 4)
    assert np.allclose(move.curves(curve, NONE), np.tile(now.at(spots), 4), atol=1e-6)
    assert move.back(*move.at(12.0, 7.0)) == pytest.approx((12.0, 7.0), abs=1e-6)


def test_that_a_pan_is_no_zoom_and_a_rest_is_still() -> None:
    kept = MapGround(SCENE, VIEW)
    assert slide(kept, MapGround(SCENE, replace(VIEW, held=(3,)))).is_still
    panned = slide(kept, MapGround(SCENE, replace(VIEW, center=103.0)))
    assert panned.is_pan and not panned.is_still
    assert not slide(kept, MapGround(SCENE, replace(VIEW, zoom=0.6))).is_pan


def test_that_the_reach_is_what_a_pan_has_to_spare() -> None:
    far = replace(VIEW, zoom=4.0)
    kept = MapGround(SCENE, far)
    for pixels, missing in ((0, 0.0), (150, 0.0), (230, 30.0)):
        for way in ({"center": 100 + pixels / 4}, {"center_y": 50 - pixels / 4}):
            assert slide(kept, MapGround(SCENE, replace(far, **way))).uncovered() == pytest.approx(missing)
    whole = MapGround(SCENE, view_for(SCENE, View(kind="map")))
    assert slide(whole, MapGround(SCENE, replace(whole.view, center=1e5))).uncovered() == 0.0
