from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from matrices import SCENES, sheet_of
from scenes import scene_of

from ibviz.drawing.matrix.axis import CELL
from ibviz.drawing.matrix.entries import split


@pytest.mark.parametrize("name", SCENES)
def test_that_every_cable_of_the_pair_has_one_cell_where_its_ends_meet(name: str) -> None:
    scene = SCENES[name]()
    made = sheet_of(scene)
    mine = (scene.links.band == np.array(made.pair)).all(axis=1)
    there = made.entries.take(made.entries.cable >= 0)
    times = 2 if made.is_square else 1
    assert sorted(there.cable.tolist()) == sorted(np.repeat(scene.links.cable[mine], times).tolist())
    ends = scene.fabric.cables.node[there.cable]
    at = np.arange(len(there))
    assert np.array_equal(ends[at, there.side], made.rows.node[there.row])
    assert np.array_equal(ends[at, 1 - there.side], made.columns.node[there.column])


@pytest.mark.parametrize("name", SCENES)
def test_that_parts_of_a_cell_lie_in_it_and_apart(name: str) -> None:
    made = sheet_of(SCENES[name]())
    box = made.boxes
    low = np.column_stack([made.columns.place[made.entries.column], made.rows.place[made.entries.row]])
    assert (box[:, :2] >= low).all() and (box[:, :2] + box[:, 2:] <= low + CELL + 1e-9).all()
    for key in np.unique(made.key)[:40]:
        mine = box[made.key == key]
        meet = (mine[:, None, :2] < mine[None, :, :2] + mine[None, :, 2:] - 1e-9).all(axis=2)
        assert (meet & meet.T).sum() == len(mine)


def test_that_a_pair_lacks_what_its_neighbours_have() -> None:
    made = sheet_of(scene_of(tree2(6, 4, 1, holes=2)))
    lacking = made.entries.take(made.entries.cable < 0)
    pairs = {
        (int(made.rows.node[r]), int(made.columns.node[c]))
        for r, c in zip(lacking.row, lacking.column, strict=True)
    }
    fabric = tree2(6, 4, 1, holes=2)
    known = {tuple(sorted(pair)) for pair in fabric.cables.node.tolist()}
    assert pairs == {(leaf, spine) for leaf in range(6) for spine in range(6, 10)} - known
    assert len(pairs) == 2


def test_that_one_of_parallel_cables_that_is_missing_leaves_its_part_empty() -> None:
    made = sheet_of(scene_of(tree2(5, 3, 2, parallel=3, holes=1)))
    lacking = made.entries.take(made.entries.cable < 0)
    assert (lacking.slot.tolist(), lacking.slots.tolist()) == ([2], [3])
    assert (made.entries.slots == 3).all()


def test_that_where_few_pairs_are_cabled_nothing_is_missing() -> None:
    made = sheet_of(SCENES["ring"]())
    assert (made.entries.cable >= 0).all()


def test_that_in_a_full_mesh_a_switch_does_not_lack_a_cable_to_itself() -> None:
    mesh = [(a, 10 + b, b, 10 + a) for a in range(6) for b in range(a) if (a, b) != (4, 2)]
    hosts = [(switch, 1, 6 + switch, 1) for switch in range(6)]
    made = sheet_of(scene_of(fabric_of("S" * 6 + "H" * 6, [*mesh, *hosts])))
    lacking = made.entries.take(made.entries.cable < 0)
    pairs = np.column_stack([made.rows.node[lacking.row], made.columns.node[lacking.column]])
    assert sorted(pairs.tolist()) == [[2, 4], [4, 2]]


def test_that_a_cable_of_a_switch_with_itself_has_a_cell_for_each_direction() -> None:
    scene = scene_of(fabric_of("SSH", [(0, 1, 2, 1), (0, 2, 1, 2), (0, 5, 0, 6)]))
    made = sheet_of(scene, (1, 1))
    mine = made.entries.take(made.entries.cable == 2)
    assert sorted(mine.side.tolist()) == [0, 1]
    assert sorted(mine.slot.tolist()) == [0, 1]


def test_that_many_parallel_cables_are_laid_squarely() -> None:
    across, down = split(np.arange(1, 60))
    assert (across * down >= np.arange(1, 60)).all()
    assert ((across - 1) * down < np.arange(1, 60)).all()
    assert (across >= down).all() and (across <= 3 * down).all()
