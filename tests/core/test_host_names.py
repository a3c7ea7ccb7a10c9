from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.host_names import host_list
from ibviz.flow.hostlist import expanded

names = st.from_regex(re.compile(r"[a-z][a-z\-]{0,3}[0-9]{0,4}(-ib)?", re.ASCII), fullmatch=True)


@given(st.lists(names, max_size=40))
def test_that_expanding_gives_back_the_same_names(hosts: list[str]) -> None:
    assert sorted(expanded(host_list(hosts))) == sorted(set(hosts))


def test_that_numbers_without_leading_zeros_are_one_range_whatever_their_width() -> None:
    assert host_list([f"stage{number}" for number in range(1, 136)]) == "stage[1-135]"
    assert host_list(["n0", "n1", "n10"]) == "n[0-1,10]"


def test_that_widths_stay_apart_where_there_are_leading_zeros() -> None:
    assert host_list(["n1", "n2", "n01", "n02", "n10"]) == "n[01-02,10],n[1-2]"


def test_that_a_name_with_a_bracket_stands_as_it_is() -> None:
    assert host_list(["a[1]2", "b3"]) == "a[1]2,b3"
