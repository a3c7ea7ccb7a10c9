from __future__ import annotations

import numpy as np

from ibviz.drawing.map.texture import COVER, FAINTEST, coverage, dimmed, strengths


def test_that_lines_cover_what_they_are_long() -> None:
    assert coverage(np.array([[0.0, 0, 30, 40], [5, 5, 5, 5]]), 100.0).tolist() == [0.5, 0.0]


def test_that_few_lines_keep_all_and_a_crowd_shares() -> None:
    few = strengths(np.full(3, COVER / 6), np.array([0, 3, 15]))
    assert few.tolist() == [1.0, 1.0, 1.0]
    many = strengths(np.full(1000, 0.01), np.zeros(1000, np.int64))
    assert np.allclose(many, COVER / 10)


def test_that_hot_lines_are_not_dimmed_by_cold_ones() -> None:
    share = strengths(np.full(1000, 0.01), np.append(np.zeros(990, np.int64), np.full(10, 15)))
    assert share[-1] == 1.0 and share[0] < 0.05
    assert strengths(np.empty(0), np.empty(0, np.int64)).tolist() == []


def test_that_no_line_vanishes_and_none_grows_stronger() -> None:
    colors = np.array([0xFF102030, 0x80102030, 0x05102030], np.uint32)
    assert dimmed(colors, np.array([0.5, 0.0, 0.0])).tolist() == [
        0x7F102030,
        (FAINTEST << 24) + 0x102030,
        0x05102030,
    ]
