from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.units import SPEEDS, WIDTHS
from ibviz.formats.ibnetdiscover_cursors import BackCursors, Cursors
from ibviz.formats.ibnetdiscover_words import words_of

MARGIN = b"\n" * 512


def at_starts(texts: list[str]) -> Cursors:
    data = "\n".join(texts).encode()
    starts = [0, *(place + 1 for place, byte in enumerate(data) if byte == 10)]
    return Cursors(words_of(np.frombuffer(data + MARGIN, np.uint8)), np.array(starts))


def at_ends(texts: list[str]) -> BackCursors:
    data = "\n\n\n\n\n\n\n\n" + "\n".join(texts)
    ends = [place for place, letter in enumerate(data + "\n") if letter == "\n"][8:]
    return BackCursors(words_of(np.frombuffer(data.encode() + MARGIN, np.uint8)), np.array(ends))


@given(st.lists(st.text("0123456789 x", max_size=8), min_size=1))
def test_that_decimals_are_read_both_ways(texts) -> None:
    fore, back = at_starts(texts), at_ends(texts)
    values, lasts = fore.decimal(4), back.decimal(4)
    for place, text in enumerate(texts):
        head = text[: len(text) - len(text.lstrip("0123456789"))][:4]
        tail = text[len(text.rstrip("0123456789")) :][-4:]
        assert fore.ok[place] == bool(head) and (not head or values[place] == int(head))
        assert back.ok[place] == bool(tail) and (not tail or lasts[place] == int(tail))


@given(st.lists(st.text("0123456789abcdefAF)", max_size=20), min_size=1))
def test_that_hex_numbers_of_any_length_are_read(texts) -> None:
    cursors = at_starts(texts)
    starts = cursors.at.copy()
    values = cursors.hexadecimal()
    for place, text in enumerate(texts):
        head = text.split(")")[0][:16]
        assert cursors.ok[place] == bool(head)
        assert cursors.at[place] - starts[place] == len(head)
        assert not head or values[place] == int(head, 16)


def test_that_sixteen_digits_are_sixteen() -> None:
    cursors = at_starts(["0002c903007b78b0", "0002C903007B78B0x", "0002c903007b78b", "0002c903007b78g0"])
    values = cursors.hexadecimal16()
    assert cursors.ok.tolist() == [True, True, False, False]
    assert values[0] == values[1] == 0x2C903007B78B0


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 9, 60])
def test_that_blanks_are_passed_over_both_ways(count) -> None:
    fore = at_starts([" " * count + "x", "\t" * count + "x", "x"])
    fore.blanks()
    fore.meet(b"x")
    assert fore.ok.all()
    back = at_ends(["x" + " " * count, "x" + "\t" * count, "x"])
    back.blanks()
    back.meet(b"x")
    assert back.ok.all()


def test_that_very_long_runs_of_blanks_are_left_to_the_tolerant_parser() -> None:
    fore = at_starts([" " * 200 + "x", "x"])
    fore.blanks()
    assert fore.ok.tolist() == [False, True]


def test_that_one_blank_at_least_can_be_asked_for() -> None:
    back = at_ends(["x ", "x"])
    back.blank()
    assert back.ok.tolist() == [True, False]


@pytest.mark.parametrize("word", [b"a", b"enhanced", b"sysimgguid=0x", b"switchguid=0x1234567"])
def test_that_literals_of_any_length_are_met_both_ways(word) -> None:
    text = word.decode()
    fore, back = (
        at_starts([text, "-" + text[1:], text[:-1] + "-"]),
        at_ends([text, "-" + text[1:], text[:-1] + "-"]),
    )
    fore.meet(word)
    back.meet(word)
    assert fore.ok.tolist() == back.ok.tolist() == [True, False, False]


def test_that_rates_are_read_from_their_end() -> None:
    rates = [(w, s) for w in WIDTHS for s in range(1, len(SPEEDS))]
    cursors = at_ends([f"7 {w}x{SPEEDS[s]}" for w, s in rates] + ["4x???", "?????", "12x???"])
    width, speed = cursors.rate()
    assert cursors.ok.all()
    assert list(zip(width.tolist(), speed.tolist(), strict=True)) == [*rates, (4, 0), (0, 0), (12, 0)]


@pytest.mark.parametrize(
    "text", ["4xABR", "4HDR", "5xHDR", "4xHDR10", "4x??", "???DR", "x", "", "10", "4xFDR1"]
)
def test_that_what_is_no_rate_is_none(text) -> None:
    cursors = at_ends([text])
    cursors.rate()
    assert not cursors.ok[0]
