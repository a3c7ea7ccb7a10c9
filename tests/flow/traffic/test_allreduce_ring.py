from __future__ import annotations

import pytest
from fabrics import tree2
from flows import rails
from patterns import star, took


def test_that_eight_ranks_on_ndr_take_35_ms_for_a_gigabyte() -> None:
    found = took(star(8), "allreduce-ring")
    assert found["seconds"] == pytest.approx(0.035, rel=1e-12)
    assert found["bus_gbps"] == pytest.approx(400)
    assert (found["rounds"], found["ranks"], found["shown_round"]) == (14, 8, 1)


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_that_it_costs_latency_and_bandwidth_as_the_formula_says(n: int) -> None:
    found = took(star(n), "allreduce-ring:size=2,latency=3")
    assert found["seconds"] == pytest.approx(2 * (n - 1) * 3e-6 + 2 * (n - 1) / n * 2 / 50, rel=1e-12)


def test_that_one_rank_costs_nothing() -> None:
    found = took(star(1), "allreduce-ring:latency=5")
    assert (found["seconds"], found["rounds"], found["bus_gbps"]) == (0, 0, None)


def test_that_the_slowest_cable_sets_the_pace() -> None:
    fabric = tree2(2, 1, 4)
    assert took(fabric, "allreduce-ring")["seconds"] == pytest.approx(2 * 7 / 8 / 25)
    crossed = took(fabric, "allreduce-ring:placement=by-rail")
    assert crossed["seconds"] == pytest.approx(4 * 2 * 7 / 8 / 25)
    assert crossed["ideal_seconds"] == pytest.approx(2 * 7 / 8 / 25)


def test_that_rails_run_side_by_side() -> None:
    assert took(rails(), "allreduce-ring")["seconds"] == pytest.approx(2 * 3 / 4 / 25)
