from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import FABRICS, odd, picture_of, scene_of

from ibviz.core.fabric import Kind
from ibviz.drawing.drawing import Boxes, Cells, Curves
from ibviz.drawing.hit import REACH, Hit, distances, hit
from ibviz.drawing.ink import middles
from ibviz.drawing.layered.finding import meant
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.sockets import sockets
from ibviz.drawing.switches import port_cells


def items(picture: Picture, layer: str, kind: type) -> list[object]:
    return [
        i for each in picture.drawing.layers if each.name == layer for i in each.items if isinstance(i, kind)
    ]


def at(picture: Picture, x: float, y: float) -> Hit:
    return hit(picture.places.scene, picture.places.frame.view, x, y)


def test_that_the_middle_of_each_box_is_its_node() -> None:
    for name in ("tree", "odd", "pods"):
        scene = scene_of(FABRICS[name](), load=False)
        picture = picture_of(scene)
        for item in items(picture, "nodes", Boxes):
            for row, (x, y, w, h) in zip(item.row, item.xywh, strict=True):
                if row >= 0:
                    found = at(picture, x + w / 2, y + h / 2)
                    assert (found.kind, found.node) == ("node", row)


def test_that_a_tile_tells_its_cable() -> None:
    scene = scene_of(odd(), load=False)
    picture = picture_of(scene)
    box = picture.places.frame.tile_boxes(np.arange(len(scene.tiles.node)))
    for tile, (x, y, w, h) in enumerate(box):
        found = at(picture, x + w / 2, y + h / 2)
        assert (found.node, found.cable) == (scene.tiles.node[tile], scene.tiles.cable[tile])


def test_that_the_middle_of_each_port_is_that_port() -> None:
    scene = scene_of(tree2(3, 2, 4), load=False)
    picture = picture_of(scene)
    plugs = sockets(scene)
    for band in (1, 2):
        rows = scene.bands.levels[band]
        cells, cable, which = port_cells(picture.places, band, rows, picture.places.boxes(band))
        for (x, y, w, h), row, socket in zip(cells, cable, which, strict=True):
            found = at(picture, x + w / 2, y + h / 2)
            assert found == Hit("port", node=plugs.node[socket], port=plugs.port[socket], cable=row)


@pytest.mark.parametrize("name", ["tree", "ring", "tower", "back to back", "carpet"])
def test_that_the_middle_of_each_curve_is_a_cable_or_bundle_that_is_there(name: str) -> None:
    picture = picture_of(scene_of(FABRICS[name](), down_cables=[0]))
    curves = [*items(picture, "cables", Curves), *items(picture, "hot", Curves)]
    shape = {row: xy for item in curves for row, xy in zip(item.row.tolist(), item.xy, strict=True)}
    known = {frozenset(picture.bundle(row).tolist()): row for row in shape if row < -1}
    for item in curves:
        for row, (x, y) in zip(item.row.tolist()[:80], middles(item.xy)[:80], strict=True):
            found = at(picture, x, y)
            if row == -1 or found.kind in ("node", "port"):
                continue
            hit_row = found.cable if found.kind == "cable" else known[frozenset(found.cables)]
            away = distances(shape[hit_row].reshape(1, 4, 2), np.array([x, y]))[0]
            assert away <= REACH


def test_that_a_lone_cable_is_hit_within_reach_and_not_beyond() -> None:
    picture = picture_of(scene_of(tree2(1, 1, 1), load=False))
    (item,) = items(picture, "cables", Curves)
    x, y = middles(item.xy)[0]
    assert at(picture, x + REACH - 1, y).cable == item.row[0]
    assert at(picture, x + REACH + 4, y).kind == "nothing"


def test_that_cells_are_hit_as_what_they_stand_for() -> None:
    scene = scene_of(FABRICS["carpet"](), load=False)
    picture = picture_of(scene)
    rng = np.random.default_rng(2)
    hosts = dict(zip(scene.tiles.cable.tolist(), scene.tiles.node.tolist(), strict=True))
    for item in items(picture, "cells", Cells):
        rows, columns = item.row.shape
        for _ in range(60):
            r, c = rng.integers(rows), rng.integers(columns)
            row = int(item.row[r, c])
            x, y = item.x + (c + 0.5) * item.w / columns, item.y + (r + 0.5) * item.h / rows
            found = at(picture, x, y)
            if row < 0:
                assert found.kind in ("group", "nothing", "node")
            elif item.of == "node":
                assert found == Hit("node", node=row)
            elif row in hosts:
                assert found == Hit("node", node=hosts[row], cable=row)
            else:
                assert found == Hit("cable", cable=row)


def test_that_an_uncabled_host_in_a_carpet_is_hit() -> None:
    scene = scene_of(tree2(230, 1, 2, missing=1), load=False)
    picture = picture_of(scene)
    (tile,) = np.flatnonzero(scene.tiles.cable < 0)
    x, y, w, h = picture.places.frame.tile_boxes(np.array([tile]))[0]
    unit = picture.places.frame.leaf_px
    middle = picture.places.frame.at(0, np.array([scene.tiles.column[tile] + 0.5]))[0]
    assert unit < 7
    assert at(picture, middle, y + h / 2).node == scene.tiles.node[tile]
    assert w > 0 and x > 0


def test_that_the_ground_of_a_pod_is_the_pod() -> None:
    picture = picture_of(scene_of(FABRICS["carpet"](), load=False))
    frame = picture.places.frame
    y, tall = frame.places["pods"]
    pod = frame.scene.bands.pods[3]
    x = frame.at(1, np.array([(pod.left + pod.right) / 2]))[0]
    assert at(picture, x, y + tall / 2) == Hit("group", group="pod", number=pod.index)


def test_that_header_and_gutter_are_nothing() -> None:
    picture = picture_of(scene_of(FABRICS["tree"](), load=False))
    assert at(picture, 20, 20) == at(picture, 20, 500) == Hit()


def test_that_an_aggregation_node_that_hides_its_switch_is_not_meant() -> None:
    fabric = tree2(2, 1, 1, aggregation=True)
    places = picture_of(scene_of(fabric)).places
    chip = int(np.flatnonzero(fabric.nodes.kind == Kind.AGGREGATION)[0])
    assert meant(places, np.array([2, chip]), np.array([10.0, 8.0])) == 2
    assert meant(places, np.array([2, chip]), np.array([100.0, 8.0])) == chip
    assert meant(places, np.array([chip]), np.array([8.0])) == chip
