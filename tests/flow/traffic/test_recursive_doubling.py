from __future__ import annotations

import pytest
from patterns import drawn, star, took


@pytest.mark.parametrize("n", [2, 4, 8])
def test_that_it_costs_latency_and_bandwidth_as_the_formula_says(n: int) -> None:
    found = took(star(n), "recursive-doubling:size=2,latency=3")
    rounds = n.bit_length() - 1
    assert found["seconds"] == pytest.approx(rounds * (3e-6 + 2 / 50), rel=1e-12)


def test_that_ranks_beyond_a_power_of_two_hand_in_first_and_get_the_result_last() -> None:
    assert took(star(6), "recursive-doubling")["rounds"] == 4
    first, last = (drawn(star(6), f"recursive-doubling:round={n}") for n in (1, 4))
    assert (first.src.tolist(), first.dst.tolist()) == ([4, 5], [0, 1])
    assert (last.src.tolist(), last.dst.tolist()) == ([0, 1], [4, 5])


def test_that_the_farthest_swaps_are_shown() -> None:
    assert drawn(star(8), "recursive-doubling").dst.tolist() == [4, 5, 6, 7, 0, 1, 2, 3]
    assert drawn(star(8), "recursive-doubling:round=1").dst.tolist() == [1, 0, 3, 2, 5, 4, 7, 6]
