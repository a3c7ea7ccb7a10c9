"""Where a kept picture lies under another view."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from hypothesis import given
from hypothesis import strategies as st
from scenes import picture_of, scene_of

from ibviz.drawing.frame import HEADER, Frame
from ibviz.drawing.ink import rising
from ibviz.drawing.places import Places
from ibviz.drawing.strokes import flattened
from ibviz.drawing.view import View
from ibviz.gui.canvas.shift import mixed, shift

SCENE = scene_of(tree3(6, 4, 4, 3, 4))


@given(st.floats(1, 60), st.floats(0, 1), st.floats(1, 60), st.floats(0, 1), st.integers(0, 3))
def test_that_every_place_of_every_band_is_found_again(
    zoom: float, center: float, after: float, other: float, band: int
) -> None:
    kept = Frame(SCENE, View(zoom=zoom, center=center))
    now = Frame(SCENE, View(zoom=after, center=other, width=1200))
    x = np.linspace(0, SCENE.bands.width, 9)
    moved = shift(kept, now).x(np.full(9, band), kept.at(band, x))
    assert np.allclose(moved, now.at(band, x), atol=1e-6)


def test_that_the_same_view_is_still() -> None:
    frame = Frame(SCENE, View(zoom=3))
    assert shift(frame, Frame(SCENE, View(zoom=3))).is_still
    assert not shift(frame, Frame(SCENE, View(zoom=3, center=0.6))).is_still
    assert shift(frame, Frame(SCENE, View(zoom=3, center=0.6))).is_pan
    assert not shift(frame, Frame(SCENE, View(zoom=4))).is_pan


@pytest.mark.parametrize("zoom", [1.0, 4.0, 40.0])
def test_that_strips_cover_all_below_the_header_once(zoom: float) -> None:
    kept = Frame(SCENE, View(zoom=zoom))
    strips = shift(kept, Frame(SCENE, View(zoom=zoom * 1.3, center=0.6))).strips()
    assert strips[0].top == HEADER
    assert strips[-1].bottom == kept.view.height
    assert all(a.bottom == b.top for a, b in pairwise(strips))


def test_that_a_pan_moves_each_row_of_pixels_of_a_curve_by_one_number() -> None:
    """A curve between moved ends lies where the strips put the former one."""
    curve = rising(np.array([300.0]), 700.0, np.array([500.0]), 100.0)
    moved = rising(np.array([380.0]), 700.0, np.array([510.0]), 100.0)
    before, after = flattened(curve, 200)[0], flattened(moved, 200)[0]
    share = mixed((before[:, 1] - 100) / 600)
    assert np.allclose(before[:, 0] + share * 80 + (1 - share) * 10, after[:, 0], atol=0.5)


def test_that_a_mixture_is_the_upper_end_at_the_top_and_the_lower_at_the_bottom() -> None:
    assert np.allclose(mixed(np.array([0.0, 0.5, 1.0])), [0, 0.5, 1])


def test_that_what_a_picture_does_not_reach_is_told() -> None:
    view = View(zoom=10, center=0.58, reach=300)
    kept = Frame(SCENE, view)
    near = Frame(SCENE, replace(view, reach=0, center=0.58 + 200 / kept.room / 10))
    far = Frame(SCENE, replace(view, reach=0, center=0.58 + 500 / kept.room / 10))
    assert shift(kept, near).uncovered() == 0
    assert shift(kept, far).uncovered() == pytest.approx(200)


def test_that_nothing_is_missing_beyond_the_ends_of_the_bands() -> None:
    kept = Frame(SCENE, View(zoom=1))
    assert shift(kept, Frame(SCENE, View(zoom=1.5, center=0.4))).uncovered() == 0


def test_that_a_fabric_of_one_band_has_one_strip() -> None:
    scene = scene_of(tree2(1, 0, 0), load=False)
    kept = Frame(scene, View())
    assert len(shift(kept, Frame(scene, View(zoom=2))).strips()) >= 1


def test_that_an_empty_fabric_has_one_strip() -> None:
    scene = scene_of(fabric_of("", []), load=False)
    kept = Frame(scene, View())
    assert len(shift(kept, Frame(scene, View(zoom=2))).strips()) == 1


def test_that_a_moved_trace_is_where_the_thing_is_then() -> None:
    kept = picture_of(SCENE, "close", (1000, 700))
    leaf = int(SCENE.bands.levels[1][kept.places.seen(1)][0])
    now = Frame(SCENE, replace(kept.ground.view, center=kept.ground.view.center + 0.01))
    here = kept.trace(np.array([leaf]), np.empty(0, np.int64)).moved(shift(kept.ground, now)).boxes
    assert np.allclose(here, Places(now).boxes(1)[SCENE.bands.levels[1] == leaf])
