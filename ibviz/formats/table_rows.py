"""Rows of forwarding tables in text: most lines have one shape and are read all at once, others one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ibviz.core.errors import ReadError
from ibviz.core.listed import Listed
from ibviz.core.source import Source
from ibviz.core.state import Note
from ibviz.core.table import Bools, Bytes, Guids, Ints
from ibviz.core.tables import NO_PATH
from ibviz.core.text import shown

CHUNK = 1 << 22
"""Bytes read in one go, so that memory stays small."""

LONGEST = 4096
"""Most bytes of a line that are looked at."""

MOST_ODD = 100_000
"""More lines of no meaning than this make a file something else."""

_SHOWN_NOTES = 20
_HEX = np.full(256, 255, np.uint8)
for _digits in (b"0123456789abcdef", b"0123456789ABCDEF"):
    _HEX[np.frombuffer(_digits, np.uint8)] = np.arange(16)
_TEN = np.where(_HEX < 10, _HEX, 255).astype(np.uint8)


@dataclass(frozen=True)
class Shape:
    """How the lines of a format look.

    Attributes
    ----------
    between : bytes
        What stands between LID and port in a row such as ``0x0001 036``.
    tails : tuple of bytes
        What may stand between the port and the destination's GUID.
    head : pattern
        Matches the heading of a table; groups ``guid``, ``lid`` (decimal), both may be absent, and
        ``aside``, which is there where the table is none of the usual ones.
    row : pattern
        Matches any row; groups ``lid``, ``port``, ``guid``, the latter two may be absent.
    idle : pattern
        Matches lines that say nothing.
    """

    between: bytes
    tails: tuple[bytes, ...]
    head: re.Pattern[bytes]
    row: re.Pattern[bytes]
    idle: re.Pattern[bytes]


@dataclass
class _Read:
    """What was read so far."""

    switch_guid: list[int] = field(default_factory=list)
    switch_lid: list[int] = field(default_factory=list)
    aside: bool = True
    rows: list[tuple[Ints, Ints, Bytes, Guids]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    odd: int = 0

    def note(self, line: int, message: str) -> None:
        self.odd += 1
        if len(self.notes) < _SHOWN_NOTES:
            self.notes.append(Note(line, message))


def rows_of(source: Source, shape: Shape) -> Listed:
    """Read a file of forwarding tables.

    Raises
    ------
    ReadError
        If it holds no table, or too many lines of no meaning.
    """
    read, line = _Read(), 1
    for piece in _pieces(source.data):
        line += _take(piece, shape, read, line, source.name)
    if not read.switch_guid:
        raise ReadError(
            source.name, "holds no forwarding table; expected the heading of a switch and its rows"
        )
    if read.odd > len(read.notes):
        read.notes.append(Note(None, f"{read.odd - len(read.notes):,} more lines are not understood"))
    table, lid, port, guid = (np.concatenate(part) for part in zip(*read.rows, strict=True))
    return Listed(
        source.name,
        np.array(read.switch_guid, np.uint64),
        np.array(read.switch_lid, np.int64),
        table,
        lid,
        port,
        guid,
        tuple(read.notes),
    )


def _pieces(data: bytes) -> Iterator[bytes]:
    """Cut at ends of lines."""
    start = 0
    while start < len(data):
        stop = data.rfind(b"\n", start, start + CHUNK) + 1
        stop = stop or data.find(b"\n", start + CHUNK) + 1 or len(data)
        yield data[start:stop]
        start = stop


def _take(piece: bytes, shape: Shape, read: _Read, first: int, name: str) -> int:
    """Read the lines of a piece; return how many they are."""
    text = np.frombuffer(piece, np.uint8)
    ends = np.flatnonzero(text == 10)
    if piece[-1:] != b"\n":
        ends = np.append(ends, len(piece))
    starts = np.append(0, ends[:-1] + 1)
    fast, lid, port, guid = _fast(text, starts, shape)
    rest = np.flatnonzero(~fast & (ends > starts))
    heads, slow = _slow(piece, starts, ends, rest, shape, read, first, name)
    line = np.concatenate([np.flatnonzero(fast), slow[0]])
    order = np.argsort(line, kind="stable")
    lid = np.concatenate([lid[fast], slow[1]])[order]
    port = np.concatenate([port[fast], slow[2].astype(np.uint8)])[order]
    guid = np.concatenate([guid[fast], slow[3]])[order]
    before = len(read.switch_guid) - sum(number >= 0 for _, number in heads)
    current = np.array([before - 1 if not read.aside else -1, *(number for _, number in heads)])
    table = current[np.searchsorted([at for at, _ in heads], line[order], side="right")]
    read.aside = bool(current[-1] < 0)
    kept = table >= 0
    read.rows.append((table[kept], lid[kept], port[kept], guid[kept]))
    return len(starts)


def _fast(text: Bytes, starts: Ints, shape: Shape) -> tuple[Bools, Ints, Bytes, Guids]:
    """Read the lines that have the usual shape; return which those are, LID, port and GUID of each line."""
    at = 6 + len(shape.between)
    width = at + 3 + max((len(tail) + 17 for tail in shape.tails), default=1)
    lines = text.take(starts[:, None] + np.arange(width), mode="clip")
    lid, is_lid = _number(lines[:, 2:6], _HEX, 16)
    port, is_port = _number(lines[:, at : at + 3], _TEN, 10)
    usual = is_lid & is_port & (port <= NO_PATH)
    for start, word in ((0, b"0x"), (6, shape.between)):
        usual &= _says(lines, start, word)
    guid, known = np.zeros(len(starts), np.uint64), np.zeros(len(starts), np.bool_)
    for tail in shape.tails:
        digits = at + 3 + len(tail)
        here = np.flatnonzero(usual & ~known & _says(lines, at + 3, tail))
        value, fits = _number(lines[here, digits : digits + 16], _HEX, 16)
        fits &= _HEX[lines[here, digits + 16]] == 255
        guid[here[fits]], known[here[fits]] = value[fits], True
    usual &= known if shape.tails else _TEN[lines[:, at + 3]] == 255
    return usual, lid.astype(np.int64), port.astype(np.uint8), guid


def _says(lines: Bytes, start: int, word: bytes) -> Bools:
    same: Bools = (lines[:, start : start + len(word)] == np.frombuffer(word, np.uint8)).all(axis=1)
    return same


def _number(digits: Bytes, values: Bytes, base: int) -> tuple[Guids, Bools]:
    """Read numbers of as many digits as there are columns; tell which are numbers."""
    value = values[digits]
    number = np.zeros(len(digits), np.uint64)
    for column in value.T:
        number = number * np.uint64(base) + column
    fits: Bools = (value != 255).all(axis=1)
    return number, fits


def _slow(
    piece: bytes, starts: Ints, ends: Ints, rest: Ints, shape: Shape, read: _Read, first: int, name: str
) -> tuple[list[tuple[int, int]], tuple[Ints, Ints, Ints, Guids]]:
    """Read lines one by one; return lines and tables of the headings, and the rows."""
    heads: list[tuple[int, int]] = []
    rows: list[tuple[int, int, int, int]] = []
    spans = zip(rest.tolist(), starts[rest].tolist(), ends[rest].tolist(), strict=True)
    for at, start, end in spans:
        line = piece[start : min(end, start + LONGEST)]
        if head := shape.head.match(line):
            heads.append((at, _open(head, read, first + at)))
        elif row := shape.row.match(line):
            port = NO_PATH if row["port"] is None else int(row["port"])
            if port <= NO_PATH:
                rows.append((at, int(row["lid"], 16), port, int(row["guid"] or b"0", 16)))
            else:
                read.note(first + at, f"port {port} is beyond {NO_PATH}; left out")
        elif not shape.idle.match(line):
            read.note(
                first + at,
                f"expected a row such as 0x0001 036, not {shown(line.decode('utf-8', 'replace').strip(), 40)}",
            )
            if read.odd > MOST_ODD:
                raise ReadError(
                    name, f"more than {MOST_ODD:,} lines are not those of forwarding tables", first + at
                )
    numbers = np.array([row[:3] for row in rows], np.int64).reshape(-1, 3)
    return heads, (numbers[:, 0], numbers[:, 1], numbers[:, 2], np.array([row[3] for row in rows], np.uint64))


def _open(head: re.Match[bytes], read: _Read, line: int) -> int:
    """Begin a table; return its number, -1 for one that is left out."""
    if head["aside"] is not None:
        read.note(line, "this table is not the usual one of its switch; left out")
        return -1
    read.switch_guid.append(int(head["guid"] or b"0", 16))
    read.switch_lid.append(min(int(head["lid"] or b"0"), 0xFFFF))
    return len(read.switch_guid) - 1
