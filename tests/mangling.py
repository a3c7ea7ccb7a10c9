"""What transport does to a dump: lines lost, doubled and swapped, bytes flipped, blanks and line ends changed."""

from __future__ import annotations

import random
from collections.abc import Callable

from dumps import CLEAN

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


def mangled(seed: int, clean: str = CLEAN) -> str:
    dice = random.Random(seed)
    lines = clean.split("\n")
    for _ in range(dice.choice((1, 1, 2, 3))):
        lines = dice.choice(MANGLES)(lines, dice)
    return "\n".join(lines)
