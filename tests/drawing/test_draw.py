from __future__ import annotations

import os
from functools import cache

import numpy as np
import pytest
from conftest import corpus
from fabrics import fabrics, tree2
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, ZOOMS, cables_shown, faults_of_words, picture_of, scene_of, simulated, words_of

from ibviz.core.fabric import Fabric
from ibviz.core.info import info
from ibviz.core.reading import read_state
from ibviz.core.registry import layouts
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.draw import EMPTY, compose, draw, view_for
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
