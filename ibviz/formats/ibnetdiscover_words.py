"""Eight bytes of text as one 64-bit number, least significant byte first: arithmetic on all eight at once."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints

_ONES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_PLACE = np.uint64(sum(place << 8 * (7 - place) for place in range(8)))


def _each(byte: int) -> np.uint64:
    """Return a byte, eight times."""
    return np.uint64(byte * 0x0101010101010101)


def words_of(text: Bytes) -> Guids:
    """Return the eight bytes from each place of a text as a number; a view, nothing is copied."""
    return np.ndarray((len(text) - 7,), "<u8", text.data, strides=(1,))


def no_hex(words: Guids) -> Guids:
    """Return words with the top bit set of each byte that is no hex digit, and no other bit.

    Notes
    -----
    The top bit of a byte is free in ASCII, so adding 128 - x sets it exactly where the byte is x or more.
    """
    low = words & ~_TOPS
    decimal = (low + _each(0x80 - 0x30)) & ~(low + _each(0x80 - 0x3A))
    lower = low | _each(0x20)
    letter = (lower + _each(0x80 - 0x61)) & ~(lower + _each(0x80 - 0x67))
    other: Guids = (~(decimal | letter) | words) & _TOPS
    return other


def hex_digits(words: Guids) -> Guids:
    """Return how many hex digits stand at the beginning of each word, 0 to 8."""
    other = no_hex(words)
    first = (other & (~other + np.uint64(1))) >> np.uint64(7)
    count: Guids = np.where(other == 0, np.uint64(8), (first * _PLACE) >> np.uint64(56))
    return count


def hex_value(words: Guids) -> Guids:
    """Return the number that eight hex digits write; what is no digit counts as some digit."""
    swapped = words.byteswap()
    letter = (swapped >> np.uint64(6)) & _ONES
    nibble: Guids = ((swapped & _each(15)) + letter * np.uint64(9)) & _each(15)
    for shift, mask in ((4, 0x00FF00FF00FF00FF), (8, 0x0000FFFF0000FFFF), (16, 0x00000000FFFFFFFF)):
        nibble = (nibble | (nibble >> np.uint64(shift))) & np.uint64(mask)
    return nibble


def same_bytes(words: Guids, first: Ints, second: Ints, length: Ints) -> Bools:
    """Tell for each pair of places whether the next `length` bytes are the same."""
    same: Bools = np.ones(len(first), np.bool_)
    live, a, b, left = np.arange(len(first)), first, second, length
    while len(live):
        some = np.clip(left, 0, 8).astype(np.uint64)
        # Two shifts, since one by 64, where nothing is left, would not be one.
        half = (np.uint64(64) - (some << np.uint64(3))) >> np.uint64(1)
        equal = ((words[a] ^ words[b]) << half) << half == 0
        if not equal.all():
            same[live[~equal]] = False
        on = np.flatnonzero(equal & (left > 8))
        live, a, b, left = live[on], a[on] + 8, b[on] + 8, left[on] - 8
    return same
