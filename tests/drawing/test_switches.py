from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2
from scenes import odd, picture_of, scene_of, words_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.draw import Picture
from ibviz.drawing.drawing import Boxes, Dash, Marks, Shape
from ibviz.drawing.frame import Look
from ibviz.drawing.places import UP, sockets
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
    marks = [i for layer in broken.drawing.layers for i in layer.items if isinstance(i, Marks)]
    assert any((m.shape == Shape.RING_CROSS).any() for m in marks)


def test_that_a_placeholder_is_dashed_but_not_dead() -> None:
    fabric = fabric_of("SSH", [(0, 1, 1, 1), (0, 2, 2, 1)])
    described = np.array([True, False, True])
    fabric = Fabric(fabric.nodes.with_columns(described=described), fabric.cables)
    box = next(b for b in boxes_on(picture_of(scene_of(fabric))) if 1 in b.row.tolist())
    place = box.row.tolist().index(1)
    assert box.dash[place] == Dash.DASHED
    assert box.border[place] != theme("dark").down


def test_that_boxes_without_names_show_their_load() -> None:
    scene = scene_of(tree2(60, 4, 2))
    picture = picture_of(scene)
    assert picture.places.frame.looks[1] == Look.BOXES
    leaves = next(b for b in boxes_on(picture) if 0 in b.row.tolist() and 59 in b.row.tolist())
    assert len(set(leaves.fill.tolist())) > 2
    assert theme("dark").sw not in leaves.fill


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
