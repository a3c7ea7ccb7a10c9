from __future__ import annotations

import numpy as np
from fabrics import fabric_of
from matrices import SCENES, sheet_of
from scenes import scene_of

from ibviz.drawing.matrix.axis import CELL, GAP, groups_of, make_axis


def test_that_each_block_begins_at_nought_in_the_order_of_the_bands() -> None:
    scene = SCENES["pods"]()
    node = scene.bands.levels[1]
    axis = make_axis(scene, node[::-1].copy(), scene.structure.pod[node[::-1]])
    for first, last in zip(axis.begins[:-1], axis.begins[1:], strict=True):
        assert axis.place[first:last].tolist() == [CELL * k for k in range(last - first)]
        assert (np.diff(scene.bands.x[axis.node[first:last]]) > 0).all()
    assert axis.sizes.tolist() == [CELL * n for n in np.diff(axis.begins)]


def test_that_pods_in_one_block_are_parted_and_named() -> None:
    scene = SCENES["pods"]()
    node = scene.bands.levels[1]
    axis = make_axis(scene, node, np.zeros(len(node), np.int64))
    pods = scene.structure.pod[axis.node]
    assert (np.diff(pods[np.append(True, np.diff(pods) != 0)]) != 0).all()
    steps = np.diff(axis.place)
    assert np.array_equal(steps > CELL, np.diff(pods) != 0)
    assert set(steps.tolist()) == {CELL, CELL + GAP}
    assert axis.names.tolist() == ["Pod 1", "Pod 2", "Pod 3", "Pod 4"]
    assert np.diff(axis.group_begins).tolist() == np.bincount(axis.group).tolist()


def test_that_groups_of_one_switch_each_are_none() -> None:
    scene = SCENES["pods"]()
    upper = sheet_of(scene, (2, 3)).rows
    assert np.allclose(np.diff(upper.place)[np.diff(upper.block) == 0], CELL)
    assert set(upper.names.tolist()) == {""}


def test_that_switches_of_one_level_are_grouped_by_chassis() -> None:
    ring = [(i, 2, (i + 1) % 6, 3) for i in range(6)]
    fabric = fabric_of("S" * 6 + "H" * 6, [*ring, *((i, 1, 6 + i, 1) for i in range(6))])
    chassis = np.array(["a", "b"] * 3 + [""] * 6, object)
    scene = scene_of(type(fabric)(fabric.nodes.with_columns(chassis=chassis), fabric.cables, fabric.ports))
    node = scene.bands.levels[1]
    key, names = groups_of(scene, node, np.zeros(len(node), np.int64))
    assert [names[k] for k in key.tolist()] == [chassis[n] for n in node.tolist()]
    assert sheet_of(scene).rows.names.tolist() in (["a", "b"], ["b", "a"])


def test_that_an_axis_tells_where_nodes_are() -> None:
    axis = sheet_of(SCENES["tree"]()).rows
    place = axis.position(40)
    assert place[axis.node].tolist() == list(range(len(axis)))
    assert (np.delete(place, axis.node) == -1).all()


def test_that_an_axis_without_switches_is_empty() -> None:
    axis = make_axis(SCENES["tree"](), np.empty(0, np.int64), np.empty(0, np.int64))
    assert (len(axis), len(axis.sizes)) == (0, 0)
