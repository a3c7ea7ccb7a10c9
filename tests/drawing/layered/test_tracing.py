"""Where nodes and cables are in a picture."""

from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from grouped import of_kind, two_rails
from scenes import odd, picture_of, scene_of

from ibviz.drawing.cables import APART
from ibviz.drawing.drawing import Boxes, Curves
from ibviz.drawing.easel import Shown
from ibviz.drawing.fold import Fold
from ibviz.drawing.folds import pieces
from ibviz.drawing.layered.tracing import trace
from ibviz.drawing.scene import folded_scene
from ibviz.drawing.trace import NOWHERE

NONE = np.empty(0, np.int64)
TREE = scene_of(tree3(4, 4, 4, 3, 4))
PICTURES = {zoom: picture_of(TREE, zoom, (1000, 700)) for zoom in ("fit", "mid", "close")}
CARPET = picture_of(scene_of(tree3(12, 24, 4, 3, 6)), "fit", (700, 600))


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_a_node_is_traced_where_it_is_drawn(zoom: str) -> None:
    picture = PICTURES[zoom]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name == "nodes" and isinstance(item, Boxes):
                for row, box in zip(item.row.tolist(), item.xywh.tolist(), strict=True):
                    if row >= 0 and TREE.band[row] >= 0:
                        found = trace(picture, np.array([row]), NONE).boxes
                        assert np.isclose(found, box).all(axis=1).any()


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_a_single_cable_is_traced_along_its_curve(zoom: str) -> None:
    picture = PICTURES[zoom]
    drawn = [
        (row, xy)
        for layer in picture.drawing.layers
        if layer.name == "cables"
        for item in layer.items
        if isinstance(item, Curves)
        for row, xy in zip(item.row.tolist(), item.xy.tolist(), strict=True)
        if row >= 0 and picture.shown[row] == Shown.SINGLE
    ]
    assert drawn
    for row, xy in drawn[::7]:
        traced = trace(picture, NONE, np.array([row])).curves
        assert traced.shape == (1, 8)
        # a line of one direction lies beside the middle of its cable
        assert np.abs(traced[:, ::2] - xy[::2]).max() <= APART / 2 + 1e-9
        assert np.allclose(traced[:, 1::2], xy[1::2])


def test_that_a_cell_of_a_carpet_is_traced_where_it_is_hit() -> None:
    scene = CARPET.places.scene
    cells = [c for c in scene.links.cable.tolist() if CARPET.shown[c] == Shown.CELL]
    assert cells
    for cable in cells[::37]:
        middle = trace(CARPET, NONE, np.array([cable])).cells
        assert len(middle) == 1
        found = CARPET.find(*middle[0].tolist())
        assert found.kind == "cable"
        ends = scene.fabric.cables.node
        assert ends[found.cable, 0] == ends[cable, 0] or CARPET.places.frame.leaf_px < 1


def test_that_a_bundled_cable_is_traced_by_itself() -> None:
    bundled = np.flatnonzero(CARPET.shown == Shown.BUNDLED)
    found = trace(CARPET, NONE, bundled[:5])
    assert len(found.curves) == 5


def test_that_a_host_cable_is_its_tile() -> None:
    picture = PICTURES["close"]
    tile = int(np.flatnonzero(picture.places.tile_in_view())[0])
    found = trace(picture, NONE, TREE.tiles.cable[[tile]])
    assert np.allclose(found.boxes, picture.places.frame.tile_boxes(np.array([tile])))


def test_that_nothing_is_nowhere() -> None:
    assert trace(PICTURES["fit"], NONE, NONE) is NOWHERE
    assert not NOWHERE
    empty = picture_of(scene_of(tree2(0, 0, 0), load=False))
    assert trace(empty, NONE, NONE) is NOWHERE


@pytest.mark.parametrize("zoom", ["fit", "close"])
def test_that_odd_fabrics_are_traced_too(zoom: str) -> None:
    scene = scene_of(odd())
    picture = picture_of(scene, zoom)
    found = trace(picture, scene.nodes, scene.cables)
    assert np.isfinite(found.boxes).all()
    assert np.isfinite(found.curves).all()


def test_that_a_fabric_of_switches_alone_has_no_tiles() -> None:
    scene = scene_of(fabric_of("SS", [(0, 1, 1, 1)]))
    found = trace(picture_of(scene), scene.nodes, scene.cables)
    assert len(found.boxes) == 2


def test_that_what_is_in_a_fold_is_traced_to_its_box() -> None:
    fold = Fold("pod", TREE.bands.pods[2].index)
    folded = folded_scene(TREE, [fold])
    picture = picture_of(folded, size=(1000, 700))
    (box,) = pieces(picture.places.frame).xywh
    members, inside = folded.folding.members(0), np.flatnonzero(folded.folding.inside)
    for nodes, cables in ((members[-1:], NONE), (members, NONE), (NONE, inside[:1]), (members[:1], inside)):
        found = trace(picture, nodes, cables)
        assert found.boxes.tolist() == [box.tolist()]
        assert found.box_band.tolist() == [1]
        assert not len(found.curves)
    leaving = np.flatnonzero((folded.folding.group[folded.ends] == 0).any(axis=1) & ~folded.folding.inside)
    curves = trace(picture, NONE, leaving).curves
    assert len(curves) == len(leaving)
    assert ((box[0] <= curves[:, 0]) & (curves[:, 0] <= box[0] + box[2])).all()


def test_that_a_folded_host_is_traced_to_its_tile() -> None:
    scene = scene_of(two_rails(), load=False)
    folded = folded_scene(scene, of_kind(scene, "host"))
    picture = picture_of(folded)
    (box,) = trace(picture, folded.folding.members(1)[-1:], NONE).boxes
    assert (picture.places.frame.tile_boxes(folded.tiles.first[folded.folding.heads[1:2]]) == box).all()
