from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.births import fresh_births, with_born_guids
from ibviz.core.fabric import born_guid, born_guids

GUIDS = st.sampled_from((0, 0, 0, 5, 0x0002C90300000001, born_guid(0), born_guid(2), born_guid(9), 2**64 - 1))


def test_that_birth_numbers_are_never_the_same() -> None:
    births = fresh_births(100_000)
    assert len(np.unique(births)) == 100_000 and (births >= 0).all() and births.max() > 2**60
    assert not np.isin(fresh_births(1000), births).any() and len(fresh_births(0)) == 0


@given(st.lists(GUIDS, max_size=12), st.lists(GUIDS, max_size=3))
def test_that_missing_guids_are_those_of_births_one_after_the_other(
    given_guids: list[int], ports: list[int]
) -> None:
    guids, taken = np.array(given_guids, np.uint64), np.array(ports, np.uint64)
    expected = list(given_guids)
    for row, guid in enumerate(given_guids):
        if guid == 0:
            known = np.array([*expected, *ports], np.uint64)
            expected[row] = int(born_guids(known[known != 0], row, 1)[0])
    assert with_born_guids(guids, taken).tolist() == expected


def test_that_a_taken_number_is_passed_over() -> None:
    last = 0xFFFFFF0000000 - 1
    taken = np.array([born_guid(last), born_guid(last + 1)], np.uint64)
    filled = with_born_guids(np.array([born_guid(1), 0, 0], np.uint64), taken)
    assert filled.tolist() == [born_guid(1), born_guid(last + 2), born_guid(last + 3)]


def test_that_nothing_changes_where_none_is_missing() -> None:
    guids = np.array([1, 2], np.uint64)
    assert with_born_guids(guids, np.empty(0, np.uint64)) is guids
