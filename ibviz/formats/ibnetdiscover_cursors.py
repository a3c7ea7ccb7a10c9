"""Cursors on every line at once: the words of a small grammar, each a few numpy calls over all lines.

A cursor holds the eight bytes before it as one number, so that most steps are arithmetic and not look-ups
in the text, which cost ten times as much.
"""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints, Ints32
from ibviz.core.units import SPEEDS
from ibviz.formats.ibnetdiscover_words import (
    bytes_before,
    decimal_digits,
    decimal_value,
    hex_digits,
    hex_value,
    no_hex,
)

_LONGEST_BLANK = 64
_FDR10 = SPEEDS.index("FDR10")
_SPEED_BY_LETTER = np.zeros(256, np.uint8)
for _code, _speed in enumerate(SPEEDS):
    if len(_speed) == 3:
        _SPEED_BY_LETTER[ord(_speed[0])] = _code


class Cursors:
    """Cursors that go forward; what they expect and do not meet clears `ok`, and they go on.

    Parameters
    ----------
    words : (B,) uint64
        The text as `words_of` gives it, with a margin, so that a cursor that has failed may run over the end.
    at : (L,) int64
        Where the cursors stand; going back, behind the byte that comes next.
    """

    step = 1

    _ahead: int
    _used: int
    _fresh: int

    def __init__(self, words: Guids, at: Ints) -> None:
        self.words = words
        self.ok: Bools = np.ones(len(at), np.bool_)
        self.at = at.copy()
        self._window: Guids = np.zeros(len(at), np.uint64)

    @property
    def at(self) -> Ints:
        """Where the cursors stand."""
        if self._ahead:
            self._at += self.step * self._ahead
            self._ahead = 0
        return self._at

    @at.setter
    def at(self, places: Ints) -> None:
        self._at = places
        # Steps that all cursors take alike cost nothing until one needs to know where it stands.
        self._ahead = self._used = self._fresh = 0

    def window(self, count: int) -> Guids:
        """Return the eight bytes that come next; at least `count` of them are valid."""
        self._refresh(count)
        if self._used:
            self._window = self._shifted(np.uint64(8 * self._used))
            self._used = 0
        return self._window

    def _refresh(self, count: int) -> None:
        if self._fresh < count:
            self._window = self._load(self.at)
            self._fresh, self._used = 8, 0

    def _load(self, at: Ints) -> Guids:
        return self.words[at]

    def _shifted(self, bits: Guids | np.uint64) -> Guids:
        return self._window >> bits

    def byte(self) -> Bytes:
        """Return the next byte."""
        self._refresh(1)
        return self._byte(0)

    def _first(self, window: Guids) -> Bytes:
        return window.astype(np.uint8)

    def _byte(self, place: int) -> Bytes:
        """Return a byte further on in the window."""
        return (self._window >> np.uint64(8 * (self._used + place))).astype(np.uint8)

    def go(self, count: int) -> None:
        """Go on by up to seven bytes, whatever they are."""
        self._ahead += count
        self._used += count
        self._fresh -= count

    def go_each(self, counts: Bytes | Guids, most: int) -> None:
        """Let each cursor go on by its own number of bytes, `most` of them at most, and that at most seven."""
        self._at += counts.astype(np.int64) * self.step
        self._window = self._shifted((counts.astype(np.uint64) + np.uint64(self._used)) << np.uint64(3))
        self._used = 0
        self._fresh -= most

    def part(self, rows: Ints) -> Cursors:
        """Return some of the cursors, to go their own way and be taken back by `join`."""
        return type(self)(self.words, self.at[rows])

    def join(self, rows: Ints, part: Cursors) -> None:
        """Take cursors back."""
        places = self.at
        places[rows] = part.at
        self.at = places
        self.ok[rows] &= part.ok

    def meet(self, literal: bytes) -> None:
        """Go over a literal; going back, over its last byte first."""
        parts = [literal[start : start + 7] for start in range(0, len(literal), 7)]
        for part in parts[:: self.step]:
            self.ok &= self._next(part)
            self.go(len(part))

    def _next(self, literal: bytes) -> Bools:
        """Tell where a literal of up to seven bytes comes next."""
        self._refresh(len(literal))
        shift = self._place(len(literal))
        mask = np.uint64((1 << 8 * len(literal)) - 1 << shift)
        same: Bools = (self._window & mask) == np.uint64(int.from_bytes(literal, "little") << shift)
        return same

    def _place(self, count: int) -> int:
        """Return the lowest bit of the next `count` bytes in the window."""
        return 8 * self._used

    def blanks(self) -> None:
        """Go over any number of blanks and TABs."""
        self._refresh(4)
        live: Bools = np.ones(len(self.at), np.bool_)
        count = np.zeros(len(self.at), np.uint8)
        for place in range(4):
            live = live & _is_blank(self._byte(place))
            count += live
            if not live.any():
                break
        self.go_each(count, place + 1)
        if live.any():
            self._long_blanks(np.flatnonzero(live))

    def _long_blanks(self, live: Ints) -> None:
        live = live[_is_blank(self._first(self._load(self.at[live])))]
        for _ in range(_LONGEST_BLANK):
            if not len(live):
                break
            self.at[live] += self.step
            live = live[_is_blank(self._first(self._load(self.at[live])))]
        self.ok[live] = False
        self._fresh = 0

    def blank(self) -> None:
        """Go over one or more blanks."""
        self.ok &= _is_blank(self.byte())
        self.blanks()

    def decimal(self, most: int) -> Ints32:
        """Go over a decimal number of one to `most` digits, at most seven, and return it."""
        window = self.window(most)
        count = decimal_digits(self._forward(window), most)
        unused = np.uint64(64) - (np.maximum(count, np.uint64(1)) << np.uint64(3))
        value = decimal_value(self._digits(window, unused))
        self.ok &= count > 0
        self.go_each(count, most)
        return value

    def _forward(self, window: Guids) -> Guids:
        """Return the window with the byte that comes next first."""
        return window

    def _digits(self, window: Guids, unused: Guids) -> Guids:
        """Return the digits at the end of the word, zeros before them."""
        return window << unused

    def hexadecimal(self) -> Guids:
        """Go over a hex number of one to 16 digits and return it."""
        first = self.words[self.at]
        count = hex_digits(first)
        whole = hex_value(first) << np.uint64(32)
        if (count == 8).any():
            second = self.words[self.at + 8]
            count = np.where(count < 8, count, np.uint64(8) + hex_digits(second))
            whole |= hex_value(second)
        self.ok &= count > 0
        self.at += count.astype(np.int64)
        value: Guids = whole >> ((np.uint64(16) - np.maximum(count, np.uint64(1))) << np.uint64(2))
        return value

    def until(self, stops: bytes, most: int) -> Ints:
        """Return how many bytes, `most` at most, come before the next of `stops`; the cursors stay."""
        count = np.full(len(self.at), most)
        for start in range(0, most, 8):
            word = self.words[self.at + start]
            for stop in stops:
                before = bytes_before(word, stop).astype(np.int64)
                count = np.where(before < 8, np.minimum(count, start + before), count)
        return count

    def hexadecimal16(self) -> Guids:
        """Go over a hex number of exactly 16 digits and return it."""
        first, second = self.words[self.at], self.words[self.at + 8]
        self.ok &= (no_hex(first) | no_hex(second)) == 0
        self.at += 16
        value: Guids = hex_value(first) << np.uint64(32) | hex_value(second)
        return value


