from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Curves
from ibviz.drawing.hottest import HOTTEST, draw_hottest, hottest
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.plane import Plane
from ibviz.drawing.view import View


def board(value: np.ndarray) -> Board:
    scene = scene_of(tree2(12, 6, 6))
    shown = {"plain": Overlay("plain", "Plain", value), "utilization": Overlay("u", "U", value, hot=0.9)}
    return Board(Plane(replace(scene, overlays=shown, memo={}), View()))


def test_that_a_few_hot_cables_stand_out_but_not_where_most_are_hot() -> None:
    count = len(scene_of(tree2(12, 6, 6)).cables)
    cable = np.arange(count)
    value = np.full(count, 0.1)
    assert not hottest(board(value), cable).any()
    value[[3, 5]] = 0.95, 0.99
    assert np.flatnonzero(hottest(board(value), cable)).tolist() == [3, 5]
    assert not hottest(board(np.full(count, 0.97)), cable).any()


def test_that_no_more_than_a_handful_stands_out() -> None:
    count = len(scene_of(tree2(12, 6, 6)).cables)
    value = np.linspace(0, 1, count)
    value[value < 0.95] = 0
    picked = hottest(board(value), np.arange(count))
    assert picked.sum() <= HOTTEST
    assert not picked.any() or picked[-1]


def test_that_each_lies_over_a_halo_of_its_own_the_hottest_on_top() -> None:
    value = np.zeros(len(scene_of(tree2(12, 6, 6)).cables))
    value[[3, 5]] = 0.99, 0.95
    easel, cable = board(value), np.array([3, 5])
    draw_hottest(easel, cable, np.arange(16.0).reshape(2, 8))
    (item,) = easel.layers["hot"]
    assert isinstance(item, Curves)
    assert item.row.tolist() == [-1, 5, -1, 3]
    assert item.width.tolist() == [5.0, 1.8] * 2
    assert item.color[::2].tolist() == [easel.theme.canvas] * 2
    assert item.xy[:, 0].tolist() == [8, 8, 0, 0]
