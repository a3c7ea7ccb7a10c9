from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from scenes import FABRICS, scene_of, words_of

from ibviz.core.edit_values import set_node_values
from ibviz.drawing.board import Board
from ibviz.drawing.draw import compose
from ibviz.drawing.drawing import Boxes, Dash, Marks
from ibviz.drawing.fold import Fold
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.nodes import means, port_boxes, sized_names, used_words
from ibviz.drawing.map.picture import MapPicture
from ibviz.drawing.map.places import places
from ibviz.drawing.map.ports import ports
from ibviz.drawing.scene import Scene, folded_scene, restaged
from ibviz.drawing.view import View


def picture(scene: Scene, zoom: float, node: int = 0, **looks: str) -> MapPicture:
    x, y = places(scene)[node]
    made = compose(scene, View(kind="map", zoom=zoom, center=float(x), center_y=float(y), **looks))
    assert isinstance(made, MapPicture)
    return made


def boxes(made: MapPicture) -> list[Boxes]:
    return [
        i
        for layer in made.drawing.layers
        if layer.name == "nodes"
        for i in layer.items
        if isinstance(i, Boxes)
    ]


def told(made: MapPicture) -> set[str]:
    return {text for words in words_of(made.drawing)[:1] for text in words.text.tolist()}


def test_that_far_off_nodes_are_coloured_boxes_without_words() -> None:
    scene = scene_of(tree2(4, 2, 3))
    for zoom in (0.05, 0.2):
        made = picture(scene, zoom)
        assert told(made) == set()
        rows = np.concatenate([item.row for item in boxes(made)])
        assert sorted(rows.tolist()) == scene.nodes.tolist()
    edged = [item.border for item in boxes(picture(scene, 0.2))]
    assert (edged[0] >> 24 == 0).all() and (edged[1] >> 24 > 0).all()


def test_that_close_by_there_are_names_values_and_used_ports() -> None:
    scene = scene_of(tree2(4, 2, 3))
    mid, close = picture(scene, 0.5), picture(scene, 1.0)
    assert "S0" in told(mid) and "H6" in told(mid)
    words = told(close)
    assert "S0" in words and any(text.endswith("ports used") for text in words)
    assert any(text.endswith("%") for text in words)
    assert not any(text.endswith("%") for text in told(picture(scene, 1.0, overlay="plain")))


def test_that_names_of_hosts_without_room_leave_coloured_boxes() -> None:
    scene = scene_of(tree2(4, 2, 3))
    long = [f"a-very-long-name-of-a-host-{row}" for row in range(6, len(scene.band))]
    state = set_node_values(scene.state, range(6, len(scene.band)), name=long)
    named = restaged(replace(scene, memo={}), state, None)
    named = replace(named, state=state)
    assert not {text for text in told(picture(named, 0.5)) if "long" in text}


def test_that_what_failed_is_crossed_and_what_is_only_named_or_uncabled_is_dashed() -> None:
    scene = scene_of(FABRICS["odd"](), down_nodes=[0, 4])
    for zoom in (0.2, 0.5, 1.0):
        made = picture(scene, zoom)
        dash = {
            row: d
            for item in boxes(made)
            for row, d in zip(item.row.tolist(), item.dash.tolist(), strict=True)
        }
        assert dash[0] == dash[4] == dash[5] == Dash.DASHED and dash[1] == Dash.SOLID
        crosses = [i for layer in made.drawing.layers if layer.name == "marks" for i in layer.items]
        assert any(isinstance(item, Marks) and (item.row == -1).any() for item in crosses)
    assert "down" in told(picture(scene, 1.0, 4))


def test_that_ports_lie_within_their_switch() -> None:
    scene = scene_of(FABRICS["ring"]())
    ground = MapGround(scene, View(kind="map", zoom=1.0))
    found = ports(scene)
    at = found.at(np.flatnonzero(scene.fabric.nodes.kind == 2)) if False else np.arange(len(found.node))
    box, around = port_boxes(ground, at), ground.boxes(found.node[at])
    assert (box[:, :2] >= around[:, :2]).all()
    assert (box[:, :2] + box[:, 2:] <= around[:, :2] + around[:, 2:]).all()


def test_that_the_mean_does_not_depend_on_the_range() -> None:
    scene = scene_of(tree2(4, 2, 3))
    narrow = Board(MapGround(scene, View(kind="map", low=0.2, high=0.4)))
    wide = Board(MapGround(scene, View(kind="map")))
    assert np.allclose(means(narrow), means(wide), equal_nan=True)
    value = scene.overlays["utilization"].value
    host = len(scene.band) - 1
    assert means(wide)[host] == pytest.approx(value[(scene.ends == host).any(axis=1)].mean())
    kinds = Board(MapGround(scene, View(kind="map", overlay="speed")))
    assert means(kinds) is kinds.node_value


def test_that_used_ports_are_counted() -> None:
    scene = scene_of(tree2(4, 2, 3))
    board = Board(MapGround(scene, View(kind="map")))
    used = int((scene.ends[scene.cables] == 0).sum())
    assert used_words(board, np.array([0])).tolist() == [
        f"{used} of {scene.fabric.nodes.ports[0]} ports used"
    ]


def test_that_a_name_takes_the_largest_letters_in_which_it_fits() -> None:
    names = np.array(["leaf", "a name of some length", "one that fits in no size at all, ever"], object)
    sized = {
        font[0]: texts.tolist() for font, texts in sized_names(names, [], [(13.0, 600), (10.0, 500)], room())
    }
    assert sized == {13.0: ["leaf", "", ""], 10.0: ["", "a name of some length", ""]}


def room() -> np.ndarray:
    return np.array([60.0, 110.0, 110.0])


def test_that_a_domain_too_long_for_the_box_leaves_the_first_part_of_the_name() -> None:
    domain = ".row-0807.qm8790.the-very-long-name.example"
    names = [f"sp{row:02}{domain}" for row in range(3)] + ["node"]
    fabric = fabric_of("SSSH", [(0, 1, 1, 1), (1, 2, 2, 1), (2, 3, 3, 1)], names=names)
    scene = scene_of(fabric, load=False)
    assert {"sp00", "sp01", "sp02"} <= told(picture(scene, 1.0))


def test_that_a_fold_says_how_many_nodes_are_in_it() -> None:
    whole = scene_of(FABRICS["pods"]())
    scene = folded_scene(whole, [Fold("pod", whole.bands.pods[0].index)])
    head = int(scene.folding.heads[0])
    inside = len(scene.folding.members(0))
    assert used_words(Board(MapGround(scene, View(kind="map"))), np.array([head])).tolist() == [
        f"{inside} nodes folded"
    ]
