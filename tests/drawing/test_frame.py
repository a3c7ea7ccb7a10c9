from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from scenes import FABRICS, ZOOMS, scene_of

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


def test_that_a_fabric_of_one_band_fills_most_of_the_height() -> None:
    ring = [(row, 2, (row + 1) % 6, 3) for row in range(6)]
    hosts = [(row, 1, 6 + row, 1) for row in range(6)]
    scene = scene_of(fabric_of("S" * 6 + "H" * 6, [*ring, *hosts]))
    places = Frame(scene, view_for(scene, View())).places
    assert places["arcs"][0] < 200 and sum(places["row0"]) > 800
