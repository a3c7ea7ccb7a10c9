from __future__ import annotations

import numpy as np
import pytest
from grouped import leaf_racks, of_kind, two_rails
from scenes import FABRICS, odd, picture_of, scene_of

from ibviz.drawing.draw import compose
from ibviz.drawing.drawing import Boxes
from ibviz.drawing.focus import rectangles
from ibviz.drawing.folds import pieces
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.scene import folded_scene
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View


def outlines(picture: Picture) -> list[list[float]]:
    iris = theme("dark").acc
    items = [i for layer in picture.drawing.layers if layer.name == "marks" for i in layer.items]
    return [
        xywh for i in items if isinstance(i, Boxes) and (i.border == iris).all() for xywh in i.xywh.tolist()
    ]


@pytest.mark.parametrize("node", [0, 2, 3, 9, 7])
@pytest.mark.parametrize("zoom", ["fit", "close"])
def test_that_the_node_looked_for_is_in_view_and_outlined(node: int, zoom: str) -> None:
    picture = picture_of(scene_of(odd()), zoom, focus=node)
    (found,) = outlines(picture)
    (box,) = rectangles(picture.places, node)
    assert found[0] < box[0] and found[1] < box[1]
    assert found[0] + found[2] > box[0] + box[2] and found[1] + found[3] > box[1] + box[3]
    frame = picture.places.frame
    assert frame.in_view(box[:1], box[:1] + box[2]).all()


def test_that_a_host_with_two_leaves_is_outlined_under_each() -> None:
    assert len(outlines(picture_of(scene_of(odd()), focus=4))) == 2


def test_that_a_host_in_a_carpet_is_outlined() -> None:
    scene = scene_of(FABRICS["carpet"]())
    assert len(outlines(picture_of(scene, focus=int(scene.tiles.node[50])))) == 1


def test_that_what_has_no_place_has_no_rectangle() -> None:
    picture = picture_of(scene_of(FABRICS["tree"]()))
    assert len(rectangles(picture.places, 10)) == 1
    assert outlines(picture) == []
    assert outlines(compose(scene_of(FABRICS["tree"]()), View(focus=10_000))) == []
    assert isinstance(rectangles(picture.places, 0), np.ndarray)


def test_that_a_node_in_a_fold_is_looked_for_at_its_box_or_tile() -> None:
    scene = scene_of(leaf_racks(), load=False)
    folded = folded_scene(scene, of_kind(scene, "pod")[:1])
    picture = picture_of(folded, focus=0)
    (box,) = rectangles(picture.places, 0)
    assert (pieces(picture.places.frame).xywh[0] == box).all()
    assert len(outlines(picture)) == 1
    rails = scene_of(two_rails(), load=False)
    tiles = picture_of(folded_scene(rails, of_kind(rails, "host"))).places
    assert len(rectangles(tiles, 9)) == 1
    assert (rectangles(tiles, 9) == rectangles(tiles, 4)).all()
