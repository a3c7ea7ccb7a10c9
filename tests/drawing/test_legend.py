from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import picture_of, scene_of

from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Boxes, Cells, Words
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.legend import (
    BARS,
    LEAST,
    RAMP,
    cables_of_color,
    has_handles,
    legend_at,
    moved_range,
    ramp_left,
    values_range,
)
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View


def chrome(picture: Picture) -> list[object]:
    return [i for layer in picture.drawing.layers if layer.name == "chrome" for i in layer.items]


def chrome_words(picture: Picture) -> list[str]:
    return [text for i in chrome(picture) if isinstance(i, Words) for text in i.text.tolist()]


def valued(*values: float) -> Scene:
    """A tree whose first cables have some utilization, the others none at all."""
    scene = scene_of(tree2(6, 4, 4))
    value = np.zeros(len(scene.failed))
    value[: len(values)] = values
    made = replace(scene, overlays=copy(scene.overlays), memo={})
    made.overlays["utilization"] = replace(scene.overlay("utilization"), value=value)
    return made


def ramp_of(picture: Picture) -> Cells:
    return next(i for i in chrome(picture) if isinstance(i, Cells) and i.h == 8)


def test_that_the_legend_has_ends_with_units_a_ramp_and_a_histogram() -> None:
    picture = picture_of(scene_of(tree2(6, 4, 4)))
    assert {"0", "100\u2009%", "Utilization, simulated"} <= set(chrome_words(picture))
    items = [i for layer in picture.drawing.layers if layer.name == "chrome" for i in layer.items]
    ramp = next(i for i in items if isinstance(i, Cells))
    assert (ramp.w, ramp.h, ramp.pixels.shape) == (176, 8, (2, 256))
    bars = max((i for i in items if isinstance(i, Boxes)), key=lambda i: len(i.row))
    value = picture.places.scene.overlays["utilization"].value
    steps = np.minimum((value * BARS).astype(int), BARS - 1)
    assert len(bars.row) == len(np.unique(steps))
    tallest = np.argmax(bars.xywh[:, 3])
    assert np.isclose(bars.xywh[tallest, 3], 14)


def test_that_the_plain_overlay_has_no_ramp() -> None:
    picture = picture_of(scene_of(tree2(3, 2, 2)), overlay="plain")
    assert "Wiring only" in chrome_words(picture)
    items = [i for layer in picture.drawing.layers if layer.name == "chrome" for i in layer.items]
    assert not any(isinstance(i, Cells) and i.h == 8 for i in items)


def test_that_values_below_and_above_the_range_have_the_colours_of_its_ends() -> None:
    scene = valued(0.5)
    whole = ramp_of(picture_of(scene)).pixels[0]
    pixels = ramp_of(picture_of(scene, low=0.25, high=0.75)).pixels[0]
    assert (pixels[:64] == whole[0]).all() and (pixels[192:] == whole[-1]).all()
    assert pixels[128] == whole[129]  # twice as steep, half a step from the middle


def test_that_the_handles_stand_at_the_range_and_say_it() -> None:
    picture = picture_of(valued(0.5), low=0.25, high=0.75)
    left = ramp_left(picture.places.scene, View())
    grips = next(i for i in chrome(picture) if isinstance(i, Boxes) and i.xywh[0, 2:].tolist() == [5, 14])
    assert np.allclose(grips.xywh[:, 0] + 2.5, [left + RAMP / 4, left + RAMP * 3 / 4])
    assert {"25\u2009%", "75\u2009%"} <= set(chrome_words(picture))


def test_that_hot_is_what_is_above_the_range() -> None:
    scene = valued(0.5, 0.7, 0.9)
    assert "2 above 60\u2009%" in chrome_words(picture_of(scene, high=0.6))
    assert not any("above" in text for text in chrome_words(picture_of(scene)))


def test_that_handles_and_colours_are_found_where_they_are_drawn() -> None:
    scene, view = valued(0.5), View(low=0.25, high=0.75)
    left = ramp_left(scene, view)
    assert legend_at(scene, view, left + RAMP / 4 + 3, 28).part == "low"
    assert legend_at(scene, view, left + RAMP * 0.75 - 3, 28).part == "high"
    found = legend_at(scene, view, left + RAMP / 2, 28)
    assert found.part == "color" and found.value == pytest.approx(0.5)
    for x, y in ((left - 40, 28), (left + RAMP + 20, 28), (left + RAMP / 2, 46)):
        assert not legend_at(scene, view, x, y).part
    assert not legend_at(scene, View(overlay="plain"), left + RAMP / 2, 28).part


def test_that_kinds_have_no_handles() -> None:
    scene, view = valued(0.5), View(overlay="speed")
    assert not has_handles(scene.overlay("speed"))
    assert legend_at(scene, view, ramp_left(scene, view), 28).part == "color"
    assert values_range(scene, view) == (0, 1)


def test_that_a_handle_never_passes_the_other() -> None:
    scene, view = valued(0.5), View(low=0.25, high=0.75)
    overlay = scene.overlay("utilization")
    assert moved_range(overlay, view, "low", 0.4) == (0.4, 0.75)
    assert moved_range(overlay, view, "low", 0.9) == (0.75 - LEAST, 0.75)
    assert moved_range(overlay, view, "high", 0.1) == (0.25, 0.25 + LEAST)
    assert moved_range(overlay, view, "high", 7.0) == (0.25, 1.0)


def test_that_the_ends_of_opposites_move_alike() -> None:
    opposed = replace(valued(0.5).overlay("utilization"), middle="0")
    assert moved_range(opposed, View(), "low", 0.3) == pytest.approx((0.3, 0.7))
    assert moved_range(opposed, View(), "high", 0.5) == (0.5 - LEAST, 0.5 + LEAST)


def test_that_the_range_of_the_values_is_theirs() -> None:
    scene = valued(0.5, 0.7, 0.9)
    assert values_range(scene, View()) == (0.0, 0.9)
    assert values_range(valued(), View()) == (0.0, 1.0)
    opposed = replace(scene.overlay("utilization"), middle="0", value=np.full(len(scene.failed), 0.3))
    turned = replace(scene, overlays={"plain": scene.overlay("plain"), "utilization": opposed})
    assert values_range(turned, View()) == pytest.approx((0.3, 0.7))


def test_that_a_colour_has_the_cables_of_its_bar() -> None:
    scene = valued(0.5, 0.505, 0.7)
    assert cables_of_color(scene, View(), 0.5).tolist() == [0, 1]
    assert cables_of_color(scene, View(), 0.7).tolist() == [2]
    every = cables_of_color(scene, View(overlay="speed"), 0.5)
    assert every.tolist() == scene.cables.tolist()


def test_that_a_legend_is_drawn_without_its_title_where_asked() -> None:
    from ibviz.drawing.legend import draw_legend, legend_left

    scene = valued(0.5)
    easel: Board = Easel(Frame(scene, View()))
    draw_legend(easel, titled=False)
    assert "Utilization, simulated" not in easel.chrome.words().text.tolist()
    assert legend_left(scene, View(), titled=False) > legend_left(scene, View(), titled=True)
