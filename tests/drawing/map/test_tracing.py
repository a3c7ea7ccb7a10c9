from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Curves
from ibviz.drawing.map.places import places
from ibviz.drawing.trace import NOWHERE
from ibviz.drawing.view import View

NONE = np.empty(0, np.int64)
SCENE = scene_of(tree2(8, 4, 4))


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_nodes_and_cables_are_traced_where_they_are_drawn(zoom: str) -> None:
    made = compose(SCENE, view_for(SCENE, View(kind="map"), zoom))
    drawn = {
        row: xy
        for layer in made.drawing.layers
        if layer.name in ("cables", "hot")
        for item in layer.items
        if isinstance(item, Curves)
        for row, xy in zip(item.row.tolist(), item.xy, strict=True)
        if row >= 0
    }
    for row, xy in drawn.items():
        (traced,) = made.trace(NONE, np.array([row])).curves
        assert np.abs(traced - xy).max() <= 1.5 + 1e-9


def test_that_what_is_out_of_view_is_left_out() -> None:
    x, y = places(SCENE)[0]
    made = compose(
        SCENE, View(kind="map", zoom=2.0, center=float(x), center_y=float(y), width=400, height=300)
    )
    found = made.trace(SCENE.nodes, SCENE.cables)
    assert 0 < len(found.boxes) < len(SCENE.nodes) and 0 < len(found.curves) < len(SCENE.cables)


def test_that_nothing_and_what_stands_nowhere_is_nowhere() -> None:
    made = compose(SCENE, View(kind="map"))
    assert made.trace(NONE, NONE) is NOWHERE
    lost = replace(SCENE, memo={"map places": np.full((len(SCENE.band), 2), np.nan)})
    assert not compose(lost, View(kind="map")).trace(SCENE.nodes, SCENE.cables)
