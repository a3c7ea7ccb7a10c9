from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.gui.models.listing import BLOCK, Column, Listing, Wish, arranged, tsv


def listing_of(names: list[str], numbers: list[float]) -> Listing:
    texts = np.empty(len(names), object)
    texts[:] = names
    columns = (
        Column("name", "Name", texts),
        Column("number", "Number", np.array(numbers, float), "number", lambda v: f"{v:g}"),
    )
    return Listing(np.arange(len(names)) * 10, columns)


SMALL = listing_of(["leaf-10", "leaf-2", "Spine-1"], [0.5, float("nan"), 2.0])


def test_that_texts_sort_as_people_read_them() -> None:
    assert arranged(SMALL, Wish(0)).tolist() == [1, 0, 2]
    assert arranged(SMALL, Wish(0, True)).tolist() == [2, 0, 1]


def test_that_what_has_no_value_comes_last_either_way() -> None:
    assert arranged(SMALL, Wish(1)).tolist() == [0, 2, 1]
    assert arranged(SMALL, Wish(1, True)).tolist() == [2, 0, 1]


def test_that_large_whole_numbers_and_marks_sort_both_ways() -> None:
    guids = Column("guid", "GUID", np.array([2**63 + 1, 5, 2**63], np.uint64))
    marks = Column("mark", "Mark", np.array([True, False, True]))
    listing = Listing(np.arange(3), (guids, marks))
    assert arranged(listing, Wish(0)).tolist() == [1, 2, 0]
    assert arranged(listing, Wish(0, True)).tolist() == [0, 2, 1]
    assert arranged(listing, Wish(1, True)).tolist() == [0, 2, 1]


def test_that_a_filter_looks_into_every_column_whatever_the_case() -> None:
    assert arranged(SMALL, Wish(text="SPINE")).tolist() == [2]
    assert arranged(SMALL, Wish(text="leaf 0.5")).tolist() == [0]
    assert arranged(SMALL, Wish(text="leaf spine")).tolist() == []


def test_that_a_word_does_not_reach_over_two_cells() -> None:
    assert arranged(SMALL, Wish(text="100.5")).tolist() == []


def test_that_some_things_alone_can_be_shown() -> None:
    assert arranged(SMALL, Wish(only=frozenset({10, 99}))).tolist() == [1]
    assert arranged(SMALL, Wish(only=frozenset())).tolist() == []


def test_that_rows_beyond_one_block_are_found() -> None:
    many = listing_of([f"n{row}" for row in range(BLOCK + 3)], [0.0] * (BLOCK + 3))
    assert arranged(many, Wish(text=f"n{BLOCK + 1}")).tolist() == [BLOCK + 1]


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\t"), max_size=5), max_size=12),
    st.text("abİßΑ1", min_size=1, max_size=2),
)
def test_that_the_filter_finds_what_reading_line_by_line_finds(names: list[str], word: str) -> None:
    listing = listing_of(names, [1.0] * len(names))
    wanted = [
        row
        for row, name in enumerate(names)
        if all(part in f"{name.lower()}\t1" for part in word.lower().split())
    ]
    assert arranged(listing, Wish(text=word)).tolist() == wanted


def test_that_copied_rows_are_tab_separated_with_a_head() -> None:
    assert tsv(SMALL, np.array([2, 0])) == "Name\tNumber\nSpine-1\t2\nleaf-10\t0.5\n"
    assert tsv(SMALL, np.array([2]), [1, 0]) == "Number\tName\n2\tSpine-1\n"


def test_that_a_copied_cell_is_no_formula_and_breaks_no_row() -> None:
    listing = listing_of(["=1+1", "a\tb\nc"], [0.0, 1.0])
    assert tsv(listing, np.array([0, 1])).split("\n")[1:3] == ["'=1+1\t0", "a b c\t1"]
