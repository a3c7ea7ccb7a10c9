"""What transport can do to a dump: both parsers agree, and no line is lost without a word."""

from __future__ import annotations

import random
from collections.abc import Callable

import dumps
import numpy as np
import pytest
from dumps import CLEAN

from ibviz.core.errors import ReadError
from ibviz.formats import ibnetdiscover_records as records
from ibviz.formats.ibnetdiscover import parsed

Lines = list[str]


def _place(lines: Lines, dice: random.Random) -> int:
    return dice.randrange(5, len(lines) - 1)


def _delete(lines: Lines, dice: random.Random) -> Lines:
    at = _place(lines, dice)
    return lines[:at] + lines[at + 1 :]


def _duplicate(lines: Lines, dice: random.Random) -> Lines:
    at = _place(lines, dice)
    return [*lines[:at], lines[at], *lines[at:]]


def _swap(lines: Lines, dice: random.Random) -> Lines:
    one, two = _place(lines, dice), _place(lines, dice)
    lines = list(lines)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def _cut(lines: Lines, dice: random.Random) -> Lines:
    text = "\n".join(lines)
    at = dice.randrange(len(text))
    return (text[:at] + text[at + dice.randrange(1, 30) :]).split("\n")


def _flip(lines: Lines, dice: random.Random) -> Lines:
    text = "\n".join(lines)
    at = dice.randrange(len(text))
    fresh = dice.choice('0123456789abcdefghSHRx#"[]() \t\r\n=?\x01\xe9')
    return (text[:at] + fresh + text[at + 1 :]).split("\n")


def _tabs(lines: Lines, dice: random.Random) -> Lines:
    blank = dice.choice(["", " ", "        "])
    return [line.replace("\t", blank) for line in lines]


def _junk(lines: Lines, dice: random.Random) -> Lines:
    junk = dice.choice(
        [
            "ibwarn: [123] mad_rpc: timed out",
            '[3] "',
            "Chassis 1",
            '# "spine" lid 3 4xEDR',
            "[root@h ~]#",
            "\r",
        ]
    )
    at = _place(lines, dice)
    return [*lines[:at], junk, *lines[at:]]


def _returns(lines: Lines, dice: random.Random) -> Lines:
    return [line + dice.choice(["\r", "\r\r", ""]) for line in lines]


def _blank(lines: Lines, dice: random.Random) -> Lines:
    return [line for line in lines if line] if dice.random() < 0.5 else [x for y in lines for x in (y, "")]


def _end(lines: Lines, dice: random.Random) -> Lines:
    text = "\n".join(lines)
    return text[: dice.randrange(len(text) // 3, len(text))].split("\n")


MANGLES: list[Callable[[Lines, random.Random], Lines]] = [
    _delete, _duplicate, _swap, _cut, _flip, _tabs, _junk, _returns, _blank, _end,
]  # fmt: skip


def _mangled(seed: int) -> str:
    dice = random.Random(seed)
    lines = CLEAN.split("\n")
    for _ in range(dice.choice((1, 1, 2, 3))):
        lines = dice.choice(MANGLES)(lines, dice)
    return "\n".join(lines)


def test_that_a_clean_dump_is_read_whole_and_without_a_word() -> None:
    state = dumps.read(CLEAN)
    assert dumps.cables(state) == set(dumps.port_lines(CLEAN).values())
    assert len(dumps.cables(state)) == 9
    assert state.reading == ()
    assert state.fabric.cables.described.all()


def test_that_both_parsers_make_the_same_of_2000_mangled_dumps(many) -> None:
    texts = [_mangled(seed) for seed in range(many(2000, 40000))]
    for start in range(0, len(texts), 100):
        data = "\n".join(texts[start : start + 100]).encode()
        quick, slow = records.dump_of(data), records.dump_of(data)
        for one, other in zip(parsed(quick, fast=True), parsed(slow, fast=False), strict=True):
            assert np.array_equal(one, other), start
        assert sorted(quick.notes.shown) == sorted(slow.notes.shown)
        assert quick.texts == slow.texts


@pytest.mark.parametrize("seed", range(40))
def test_that_both_parsers_give_the_same_fabric_and_the_same_notes(seed: int) -> None:
    text = _mangled(seed)
    try:
        state = dumps.read(text)
    except ReadError:
        with pytest.raises(ReadError):
            dumps.read(text, fast=False)
    else:
        assert dumps.same(state, dumps.read(text, fast=False))


@pytest.mark.parametrize("tenth", range(10))
def test_that_no_line_of_2000_mangled_dumps_is_lost_without_a_word(tenth: int, many) -> None:
    clean = set(dumps.port_lines(CLEAN).values())
    for seed in range(tenth, many(2000, 40000), 10):
        text = _mangled(seed)
        try:
            state = dumps.read(text, fast=False)
        except ReadError:
            continue
        found = dumps.cables(state)
        noted = {note.line for note in state.reading}
        for number, cable in dumps.port_lines(text).items():
            intact = cable in clean
            assert not intact or cable in found or number in noted, (seed, number, cable)
        assert found >= clean or state.reading or _trace_is_gone(text, clean - found), (seed, clean - found)


def _trace_is_gone(text: str, lost: set[dumps.Cable]) -> bool:
    """Tell whether the lines of lost cables are not in the text any more, so that nobody could note them."""
    return not lost & set(dumps.port_lines(text).values())
