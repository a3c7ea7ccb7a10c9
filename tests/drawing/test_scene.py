from __future__ import annotations

import numpy as np
from fabrics import fabrics, tree2
from hypothesis import given
from scenes import scene_of, tower

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import node_id
from ibviz.drawing.scene import restaged


@given(fabrics())
def test_that_each_live_node_has_a_band_or_is_an_aggregation_node(fabric: Fabric) -> None:
    scene = scene_of(fabric, load=False)
    loose = scene.nodes[scene.band[scene.nodes] < 0]
    assert (fabric.nodes.kind[loose] == Kind.AGGREGATION).all()
    hosts = scene.nodes[scene.band[scene.nodes] == 0]
    assert (scene.tiles.first[hosts] >= 0).all()


def test_that_what_fails_is_failed_and_stays() -> None:
    fabric = tree2(3, 2, 3)
    scene = scene_of(fabric, down_nodes=[3], down_cables=[0])
    assert scene.failed_node.tolist() == [row == 3 for row in range(len(fabric.nodes))]
    at_spine = (fabric.cables.node == 3).any(axis=1)
    assert (
        np.flatnonzero(scene.failed).tolist()
        == np.flatnonzero(at_spine | (np.arange(len(at_spine)) == 0)).tolist()
    )
    assert len(scene.cables) == len(fabric.cables)
    assert scene.band[3] == 2


def test_that_a_restaged_scene_keeps_the_wiring_and_tells_other_failures() -> None:
    fabric = tree2(3, 2, 3)
    scene = scene_of(fabric, load=False)
    names, passing = scene.once("names", dict), scene.once("picture", dict)
    other = scene_of(fabric, down_cables=[1], load=False)
    again = restaged(scene, other.state, None)
    assert np.flatnonzero(again.failed).tolist() == [1]
    assert not scene.failed.any()
    assert again.links is scene.links
    assert again.once("names", dict) is names
    assert again.once("picture", list) is not passing


def test_that_a_loadless_scene_has_the_plain_overlay_alone() -> None:
    scene = scene_of(tree2(2, 1, 1), load=False)
    assert list(scene.overlays) == ["plain"]
    assert scene.overlay("utilization").name == "plain"


def test_that_nodes_of_one_name_are_told_by_their_id() -> None:
    fabric = tree2(2, 1, 1)
    names = fabric.nodes.name.copy()
    names[:2], names[2] = "Quantum", ""
    fabric = Fabric(fabric.nodes.with_columns(name=names), fabric.cables)
    told = scene_of(fabric, load=False).names(np.arange(4)).tolist()
    assert told == [node_id(fabric, 0), node_id(fabric, 1), node_id(fabric, 2), "H3"]


def test_that_a_scene_makes_a_thing_once() -> None:
    scene = scene_of(tower(3), load=False)
    assert scene.once("x", lambda: [1]) is scene.once("x", lambda: [2])
    assert scene.fabric is scene.state.fabric
    assert scene.structure is scene.bands.structure
    assert scene.owner.tolist().count(-1) == len(scene.owner) - 2
