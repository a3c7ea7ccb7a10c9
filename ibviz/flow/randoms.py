"""The random numbers that OpenSM scatters routes by: those of the C library's ``random()``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Ints

Words = NDArray[np.uint32]

LAG, SHORT = 31, 3
"""Each word is the sum of those so many before it."""

_DROPPED = 10 * LAG
_FACTOR, _MODULUS = 16807, 2**31 - 1


def randoms(seed: int, count: int) -> Ints:
    """Return what ``random()`` of glibc gives after ``srandom(seed)``, (count,) int64.

    Notes
    -----
    An additive generator: word n is the sum of words n - 3 and n - 31, modulo 2^32, and half of it is
    given. As that is linear, the words from any place on follow from the first 31 by a matrix: so many
    streams start at even distances, and are drawn from all at once.

    Examples
    --------
    >>> randoms(1, 3).tolist()
    [1804289383, 846930886, 1681692777]
    """
    streams = 1
    while streams * streams < count // 16:
        streams *= 2
    length = -(-max(count, 1) // streams)
    state = _apart(_first(seed), length, streams)
    drawn = np.empty((length, streams), np.uint32)
    for number in range(length):
        drawn[number] = _advance(state, number)
    given: Ints = (drawn.T.ravel()[:count] >> np.uint32(1)).astype(np.int64)
    return given


def _first(seed: int) -> Words:
    """Return the 31 words that a seed stands for, (31, 1), oldest first, once the first 310 are dropped."""
    word = seed % 2**32 or 1
    words = [word - 2**32 if word >= 2**31 else word]
    for _ in range(LAG - 1):
        words.append(_next_of(words[-1]))
    state = np.roll(np.array(words, np.int64), -SHORT).astype(np.uint32)[:, None]
    for number in range(_DROPPED):
        _advance(state, number)
    return state


def _advance(state: Words, number: int) -> Words:
    """Put word `number` in the place of the oldest, and return it."""
    at = number % LAG
    word: Words = state[at]
    word += state[at - SHORT]
    return word


def _next_of(word: int) -> int:
    """Return the next word of Park and Miller's generator as C computes it: what is negative wraps once."""
    quotient, rest = abs(word) // 127773, abs(word) % 127773
    sign = -1 if word < 0 else 1
    following = sign * (_FACTOR * rest - 2836 * quotient)
    return following + _MODULUS if following < 0 else following


def _apart(first: Words, length: int, streams: int) -> Words:
    """Return the states of streams that begin `length` words after each other, (31, streams)."""
    state, jump = first, _power(length)
    while state.shape[1] < streams:
        state = np.concatenate([state, jump @ state], axis=1)
        jump = jump @ jump
    return state


def _power(length: int) -> Words:
    """Return the matrix that takes a state so many words on, aligned such that word 0 is next."""
    step = np.zeros((LAG, LAG), np.uint32)
    step[np.arange(LAG - 1), np.arange(1, LAG)] = 1
    step[LAG - 1, [0, LAG - SHORT]] = 1
    power = np.eye(LAG, dtype=np.uint32)
    while length:
        if length % 2:
            power = power @ step
        step = step @ step
        length //= 2
    return power
