"""A cursor on every line at once: the words of a small grammar, each one numpy call over all lines."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints
from ibviz.core.units import SPEEDS

_LONGEST_BLANK = 64
_BLANK = np.zeros(256, np.bool_)
_BLANK[[32, 9]] = True
_HEX = np.full(256, 255, np.uint8)
for _digit in range(16):
    _HEX[[ord(f"{_digit:x}"), ord(f"{_digit:X}")]] = _digit
_SPEED_BY_LETTER = np.zeros(256, np.uint8)
for _speed in SPEEDS[1:]:
    if len(_speed) == 3:
        _SPEED_BY_LETTER[ord(_speed[0])] = SPEEDS.index(_speed)
_ONES = np.uint64(0x0101010101010101)


class Cursors:
    """Cursors in a text; what they expect and do not meet clears `ok`, and they go on.

    Parameters
    ----------
    text : (B,) uint8
        With a margin behind, so that a cursor that has failed may run over the end.
    at : (L,) int64
        Where the cursors stand. Going back, a cursor stands behind the byte that it looks at.
    """

    def __init__(self, text: Bytes, at: Ints) -> None:
        self.text = text
        self.at = at.copy()
        self.ok: Bools = np.ones(len(at), np.bool_)

    def meet(self, literal: bytes) -> None:
        """Go over a literal."""
        for place, byte in enumerate(literal):
            self.ok &= self.text[self.at + place] == byte
        self.at += len(literal)

    def meet_back(self, literal: bytes) -> None:
        """Go back over a literal."""
        self.at -= len(literal)
        for place, byte in enumerate(literal):
            self.ok &= self.text[self.at + place] == byte

    def blanks(self, step: int = 1) -> None:
        """Go over any number of blanks and TABs; back with step -1."""
        look = 0 if step > 0 else -1
        live = np.flatnonzero(_BLANK[self.text[self.at + look]])
        for _ in range(_LONGEST_BLANK):
            if not len(live):
                return
            self.at[live] += step
            live = live[_BLANK[self.text[self.at[live] + look]]]
        self.ok[live] = False

    def blank_back(self) -> None:
        """Go back over one or more blanks."""
        self.ok &= _BLANK[self.text[self.at - 1]]
        self.blanks(-1)

    def decimal(self, most: int) -> Ints:
        """Go over a decimal number of one to `most` digits and return it."""
        value = np.zeros(len(self.at), np.int64)
        live: Bools = np.ones(len(self.at), np.bool_)
        for place in range(most):
            digit = self.text[self.at] - np.uint8(48)
            live = live & (digit < 10)
            if place == 0:
                self.ok &= live
            value = np.where(live, value * 10 + digit, value)
            self.at += live
        return value

    def decimal_back(self, most: int) -> Ints:
        """Go back over a decimal number of one to `most` digits and return it."""
        value = np.zeros(len(self.at), np.int64)
        live: Bools = np.ones(len(self.at), np.bool_)
        for place in range(most):
            digit = self.text[self.at - 1] - np.uint8(48)
            live = live & (digit < 10)
            if place == 0:
                self.ok &= live
            value += np.where(live, digit.astype(np.int64) * 10**place, 0)
            self.at -= live
        return value

    def hexadecimal(self) -> Guids:
        """Go over a hex number of one to 16 digits and return it."""
        value = np.zeros(len(self.at), np.uint64)
        live: Bools = np.ones(len(self.at), np.bool_)
        for place in range(16):
            digit = _HEX[self.text[self.at]]
            live = live & (digit < 16)
            if place == 0:
                self.ok &= live
            value = np.where(live, (value << np.uint64(4)) | digit, value)
            self.at += live
        return value

    def hexadecimal16(self) -> Guids:
        """Go over a hex number of exactly 16 digits and return it."""
        high, low = (self._eight_digits(self.at + place) for place in (0, 8))
        self.at += 16
        return (high << np.uint64(32)) | low

    def _eight_digits(self, at: Ints) -> Guids:
        # All eight at once, a byte of a 64-bit word each; the most significant digit comes first.
        word = words_at(self.text, at).byteswap()
        letter = (word >> np.uint64(6)) & _ONES
        nibble = (word & (_ONES * np.uint64(15))) + letter * np.uint64(9)
        over9 = ((nibble + _ONES * np.uint64(6)) >> np.uint64(4)) & _ONES
        lower = word | (letter << np.uint64(5))
        self.ok &= lower == nibble + _ONES * np.uint64(0x30) + over9 * np.uint64(0x27)
        for shift, mask in ((4, 0x00FF00FF00FF00FF), (8, 0x0000FFFF0000FFFF), (16, 0x00000000FFFFFFFF)):
            nibble = (nibble | (nibble >> np.uint64(shift))) & np.uint64(mask)
        return nibble

    def rate_back(self) -> tuple[Bytes, Bytes]:
        """Go back over a rate such as 4xFDR10 and return its width and its speed code."""
        text = self.text
        ten = (text[self.at - 1] == ord("0")) & (text[self.at - 2] == ord("1"))
        self.at -= 2 * ten
        self.meet_back(b"DR")
        speed = _SPEED_BY_LETTER[text[self.at - 1]]
        self.ok &= (speed > 0) & (~ten | (text[self.at - 1] == ord("F")))
        speed = np.where(ten, np.uint8(SPEEDS.index("FDR10")), speed)
        self.at -= 1
        self.meet_back(b"x")
        width = text[self.at - 1] - np.uint8(48)
        twelve = (width == 2) & (text[self.at - 2] == ord("1"))
        self.ok &= (width == 1) | (width == 2) | (width == 4) | (width == 8)
        self.at -= 1 + twelve
        return np.where(twelve, np.uint8(12), width), speed


def words_at(text: Bytes, at: Ints) -> Guids:
    """Return the eight bytes from each place as a number, the first byte least significant.

    Two aligned words are fetched for each: numpy would copy the whole text for unaligned ones.
    """
    whole = text[: len(text) & ~7].view("<u8")
    at = np.maximum(at, 0)
    index, shift = at >> 3, ((at & 7) << 3).astype(np.uint64)
    low = whole[index] >> shift
    # A shift by 64 is undefined; two shifts by half of it are not.
    half = (np.uint64(64) - shift) >> np.uint64(1)
    high = (whole[index + 1] << half) << (np.uint64(64) - shift - half)
    both: Guids = low | high
    return both


def same_bytes(text: Bytes, first: Ints, second: Ints, length: Ints) -> Bools:
    """Tell for each pair of places whether the next `length` bytes are the same."""
    same: Bools = np.ones(len(first), np.bool_)
    live = np.arange(len(first))
    done = 0
    while len(live := live[length[live] > done]):
        left = np.minimum(length[live] - done, 8).astype(np.uint64)
        drop = np.uint64(64) - left * np.uint64(8)
        differ = words_at(text, first[live] + done) ^ words_at(text, second[live] + done)
        equal = (differ << drop) == 0
        same[live[~equal]] = False
        live = live[equal]
        done += 8
    return same
