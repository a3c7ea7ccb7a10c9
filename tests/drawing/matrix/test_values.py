from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from matrices import SCENES, sheet_of, view_of
from scenes import scene_of

from ibviz.drawing.board import Board
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.values import direction, is_dead, is_directed, raw, summary
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.scene import Scene


def board_of(scene: Scene, **looks: object) -> Board:
    return Board(Matrix(scene, view_of(scene, **looks)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["tree", "parallel", "pods", "ring"])
@pytest.mark.parametrize("columns", [False, True])
def test_that_margins_are_mean_and_highest_of_their_cells(name: str, columns: bool) -> None:
    scene = SCENES[name]()
    board, made = board_of(scene), sheet_of(scene)
    found = summary(board, made, columns)
    assert summary(board, made, columns) is found
    value, dead = raw(board, made), is_dead(board, made)
    place = made.entries.column if columns else made.entries.row
    for line in range(len(made.columns if columns else made.rows)):
        mine = value[(place == line) & ~dead]
        mine = mine[~np.isnan(mine)]
        if len(mine):
            assert np.isclose(found.mean[line], mine.mean())
            assert found.worst[line] == mine.max()
        else:
            assert np.isnan(found.mean[line]) and np.isnan(found.worst[line])


def test_that_of_a_level_with_itself_a_cell_is_the_way_from_row_to_column() -> None:
    scene = SCENES["ring"]()
    board, made = board_of(scene), sheet_of(scene)
    both = scene.overlay("utilization").both
    assert both is not None and not is_directed(board, made)
    for k, value in enumerate(raw(board, made).tolist()):
        cable, row = int(made.entries.cable[k]), int(made.rows.node[made.entries.row[k]])
        ends = scene.fabric.cables.node[cable].tolist()
        assert value == both[cable, ends.index(row)]


def test_that_both_directions_are_told_apart() -> None:
    scene = SCENES["tree"]()
    board, made = board_of(scene), sheet_of(scene)
    assert is_directed(board, made)
    which = np.flatnonzero(made.entries.cable >= 0)
    up, down = (direction(board, made, which, back) for back in (False, True))
    assert np.array_equal(np.fmax(up, down), raw(board, made)[which], equal_nan=True)
    ends = scene.fabric.cables.node[made.entries.cable[which]]
    both = scene.overlay("utilization").both
    assert both is not None
    leaf_first = ends[:, 0] == made.rows.node[made.entries.row[which]]
    cable = made.entries.cable[which]
    assert np.array_equal(up, np.where(leaf_first, both[cable, 0], both[cable, 1]), equal_nan=True)


def test_that_what_is_down_or_missing_counts_for_nothing() -> None:
    scene = SCENES["tree"]()
    board, made = board_of(scene), sheet_of(scene)
    spine = made.columns.node.tolist().index(9)
    assert np.isnan(summary(board, made, True).worst[spine])
    assert np.isnan(raw(board, made)[made.entries.cable < 0]).all()


def test_that_kinds_have_no_mean_but_where_all_are_alike() -> None:
    scene = scene_of(tree2(4, 3, 2))
    board, made = board_of(scene, overlay="speed"), sheet_of(scene)
    assert board.overlay.is_kinds
    alike = summary(board, made, False)
    assert np.array_equal(alike.mean, alike.worst) and not np.isnan(alike.mean).any()
    value = np.where(np.arange(len(scene.failed)) % 2 == 0, 0.25, 0.75)
    mixed = Overlay("mixed", "Mixed", value, tokens=(0.1, 0.9), labels=("a", "b"))
    scene.overlays["mixed"] = mixed  # type: ignore[index]
    found = summary(board_of(scene, overlay="mixed"), made, False)
    assert np.isnan(found.mean).all() and (found.worst == 0.75).all()
