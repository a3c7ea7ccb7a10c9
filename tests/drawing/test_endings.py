from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import tree2
from scenes import picture_of, scene_of, words_of

from ibviz.drawing.drawing import Curves
from ibviz.drawing.endings import AWAY, MOST
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.scene import Scene


def railed(scene: Scene, known: int) -> Scene:
    """The scene with an overlay of two kinds, which the first cables have."""
    value = np.full(len(scene.failed), np.nan)
    value[:known] = np.where(np.arange(known) % 2 == 0, 0.25, 0.75)
    made = Overlay("rail", "Rail", value, tokens=("rail1", "rail2"), labels=("I", "II"), at_ends=True)
    return replace(scene, overlays={"plain": scene.overlay("plain"), "rail": made}, memo={})


def placed(picture: Picture, text: str) -> list[tuple[float, float]]:
    """The middle and foot of each word of that text on the canvas."""
    words = words_of(picture.drawing)[0]
    return [
        (x + wide / 2, y)
        for each, (x, y), wide in zip(words.text, words.xy.tolist(), words.width, strict=True)
        if each == text
    ]


def test_that_cables_bear_their_kind_at_both_ends() -> None:
    picture = picture_of(railed(scene_of(tree2(3, 2, 2)), 2), overlay="rail")
    curve = next(
        i
        for layer in picture.drawing.layers
        for i in layer.items
        if isinstance(i, Curves) and 1 in i.row.tolist()
    )
    low, *_, high = curve.xy[curve.row.tolist().index(1)].reshape(4, 2).tolist()
    found = sorted(placed(picture, "II"))
    assert len(found) == 2
    for (x, y), (end_x, end_y) in zip(found, sorted([low, high]), strict=True):
        assert abs(x - end_x) < 0.01 and abs(y - end_y) < AWAY + 5


def test_that_only_overlays_that_ask_for_it_are_written_at_ends() -> None:
    scene = railed(scene_of(tree2(3, 2, 2)), 2)
    quiet = replace(scene.overlays["rail"], at_ends=False)
    scene = replace(scene, overlays={**scene.overlays, "rail": quiet}, memo={})
    assert not placed(picture_of(scene, overlay="rail"), "II")


def test_that_many_cables_are_told_by_colour_alone() -> None:
    assert MOST < 30 * 30
    picture = picture_of(railed(scene_of(tree2(30, 30, 1)), 900), overlay="rail")
    assert not placed(picture, "II")
