from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from scenes import FABRICS, picture_of, scene_of

from ibviz.core.fabric import Fabric
from ibviz.core.units import Rate
from ibviz.drawing.cables import room_beside
from ibviz.drawing.drawing import Curves, Dash, Marks, Shape
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.scene import Scene
from ibviz.drawing.slow import rates, slow


def slowed(leaves: int, spines: int, hosts: int, rate: str, rows: list[int]) -> Scene:
    """A tree of 4xHDR some cables of which have another rate; trunk cables come first, leaf by leaf."""
    cables = tree2(leaves, spines, hosts).cables
    width, speed = cables.width.copy(), cables.speed.copy()
    width[rows], speed[rows] = Rate.parse(rate).width, Rate.parse(rate).speed
    return scene_of(Fabric(tree2(leaves, spines, hosts).nodes, cables.with_columns(width=width, speed=speed)))


def test_that_trunks_below_the_rate_of_most_are_slow() -> None:
    scene = slowed(4, 4, 4, "4xEDR", [1, 6])
    assert np.flatnonzero(slow(scene)).tolist() == [1, 6]
    assert slow(scene) is slow(scene)


def test_that_where_rates_are_mixed_none_is_slow() -> None:
    assert not slow(slowed(4, 4, 4, "4xEDR", list(range(8)))).any()
    assert not slow(slowed(3, 1, 4, "4xEDR", [0])).any()


def test_that_hosts_may_be_slower_but_not_of_one_lane() -> None:
    assert not slow(slowed(4, 4, 4, "4xEDR", [20])).any()
    assert np.flatnonzero(slow(slowed(4, 4, 4, "1xHDR", [20]))).tolist() == [20]


@pytest.mark.parametrize("name", ["nothing", "back to back", "odd", "ring"])
def test_that_fabrics_of_one_rate_have_none(name: str) -> None:
    assert not slow(scene_of(FABRICS[name]())).any()


def test_that_rates_are_written_where_known() -> None:
    scene = scene_of(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)], rates=["2xNDR", ""]))
    assert rates(scene, np.array([0, 1])) == ["2xNDR", ""]


def of_kind(picture: Picture, kind: type, column: str, value: int) -> set[int]:
    items = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, kind)]
    return {row for i in items for row in i.row[getattr(i, column) == value].tolist() if row >= 0}


@pytest.mark.parametrize(("leaves", "labelled"), [(4, True), (30, False)])
def test_that_slow_cables_are_dotted_and_marked_and_close_up_told(leaves: int, labelled: bool) -> None:
    picture = picture_of(slowed(leaves, 6, 4, "4xEDR", [1]))
    assert of_kind(picture, Curves, "dash", Dash.DOTTED) == {1}
    assert of_kind(picture, Marks, "shape", Shape.TRIANGLE) == {1}
    words = next(layer for layer in picture.drawing.layers if layer.name == "words").items[0]
    assert ("4xEDR" in words.text.tolist()) == labelled


def test_that_a_crowd_of_slow_cables_is_dotted_alone() -> None:
    rows = list(range(0, 180, 4))
    picture = picture_of(slowed(30, 6, 2, "4xEDR", rows))
    assert of_kind(picture, Curves, "dash", Dash.DOTTED) == set(rows)
    assert not of_kind(picture, Marks, "shape", Shape.TRIANGLE)


@pytest.mark.parametrize("rows", [[0, 1, 6, 7, 12, 13], list(range(0, 24, 2)), list(range(1, 24, 3))])
def test_that_no_rate_of_a_slow_cable_runs_into_a_mark(rows: list[int]) -> None:
    picture = picture_of(slowed(4, 6, 4, "1xHDR", rows))
    words = next(layer for layer in picture.drawing.layers if layer.name == "words").items[0]
    told = np.flatnonzero(words.text == "1xHDR")
    items = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Marks)]
    at = np.concatenate([i.xy[i.shape == Shape.TRIANGLE] for i in items])
    left, right = words.xy[told, 0], words.xy[told, 0] + words.width[told]
    inside = (at[:, None, 0] + 4 > left) & (at[:, None, 0] - 4 < right)
    assert not (inside & (np.abs(at[:, None, 1] - words.xy[told, 1] + 4) < 6)).any()
    assert len(told) > 0


def test_that_a_mark_has_room_up_to_the_next_at_its_right() -> None:
    assert room_beside(np.array([[10.0, 5.0], [50.0, 8.0], [30.0, 40.0]])).tolist() == [34.0, np.inf, np.inf]
    assert room_beside(np.zeros((0, 2))).tolist() == []