class BackCursors(Cursors):
    """Cursors that go back from the ends of lines."""

    step = -1

    def _load(self, at: Ints) -> Guids:
        return self.words[at - 8]

    def _shifted(self, bits: Guids | np.uint64) -> Guids:
        return self._window << bits

    def _first(self, window: Guids) -> Bytes:
        return (window >> np.uint64(56)).astype(np.uint8)

    def _byte(self, place: int) -> Bytes:
        return (self._window >> np.uint64(56 - 8 * (self._used + place))).astype(np.uint8)

    def _place(self, count: int) -> int:
        return 64 - 8 * (self._used + count)

    def _forward(self, window: Guids) -> Guids:
        return window.byteswap()

    def _digits(self, window: Guids, unused: Guids) -> Guids:
        return (window >> unused) << unused

    def rate(self) -> tuple[Bytes, Bytes]:
        """Go back over a rate such as 4xFDR10, 4x??? or ????? and return its width and its speed code."""
        ten = self._next(b"10")
        self.go_each(ten * np.uint8(2), 2)
        unknown = ~ten & self._next(b"???")
        letter = self._byte(2)
        speed = _SPEED_BY_LETTER[letter]
        self.ok &= unknown | (self._next(b"DR") & (speed > 0) & (~ten | (letter == ord("F"))))
        speed = np.where(ten, np.uint8(_FDR10), speed)
        self.go(3)
        width, length = self._width(unknown)
        self.go_each(length, 3)
        return width, speed

    def _width(self, speed_unknown: Bools) -> tuple[Bytes, Bytes]:
        """Return the lanes of the width that comes next, and how long it is."""
        self._refresh(3)
        unknown = speed_unknown & self._next(b"??")
        width = self._byte(1) - np.uint8(48)
        twelve = (width == 2) & (self._byte(2) == ord("1"))
        good = (width == 1) | (width == 2) | (width == 4) | (width == 8)
        self.ok &= unknown | ((self._byte(0) == ord("x")) & good)
        lanes = np.where(unknown, np.uint8(0), np.where(twelve, np.uint8(12), width))
        return lanes, np.uint8(2) + (twelve & ~unknown)


def _is_blank(byte: Bytes) -> Bools:
    blank: Bools = (byte == 32) | (byte == 9)
    return blank
