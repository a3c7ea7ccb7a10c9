from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.resources import resource
from ibviz.core.table import Floats
from ibviz.drawing import widths
from ibviz.drawing.widths import (
    ELLIPSIS,
    FOREIGN,
    advance,
    cap_height,
    descent,
    elide_middle,
    is_known,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

NAMES = [
    "leaf-353[36]",
    "SwitchX -  Mellanox Technologies",
    "MF0;sw-hdr-01:MQM8700/U1",
    "Quantum Mellanox Technologies Aggregation Node",
    "node03331 HCA-1",
    "Tower AVAKAS, To 1,234 Type; 3x4 -> 10x20 => ffi",
    "S-0002c903007b78b0",
    "95\u2009% of 200\u2009Gbit/s, −2.2\u2009%",
    "Übergrößenträger ÅÄÖ «ça» L’été",
    "0",
    " ",
]
LATIN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_categories=["Cc", "Cf"]))


def qt_advance(text: str, px: float, weight: int) -> float:
    from PySide6.QtGui import QFontMetricsF

    from ibviz.drawing.qtfonts import font, ready

    ready()
    return QFontMetricsF(font(px, weight)).horizontalAdvance(text)


@pytest.mark.parametrize("weight", [400, 500, 600])
@pytest.mark.parametrize("px", [9, 10, 11, 12, 13, 14, 20, 24])
def test_that_widths_are_those_of_the_painter(px: int, weight: int) -> None:
    for name in NAMES:
        assert advance(name, px, weight) == pytest.approx(qt_advance(name, px, weight), rel=0.005, abs=0.05)


@given(LATIN, st.sampled_from([400, 500, 600]))
def test_that_any_latin_text_has_the_width_of_the_painter(text: str, weight: int) -> None:
    assert advance(text, 64, weight) == pytest.approx(qt_advance(text, 64, weight), rel=0.005, abs=0.2)


def test_that_the_table_is_what_the_font_makes() -> None:
    from make_widths import as_text, measured

    assert resource("widths", "inter.json").read_text(encoding="utf-8") == as_text(measured())


@given(st.lists(st.text(max_size=12), max_size=12), st.data())
def test_that_many_texts_measure_as_each_alone(texts: list[str], data: st.DataObject) -> None:
    count = len(texts)
    px = np.array([data.draw(st.sampled_from([9.0, 12.0, 13.5])) for _ in range(count)])
    weight = np.array([data.draw(st.sampled_from([400, 500, 600])) for _ in range(count)], np.int64)
    alone = [advance(t, p, int(w)) for t, p, w in zip(texts, px, weight, strict=True)]
    assert np.allclose(advance(np.array(texts, object), px, weight), alone, atol=1e-9)


@pytest.mark.parametrize("text", ["漢字", "कि", "😀", "แม่", "עברית", "العربية", "㍿", "Ⰰ"])
def test_that_a_foreign_text_is_never_taken_too_narrow(text: str) -> None:
    assert not is_known(text)
    assert advance(text, 12, 600) >= qt_advance(text, 12, 600)


def test_that_a_text_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    steps = widths._em_steps

    def counted(text: str, weight: int) -> Floats:
        measured.append(text)
        return steps(text, weight)

    monkeypatch.setattr(widths, "_em_steps", counted)
    once = [widths.advance("never seen before", px, 500) for px in (10, 12)]
    assert once[1] == widths.advance(["never seen before"], 12, 500)[0]
    assert measured == ["never seen before"]


def test_that_foreign_characters_are_told_from_known_ones() -> None:
    assert is_known("leaf-1\t[3] …")
    assert is_known("")
    assert advance("漢", 10) == pytest.approx(10 * FOREIGN)
    assert advance("\ud800", 10) == pytest.approx(10 * FOREIGN)


def test_that_figures_stand_under_each_other() -> None:
    assert len({round(advance(str(digit), 12, 400), 6) for digit in range(10)}) == 1


def test_that_cap_height_and_descent_are_the_fonts() -> None:
    assert cap_height(2048) == 1490
    assert descent(2048) == 494


@given(st.text(max_size=40), st.floats(0, 300))
def test_that_an_elided_text_fits_and_keeps_its_ends(text: str, room: float) -> None:
    short = elide_middle(text, 12, 400, room)
    assert advance(short, 12, 400) <= room
    if short not in (text, ""):
        head, _, tail = (
            short.partition(ELLIPSIS) if text.count(ELLIPSIS) == 0 else (short[:1], "", short[-1:])
        )
        assert text.startswith(head)
        assert text.endswith(tail)


def test_that_a_text_with_room_stays_whole() -> None:
    assert elide_middle("leaf-1", 12, 500, advance("leaf-1", 12, 500)) == "leaf-1"


def test_that_eliding_takes_the_middle_and_no_more_than_needed() -> None:
    text = "aaaaaaaaaabbbbbbbbbb"
    short = elide_middle(text, 10, 400, 60)
    assert short == "aaaa…bbbb" or short == "aaaaa…bbbb"
    assert advance(short + "a", 10, 400) > 60


def test_that_a_mark_stays_with_its_letter() -> None:
    letter = "e\u0301"
    for room in range(20, 80):
        short = elide_middle(letter * 12, 12, 400, room)
        assert not short.partition(ELLIPSIS)[2].startswith("\u0301")


def test_that_nothing_is_left_where_no_two_letters_fit() -> None:
    assert elide_middle("leaf-1", 12, 400, 14) == ""
