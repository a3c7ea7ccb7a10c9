from __future__ import annotations

import pytest
from patterns import star, took


@pytest.mark.parametrize("n", [2, 3, 8])
def test_that_it_costs_latency_and_bandwidth_as_the_formula_says(n: int) -> None:
    found = took(star(n), "reduce-scatter:size=2,latency=3")
    assert found["seconds"] == pytest.approx((n - 1) * 3e-6 + (n - 1) / n * 2 / 50, rel=1e-12)
    assert took(star(n), "reduce-scatter")["bus_gbps"] == pytest.approx(400)
