from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2
from scenes import scene_of

from ibviz.drawing.noteworthy import noteworthy
from ibviz.drawing.view import View


def test_that_what_is_dead_comes_before_what_is_hot_and_that_before_the_middle() -> None:
    fabric = tree2(9, 3, 2)
    ends = fabric.cables.node
    trunk = int(np.flatnonzero((ends < 12).all(axis=1))[4])
    dead = scene_of(fabric, down_cables=[trunk])
    assert noteworthy(dead, View()) == int(ends[trunk].min())
    hot = scene_of(fabric)
    value = hot.overlays["utilization"].value
    hottest = hot.links.cable[np.argmax(value[hot.links.cable])]
    assert noteworthy(hot, View()) in ends[hottest]
    calm = scene_of(fabric, load=False)
    assert noteworthy(calm, View()) == calm.bands.levels[1][4]


def test_that_a_fabric_without_switches_has_a_node_and_one_without_nodes_has_none() -> None:
    assert noteworthy(scene_of(fabric_of("H", []), load=False), View()) == 0
    assert noteworthy(scene_of(fabric_of("", []), load=False), View()) == -1
