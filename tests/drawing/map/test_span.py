from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, torus_of, tree2
from scenes import scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Curves
from ibviz.drawing.frame import HEADER
from ibviz.drawing.map.bends import points
from ibviz.drawing.map.places import areas
from ibviz.drawing.map.span import extent
from ibviz.drawing.view import View


def test_that_nothing_has_an_extent_too() -> None:
    assert extent(scene_of(fabric_of("", []), load=False)) == (0.0, 0.0, 1.0, 1.0)


def test_that_a_tree_takes_what_its_nodes_take() -> None:
    scene = scene_of(tree2(4, 2, 3))
    box = areas(scene, scene.nodes, np.empty(0, np.int64))
    assert extent(scene) == (*box[:, :2].min(axis=0), *box[:, 2:].max(axis=0))


@pytest.mark.parametrize("fabric", [torus_of((4, 4, 4)), torus_of((6, 6)), dragonfly(5, 4, 2)])
def test_that_all_curves_of_the_whole_are_inside_the_picture(fabric: Fabric) -> None:
    scene = scene_of(fabric)
    made = compose(scene, view_for(scene, View(kind="map")))
    curve = [item.xy for layer in made.drawing.layers for item in layer.items if isinstance(item, Curves)]
    spots = points(np.concatenate(curve)).reshape(-1, 2)
    assert (spots >= (0, HEADER)).all() and (spots <= (1600, 1000)).all()
