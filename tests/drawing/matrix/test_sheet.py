from __future__ import annotations

import numpy as np
import pytest
from matrices import SCENES, leaf_pairs, matrix_of, sheet_of
from scenes import simulated

from ibviz.drawing.board import Board
from ibviz.drawing.fold import Fold
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.sheet import sheet
from ibviz.drawing.matrix.values import summary
from ibviz.drawing.scene import make_scene, restaged
from ibviz.drawing.view import View


def test_that_a_sheet_is_made_once() -> None:
    scene = SCENES["pods"]()
    assert sheet(scene, (1, 2)) is sheet(scene, (1, 2))
    assert sheet(scene, (2, 3)) is not sheet(scene, (1, 2))


@pytest.mark.parametrize("name", SCENES)
def test_that_cells_lie_in_their_block(name: str) -> None:
    made = sheet_of(SCENES[name]())
    box = made.blocks.box[made.rows.block[made.entries.row]]
    assert np.array_equal(made.rows.block[made.entries.row], made.columns.block[made.entries.column])
    cell = made.boxes
    assert (cell[:, :2] >= box[:, :2] - 1e-9).all()
    assert (cell[:, :2] + cell[:, 2:] <= box[:, 2:] + 1e-9).all()
    assert (np.diff(made.key) >= 0).all()


def test_that_rows_and_columns_are_all_switches_of_both_levels() -> None:
    scene = SCENES["many"]()
    made = sheet_of(scene)
    assert sorted(made.rows.node.tolist()) == sorted(scene.bands.levels[1].tolist())
    assert sorted(made.columns.node.tolist()) == sorted(scene.bands.levels[2].tolist())
    assert made.left_out == 0


def test_that_a_level_with_itself_has_the_same_rows_and_columns() -> None:
    made = sheet_of(SCENES["ring"]())
    assert made.is_square
    assert np.array_equal(made.rows.node, made.columns.node)
    assert len(sheet_of(leaf_pairs(), (1, 1)).rows) == 4


def test_that_a_sheet_tells_where_a_switch_is() -> None:
    made = sheet_of(SCENES["tree"]())
    row, column = made.places_of(int(made.columns.node[2]))
    assert (row.tolist(), column.tolist()) == ([], [2])


def test_that_what_has_no_such_cable_and_no_pod_is_left_out() -> None:
    made = sheet_of(SCENES["odd"]())
    assert made.left_out >= 0
    assert len(made.rows) + len(made.columns) > 0


@pytest.mark.parametrize("pair", [(1, 2), (2, 3)])
def test_that_a_folded_pod_is_one_row(pair: tuple[int, int]) -> None:
    plain = SCENES["pods"]()
    scene = make_scene(plain.state, plain.structure, plain.bands, folds=[Fold("pod", 1)])
    made = sheet_of(scene, pair)
    head = int(scene.folding.heads[0])
    assert (head in made.rows.node.tolist()) == (pair == (2, 3))
    there = made.entries.cable >= 0
    ends = scene.ends[made.entries.cable[there]]
    at = np.arange(len(ends))
    assert np.array_equal(ends[at, made.entries.side[there]], made.rows.node[made.entries.row[there]])
    mine = (scene.links.band == np.array(pair)).all(axis=1)
    assert sorted(made.entries.cable[there].tolist()) == sorted(scene.links.cable[mine].tolist())
    drawing = matrix_of(scene, pair=pair).drawing
    assert sum(drawing.cables.values()) == len(plain.cables)
    assert sum(drawing.nodes.values()) == len(plain.nodes)


def test_that_a_sheet_stays_when_only_the_load_changes_and_its_sums_do_not() -> None:
    scene = SCENES["pods"]()
    kept = sheet_of(scene)
    board = Board(Matrix(scene, View(kind="matrix")))
    before = summary(board, kept, False)
    again = restaged(scene, scene.state, simulated(scene.fabric, scene.state.scenario, seed=9))
    assert sheet_of(again) is kept
    after = summary(Board(Matrix(again, View(kind="matrix"))), kept, False)
    assert not np.array_equal(before.mean, after.mean)
