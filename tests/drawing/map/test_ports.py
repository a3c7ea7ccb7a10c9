from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, torus_of, tree2
from gui_windows import small_state
from scenes import FABRICS, scene_of

from ibviz.core.edit_values import move
from ibviz.drawing.map.bends import BOTTOM, LEFT, NORMALS, RIGHT, TOP
from ibviz.drawing.map.places import places, sizes
from ibviz.drawing.map.ports import NEXT, ports, sides
from ibviz.drawing.scene import Scene, restaged


def put(scene: Scene, at: list[list[float]]) -> Scene:
    return restaged(scene, move(scene.state, range(len(at)), at), None)


@pytest.mark.parametrize("name", ["tree", "odd", "ring", "forest", "back to back"])
def test_that_every_cable_leaves_both_boxes_at_their_edge_and_no_two_at_one_place(name: str) -> None:
    scene = scene_of(FABRICS[name]())
    found = ports(scene)
    half = sizes(scene)[found.node] / 2
    out = NORMALS[found.side]
    assert np.allclose((found.offset * out).sum(axis=1), (half * np.abs(out)).sum(axis=1))
    assert (np.abs(found.offset) <= half + 1e-9).all()
    spots = np.column_stack([found.node, found.offset.round(6)])
    assert len(np.unique(spots, axis=0)) == len(spots)
    assert (found.of[scene.cables] >= 0).all()
    for end in (0, 1):
        assert np.array_equal(found.node[found.of[scene.cables, end]], scene.ends[scene.cables, end])
        assert np.array_equal(found.cable[found.of[scene.cables, end]], scene.cables)


def test_that_a_switch_shows_its_next_unused_ports_and_hosts_none() -> None:
    scene = scene_of(small_state().fabric, load=False)
    found = ports(scene)
    free = found.cable < 0
    used = {(n, p) for n, p, c in zip(found.node, found.port, found.cable, strict=True) if c >= 0}
    assert not used & {(n, p) for n, p in zip(found.node[free], found.port[free], strict=True)}
    number = np.bincount(found.node[free], minlength=len(scene.band))
    assert number.tolist() == [NEXT, NEXT, NEXT, 0, 0, 0, 0]
    mine = found.at(np.array([1, 0]))
    assert found.node[mine].tolist() == sorted(found.node[mine].tolist(), reverse=True)


def test_that_cables_leave_towards_the_other_end() -> None:
    scene = scene_of(fabric_of("SSSS", [(0, 1, 1, 1), (0, 2, 2, 1), (0, 3, 3, 1), (2, 5, 2, 6)]))
    scene = put(scene, [[0, 0], [0, 300], [250, 10], [2000, 0]])
    one, other = sides(scene, scene.ends[scene.cables])
    assert one.tolist() == [BOTTOM, RIGHT, TOP, TOP]
    assert other.tolist() == [TOP, LEFT, TOP, TOP]
    turned, back = sides(scene, scene.ends[scene.cables][:, ::-1])
    assert turned.tolist() == [TOP, LEFT, TOP, TOP] and back.tolist() == [BOTTOM, RIGHT, TOP, TOP]


def test_that_too_many_cables_of_a_flat_fabric_are_led_as_in_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_of(torus_of((3, 3)))
    scene = put(scene, [[row * 300, 0 if row in (0, 8) else 900] for row in range(18)])
    ends = np.array([[0, 1], [0, 8]])
    assert [side.tolist() for side in sides(scene, ends)] == [[BOTTOM, RIGHT], [TOP, LEFT]]
    monkeypatch.setattr("ibviz.drawing.map.ports.LOOKED", 0)
    assert [side.tolist() for side in sides(scene, ends)] == [[BOTTOM, TOP], [TOP, TOP]]


def test_that_ports_stand_in_the_order_of_their_numbers() -> None:
    scene = scene_of(tree2(1, 1, 5))
    found = ports(scene)
    leaf = int(scene.bands.levels[1][0])
    mine = found.at(np.array([leaf]))
    below = mine[(found.side[mine] == BOTTOM) & (found.cable[mine] >= 0)]
    if not len(below):
        below = mine[(found.side[mine] == TOP) & (found.cable[mine] >= 0)]
    assert np.all(np.diff(found.port[below]) > 0) and np.all(np.diff(found.offset[below, 0]) > 0)
    assert not np.isnan(places(scene)).any()
