"""How the document is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.drawing.view import View
from ibviz.gui.gaze import Gaze, between, inside
from ibviz.gui.trail import Place

PLACES = st.tuples(st.floats(1, 1e5), st.floats(0, 1)).map(lambda place: (*inside(*place), 3.0))


@given(st.floats(-5, 1e7), st.floats(-3, 3))
def test_that_no_place_shows_anything_beyond_the_ends(zoom: float, center: float) -> None:
    zoom, center = inside(zoom, center)
    assert zoom >= 1
    assert center - 0.5 / zoom >= -1e-9
    assert center + 0.5 / zoom <= 1 + 1e-9


@given(PLACES, PLACES)
def test_that_a_ride_begins_and_ends_where_it_should(start: Place, end: Place) -> None:
    assert between(start, end, 0.0) == pytest.approx(start, rel=1e-9, abs=1e-9)
    assert between(start, end, 1.0) == pytest.approx(end, rel=1e-9, abs=1e-9)


@given(PLACES, PLACES, st.floats(0, 1))
def test_that_a_ride_stays_between(start: Place, end: Place, share: float) -> None:
    zoom, center, center_y = between(start, end, share)
    assert center_y == 3.0
    assert min(start[0], end[0]) * 0.999999 <= zoom <= max(start[0], end[0]) * 1.000001
    assert min(start[1], end[1]) - 1e-6 <= center <= max(start[1], end[1]) + 1e-6


def test_that_back_and_forward_visit_what_was_gone_to(qapp: Any) -> None:
    gaze = Gaze()
    gaze.go(4, 0.5)
    gaze.go(8, 0.25)
    gaze.back()
    assert (gaze.view.zoom, gaze.view.center) == (4, 0.5)
    gaze.forward()
    assert (gaze.view.zoom, gaze.view.center) == (8, 0.25)
    assert gaze.can_go == (True, False)
    gaze.back()
    gaze.go(2, 0.5)
    gaze.forward()
    assert gaze.view.zoom == 2


def test_that_a_ride_takes_its_time_and_arrives(qtbot: Any) -> None:
    gaze = Gaze()
    gaze.ease_ms = 60
    seen: list[float] = []
    gaze.changed.connect(lambda before, after: seen.append(after.zoom))
    gaze.go(16, 0.5)
    assert gaze.goal == (16, 0.5, 0.5)
    qtbot.waitUntil(lambda: gaze.view.zoom == 16, timeout=2000)
    assert seen == sorted(seen)


def test_that_a_drag_ends_a_ride(qtbot: Any) -> None:
    gaze = Gaze()
    gaze.ease_ms = 500
    gaze.go(16, 0.5)
    gaze.move(2, 0.5)
    qtbot.wait(60)
    assert gaze.view.zoom == 2


def test_that_a_view_that_is_the_same_is_no_change(qapp: Any) -> None:
    gaze, seen = Gaze(View(theme="light")), []
    gaze.changed.connect(lambda before, after: seen.append(after))
    gaze.change(theme="light")
    gaze.hold((1, 2))
    assert not seen
    assert gaze.view.held == (1, 2)


def test_that_only_tools_are_taken_in_hand(qapp: Any) -> None:
    gaze, seen = Gaze(), []
    gaze.tooled.connect(seen.append)
    for tool in ("pan", "pan", "hammer", "select"):
        gaze.take(tool)
    assert seen == ["pan", "select"]


def test_that_a_range_ends_with_its_overlay_but_stays_from_load_to_load() -> None:
    gaze = Gaze()
    gaze.change(low=0.25, high=0.75)
    gaze.change(overlay="before")
    assert (gaze.view.low, gaze.view.high) == (0.25, 0.75)
    gaze.change(overlay="difference")
    assert (gaze.view.low, gaze.view.high) == (0.0, 1.0)


def test_that_each_view_is_where_it_was_left() -> None:
    gaze = Gaze()
    gaze.go(4, 0.5)
    gaze.turn("map", (0.2, 700.0, 300.0))
    assert (gaze.view.kind, gaze.place) == ("map", (0.2, 700.0, 300.0))
    assert gaze.placed
    gaze.go(1.5, -40.0, 9000.0)
    gaze.turn("layered")
    assert gaze.place == (4, 0.5, 0.5)
    gaze.turn("map", (0.2, 700.0, 300.0))
    assert gaze.place == (1.5, -40.0, 9000.0)
    gaze.turn("matrix")
    assert not gaze.placed


def looks(gaze: Gaze) -> list[tuple[str, tuple[int, ...], float]]:
    """What is seen on the way back to the first view, and there."""
    seen = [(gaze.view.kind, gaze.view.pair, gaze.view.zoom)]
    while gaze.can_go[0]:
        gaze.back()
        seen.append((gaze.view.kind, gaze.view.pair, gaze.view.zoom))
    return seen


def test_that_a_change_of_view_is_a_step_back_too(qapp: Any) -> None:
    gaze = Gaze()
    gaze.go(4, 0.5)
    gaze.turn("map", (0.2, 700.0, 300.0))
    gaze.go(1.5, -40.0, 9000.0)
    gaze.turn("matrix", (7.0, 1.0, 1.0), pair=(1, 2))
    gaze.turn("matrix", (9.0, 2.0, 2.0), pair=(2, 3))
    gaze.turn("layered")
    way = [
        ("layered", (2, 3), 4),
        ("matrix", (2, 3), 9.0),
        ("matrix", (1, 2), 7.0),
        ("map", (), 1.5),
        ("map", (), 0.2),
        ("layered", (), 4),
        ("layered", (), 1.0),
    ]
    assert looks(gaze) == way
    for kind, pair, zoom in way[-2::-1]:
        gaze.forward()
        assert (gaze.view.kind, gaze.view.pair, gaze.view.zoom) == (kind, pair, zoom)
    assert gaze.can_go == (True, False)


def test_that_pans_and_turns_of_the_wheel_are_one_step_back_until_a_jump_or_a_rest(qapp: Any) -> None:
    gaze = Gaze()
    for zoom in (1.2, 1.4, 1.7):
        gaze.stroll(zoom, 0.5)
    gaze.go(8, 0.5)
    for zoom in (9, 10):
        gaze.stroll(zoom, 0.5)
    gaze._rest.timeout.emit()
    gaze.stroll(11, 0.5)
    assert [zoom for _, _, zoom in looks(gaze)] == [11, 10, 8, 1.7, 1]


def test_that_going_where_one_is_is_no_step(qapp: Any) -> None:
    gaze = Gaze()
    gaze.go(1, 0.5)
    gaze.go(0.2, 0.9)  # as near to that as bands go: all of them
    gaze.stroll(1, 0.5)
    gaze.turn("layered")
    assert gaze.can_go == (False, False)


def test_that_a_picture_that_lies_elsewhere_is_no_step(qapp: Any) -> None:
    gaze = Gaze()
    gaze.move(3, 0.5)
    gaze.turn("map", step=False)
    assert gaze.can_go == (False, False)
