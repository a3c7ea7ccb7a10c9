from __future__ import annotations

from itertools import pairwise

import numpy as np
from fabrics import tree3
from hypothesis import given
from hypothesis import strategies as st
from scenes import forest, scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.view import View

PODS = scene_of(tree3(16, 14, 3, 2, 3))


@given(st.floats(1, 60), st.floats(0, 1))
def test_that_no_band_shows_what_is_beyond_its_ends(zoom: float, center: float) -> None:
    frame = Frame(PODS, View(zoom=zoom, center=center))
    for band in range(frame.count):
        ends = frame.at(band, np.array([0.0, PODS.bands.width]))
        assert ends[0] <= frame.left + 1e-6
        assert ends[1] >= frame.left + frame.room - 1e-6


@given(st.floats(1, 60), st.floats(0, 1))
def test_that_upper_ends_of_leaves_in_view_are_in_view_where_no_border_of_pods_is(
    zoom: float, center: float
) -> None:
    frame, bands = Frame(PODS, View(zoom=zoom, center=center)), PODS.bands
    assert frame.zooms[3] == 1
    pods = PODS.structure.pod
    leaves = bands.levels[1]
    at = frame.at(1, bands.x[leaves])
    middle = leaves[np.argmin(np.abs(at - frame.left - frame.room / 2))]
    mine = bands.levels[2][pods[bands.levels[2]] == pods[middle]]
    upper = frame.at(2, bands.x[mine])
    borders = frame.at(1, np.array([(a.right + b.left) / 2 for a, b in pairwise(bands.pods)]))
    if frame.zooms[2] < zoom and not frame.inside(borders).any():
        assert ((upper >= frame.left) & (upper <= frame.left + frame.room)).all()


def test_that_a_forest_zooms_to_a_subnet() -> None:
    scene = scene_of(forest(), load=False)
    frame = Frame(scene, View(zoom=40.0, center=0.05))
    first = scene.bands.subnets[0]
    span = frame.at(2, np.array([first.left, first.right]))
    assert span[0] >= frame.left - 1 and span[1] <= frame.left + frame.room + 1


def test_that_a_band_that_zooms_no_further_slides_from_pod_to_pod() -> None:
    scene = scene_of(tree3(6, 4, 4, 3, 4), load=False)
    centers = np.linspace(0.1, 0.9, 2001)
    shown = np.array([Frame(scene, View(zoom=30, center=float(c))).centers[2] for c in centers])
    assert (np.diff(shown) >= -1e-12).all()
    assert np.diff(shown).max() < 0.02
    pods = scene.bands.pods
    inside = Frame(scene, View(zoom=30, center=(pods[1].left + pods[1].right) / 2 / scene.bands.width))
    assert np.isclose(inside.centers[2], inside.view.center)
