from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.flow.hostlist import expanded


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("n1", ["n1"]),
        ("n[001-003,020],login1", ["n001", "n002", "n003", "n020", "login1"]),
        ("r[1-2]n[08-09]x", ["r1n08x", "r1n09x", "r2n08x", "r2n09x"]),
        ("n[7]", ["n7"]),
        ("n[9-11]", ["n9", "n10", "n11"]),
        (" a , ,b,", ["a", "b"]),
        ("n[a-c]*,m?", ["n[a-c]*", "m?"]),
        ("n[1-2", ["n[1-2"]),
        ("n]1,2", ["n]1", "2"]),
        ("", []),
    ],
)
def test_that_a_host_list_stands_for_its_names(text: str, names: list[str]) -> None:
    assert expanded(text) == names


def test_that_a_range_that_runs_backwards_is_refused() -> None:
    with pytest.raises(OptionError, match="16-1 in a host list runs backwards"):
        expanded("n[16-1]")


@pytest.mark.parametrize(
    "text", ["n[1-999999999]", "n[0-199999]x[0-1]", "[0-9999][0-9999][0-9999]", "a,b[1-200000]"]
)
def test_that_a_list_of_too_many_names_is_refused_at_once(text: str) -> None:
    with pytest.raises(OptionError, match="more than 200,000 names"):
        expanded(text)


@given(st.lists(st.integers(0, 9999), min_size=1, max_size=30))
def test_that_each_number_listed_is_a_name_in_its_place(numbers: list[int]) -> None:
    assert expanded(f"n[{','.join(f'{n:04d}' for n in numbers)}]") == [f"n{n:04d}" for n in numbers]
