from __future__ import annotations

import os
from functools import cache

import numpy as np
import pytest
from conftest import corpus
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, ZOOMS, cables_shown, faults_of_words, picture_of, scene_of, simulated, words_of

from ibviz.core.fabric import Fabric
from ibviz.core.info import info
from ibviz.core.reading import read_state
from ibviz.core.registry import layouts
from ibviz.core.resources import resource
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.draw import EMPTY, compose, draw, view_for
from ibviz.drawing.frame import Frame
from ibviz.drawing.places import Places
from ibviz.drawing.scene import Scene, make_scene
from ibviz.drawing.view import View

DUMPS = [
    "hk-krskp-dgxa100-bom-prompt-crlf.ibnetdiscover.txt",
    "hk-fit-quantum-60sw-crlf.ibnetdiscover.txt",
    "loginoff-stage-qdr-fdr10.ibnetdiscover.txt",
    "sequoia-20250315.ibdiagnet2.ibnetdiscover",
    "ufm-small-mixed-selfloop.ibnetdiscover.txt",
    "psmn-x5-voltaire-qdr-ddr.ibnetdiscover.txt",
]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(800, 500), (1600, 1000)])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", list(FABRICS))
def test_that_words_are_whole_apart_large_and_legible(
    name: str, zoom: str, size: tuple[int, int], theme: str
) -> None:
    assert faults_of_words(picture_of(broken(name), zoom, size, theme=theme).drawing) == []


@cache
def broken(name: str) -> Scene:
    """A known fabric, its first cable down."""
    fabric = FABRICS[name]()
    return scene_of(fabric, down_cables=[0] if len(fabric.cables) else [], name=name)


@pytest.mark.parametrize("size", [(320, 240), (1600, 1000)])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", list(FABRICS))
def test_that_no_name_is_cut_however_long_it_is(name: str, zoom: str, size: tuple[int, int]) -> None:
    drawing = picture_of(wordy(name), zoom, size).drawing
    cut = [text for words in words_of(drawing) for text in words.text.tolist() if "…" in text]
    assert set(cut) <= {"one… of its own"}
    assert faults_of_words(drawing) == []


@cache
def wordy(name: str) -> Scene:
    """A known fabric with names of every length: one with an ellipsis of its own, many that are but ids."""
    fabric = FABRICS[name]()
    told = np.array(
        [
            ["", f"node{row} mlx5_0", f"MF0;sw{row}:MQM8700/U1", f"node {row} of a cluster with long names"][
                row % 4
            ]
            for row in range(len(fabric.nodes))
        ]
        + [None],
        object,
    )[:-1]
    told[:1] = "one… of its own"
    return scene_of(Fabric(fabric.nodes.with_columns(name=told), fabric.cables, fabric.ports), name="short")


def test_that_ids_without_room_are_their_last_digits() -> None:
    fabric = tree2(12, 2, 3)
    guid = np.arange(len(fabric.nodes), dtype=np.uint64) + np.uint64(0x78E7D10300220000)
    unnamed = fabric.nodes.with_columns(name=np.full(len(guid), "", object), guid=guid)
    drawing = picture_of(scene_of(Fabric(unnamed, fabric.cables), load=False)).drawing
    texts = {text for words in words_of(drawing) for text in words.text.tolist()}
    assert {f"{0x220000 + row:06x}" for row in range(12)} <= texts


@given(fabrics(), st.sampled_from(ZOOMS), st.integers(320, 2000), st.integers(240, 1400))
def test_that_nothing_is_lost_and_no_word_is_at_fault(
    fabric: Fabric, zoom: str, width: int, height: int
) -> None:
    scene = scene_of(fabric)
    drawing = picture_of(scene, zoom, (width, height)).drawing
    assert sum(drawing.cables.values()) == len(scene.cables)
    assert sum(drawing.nodes.values()) == int(fabric.nodes.described[scene.nodes].sum())
    assert faults_of_words(drawing) == []
    for layer in drawing.layers:
        for item in layer.items:
            places = getattr(item, "xy", getattr(item, "xywh", np.empty(0)))
            assert np.isfinite(places).all()


def node_counts(scene: Scene) -> list[int]:
    """The numbers of nodes by kind that ``info`` gives."""
    told = info(scene.state)
    return [told[name] for name in ("switches", "hcas", "routers", "aggregation_nodes")]


@pytest.mark.corpus
@pytest.mark.parametrize("file", DUMPS)
def test_that_real_dumps_are_drawn_whole(file: str) -> None:
    path = corpus() / file
    if not path.exists():
        pytest.skip(f"no {file} in {os.environ.get('IBVIZ_CORPUS', 'the corpus')}")
    state = read_state(path)
    structure = shape(wiring(state.fabric))
    bands = layouts.get("layered")(structure)
    scene = make_scene(state, structure, bands, simulated(state.fabric, state.scenario))
    for zoom, size, theme in (
        ("fit", (1600, 1000), "dark"),
        ("mid", (800, 500), "light"),
        ("close", (1600, 1000), "light"),
    ):
        picture = compose(scene, view_for(scene, View(width=size[0], height=size[1], theme=theme), zoom))
        assert faults_of_words(picture.drawing) == []
        shown = cables_shown(picture)
        assert len(shown) == len(set(shown))
        assert len(shown) + picture.drawing.cables["hidden"] == len(scene.cables)
        assert sum(picture.drawing.nodes.values()) == sum(node_counts(scene))


def test_that_an_empty_fabric_says_one_calm_sentence() -> None:
    drawing = picture_of(scene_of(FABRICS["nothing"]())).drawing
    assert [text for words in words_of(drawing) for text in words.text.tolist()] == [EMPTY, "test"]


def test_that_a_drawing_is_made_once_for_a_view() -> None:
    scene = scene_of(FABRICS["tree"]())
    assert compose(scene, View()) is compose(scene, View())
    assert draw(scene, View()) is draw(scene, View())
    assert draw(scene, View(theme="light")) is not draw(scene, View())


def test_that_what_does_not_scroll_is_last() -> None:
    layers = picture_of(scene_of(FABRICS["pods"]())).drawing.layers
    assert [layer.scrolls for layer in layers] == [True] * (len(layers) - 1) + [False]
    assert all((layer.clip is None) == (not layer.scrolls) for layer in layers)


def test_that_zooms_show_less_and_less() -> None:
    scene = scene_of(FABRICS["carpet"]())
    zooms = [view_for(scene, View(), zoom).zoom for zoom in ZOOMS]
    assert zooms[0] == 1 < zooms[1] < zooms[2]
    small = scene_of(FABRICS["one switch"]())
    assert [view_for(small, View(), zoom).zoom for zoom in ZOOMS] == [1, 1, 1]


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
