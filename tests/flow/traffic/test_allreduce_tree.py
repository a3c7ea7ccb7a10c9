from __future__ import annotations

import pytest
from patterns import star, took


@pytest.mark.parametrize("n", [4, 7, 8, 16, 31])
def test_that_it_costs_latency_and_bandwidth_as_the_formula_says(n: int) -> None:
    found = took(star(n), "allreduce-tree:size=2,latency=3")
    doublings = (n - 1).bit_length()
    assert found["seconds"] == pytest.approx(2 * doublings * 3e-6 + 2 * 2 / 50, rel=1e-9)
    assert found["bus_gbps"] <= 400


def test_that_two_ranks_share_one_cable_for_both_halves() -> None:
    assert took(star(2), "allreduce-tree")["seconds"] == pytest.approx(1 / 50)
