from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.formats.ibnetdiscover_words import hex_digits, hex_value, no_hex, same_bytes, words_of

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


@given(st.binary(min_size=1, max_size=60), st.binary(min_size=1, max_size=60), st.integers(0, 60))
def test_that_bytes_are_compared_over_their_length_and_no_further(one, two, length) -> None:
    length = min(length, len(one), len(two))
    data = one + two + bytes(80)
    first, second = np.array([0, 3]), np.array([len(one), 3])
    same = same_bytes(words(data), first, second, np.array([length, 5]))
    assert same.tolist() == [one[:length] == two[:length], True]
