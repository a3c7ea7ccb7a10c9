from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, killed, tree2, tree3
from matrices import SCENES, leaf_pairs, sheet_of
from scenes import scene_of

from ibviz.drawing.matrix.blocks import WIDE, blocks_of, lay_out, names_of


def test_that_pods_that_share_no_switch_are_blocks_with_their_names() -> None:
    scene = SCENES["pods"]()
    made = sheet_of(scene)
    assert made.blocks.names == ("Pod 1", "Pod 2", "Pod 3", "Pod 4")
    for axis in (made.rows, made.columns):
        assert np.array_equal(made.blocks.pod[axis.block], scene.structure.pod[axis.node])


def test_that_above_the_pods_planes_are_blocks() -> None:
    made = sheet_of(SCENES["pods"](), (2, 3))
    assert made.blocks.names == ("Plane 1", "Plane 2", "Plane 3")
    assert (made.blocks.pod == -1).all()


def test_that_subnets_are_blocks_and_others_are_numbered() -> None:
    assert sheet_of(SCENES["forest"](), (1, 2)).blocks.names == ("",)
    two = fabric_of("SSSSHH", [(0, 1, 4, 1), (2, 1, 5, 1), (0, 2, 1, 1), (2, 2, 3, 1)])
    assert set(sheet_of(scene_of(two)).blocks.names) <= {"Subnet 1", "Subnet 2", "Plane 1", "Plane 2"}
    assert sheet_of(leaf_pairs(), (1, 1)).blocks.names == ("Block 1", "Block 2")


def test_that_a_block_alone_has_no_name_and_stands_at_the_origin() -> None:
    made = sheet_of(SCENES["tree"]())
    assert made.blocks.names == ("",)
    assert made.extent[:2] == (0.0, 0.0)
    assert names_of(SCENES["tree"](), made.rows, made.columns, 0)[0] == ()


@pytest.mark.parametrize("count", [1, 2, 7, 36, 130])
def test_that_blocks_and_their_heads_never_meet(count: int) -> None:
    sizes = np.random.default_rng(count).uniform(20, 400, (count, 2))
    room = 50.0, 70.0
    corner = lay_out(sizes, room)
    low, high = corner - np.array(room), corner + sizes
    meet = (low[:, None] < high[None] - 1e-9).all(axis=2)
    assert (meet & meet.T).sum() == count
    assert (low >= 0).all()


def test_that_equal_blocks_fill_a_canvas() -> None:
    corner = lay_out(np.full((36, 2), 400.0), (40.0, 60.0))
    wide, tall = np.ptp(corner, axis=0) + np.array([440.0, 460.0])
    assert WIDE / 1.5 <= wide / tall <= WIDE * 1.5


def test_that_a_switch_without_cables_stays_with_its_pod() -> None:
    fabric = tree3(2, 3, 2, 1, 1)
    ends = np.sort(fabric.cables.node, axis=1)
    lost = np.flatnonzero((ends == 0).any(axis=1) & (ends[:, 1] < 10) & (ends[:, 1] >= 6)).tolist()
    whole, cut = scene_of(fabric), scene_of(killed(fabric, cables=lost))
    assert len(sheet_of(whole).rows) == 6
    assert sheet_of(cut).left_out + len(sheet_of(cut).rows) >= 5


def test_that_a_leaf_without_uplinks_is_an_empty_row_of_the_only_block() -> None:
    fabric = tree2(4, 3, 2)
    lost = np.flatnonzero(
        ((fabric.cables.node == 2).any(axis=1)) & (fabric.cables.node < 7).all(axis=1)
    ).tolist()
    scene = scene_of(killed(fabric, cables=lost))
    made = sheet_of(scene)
    assert 2 in made.rows.node.tolist()
    row = made.rows.node.tolist().index(2)
    assert (made.entries.cable[made.entries.row == row] == -1).all()


def test_that_what_is_in_no_block_has_none() -> None:
    scene = SCENES["pods"]()
    low, high = scene.bands.levels[1], scene.bands.levels[2]
    block = blocks_of(scene, np.column_stack([low[:1], high[:1]]), low[:1], high[:1])
    assert block[low[0]] == block[high[0]] == 0
    assert (np.delete(block, [low[0], high[0]]) == -1).all()
