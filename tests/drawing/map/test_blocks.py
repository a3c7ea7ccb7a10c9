from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import tree2, tree3
from scenes import scene_of

from ibviz.core.edit_values import move
from ibviz.drawing.map.blocks import Blocks, blocks, gates
from ibviz.drawing.scene import Scene, restaged


def pods() -> Scene:
    return scene_of(tree3(8, 4, 4, 4, 4))


def made() -> Blocks:
    found = blocks(pods())
    assert found is not None
    return found


def test_that_pods_and_core_are_blocks_apart_and_every_core_cable_is_in_one_strand() -> None:
    scene, found = pods(), made()
    assert found.label == tuple("12345678") and found.hosts.sum() == len(scene.bands.levels[0])
    box = np.vstack([found.box, found.core])
    meet = (box[:, None, :2] < box[None, :, 2:]).all(axis=2)
    assert (meet & meet.T).sum() == len(box)
    levels = scene.band[scene.ends[found.cable]]
    assert (levels.max(axis=1) == 3).all() and len(np.unique(found.cable)) == len(found.cable)
    top = (scene.band[scene.ends[scene.cables]] == 3).any(axis=1)
    assert sorted(found.cable) == sorted(scene.cables[top])
    assert found.sizes.sum() == len(found.cable)


def test_that_names_of_pods_stand_between_their_leaves_and_the_switches_above() -> None:
    found = made()
    assert (found.name[:, 1] > found.box[:, 1]).all() and (found.name[:, 1] < found.box[:, 3]).all()


def test_that_no_strand_runs_through_a_pod() -> None:
    found = made()
    for x, y in found.gate.reshape(-1, 2, 2)[:, 1]:
        inside = (found.box[:, 0] < x) & (x < found.box[:, 2]) & (found.box[:, 1] < y) & (y < found.box[:, 3])
        assert not inside.any()


def test_that_cables_pass_what_is_in_their_way_on_both_sides() -> None:
    rows = [0.0, 20.0, 40.0]
    box = np.array([[0, y, 10, y + 10] for y in rows] + [[0, y, 10, y + 10] for y in (80.0, 100.0)])
    core = np.array([0, 60, 10, 70])
    first, second, third, below, last = gates(box, core)
    assert third.tolist() == [5, 50, 5, 50] and below.tolist() == [5, 80, 5, 80]
    assert second.tolist() == [5, 30, -20, 50] and first.tolist() == [5, 10, 30, 50]
    assert last.tolist() == [5, 100, -20, 80]


def test_that_there_are_no_blocks_without_pods_or_where_they_lie_upon_each_other() -> None:
    assert blocks(scene_of(tree2(6, 3, 3))) is None
    scene = pods()
    leaf = int(scene.bands.levels[1][0])
    moved = restaged(replace(scene, memo={}), move(scene.state, [leaf], [[0.0, 9000.0]]), None)
    assert blocks(moved) is None


def test_that_there_are_no_blocks_where_pods_stand_nowhere_or_no_cable_leaves_them() -> None:
    scene = pods()
    nowhere = {"map places": np.full((len(scene.band), 2), np.nan)}
    assert blocks(replace(scene, memo=nowhere)) is None
    assert blocks(replace(scene, memo={}, cables=scene.cables[:0])) is None
