from __future__ import annotations

import numpy as np
from grouped import director, leaf_racks, of_kind, two_rails, with_groups
from scenes import odd, scene_of

from ibviz.core.fabric import Fabric, Kind
from ibviz.drawing.fold import Fold
from ibviz.drawing.folding import name_of
from ibviz.drawing.scene import Scene, folded_scene
from ibviz.drawing.telling import counts_of, known_from, names_of, number_down

TREE = scene_of(leaf_racks(), load=False)


def of(scene: Scene, *kinds: str) -> Scene:
    return folded_scene(scene, of_kind(scene, *kinds))


def label_of(scene: Scene, place: int) -> str:
    """What a card of a fold says first."""
    return f"{names_of(scene)[place]}: {', '.join(counts_of(scene)[place])}"


def test_that_a_label_says_name_and_counts() -> None:
    pods, planes = of(TREE, "pod"), of(TREE, "plane")
    assert label_of(pods, 2) == "Pod 3: 4 leaves, 3 aggregation switches, 16 hosts"
    assert label_of(planes, 0) == "Plane 1: 2 core switches"
    assert label_of(of(TREE, "rack"), 0) == "Rack r0: 1 leaf, 4 hosts"
    assert label_of(of(TREE, "chassis"), 0) == "Chassis box 0: 3 aggregation switches"
    rails = of(scene_of(two_rails(), load=False), "host")
    assert label_of(rails, 0) == "node0: 1 host, 2 HCAs"
    assert (
        label_of(of(scene_of(director(), load=False), "chassis"), 0) == "Chassis director: 8 leaves, 4 spines"
    )


def test_that_a_pod_bears_the_number_that_the_picture_has() -> None:
    pods = of(TREE, "pod")
    labels = {pod.index: pod.label for pod in TREE.bands.pods}
    assert names_of(pods) == [f"Pod {labels[fold.number]}" for fold in pods.folding.folds]
    assert name_of(TREE.structure, TREE.bands, Fold("pod", 70)) == "Pod 71"


def test_that_a_name_that_says_its_kind_is_not_said_twice() -> None:
    fabric = leaf_racks()
    rack = np.where(fabric.nodes.rack == "r0", "Rack 7", fabric.nodes.rack).astype(object)
    scene = of(scene_of(Fabric(fabric.nodes.with_columns(rack=rack), fabric.cables), load=False), "rack")
    assert names_of(scene)[0] == "Rack 7"


def test_that_it_is_said_where_a_group_is_known_from() -> None:
    assert known_from(of(TREE, "pod"), 0) == "pod, by cables"
    assert known_from(of(TREE, "rack"), 0) == "rack, by file"
    fabric = two_rails()
    guessed = np.array([f"node{row} HCA-{row}" for row in range(len(fabric.nodes))], object)
    names = np.where(fabric.nodes.kind == Kind.HCA, guessed, fabric.nodes.name)
    names[4] = names[9] = ""
    nodes = fabric.nodes.with_columns(
        host=np.full(len(names), "", object),
        name=names.astype(object),
        system_guid=np.where(np.isin(np.arange(len(names)), [4, 9]), 77, 0).astype(np.uint64),
    )
    scene = of(scene_of(Fabric(nodes, fabric.cables), load=False), "host")
    assert known_from(scene, 0) == "host, by system GUID"


def test_that_routers_and_what_is_down_are_counted() -> None:
    scene = of(scene_of(with_groups(odd(), 1, 2), load=False), "rack")
    rows = scene.folding.members(0)
    routers = int((scene.fabric.nodes.kind[rows] == Kind.ROUTER).sum())
    assert ("1 router" in counts_of(scene)[0]) == (routers == 1)
    down = of(scene_of(leaf_racks(), down_nodes=[0], down_cables=[100], load=False), "rack")
    number = number_down(down)
    ends = down.fabric.cables.node
    touching = (down.folding.group[ends] == 0).any(axis=1) & down.failed
    assert number[0] == 1 + touching.sum()
    assert number.sum() > number[0]
