from __future__ import annotations

from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.board import Board
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Frame
from ibviz.drawing.ink import boxes
from ibviz.drawing.view import View


def test_that_an_easel_is_a_board_on_the_bands() -> None:
    easel = Easel(Frame(scene_of(tree2(4, 2, 3)), View()))
    assert isinstance(easel, Board)
    assert easel.frame.count == 3


def test_that_what_stands_still_is_drawn_once_for_each_theme() -> None:
    scene, drawn = scene_of(tree2(4, 2, 3)), []

    def draw(easel: Easel) -> str:
        drawn.append(easel.frame.view.theme)
        easel.add("ground", boxes([[0, 0, 1, 1]], easel.theme.band))
        easel.words.put(["a"], 300, 300, px=11, color=1, background=0)
        easel.chrome.put(["b"], 10, 10, px=11, color=1, background=0)
        return "told"

    frame = Frame(scene, View())
    for _ in range(2):
        easel = Easel(frame)
        assert easel.still("x", draw) == "told"
        assert len(easel.layers["ground"]) == 1
        assert [part.text.tolist() for part in easel.letters()] == [["a"], ["b"]]
    light = Frame(scene, View(theme="light"))
    light.memo.update(frame.memo)
    Easel(light).still("x", draw)
    assert drawn == ["dark", "light"]


def test_that_words_are_parted_anew_only_where_other_ones_stand() -> None:
    frame = Frame(scene_of(tree2(4, 2, 3)), View())
    first, same, more = Easel(frame), Easel(frame), Easel(frame)
    first.words.put(["a"], 300, 300, px=11, color=1, background=0)
    same.words.take(first.words.parts)
    more.words.take(first.words.parts)
    more.words.put(["c"], 400, 300, px=11, color=1, background=0)
    assert same.letters()[0] is first.letters()[0]
    assert more.letters()[0].text.tolist() == ["a", "c"]
