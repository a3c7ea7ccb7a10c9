from __future__ import annotations

from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.board import Board
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.view import View


def test_that_an_easel_is_a_board_on_the_bands() -> None:
    easel = Easel(Frame(scene_of(tree2(4, 2, 3)), View()))
    assert isinstance(easel, Board)
    assert easel.frame.count == 3
