from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from scenes import FABRICS, odd, picture_of, scene_of, words_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.drawing import Boxes, Dash, Marks, Shape
from ibviz.drawing.frame import Look
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.sockets import UP, sockets
from ibviz.drawing.switches import chip_boxes, port_cells
from ibviz.drawing.theme import theme


def boxes_on(picture: Picture) -> list[Boxes]:
    return [
        item
        for layer in picture.drawing.layers
        if layer.name == "nodes"
        for item in layer.items
        if isinstance(item, Boxes)
    ]


def named(fabric: Fabric, names: list[str]) -> Fabric:
    told = fabric.nodes.name.copy()
    told[: len(names)] = names
    return Fabric(fabric.nodes.with_columns(name=told), fabric.cables, fabric.ports)


def test_that_each_port_has_a_cell_in_its_switch_on_its_side() -> None:
    scene = scene_of(tree2(3, 2, 4), load=False)
    places = picture_of(scene).places
    rows, box = scene.bands.levels[1], places.boxes(1)
    cells, cable, at = port_cells(places, 1, rows, box)
    plugs = sockets(scene)
    assert len(cells) == 3 * 6
    assert (cable == plugs.cable[at]).all()
    on = {int(row): b for row, b in zip(rows, box, strict=True)}
    for cell, socket in zip(cells, at, strict=True):
        mine = on[int(plugs.node[socket])]
        assert mine[0] <= cell[0] and cell[0] + cell[2] <= mine[0] + mine[2]
        upper = cell[1] + cell[3] / 2 < mine[1] + mine[3] / 2
        assert upper == (plugs.side[socket] == UP)


def test_that_names_stand_whole_in_their_boxes() -> None:
    scene = scene_of(named(tree2(2, 1, 1), ["MF0;leaf-1:MQM8700/U1", "MF0;leaf-2:MQM8700/U1"]), load=False)
    texts = [text for words in words_of(picture_of(scene).drawing) for text in words.text.tolist()]
    assert "MF0;leaf-1:MQM8700/U1" in texts


def test_that_long_names_of_managed_switches_shrink_to_their_host() -> None:
    names = [f"MF0;leaf-{i:02}:MQM8700-HS2F/U1" for i in range(14)]
    scene = scene_of(named(tree2(14, 1, 1), names), load=False)
    texts = [text for words in words_of(picture_of(scene).drawing) for text in words.text.tolist()]
    assert {f"leaf-{i:02}" for i in range(14)} <= set(texts)


def test_that_a_dead_switch_is_dashed_marked_and_keeps_its_place() -> None:
    fabric = tree2(3, 2, 2)
    whole, broken = (picture_of(scene_of(fabric, down_nodes=down)) for down in ([], [4]))
    box = next(b for b in boxes_on(broken) if 4 in b.row.tolist())
    place = box.row.tolist().index(4)
    assert box.dash[place] == Dash.DASHED
    assert box.border[place] == theme("dark").down
    before = next(b for b in boxes_on(whole) if 4 in b.row.tolist())
    assert (box.xywh[place] == before.xywh[before.row.tolist().index(4)]).all()
    assert crosses_in(broken, box.xywh[place])


def crosses_in(picture: Picture, box: np.ndarray) -> bool:
    """Whether a cross stands in the middle of a box, and is smaller than it."""
    marks = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Marks)]
    crosses = [m for m in marks if (m.shape == Shape.CROSS).all()]
    middle = box[:2] + box[2:] / 2
    return any(
        (np.abs(m.xy - middle).max(axis=1) < 0.01).any() and m.size[0] < box[2:].min() for m in crosses
    )


@pytest.mark.parametrize("name", ["pods", "wide", "tree"])
def test_that_a_dead_switch_is_a_dashed_box_with_its_cross_at_fit(name: str) -> None:
    scene = scene_of(FABRICS[name](), down_nodes=[3])
    picture = picture_of(scene)
    band = int(scene.band[3])
    mine = picture.places.boxes(band)[scene.bands.levels[band] == 3][0]
    every = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Boxes)]
    dashed = [
        box for b in every for box in b.xywh[(b.dash == Dash.DASHED) & (b.border == theme("dark").down)]
    ]
    middle = mine[:2] + mine[2:] / 2
    around = [box for box in dashed if np.allclose(box[:2] + box[2:] / 2, middle)]
    assert len(around) == 1 and around[0][2] >= 4 and crosses_in(picture, around[0])


def test_that_the_name_of_a_dead_switch_stands_above_its_cross() -> None:
    scene = scene_of(tree2(3, 2, 2), down_nodes=[4])
    picture = picture_of(scene)
    box = picture.places.boxes(2)[scene.bands.levels[2] == 4][0]
    words = next(w for w in words_of(picture.drawing) if "S4" in w.text.tolist())
    place = words.text.tolist().index("S4")
    assert words.color[place] == theme("dark").down
    assert words.xy[place, 1] < box[1]
    assert box[0] < words.xy[place, 0] < box[0] + box[2]


def test_that_a_placeholder_is_dashed_but_not_dead() -> None:
    fabric = fabric_of("SSH", [(0, 1, 1, 1), (0, 2, 2, 1)])
    described = np.array([True, False, True])
    fabric = Fabric(fabric.nodes.with_columns(described=described), fabric.cables)
    box = next(b for b in boxes_on(picture_of(scene_of(fabric))) if 1 in b.row.tolist())
    place = box.row.tolist().index(1)
    assert box.dash[place] == Dash.DASHED
    assert box.border[place] != theme("dark").down


def test_that_boxes_without_names_show_their_load() -> None:
    scene = scene_of(tree2(120, 4, 2))
    picture = picture_of(scene)
    assert picture.places.frame.looks[1] == Look.BOXES
    leaves = next(b for b in boxes_on(picture) if 0 in b.row.tolist() and 119 in b.row.tolist())
    assert len(set(leaves.fill.tolist())) > 2
    assert theme("dark").sw not in leaves.fill


def test_that_small_boxes_bear_the_numbers_of_names_numbered_alike() -> None:
    fabric = tree2(40, 4, 2)
    names = fabric.nodes.name.copy()
    names[:40] = [f"rack-leaf-{number:03}" for number in range(40)]
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    texts = [text for words in words_of(picture_of(scene).drawing) for text in words.text.tolist()]
    assert {f"{number:03}" for number in range(40)} <= set(texts)


def test_that_numbers_lose_their_zeros_where_there_is_no_room_for_them() -> None:
    fabric = tree2(60, 4, 2)
    names = fabric.nodes.name.copy()
    names[:60] = [f"rack-leaf-{number:04}" for number in range(60)]
    scene = scene_of(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    texts = [text for words in words_of(picture_of(scene).drawing) for text in words.text.tolist()]
    assert {str(number) for number in range(60)} <= set(texts) and "0001" not in texts


def test_that_aggregation_nodes_stand_in_their_switch() -> None:
    scene = scene_of(odd(), down_cables=[10])
    picture = picture_of(scene)
    places = picture.places
    chips = chip_boxes(places, 1, np.array([0, 1]))
    boxes = dict(zip(scene.bands.levels[1].tolist(), places.boxes(1), strict=True))
    for chip, switch in zip(chips, scene.chips.switch, strict=True):
        box = boxes[int(switch)]
        assert box[0] < chip[0] and chip[0] + chip[2] < box[0] + box[2]
        assert box[1] < chip[1] and chip[1] + chip[3] < box[1] + box[3]
    drawn = next(b for b in boxes_on(picture) if 9 in b.row.tolist())
    assert drawn.dash[drawn.row.tolist().index(9)] == Dash.DASHED
