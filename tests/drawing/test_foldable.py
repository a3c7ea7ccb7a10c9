from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from grouped import GROUPED, every_fold, leaf_racks, two_rails
from scenes import scene_of

from ibviz.core.edits import add_nodes, delete_nodes
from ibviz.core.fabric import Kind
from ibviz.core.state import State
from ibviz.drawing.fold import KINDS, Fold
from ibviz.drawing.foldable import act_of, all_of, carried, foldable, folded_at, is_known
from ibviz.drawing.picture import scene_of as scene_of_state
from ibviz.drawing.scene import folded_scene

TREE = scene_of(leaf_racks(), load=False)


def rows(*nodes: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(nodes, np.int64)


def test_that_a_node_is_offered_every_group_that_it_is_in() -> None:
    found = foldable(TREE, rows(0))
    assert [fold.kind for fold in found] == ["pod", "rack"]
    assert [act_of(TREE, fold) for fold in found] == ["pod 1", "rack r0"]
    assert [act_of(TREE, fold) for fold in foldable(TREE, rows(16))] == ["pod 1", "chassis box 0"]
    assert [act_of(TREE, fold) for fold in foldable(TREE, rows(28))] == ["plane 1"]
    rails = scene_of(two_rails(), load=False)
    assert [act_of(rails, fold) for fold in foldable(rails, rows(4))] == ["host node0"]


def test_that_several_nodes_are_offered_what_holds_them_all() -> None:
    assert [act_of(TREE, fold) for fold in foldable(TREE, rows(0, 1, 2))] == ["pod 1"]
    assert foldable(TREE, rows(0, 15)) == []
    assert foldable(TREE, rows()) == []
    assert [fold.kind for fold in foldable(TREE, rows(0), ["rack"])] == ["rack"]


def test_that_what_is_folded_is_offered_to_be_opened_and_nothing_else() -> None:
    pod = foldable(TREE, rows(0))[0]
    folded = folded_scene(TREE, [pod])
    assert foldable(folded, rows(0)) == []
    assert foldable(folded, rows(28)) != []
    assert folded_at(folded, rows(0, 1, 28)) == [pod]
    assert folded_at(TREE, rows(0, 1)) == []


def test_that_a_rack_whose_rest_is_one_node_has_nothing_to_fold() -> None:
    scene = scene_of(GROUPED["chance"](), load=False)
    for node in range(len(scene.band)):
        for fold in foldable(scene, rows(node)):
            assert fold in folded_scene(scene, [fold]).folding.folds


@pytest.mark.parametrize("name", sorted(GROUPED))
def test_that_all_groups_of_all_kinds_are_all_folds(name: str) -> None:
    scene = scene_of(GROUPED[name](), load=False)
    found = {fold for kind in KINDS for fold in all_of(scene, kind)}
    assert set(folded_scene(scene, found).folding.folds) <= found
    assert {fold for fold in found if folded_scene(scene, [fold]).folding} <= set(every_fold(scene))
    for fold in every_fold(scene):
        assert fold in found or not folded_scene(scene, [fold]).folding


def test_that_leaves_of_two_levels_are_no_pods_to_fold() -> None:
    assert all_of(scene_of(tree2(4, 2, 2), load=False), "pod") == []


def test_that_groups_are_known_once_they_were_asked_for() -> None:
    scene = scene_of(leaf_racks(), load=False)
    assert is_known(scene.structure, "pod")
    assert not is_known(scene.structure, "rack")
    all_of(scene, "rack")
    assert is_known(scene.structure, "rack")


def test_that_folds_follow_their_group_through_an_edit() -> None:
    state = State(leaf_racks())
    before = scene_of_state(state)
    racks = [Fold("rack", n) for n in (3, 9)]
    edited = delete_nodes(state, [0, *range(34, 38)])
    after = scene_of_state(edited)
    names = before.structure.rack.names, after.structure.rack.names
    kept = carried(before, after, racks)
    assert [names[1][fold.number] for fold in kept] == [names[0][fold.number] for fold in racks]
    assert kept != tuple(racks)
    assert carried(before, after, [Fold("rack", int(before.structure.rack.of[0])), Fold("pod", 99)]) == ()


def test_that_folds_of_another_fabric_are_dropped() -> None:
    state = State(leaf_racks())
    before = scene_of_state(state)
    fabric = leaf_racks()
    strange = State(
        type(fabric)(fabric.nodes.with_columns(guid=fabric.nodes.guid + np.uint64(99)), fabric.cables)
    )
    assert carried(before, scene_of_state(strange), [Fold("pod", 0)]) == ()
    small = add_nodes(State(type(fabric)()), Kind.SWITCH, ["one"], ports=2)
    assert carried(before, scene_of_state(small), [Fold("pod", 0)]) == ()
