from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.text import clean, is_clean, short, shown, unturned


def allowed(char: str) -> bool:
    """The contract's rule, written from the categories of Unicode."""
    code = ord(char)
    if char == "\t":
        return True
    if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
        return False
    return not (0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE)


def test_that_each_character_of_unicode_is_judged_by_the_rule() -> None:
    every = "".join(map(chr, range(0x110000)))
    expected = "".join(char if allowed(char) else "\ufffd" for char in every)
    cleaned = clean(every)
    assert cleaned == expected or [c for c in range(0x110000) if cleaned[c] != expected[c]] == []
    sample = [*range(0x300), *range(0x2000, 0x2100), *range(0xD7F0, 0xD810), *range(0xFD00, 0x10010)]
    assert [code for code in sample if is_clean(chr(code)) != allowed(chr(code))] == []


@given(st.text())
def test_that_cleaning_replaces_exactly_what_may_not_stand(text: str) -> None:
    after = clean(text)
    assert after == "".join(char if allowed(char) else "\ufffd" for char in text)
    assert is_clean(after) and clean(after) == after and is_clean(text) == (after == text)


@given(st.text(max_size=200), st.integers(2, 80))
def test_that_what_is_shown_is_quoted_short_and_one_line(text: str, limit: int) -> None:
    told = shown(text, limit)
    assert told[0] in "'\"" and told[-1] == told[0] and "\n" not in told and "\x1b" not in told
    assert ("…" in told) >= (len(text) > limit)


def test_that_a_short_text_is_shown_as_it_is() -> None:
    assert shown("leaf1") == "'leaf1'" and shown("a" * 60) == repr("a" * 60) and len(shown("a" * 61)) == 62


@given(st.text(max_size=300), st.integers(2, 80))
def test_that_a_long_name_keeps_its_ends(text: str, limit: int) -> None:
    told = short(text, limit)
    assert is_clean(told) and len(told) == min(len(text), limit)
    assert told == clean(text) or (told.replace("…", "", 1) and clean(text).endswith(told[limit // 3 + 1 :]))


def test_that_marks_of_direction_turn_nothing() -> None:
    assert unturned("a\u202eb\u2066c\u2069\u200f-\u05d0") == "abc-\u05d0"
    assert unturned("leaf-1") == "leaf-1"
