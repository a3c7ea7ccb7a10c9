from __future__ import annotations

import pytest
from flows import rails
from patterns import drawn, star

from ibviz.core.errors import OptionError


def test_that_each_sends_to_the_next_and_the_last_to_the_first() -> None:
    made = drawn(star(4), "ring")
    assert list(zip(made.src.tolist(), made.dst.tolist(), strict=True)) == [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize(("hosts", "flows"), [(1, 0), (2, 2), (3, 6), (4, 8)])
def test_that_two_ways_reach_both_neighbours_but_no_one_twice(hosts: int, flows: int) -> None:
    made = drawn(star(hosts), "ring:ways=2")
    found = set(zip(made.src.tolist(), made.dst.tolist(), strict=True))
    assert len(made.src) == len(found) == flows


def test_that_each_rail_has_a_ring_of_its_own() -> None:
    made = drawn(rails(), "ring")
    assert made.dst.tolist() == [1, 2, 3, 0, 5, 6, 7, 4]


def test_that_the_ring_follows_the_placement() -> None:
    made = drawn(star(6), "ring:placement=random:3")
    assert sorted(made.src.tolist()) == sorted(made.dst.tolist()) == list(range(6))
    assert made.dst.tolist() == [*made.src.tolist()[1:], made.src[0]]
    assert made.src.tolist() != list(range(6))


def test_that_three_ways_are_refused() -> None:
    with pytest.raises(OptionError, match="ways is 3; expected 1 or 2"):
        drawn(star(4), "ring:ways=3")
