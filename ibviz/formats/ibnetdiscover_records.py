"""What the lines of an ibnetdiscover dump say, one row a line: the form that both of its parsers fill."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.state import Note
from ibviz.core.table import Bytes, Guids, Ints, Texts
from ibviz.core.text import clean
from ibviz.formats.ibnetdiscover_words import words_of

Records = NDArray[np.void]
"""Rows as short as can be, for their columns are read with long strides; no file that is read exceeds 2**30 bytes."""

TEXT_ID = 0
"""Letter of a node whose id is no letter and GUID; its `guid` is its place in `Dump.texts`."""

HEAD = np.dtype(
    [
        ("at", "i4"),
        ("letter", "u1"),
        ("guid", "u8"),
        ("word", "u1"),
        ("ports", "u1"),
        ("name", "i4"),
        ("name_end", "i4"),
        ("lid", "i4"),
        ("lmc", "u1"),
        ("port0", "u1"),
    ],
    align=True,
)
"""A head line: offset of the line, id, letter of its kind, ports, span of the name (-1: none), LID, port 0."""

PORT = np.dtype(
    [
        ("at", "i4"),
        ("port", "u1"),
        ("letter", "u1"),
        ("far_port", "u1"),
        ("guid", "u8"),
        ("own_guid", "u8"),
        ("far_guid", "u8"),
        ("own_lid", "i4"),
        ("far_lid", "i4"),
        ("name", "i4"),
        ("name_end", "i4"),
        ("label", "i4"),
        ("label_end", "i4"),
        ("own_lmc", "u1"),
        ("width", "u1"),
        ("speed", "u1"),
    ],
    align=True,
)
"""A port line: its own port, then id, port, GUID, LID and name of the other end; `own_` is the port's own."""

FACT = np.dtype([("at", "i4"), ("what", "u1"), ("letter", "u1"), ("guid", "u8")], align=True)
"""A line before a head; `what` is one of VENDOR, DEVICE, SYSTEM, ID, or BREAK for one that ends a record."""

VENDOR, DEVICE, SYSTEM, ID, BREAK = 1, 2, 3, 4, 5
PORT0_WORDS = ("", "base", "enhanced")

PORT_LIMIT = 254
"""Highest port number: 255 means all ports."""

LONGEST_LINE = 4096
"""Lines beyond are not looked into, bytes; real ones stay under 300."""

SHOWN_NOTES = 200
"""So many notes are told word by word."""


@dataclass
class Notes:
    """Collects what there is to say: the first 200 word by word, the others counted by kind."""

    shown: list[tuple[int, str]] = field(default_factory=list)
    counted: dict[str, list[int]] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether what comes next is only counted."""
        return len(self.shown) >= SHOWN_NOTES

    def add(self, at: int, kind: str, message: str = "") -> None:
        """Note something about the line at an offset; `kind` is what may be said of many such lines."""
        if not self.full:
            self.shown.append((at, f"{kind}: {message}" if message else kind))
            return
        self.count(kind, 1, at, at)

    def count(self, kind: str, lines: int, first: int, last: int) -> None:
        """Count lines that there is one thing to say about, between two offsets."""
        count = self.counted.setdefault(kind, [0, first, last])
        self.counted[kind] = [count[0] + lines, min(count[1], first), max(count[2], last)]

    def told(self, newlines: Ints) -> tuple[Note, ...]:
        """Return the notes in the order of lines; offsets become line numbers by those of the line feeds."""
        offsets = [at for at, _ in self.shown]
        lines = (np.searchsorted(newlines, np.array(offsets, np.int64)) + 1).tolist()
        notes = [Note(line, message) for line, (_, message) in zip(lines, self.shown, strict=True)]
        notes.sort(key=lambda note: note.line or 0)
        for kind, (count, first, last) in self.counted.items():
            low, high = (int(n) + 1 for n in np.searchsorted(newlines, [first, last]))
            notes.append(Note(low, f"{kind}: {count:,} more, to line {high}"))
        return tuple(notes)


@dataclass(frozen=True, eq=False)
class Dump:
    """The bytes of a dump and what its lines say.

    Parameters
    ----------
    data : bytes
        Lines end at LF.
    array : (B,) uint8
        The same, with a margin of line feeds behind.
    words : (B,) uint64
        The eight bytes from each place.
    newlines : (L,) int64
        Offsets of the line feeds of `data`.
    labels : bool
        Whether brackets before the quote hold port labels: the dress of ibdiagnet.
    texts : dict of bytes to int
        Ids that are no letter and GUID, numbered.
    notes : Notes
    """

    data: bytes
    array: Bytes
    words: Guids
    newlines: Ints
    labels: bool
    texts: dict[bytes, int] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)

    @cached_property
    def _ascii(self) -> str | None:
        """The whole as text if all of it is ASCII, so that places are the same."""
        return self.data.decode("ascii") if self.data.isascii() else None

    def line(self, at: int) -> int:
        """Return the number of the line at an offset."""
        return int(np.searchsorted(self.newlines, at)) + 1

    def text(self, start: int, end: int) -> str:
        """Return a span as text."""
        return self.data[start:end].decode("utf-8", "replace")

    def cut(self, start: Ints, end: Ints, what: str) -> Texts:
        """Return spans as text, cleaned and noted where they were not clean; a span from -1 is empty."""
        out = np.full(len(start), "", object)
        rows = np.flatnonzero(start >= 0)
        spans = list(zip(start[rows].tolist(), end[rows].tolist(), strict=True))
        if (whole := self._ascii) is not None:
            texts = [whole[a:b] for a, b in spans]
            if "".join(texts).isprintable():
                out[rows] = texts
                return out
        for row, (a, b) in zip(rows.tolist(), spans, strict=True):
            out[row] = clean(self.text(a, b))
            if "\ufffd" in out[row]:
                self.notes.add(a, f"{what} holds bytes that are no text, replaced by \ufffd")
        return out


MARGIN = 512


def dump_of(data: bytes) -> Dump:
    """Return a dump before its lines are looked at; one with CR alone as line end gets LF."""
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    array = np.frombuffer(data + b"\n" * MARGIN, np.uint8)
    newlines = np.flatnonzero(array[: len(data)] == 10)
    return Dump(data, array, words_of(array), newlines, labels=b"generated by IBDIAG" in data[:65536])


def rows(of: list[tuple[Any, ...]], dtype: np.dtype[np.void]) -> Records:
    """Return rows, one tuple each, as a table."""
    return np.array(of, dtype)


def merged(first: Records, second: Records) -> Records:
    """Return the rows of two tables in the order of their lines."""
    if not len(second):
        return first
    both = np.concatenate([first, second])
    return both[np.argsort(both["at"], kind="stable")]
