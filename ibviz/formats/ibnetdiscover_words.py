"""Eight bytes of text as one 64-bit number, least significant byte first: arithmetic on all eight at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bools, Bytes, Guids, Ints, Ints32

_ONES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_PLACE = np.uint64(sum(place << 8 * (7 - place) for place in range(8)))

_BEGINNING = np.frombuffer(b"".join(b"\xff" * n + b"\0" * (32 - n) for n in range(33)), "<u8").reshape(33, 4)
"""For each length up to 32 a mask of that many bytes."""


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


def bytes_before(words: Guids, stop: int) -> Guids:
    """Return how many bytes stand before the first that is `stop` in each word, 8 where none is.

    Notes
    -----
    Of a byte other than zero the top bit is set after 127 is added to its low bits, unless it was before.
    """
    other = words ^ _each(stop)
    low = ((other & ~_TOPS) + ~_TOPS) | other
    found = ~low & _TOPS
    first = (found & (~found + np.uint64(1))) >> np.uint64(7)
    count: Guids = np.where(found == 0, np.uint64(8), (first * _PLACE) >> np.uint64(56))
    return count


def hex_value(words: Guids) -> Guids:
    """Return the number that eight hex digits write; what is no digit counts as some digit."""
    swapped = words.byteswap()
    letter = (swapped >> np.uint64(6)) & _ONES
    nibble: Guids = ((swapped & _each(15)) + letter * np.uint64(9)) & _each(15)
    for shift, mask in ((4, 0x00FF00FF00FF00FF), (8, 0x0000FFFF0000FFFF), (16, 0x00000000FFFFFFFF)):
        nibble = (nibble | (nibble >> np.uint64(shift))) & np.uint64(mask)
    return nibble


def decimal_digits(words: Guids, most: int) -> Guids:
    """Return how many decimal digits stand at the beginning of each word, 0 to `most`, at most seven."""
    low = words & ~_TOPS
    digit = (low + _each(0x80 - 0x30)) & ~(low + _each(0x80 - 0x3A)) & ~words
    # The eighth byte stops the count, whatever it is, so that there is always a first other byte.
    other = (~digit & _TOPS) | np.uint64(1 << 63)
    first = (other & (~other + np.uint64(1))) >> np.uint64(7)
    count: Guids = np.minimum((first * _PLACE) >> np.uint64(56), np.uint64(most))
    return count


def decimal_value(words: Guids) -> Ints32:
    """Return the number that decimal digits up to the end of each word write, zero bytes before them.

    Notes
    -----
    Neighbours are joined to pairs, pairs to fours, fours to eight digits by a multiplication each.
    """
    value = ((words & _each(15)) * np.uint64(2561)) >> np.uint64(8)
    value = ((value & np.uint64(0x00FF00FF00FF00FF)) * np.uint64(6553601)) >> np.uint64(16)
    value = ((value & np.uint64(0x0000FFFF0000FFFF)) * np.uint64(42949672960001)) >> np.uint64(32)
    return value.astype(np.int32)


def blocks_of(text: Bytes) -> NDArray[np.void]:
    """Return the 32 bytes from each place of a text; a view: to fetch four words at once costs as much as one."""
    return np.ndarray((len(text) - 31,), "V32", text.data, strides=(1,))


def alike(text: Bytes, start: Ints, length: Ints) -> tuple[Ints, Ints]:
    """Group spans of a text that hold the same bytes; those of more than eight are a group each.

    Returns
    -------
    first : (G,) int64
        A span of each group.
    group : (L,) int64
        The group of each span.
    """
    key = words_of(text)[start] & _BEGINNING[np.minimum(length, 8), 0]
    # No text holds a zero byte, so that words of different length differ; long spans get numbers that begin with one.
    long = np.flatnonzero(length > 8)
    key[long] = np.arange(1, len(long) + 1, dtype=np.uint64) << np.uint64(8)
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    return first, group.reshape(-1)


def same_bytes(text: Bytes, first: Ints, second: Ints, length: Ints) -> Bools:
    """Tell for each pair of places in a text whether the next `length` bytes are the same."""
    same: Bools = np.ones(len(first), np.bool_)
    blocks = blocks_of(text)
    live, a, b, left = np.arange(len(first)), first, second, length
    while len(live):
        differ = (blocks[a].view("<u8") ^ blocks[b].view("<u8")).reshape(-1, 4)
        differ &= _BEGINNING[np.minimum(left, 32)]
        same[live] = (differ[:, 0] | differ[:, 1] | differ[:, 2] | differ[:, 3]) == 0
        on = np.flatnonzero(same[live] & (left > 32))
        live, a, b, left = live[on], a[on] + 32, b[on] + 32, left[on] - 32
    return same
