from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from fabrics import tree2, tree3
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, ZOOMS, forest, scene_of

from ibviz.drawing.draw import view_for
from ibviz.drawing.frame import GUTTER, HEADER, Detail, Frame, Look
from ibviz.drawing.view import View

SIZES = [(800, 500), (1600, 1000), (3840, 2160)]
PODS = scene_of(tree3(16, 14, 3, 2, 3))


def frame_of(name: str, zoom: str = "fit", size: tuple[int, int] = (1600, 1000)) -> Frame:
    scene = scene_of(FABRICS[name](), load=False)
    return Frame(scene, view_for(scene, View(width=size[0], height=size[1]), zoom))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", [name for name in FABRICS if name != "nothing"])
def test_that_parts_lie_between_header_and_foot_without_overlap(
    name: str, zoom: str, size: tuple[int, int]
) -> None:
    frame = frame_of(name, zoom, size)
    placed = sorted(frame.places.values())
    assert placed[0][0] >= HEADER
    assert placed[-1][0] + placed[-1][1] <= size[1]
    assert all(a[0] + a[1] <= b[0] + 1 for a, b in pairwise(placed))


def test_that_detail_grows_with_the_pixels_of_a_leaf() -> None:
    details = [Frame(PODS, View(zoom=zoom)).detail for zoom in (1, 2, 6, 30)]
    assert details == [Detail.CARPET, Detail.CABLES, Detail.CABLES, Detail.PORTS]


def test_that_a_small_fabric_shows_its_ports_at_fit() -> None:
    assert frame_of("one switch").looks[1] == Look.PORTS
    assert frame_of("ring").detail == Detail.PORTS


@given(st.floats(1, 60), st.floats(0, 1))
def test_that_no_band_shows_what_is_beyond_its_ends(zoom: float, center: float) -> None:
    frame = Frame(PODS, View(zoom=zoom, center=center))
    for band in range(frame.count):
        ends = frame.at(band, np.array([0.0, PODS.bands.width]))
        assert ends[0] <= frame.left + 1e-6
        assert ends[1] >= frame.left + frame.room - 1e-6


@given(st.floats(1, 60), st.floats(0, 1))
def test_that_upper_ends_of_leaves_in_view_are_in_view(zoom: float, center: float) -> None:
    frame, bands = Frame(PODS, View(zoom=zoom, center=center)), PODS.bands
    assert frame.zooms[3] == 1
    pods = PODS.structure.pod
    leaves = bands.levels[1]
    at = frame.at(1, bands.x[leaves])
    middle = leaves[np.argmin(np.abs(at - frame.left - frame.room / 2))]
    mine = bands.levels[2][pods[bands.levels[2]] == pods[middle]]
    upper = frame.at(2, bands.x[mine])
    if frame.zooms[2] < zoom:
        assert ((upper >= frame.left) & (upper <= frame.left + frame.room)).all()


def test_that_a_forest_zooms_to_a_subnet() -> None:
    scene = scene_of(forest(), load=False)
    frame = Frame(scene, View(zoom=40.0, center=0.05))
    first = scene.bands.subnets[0]
    span = frame.at(2, np.array([first.left, first.right]))
    assert span[0] >= frame.left - 1 and span[1] <= frame.left + frame.room + 1


def test_that_tiles_lie_in_their_block_and_apart() -> None:
    for zoom in ZOOMS[1:]:
        scene = scene_of(tree2(40, 4, 18), load=False)
        frame = Frame(scene, view_for(scene, View(), zoom))
        box = frame.tile_boxes(np.arange(36))
        top, tall = frame.row(0)
        assert (box[:, 1] >= top).all() and (box[:, 1] + box[:, 3] <= top + tall + 1e-6).all()
        overlap = (box[:, None, :2] < box[None, :, :2] + box[None, :, 2:] - 1e-6).all(axis=2)
        overlap &= overlap.T
        assert overlap.sum() == len(box)


def test_that_a_scene_without_hosts_has_no_tiles() -> None:
    scene = scene_of(FABRICS["nothing"](), load=False)
    assert Frame(scene, View()).tile_size == (0.0, 0.0)


def test_that_the_gutter_stays_free() -> None:
    assert frame_of("tree").clip[0] < GUTTER == frame_of("tree").left


def test_that_planes_and_pods_are_numbered_where_there_are_several() -> None:
    carpet, close = frame_of("carpet"), frame_of("carpet", "close")
    assert carpet.planes and carpet.pod_heads and not carpet.pod_feet
    assert close.pod_feet and not close.pod_heads
    assert frame_of("tree").pod_frame is None


def test_that_a_band_that_zooms_no_further_slides_from_pod_to_pod() -> None:
    scene = scene_of(tree3(6, 4, 4, 3, 4), load=False)
    centers = np.linspace(0.1, 0.9, 2001)
    shown = np.array([Frame(scene, View(zoom=30, center=float(c))).centers[2] for c in centers])
    assert (np.diff(shown) >= -1e-12).all()
    assert np.diff(shown).max() < 0.02
    pods = scene.bands.pods
    inside = Frame(scene, View(zoom=30, center=(pods[1].left + pods[1].right) / 2 / scene.bands.width))
    assert np.isclose(inside.centers[2], inside.view.center)


def test_that_a_level_of_detail_is_held_until_its_threshold_is_well_passed() -> None:
    scene = scene_of(tree3(12, 24, 4, 3, 6), load=False)
    at = 7 * scene.bands.width / Frame(scene, View()).room
    below, above = Frame(scene, View(zoom=at * 0.97)), Frame(scene, View(zoom=at * 1.03))
    assert (below.detail, above.detail) == (Detail.CARPET, Detail.CABLES)
    for zoom, held in ((at * 1.03, below), (at * 0.97, above)):
        assert Frame(scene, View(zoom=zoom, held=held.levels)).levels[0] == held.levels[0]
    for zoom, held in ((at * 1.2, below), (at * 0.8, above)):
        assert Frame(scene, View(zoom=zoom, held=held.levels)).levels[0] != held.levels[0]


def test_that_a_reach_adds_what_lies_beside() -> None:
    scene = scene_of(tree3(6, 4, 4, 3, 4), load=False)
    plain, wide = Frame(scene, View(zoom=20)), Frame(scene, View(zoom=20, reach=300))
    assert wide.span == (plain.left - 300, plain.left + plain.room + 300)
    assert wide.at(1, np.array([3.0])) == plain.at(1, np.array([3.0]))
    assert wide.places == plain.places
