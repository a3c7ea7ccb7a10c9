from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.drawing.lettering import MIDDLE, RIGHT, Lettering, boxes_of
from ibviz.drawing.widths import advance

BOUNDS = (0.0, 0.0, 300.0, 200.0)
SPOTS = st.lists(
    st.tuples(st.floats(-20, 320), st.floats(-20, 220), st.text("abc 1", max_size=9)), max_size=30
)


def written(spots: list[tuple[float, float, str]]) -> Lettering:
    page = Lettering(BOUNDS)
    for x, y, text in spots:
        page.put([text], x, y, px=11.0, color=1, background=2)
    return page


@given(SPOTS)
def test_that_words_neither_overlap_nor_leave_their_bounds(spots: list[tuple[float, float, str]]) -> None:
    box = boxes_of(written(spots).words())
    assert (box[:, 0] >= 0).all() and (box[:, 2] <= 300).all()
    assert (box[:, 1] >= 0).all() and (box[:, 3] <= 200).all()
    for i in range(len(box)):
        for j in range(i):
            assert (box[i, :2] >= box[j, 2:]).any() or (box[j, :2] >= box[i, 2:]).any()


@given(SPOTS)
def test_that_a_word_is_left_out_only_for_one_that_stays(spots: list[tuple[float, float, str]]) -> None:
    page = Lettering(BOUNDS)
    fitting = []
    for x, y, text in spots:
        fitting.append(bool(page.put([text], x, y, px=11.0, color=1, background=2)[0]))
    box = boxes_of(page.words())
    for (x, y, text), fits in zip(spots, fitting, strict=True):
        lone = boxes_of(written([(x, y, text)]).words())
        assert len(lone) == fits
        if fits and not (np.abs(box - lone[0]).max(axis=1) < 1e-9).any():
            assert ((box[:, :2] < lone[0, 2:]).all(axis=1) & (lone[0, :2] < box[:, 2:]).all(axis=1)).any()


def test_that_words_wider_than_their_room_are_left_out_whole() -> None:
    page = Lettering(BOUNDS)
    kept = page.put(["long name", "x"], 10, [20, 60], px=12, color=1, background=2, room=20)
    assert kept.tolist() == [False, True]
    assert page.words().text.tolist() == ["x"]


def test_that_words_stand_by_their_middle_or_their_end() -> None:
    page = Lettering(BOUNDS)
    wide = advance("node", 12.0, 400)
    page.put(["node"], 100, 50, px=12, color=1, background=2, align=MIDDLE)
    page.put(["node"], 100, 100, px=12, color=1, background=2, align=RIGHT)
    assert np.allclose(page.words().xy[:, 0], [100 - wide / 2, 100 - wide])


def test_that_nothing_written_gives_no_words() -> None:
    assert len(Lettering(BOUNDS).words().text) == 0


def test_that_turned_words_read_upwards_within_their_bounds() -> None:
    page = Lettering(BOUNDS)
    wide = advance("leaf-1", 11.0, 400)
    kept = page.put(
        ["leaf-1", "leaf-1"], [50, 90], [150, wide - 1], px=11, color=1, background=2, turned=True
    )
    assert kept.tolist() == [True, False]
    left, top, right, bottom = boxes_of(page.words())[0]
    assert np.isclose(bottom, 150) and np.isclose(bottom - top, wide)
    assert left < 50 < right and right - left < 12
    assert page.words().turned.tolist() == [1]


def test_that_a_turned_word_gives_way_to_what_it_crosses() -> None:
    page = Lettering(BOUNDS)
    page.put(["across"], 40, 100, px=11, color=1, background=2)
    page.put(["upwards", "beside"], [55, 120], 120, px=11, color=1, background=2, turned=True)
    assert page.words().text.tolist() == ["across", "beside"]


def test_that_a_word_that_goes_makes_no_other_go() -> None:
    page = Lettering(BOUNDS)
    page.put(["first"], 100, 50, px=11, color=1, background=2)
    page.put(["chain", "last"], [80, 68], [54, 58], px=11, color=1, background=2)
    assert page.words().text.tolist() == ["first", "last"]


def test_that_no_word_is_written_where_something_would_cover_or_cut_it() -> None:
    page = Lettering(BOUNDS)
    page.keep_clear(100, 100, 200, 150)
    spots = [(20, 50), (92, 120), (120, 120), (195, 140), (202, 120), (120, 98), (120, 160)]
    x, y = np.array(spots, float).T
    kept = page.put(["name"] * len(spots), x, y, px=11, color=1, background=2)
    assert kept.tolist() == [True, False, False, False, True, False, True]
