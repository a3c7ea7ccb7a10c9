from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import FABRICS, odd, picture_of, scene_of

from ibviz.drawing.drawing import Boxes, Marks, Shape, Words
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.header import count_words, plural, shape_words
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.view import View


def chrome_words(picture: Picture) -> list[str]:
    items = [i for layer in picture.drawing.layers if layer.name == "chrome" for i in layer.items]
    return [text for i in items if isinstance(i, Words) for text in i.text.tolist()]


DOWN = ("Failed (what-if): 2 cables", "2 down")
"""How it is told that two cables failed: in full, and where there is little room."""


def easel_of(name: str) -> Easel:
    return Easel(Frame(scene_of(odd() if name == "odd" else FABRICS[name]()), View()))


def test_that_counts_say_what_there_is() -> None:
    words = count_words(easel_of("odd"))
    assert words == ["7 hosts", "4 switches", "1 router", "2 aggregation nodes", "14 cables"]
    assert count_words(easel_of("back to back")) == ["2 hosts", "0 switches", "2 cables"]


@pytest.mark.parametrize(
    ("number", "word", "text"),
    [
        (1, "switch", "1 switch"),
        (1234, "switch", "1,234 switches"),
        (0, "HCA", "0 HCAs"),
        (1, "HCA", "1 HCA"),
    ],
)
def test_that_numbers_have_their_word(number: int, word: str, text: str) -> None:
    assert plural(number, word) == text


def test_that_a_healthy_fabric_shows_no_badge() -> None:
    texts = chrome_words(picture_of(scene_of(tree2(3, 2, 2), load=False)))
    assert not any("down" in text.lower() or "above" in text for text in texts)


def test_that_what_is_down_or_hot_is_counted() -> None:
    texts = chrome_words(picture_of(scene_of(tree2(6, 4, 4), down_cables=[1, 2])))
    assert DOWN[0] in texts
    assert "2 above 95\u2009%" in texts
    assert "Down" in texts


def test_that_what_is_just_at_95_percent_is_not_counted_as_above_it() -> None:
    scene = scene_of(tree2(6, 4, 4))
    value = np.zeros(len(scene.failed))
    value[:3] = 0.95, 0.951, 1.0
    overlay = replace(scene.overlay("utilization"), value=value)
    scene = replace(scene, overlays={**scene.overlays, "utilization": overlay}, memo={})
    assert "2 above 95\u2009%" in chrome_words(picture_of(scene))


@pytest.mark.parametrize("width", [320, 480, 640])
def test_that_a_narrow_header_drops_counts_whole(width: int) -> None:
    scene = scene_of(tree2(6, 4, 4), name="a name that is far too long for so little room, and longer")
    texts = chrome_words(picture_of(scene, size=(width, 400)))
    counts = count_words(Easel(Frame(scene, View())))
    shown = [text for text in texts if text in counts]
    assert shown == counts[: len(shown)]
    assert any("…" in text for text in texts)


@pytest.mark.parametrize("width", [400, 480, 560, 700, 900])
def test_that_what_is_down_is_told_however_narrow(width: int) -> None:
    scene = scene_of(tree2(6, 4, 4), down_cables=[1, 2])
    texts = chrome_words(picture_of(scene, size=(width, 400)))
    assert (DOWN[0] if width >= 700 else DOWN[1]) in texts
    counts = count_words(Easel(Frame(scene, View())))
    assert [text for text in texts if text in counts] == counts[: sum(text in counts for text in texts)]


def test_that_the_legend_gives_up_its_title_for_badges() -> None:
    scene, title = scene_of(tree2(6, 4, 4), down_cables=[1, 2]), "A title that takes the room of badges"
    titled = replace(scene.overlay("utilization"), title=title)
    scene = replace(scene, overlays={"plain": scene.overlay("plain"), "utilization": titled}, memo={})
    narrow, wide = (chrome_words(picture_of(scene, size=(width, 400))) for width in (620, 1200))
    assert title in wide and title not in narrow
    assert {DOWN[0], "2 above 95\u2009%"} <= set(narrow)


def test_that_the_second_badge_goes_before_it_meets_the_legend() -> None:
    scene = scene_of(tree2(6, 4, 4), down_cables=[1, 2])
    texts = chrome_words(picture_of(scene, size=(420, 400)))
    assert "2 down" in texts and not any("above" in text for text in texts)


@pytest.mark.parametrize("kind", ["layered", "map", "matrix"])
def test_that_what_failed_is_told_by_a_cross_and_words_in_every_view(kind: str) -> None:
    scene = scene_of(tree2(6, 4, 4), down_nodes=[6], down_cables=[0])
    picture = picture_of(scene, kind=kind)
    assert "Failed (what-if): 1 node, 6 cables" in chrome_words(picture)
    items = [i for layer in picture.drawing.layers if layer.name == "chrome" for i in layer.items]
    crosses = [i for i in items if isinstance(i, Marks) and (i.shape == Shape.CROSS).any()]
    ground = [i for i in items if isinstance(i, Boxes) and (i.xywh[:, 3] == 18).any()]
    assert crosses and ground


def test_that_what_is_down_without_a_scenario_did_not_fail_by_one() -> None:
    scene = scene_of(tree2(6, 4, 4), down_cables=[1, 2])
    scene = replace(scene, state=replace(scene.state, active=""), memo={})
    assert DOWN[1] in chrome_words(picture_of(scene))


def test_that_the_kind_is_told_with_its_levels() -> None:
    assert shape_words(easel_of("tree")).endswith("2 levels")
    assert "level" not in shape_words(easel_of("one switch"))
