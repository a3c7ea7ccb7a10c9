"""Where to go, and the next node for a key."""

from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree3
from scenes import scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.view import View
from ibviz.gui.canvas.travel import (
    across,
    beside,
    first_node,
    nearest_to,
    neighbours,
    onward,
    place_of,
    toward,
    x_of,
)

SCENE = scene_of(tree3(4, 4, 2, 2, 3), load=False)
NONE = np.empty(0, np.int64)


def test_that_every_node_gone_to_is_in_view() -> None:
    for node in SCENE.nodes[::5].tolist():
        place = place_of(SCENE, np.array([node]), NONE)
        assert place is not None
        frame = Frame(SCENE, View(zoom=place[0], center=place[1]))
        x = float(frame.at(max(0, int(SCENE.band[node])), x_of(SCENE, np.array([node])))[0])
        assert frame.left <= x <= frame.left + frame.room


def test_that_several_nodes_are_all_in_view() -> None:
    leaves = SCENE.bands.levels[1]
    place = place_of(SCENE, leaves[[2, 7]], NONE)
    assert place is not None
    frame = Frame(SCENE, View(zoom=place[0], center=place[1]))
    x = frame.at(1, SCENE.bands.x[leaves[[2, 7]]])
    assert ((x > frame.left) & (x < frame.left + frame.room)).all()


def test_that_a_cable_is_gone_to_by_its_lower_end() -> None:
    cable = SCENE.links.cable[:1]
    lower = SCENE.links.node[:1, 0]
    assert place_of(SCENE, NONE, cable) == place_of(SCENE, lower, NONE)


def test_that_there_is_no_way_to_nothing() -> None:
    assert place_of(SCENE, NONE, NONE) is None
    assert first_node(scene_of(fabric_of("", []), load=False), 0.5) == -1


def test_that_right_and_left_undo_each_other_and_end() -> None:
    row = SCENE.bands.levels[1]
    assert [beside(SCENE, int(node), 1) for node in row] == [*row[1:].tolist(), -1]
    assert [beside(SCENE, int(node), -1) for node in row] == [-1, *row[:-1].tolist()]


def test_that_reading_order_meets_every_node_once() -> None:
    node, met = int(SCENE.bands.levels[-1][0]), []
    while node >= 0:
        met.append(node)
        node = onward(SCENE, node, 1)
    assert sorted(met) == sorted(SCENE.nodes.tolist())
    assert [onward(SCENE, n, -1) for n in met] == [-1, *met[:-1]]


def test_that_up_and_down_follow_cables() -> None:
    host = int(SCENE.bands.levels[0][5])
    leaf = across(SCENE, host, 1)
    assert leaf == SCENE.bands.block[host]
    assert SCENE.bands.block[across(SCENE, leaf, -1)] == leaf
    assert across(SCENE, int(SCENE.bands.levels[-1][0]), 1) == -1
    assert across(SCENE, host, -1) == -1


def test_that_a_walk_begins_at_the_middle_of_the_view() -> None:
    node = first_node(SCENE, 0.5)
    assert SCENE.band[node] == 1
    assert abs(SCENE.bands.x[node] - SCENE.bands.width / 2) <= 1.5


def test_that_neighbours_are_those_with_a_cable() -> None:
    leaf = SCENE.bands.levels[1][:1]
    near, cables = neighbours(SCENE, leaf)
    assert len(near) == 3 + 2
    assert len(cables) == 5
    assert (SCENE.fabric.cables.node[cables] == leaf[0]).any(axis=1).all()


def test_that_what_stands_in_no_band_has_no_neighbours_to_walk_to() -> None:
    scene = scene_of(fabric_of("SHA", [(0, 1, 1, 1), (0, 2, 2, 1)]), load=False)
    assert beside(scene, 2, 1) == -1
    assert across(scene, 2, 1) == -1


def test_that_an_empty_band_is_passed_over() -> None:
    scene = scene_of(fabric_of("SS", [(0, 1, 1, 1)]), load=False)
    last = int(scene.bands.levels[-1][-1])
    assert onward(scene, last, 1) == -1
    assert across(scene, last, -1) == -1


def test_that_the_nearest_node_straight_ahead_is_walked_to() -> None:
    spots = np.array([[0.0, 0.0], [100, 10], [60, 90], [0, -50], [np.nan, np.nan]])
    areas = np.column_stack([spots - 5, spots + 5])
    assert [toward(areas, 0, way) for way in ((1, 0), (0, 1), (0, -1), (-1, 0))] == [1, 2, 3, -1]
    assert nearest_to(areas, 55, 70) == 2
    assert nearest_to(areas[4:], 0, 0) == -1
