from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, ZOOMS, picture_of, scene_of

from ibviz.core.info import info
from ibviz.core.reading import read_state
from ibviz.core.registry import layouts
from ibviz.core.resources import resource
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.draw import draw, view_for
from ibviz.drawing.frame import Frame
from ibviz.drawing.hit import Hit
from ibviz.drawing.places import Places
from ibviz.drawing.scene import Scene, make_scene
from ibviz.drawing.view import View


def node_counts(scene: Scene) -> list[int]:
    """The numbers of nodes by kind that ``info`` gives."""
    told = info(scene.state)
    return [told[name] for name in ("switches", "hcas", "routers", "aggregation_nodes")]


def test_that_zooms_show_less_and_less() -> None:
    scene = scene_of(FABRICS["carpet"]())
    zooms = [view_for(scene, View(), zoom).zoom for zoom in ZOOMS]
    assert zooms[0] == 1 < zooms[1] < zooms[2]
    small = scene_of(FABRICS["one switch"]())
    assert [view_for(small, View(), zoom).zoom for zoom in ZOOMS] == [1, 1, 1]


def test_that_columns_with_room_for_words_but_not_for_all_tiles_one_below_the_other_are_shown_closer() -> (
    None
):
    few, many = (scene_of(tree2(8, 2, hosts), load=False) for hosts in (6, 36))
    assert [view_for(few, View(), zoom).zoom for zoom in ZOOMS] == [1, 1, 1]
    zooms = [view_for(many, View(), zoom).zoom for zoom in ZOOMS]
    assert zooms[0] == 1 < zooms[1] < zooms[2]


@given(st.integers(12, 24), st.integers(0, 23))
def test_that_a_mid_view_of_a_small_fabric_is_halfway_to_a_close_one_and_cuts_no_column(
    leaves: int, leaf: int
) -> None:
    scene = scene_of(tree2(leaves, 2, 1), load=False)
    node = int(scene.bands.levels[1][leaf % leaves])
    zooms = [view_for(scene, View(), zoom, node).zoom for zoom in ZOOMS]
    assert zooms[0] * 1.5 < zooms[1] < zooms[2] / 1.5
    frame = Frame(scene, view_for(scene, View(), "mid", node))
    edges = frame.at(1, np.arange(round(scene.bands.width) + 1.0))
    for end in (frame.left, frame.left + frame.room):
        assert np.abs(edges - end).min() < 1e-6


@pytest.mark.parametrize("file", ["quirks.ibnetdiscover", "two-rail.ibviz.yaml"])
def test_that_a_close_view_of_a_small_fabric_hides_nothing(file: str) -> None:
    state = read_state(resource("samples", file))
    structure = shape(wiring(state.fabric))
    scene = make_scene(state, structure, layouts.get("layered")(structure))
    drawing = draw(scene, view_for(scene, View(), "close"))
    assert drawing.cables["hidden"] == drawing.nodes["hidden"] == 0
    assert drawing.cables["single"] == len(scene.cables)
    assert sum(drawing.nodes.values()) == sum(node_counts(scene))


@given(st.integers(12, 90), st.integers(0, 89), st.integers(700, 1700))
def test_that_a_close_view_cuts_no_column(leaves: int, leaf: int, width: int) -> None:
    scene = scene_of(tree2(leaves, 2, 1), load=False)
    node = int(scene.bands.levels[1][leaf % leaves])
    places = Places(Frame(scene, view_for(scene, View(width=width), "close", node)))
    frame = places.frame
    assert frame.view.zoom > 1
    columns = frame.at(1, np.arange(round(scene.bands.width) + 1.0))
    inside = frame.inside(columns)
    assert inside.sum() == 4
    assert np.isclose(columns[inside][[0, -1]], [frame.left, frame.left + frame.room]).all()
    assert places.node_in_view()[node]


def test_that_a_close_view_shows_what_is_dead_else_what_is_hot_else_the_middle() -> None:
    fabric = FABRICS["carpet"]()
    dead = scene_of(fabric, down_cables=[700])
    low = fabric.cables.node[700].min()
    seen = picture_of(dead, "close").places.node_in_view()
    assert seen[low]
    hot = scene_of(fabric)
    value = hot.overlays["utilization"].value[hot.links.cable]
    hottest = hot.links.cable[np.argmax(value)]
    leaf = fabric.cables.node[hottest][np.argmin(hot.band[fabric.cables.node[hottest]])]
    assert picture_of(hot, "close").places.node_in_view()[leaf]
    calm = scene_of(fabric, load=False)
    assert abs(view_for(calm, View(), "close").center - 0.5) < 0.05


def test_that_a_window_too_small_is_drawn_as_the_smallest() -> None:
    drawing = draw(scene_of(FABRICS["tree"]()), View(width=5, height=5))
    assert (drawing.width, drawing.height) == (320, 240)


def test_that_a_focus_is_in_the_middle() -> None:
    scene = scene_of(FABRICS["carpet"]())
    node = int(scene.tiles.node[300])
    view = view_for(scene, View(), "close", node)
    assert view.focus == node
    assert np.isclose(view.center * scene.bands.width, scene.bands.column[node] + 0.5)


def test_that_a_focus_without_a_place_leaves_the_middle() -> None:
    scene = scene_of(fabric_of("SHA", [(0, 1, 1, 1)]), load=False)
    assert view_for(scene, View(), "close", 2).center == 0.5


@pytest.mark.parametrize("size", [(400, 320), (800, 500)])
def test_that_many_switches_without_hosts_are_drawn_however_small(size: tuple[int, int]) -> None:
    count = 60
    cables = [(a, 1 + b % 30, b, 1 + a % 30) for a in range(count) for b in range(a + 1, min(a + 12, count))]
    mesh = fabric_of("S" * count, [(a, 1 + i % 250, b, 251 + i % 3) for i, (a, _, b, _) in enumerate(cables)])
    drawing = draw(scene_of(mesh), View(width=size[0], height=size[1], overlay="plain"))
    assert sum(drawing.cables.values()) == len(mesh.cables)


def test_that_a_picture_says_itself_what_is_at_a_point() -> None:
    picture = picture_of(scene_of(FABRICS["tree"]()))
    box = picture.places.boxes(2)[0]
    assert picture.find(box[0] + box[2] / 2, box[1] + 4).node == int(picture.ground.scene.bands.levels[2][0])
    assert picture.find(-5, -5) == Hit()
