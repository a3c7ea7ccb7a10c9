from __future__ import annotations

import numpy as np
from fabrics import fabrics, tree2
from grouped import leaf_racks, of_kind, two_rails
from hypothesis import given
from scenes import scene_of, tower

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import node_id
from ibviz.drawing.fold import Fold
from ibviz.drawing.scene import folded_scene, overlaid, restaged


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


def test_that_bundles_outlast_another_load_and_no_other_failure() -> None:
    scene = scene_of(tree2(3, 2, 3), load=False)
    tied = [scene.once(name, list) for name in ("bundles", "fine2", "folds True")]
    loaded = restaged(scene, scene.state, None)
    assert all(
        loaded.once(name, list) is was
        for name, was in zip(("bundles", "fine2", "folds True"), tied, strict=True)
    )
    failed = restaged(scene, scene_of(tree2(3, 2, 3), down_cables=[1], load=False).state, None)
    assert failed.once("bundles", list) is not tied[0]


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


def test_that_a_folded_scene_stays_folded_when_load_and_failures_change() -> None:
    scene = scene_of(leaf_racks(), load=False)
    folded = folded_scene(scene, of_kind(scene, "pod")[:1])
    other = scene_of(leaf_racks(), down_cables=[1])
    again = restaged(folded, other.state, None)
    assert again.folding is folded.folding
    assert np.flatnonzero(again.failed).tolist() == np.flatnonzero(again.whole.failed).tolist() == [1]
    assert again.whole.state is again.state is other.state
    assert again.links is folded.links
    assert again.whole.links is scene.links
    shown = overlaid(again, other.overlays)
    assert shown.overlays is shown.whole.overlays is other.overlays


def test_that_a_scene_with_nothing_folded_ends_its_cables_at_their_nodes() -> None:
    scene = scene_of(leaf_racks(), load=False)
    assert scene.whole is scene
    assert (scene.ends == scene.fabric.cables.node).all()
    assert folded_scene(scene, [Fold("pod", 77)]) is scene


def test_that_a_head_is_called_as_its_fold_and_stands_for_its_members() -> None:
    scene = scene_of(leaf_racks(), load=False)
    folded = folded_scene(scene, of_kind(scene, "pod"))
    assert folded.names(folded.folding.heads).tolist() == ["Pod 1", "Pod 2", "Pod 3", "Pod 4"]
    assert folded.names(np.array([28])).tolist() == ["S28"]
    assert set(folded.nodes.tolist()) == {*folded.folding.heads.tolist(), *range(28, 34)}
    assert len(folded.cables) == 4 * 3 * 2
    standing = folded.folding.standing_for(folded.fabric, 0)
    assert (folded.fabric.nodes.kind[standing] == Kind.SWITCH).all()
    assert len(standing) == 7


def test_that_a_group_of_hosts_stands_for_its_hosts() -> None:
    scene = scene_of(two_rails(), load=False)
    folded = folded_scene(scene, of_kind(scene, "host"))
    assert folded.folding.standing_for(folded.fabric, 0).tolist() == [4, 9]
