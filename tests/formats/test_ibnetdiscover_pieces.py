from __future__ import annotations

import numpy as np
import pytest

from ibviz.formats.ibnetdiscover_cursors import Cursors
from ibviz.formats.ibnetdiscover_pieces import bracket, label, node_id, own_lid, tail
from ibviz.formats.ibnetdiscover_words import words_of


def cursors(*lines: str) -> tuple[Cursors, np.ndarray]:
    """Return cursors at the beginning of each line, and where the lines end."""
    text = "".join(line + "\n" for line in lines).encode()
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == 10)
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Cursors(words_of(np.frombuffer(text + b"\n" * 64, np.uint8)), starts), ends


def test_that_a_bracket_holds_a_hex_number_or_is_not_there() -> None:
    found, ends = cursors("(2c9a)", "x", "(2c9g)")
    assert bracket(found).tolist()[:2] == [0x2C9A, 0]
    assert found.ok.tolist() == [True, True, False]
    assert found.at[0] == ends[0]


def test_that_a_label_is_a_span_of_up_to_sixteen_bytes() -> None:
    found, _ = cursors("(1/1/1)", "x", "()", "((1)", "(0123456789abcdef)", "(0123456789abcdef0)")
    start, end = label(found)
    assert (end - start).tolist()[:2] == [5, 0]
    assert start[:2].tolist() == [1, -1]
    assert found.ok.tolist() == [True, True, False, False, True, False]


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("", True),
        ("\t\t# Chassis 1", True),
        ("# ", True),
        ("#", True),
        (f"#{'x' * 32}", True),
        (f"#{'x' * 33}", False),
        ('# "', False),
        ("# a=b", False),
        ("# [1]", False),
        (" ", False),
        ("x", False),
    ],
)
def test_that_a_tail_is_a_short_comment_without_quote_equals_sign_and_bracket(line, good) -> None:
    found, ends = cursors(line, "# next")
    tail(found, ends)
    assert found.ok.tolist() == [good, True]
    assert not good or found.at.tolist() == ends.tolist()


def test_that_a_node_id_has_a_known_letter_and_sixteen_digits() -> None:
    found, _ = cursors(
        *(f'"{text}"' for text in ("S-0002c903007b78b0", "X-0002c903007b78b0", "S-2c903007b78b0"))
    )
    letter, guid = node_id(found)
    assert (chr(letter[0]), guid[0]) == ("S", 0x2C903007B78B0)
    assert found.ok.tolist() == [True, False, False]


def test_that_the_own_lid_may_be_missing() -> None:
    found, _ = cursors('lid 7 lmc 1 "', '"', 'lid 7 lmc 8 "', 'lid 49152 lmc 0 "')
    lid, lmc = own_lid(found)
    assert (lid[:2].tolist(), lmc[:2].tolist()) == ([7, 0], [1, 0])
    assert found.ok.tolist() == [True, True, False, False]
