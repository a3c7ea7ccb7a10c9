from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.formats.ibnetdiscover_words import (
    alike,
    bytes_before,
    decimal_digits,
    decimal_value,
    hex_digits,
    hex_value,
    no_hex,
    same_bytes,
    words_of,
)

DIGITS = b"0123456789abcdefABCDEF"


def words(data: bytes) -> np.ndarray:
    return words_of(np.frombuffer(data, np.uint8))


def test_that_each_byte_is_a_hex_digit_or_none_as_python_says() -> None:
    for byte in range(256):
        word = words(bytes([byte]) * 8)
        assert (no_hex(word)[0] == 0) == (byte in DIGITS), byte
        assert hex_digits(word)[0] == (8 if byte in DIGITS else 0)


@given(st.binary(min_size=8, max_size=8))
def test_that_only_the_digits_at_the_beginning_count(data) -> None:
    expected = next((place for place, byte in enumerate(data) if byte not in DIGITS), 8)
    assert hex_digits(words(data))[0] == expected


@given(st.text("0123456789abcdefABCDEF", min_size=8, max_size=8))
def test_that_eight_digits_have_the_value_that_they_write(text) -> None:
    assert hex_value(words(text.encode()))[0] == int(text, 16)


@given(st.binary(min_size=1, max_size=99), st.binary(min_size=1, max_size=99), st.integers(0, 99))
def test_that_bytes_are_compared_over_their_length_and_no_further(one, two, length) -> None:
    length = min(length, len(one), len(two))
    data = one + two + bytes(120)
    first, second = np.array([0, 3]), np.array([len(one), 3])
    same = same_bytes(np.frombuffer(data, np.uint8), first, second, np.array([length, 5]))
    assert same.tolist() == [one[:length] == two[:length], True]


@given(st.binary(min_size=40, max_size=99), st.integers(0, 98))
def test_that_one_byte_that_differs_is_found_wherever_it_is(data, place) -> None:
    other = bytearray(data)
    other[place % len(data)] ^= 1
    text = np.frombuffer(data + bytes(other) + bytes(40), np.uint8)
    length = np.array([len(data), place % len(data)])
    same = same_bytes(text, np.array([0, 0]), np.array([len(data)] * 2), length)
    assert same.tolist() == [False, True]


@given(st.text("0123456789x", min_size=8, max_size=8), st.integers(1, 7))
def test_that_decimal_digits_are_counted_and_valued(text, most) -> None:
    word = words(text.encode())
    expected = min(len(text) - len(text.lstrip("0123456789")), most)
    assert decimal_digits(word, most)[0] == expected
    if expected:
        digits = text[:expected].encode().rjust(8, b"\0")
        assert decimal_value(words(digits))[0] == int(text[:expected])


@given(st.binary(min_size=8, max_size=8), st.integers(0, 255))
def test_that_bytes_are_counted_up_to_the_first_that_stops(text, stop) -> None:
    words = np.frombuffer(text, "<u8")
    assert bytes_before(words, stop)[0] == (text.index(stop) if stop in text else 8)


def test_that_short_spans_of_the_same_bytes_are_one_group() -> None:
    text = b"1/1/1 1/1/12 1/1/1 B9D0F0/0/0/1 B9D0F0/0/0/1 12345678 12345678  " + b"\n" * 32
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == 32)
    starts = np.concatenate([[0], ends[:-1] + 1])
    first, group = alike(np.frombuffer(text, np.uint8), starts, ends - starts)
    assert len(first) == 6
    assert group[0] == group[2] != group[1]
    assert group[3] != group[4]
    assert group[5] == group[6]
    assert [text[starts[n] : ends[n]] for n in first[group]] == text.rstrip(b"\n")[:-1].split(b" ")
