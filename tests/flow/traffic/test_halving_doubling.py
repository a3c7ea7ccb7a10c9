from __future__ import annotations

import pytest
from patterns import drawn, star, took


@pytest.mark.parametrize("n", [2, 4, 8])
def test_that_it_costs_latency_and_bandwidth_as_the_formula_says(n: int) -> None:
    found = took(star(n), "halving-doubling:size=2,latency=3")
    doublings = n.bit_length() - 1
    assert found["seconds"] == pytest.approx(2 * doublings * 3e-6 + 2 * (n - 1) / n * 2 / 50, rel=1e-12)


def test_that_halves_go_farthest_and_come_last() -> None:
    assert drawn(star(8), "halving-doubling").dst.tolist() == [4, 5, 6, 7, 0, 1, 2, 3]
    assert took(star(8), "halving-doubling")["shown_round"] == 6


def test_that_ranks_beyond_a_power_of_two_take_two_more_rounds() -> None:
    assert took(star(5), "halving-doubling")["rounds"] == 4 + 2
