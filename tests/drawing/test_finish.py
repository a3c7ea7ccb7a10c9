from __future__ import annotations

from fabrics import fabric_of, tree2
from scenes import scene_of, words_of

from ibviz.drawing.board import FIXED, LAYERS, Board
from ibviz.drawing.finish import EMPTY, SMALLEST, finished, say_empty, sized
from ibviz.drawing.ink import boxes
from ibviz.drawing.plane import Plane
from ibviz.drawing.view import View


def test_that_layers_are_in_order_and_chrome_stays_where_it_is() -> None:
    board = Board(Plane(scene_of(tree2(4, 2, 3)), View()))
    for name in reversed(LAYERS):
        board.add(name, boxes([[0, 0, 1, 1]]))
    drawing = finished(board)
    assert [layer.name for layer in drawing.layers] == list(LAYERS)
    for layer in drawing.layers:
        assert layer.scrolls == (layer.name not in FIXED)
        assert layer.clip == (board.frame.clip if layer.scrolls else None)
    assert drawing.title == "test: fat\u2011tree, 2 levels"
    assert sum(drawing.cables.values()) == len(board.scene.cables)


def test_that_nothing_to_draw_is_said_in_one_sentence() -> None:
    board = Board(Plane(scene_of(fabric_of("", []), load=False), View()))
    say_empty(board)
    (words, chrome) = words_of(finished(board))
    assert not len(words.text) and chrome.text.tolist() == [EMPTY]


def test_that_a_picture_is_never_smaller_than_can_be_told() -> None:
    small, large = sized(View(width=10, height=2000)), View(width=900, height=700)
    assert (small.width, small.height) == (SMALLEST[0], 2000)
    assert sized(large) == large
