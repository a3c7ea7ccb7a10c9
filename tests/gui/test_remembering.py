"""How a document was looked at is in its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from fabrics import torus_of

from ibviz.core.reading import read_state
from ibviz.core.state import State
from ibviz.drawing.fold import Fold
from ibviz.drawing.map.places import FARTHEST
from ibviz.drawing.view import View
from ibviz.gui.gaze import Gaze
from ibviz.gui.remembering import recall, remembered
from ibviz.gui.window import Window

MAP = View(
    kind="map", zoom=0.5, center=120.0, center_y=-40.0, overlay="speed", low=0.25, folds=(Fold("pod", 3),)
)


def test_that_what_is_as_always_is_not_written_and_what_is_not_known_is_kept() -> None:
    assert remembered(View(), {}, whole=True) == {}
    assert remembered(View(), {"theme": "system", "overlay": "plain", "zoom": 3}, whole=True) == {
        "theme": "system",
        "overlay": "utilization",
    }


def test_that_the_view_that_suits_is_not_written_but_any_other_is() -> None:
    assert remembered(View(kind="map"), {}, whole=True, suits="map") == {}
    assert remembered(View(), {}, whole=True, suits="map") == {"kind": "layered"}


@pytest.mark.parametrize("view", [MAP, View(zoom=4.0, center=0.3), View(kind="matrix")])
def test_that_a_view_is_taken_up_as_it_was_left(view: View) -> None:
    gaze = Gaze()
    recall(gaze, remembered(view, {}, whole=False))
    assert gaze.view == view and gaze.placed


def test_that_what_was_shown_whole_has_no_place() -> None:
    gaze = Gaze()
    gaze.go(7, 0.4)
    recall(gaze, remembered(MAP, {}, whole=True))
    assert gaze.view.kind == "map" and not gaze.placed
    recall(gaze, {})
    assert gaze.view == View() and gaze.can_go == (False, False)


@pytest.mark.parametrize(
    "kept",
    [
        {"kind": "globe", "overlay": "mood", "zoom": "near", "folds": "pod:3"},
        {"kind": 7, "overlay": 3, "zoom": float("nan"), "center": [1, 2, 3], "folds": 5},
        {"zoom": -2, "center": True, "low": 0.9, "high": 0.1, "folds": ["tent:1", None]},
        {"zoom": 3, "center": ["x", "y"], "low": float("inf")},
    ],
)
def test_that_what_makes_no_sense_is_passed_over(kept: dict[str, Any]) -> None:
    gaze = Gaze()
    recall(gaze, kept)
    assert gaze.view == View() and not gaze.placed
    assert gaze.undecided


@pytest.mark.parametrize("zoom", [5e-324, 1e-300, 1e300])
@pytest.mark.parametrize("kind", ["map", "matrix", "layered"])
def test_that_a_place_beyond_what_can_be_shown_is_drawn_in(kind: str, zoom: float) -> None:
    gaze = Gaze()
    recall(gaze, {"kind": kind, "zoom": zoom, "center": [1e300, -1e300]})
    assert 1e-5 <= gaze.view.zoom <= 1e5
    assert abs(gaze.view.center) <= FARTHEST and abs(gaze.view.center_y) <= FARTHEST


def test_that_a_file_may_leave_the_view_open() -> None:
    gaze = Gaze()
    recall(gaze, {"kind": "layered"})
    assert not gaze.undecided
    recall(gaze, {})
    assert gaze.undecided
    gaze.turn("layered")
    assert not gaze.undecided, "chosen by hand"


def test_that_a_window_opens_in_the_view_that_suits_and_its_file_says_any_other(
    make_window: Callable[..., Window], tmp_path: Path, qtbot: Any
) -> None:
    window = make_window()
    window.adopt(State(torus_of((4, 4))), None)
    qtbot.waitUntil(lambda: window.desk.gaze.view.kind == "map", timeout=10_000)
    qtbot.waitUntil(lambda: window.canvas.resting, timeout=10_000)
    assert window.canvas.shows_all
    assert window.files.write(tmp_path / "a.ibviz.yaml")
    assert not read_state(tmp_path / "a.ibviz.yaml").view
    window.canvas.look_as("layered")
    assert window.files.write(tmp_path / "a.ibviz.yaml")
    again = read_state(tmp_path / "a.ibviz.yaml")
    assert again.view["kind"] == "layered"
    other = make_window()
    other.adopt(again, tmp_path / "a.ibviz.yaml")
    qtbot.waitUntil(lambda: other.canvas.resting, timeout=10_000)
    assert other.desk.gaze.view.kind == "layered"


def test_that_a_window_writes_its_view_and_another_takes_it_up(
    make_window: Callable[..., Window], state: State, tmp_path: Path, qtbot: Any
) -> None:
    window = make_window(state)
    qtbot.waitUntil(lambda: window.canvas.resting, timeout=10_000)
    window.canvas.look_as("map")
    qtbot.waitUntil(lambda: window.desk.gaze.view.kind == "map", timeout=5000)
    window.canvas.zoom_at(1.5, 500, 300, ease=False)
    window.desk.gaze.change(overlay="speed")
    before = window.desk.document.state
    assert window.files.write(tmp_path / "a.ibviz.yaml")
    assert window.desk.document.state is before and not window.desk.document.modified
    opened = read_state(tmp_path / "a.ibviz.yaml")
    other = make_window()
    other.adopt(opened, tmp_path / "a.ibviz.yaml")
    view, was = other.desk.gaze.view, window.desk.gaze.view
    assert (view.kind, view.overlay) == ("map", "speed")
    assert (view.zoom, view.center) == pytest.approx((was.zoom, was.center), abs=0.01)
    strange = replace(opened, view=MappingProxyType({"kind": "globe", "theme": "system"}))
    third = make_window()
    third.adopt(strange, None)
    assert third.desk.gaze.view.kind == "layered"
