from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from flows import laid
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.scenario import Scenario
from ibviz.flow.figures import completion_efficiency, percentiles, samples


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), min_size=1, max_size=8))
def test_that_percentiles_are_numpys_over_all_values(pairs: list[tuple[int, int]]) -> None:
    values = np.array([value for value, _ in pairs], float)
    times = np.array([number for _, number in pairs], float)
    wanted = (0.0, 1.0, 37.5, 50.0, 100.0)
    every = np.repeat(values, times.astype(int))
    np.testing.assert_allclose(percentiles(values, times, wanted), np.percentile(every, wanted), atol=1e-12)


def test_that_of_several_slowest_flows_the_one_that_loses_most_counts() -> None:
    rate, ideal = np.array([2.0, 1, 1 + 1e-12]), np.array([9.0, 1, 4])
    assert completion_efficiency(rate, ideal) == pytest.approx(1 / 4)
    assert completion_efficiency(np.empty(0), np.empty(0)) is None


def test_that_samples_have_mean_error_and_deviation() -> None:
    assert samples(np.array([1.0, 3, np.nan])) == {
        "n": 2,
        "mean": 2,
        "stderr": pytest.approx(1),
        "sd": pytest.approx(2**0.5),
    }
    assert samples(np.array([5.0])) == {"n": 1, "mean": 5, "stderr": None, "sd": None}
    assert samples(np.array([np.nan])) == {"n": 0, "mean": None, "stderr": None, "sd": None}


def test_that_what_cannot_be_said_without_flows_is_none() -> None:
    found = laid(fabric_of("S", []), "all-to-all").summary
    assert found["flows"] == found["routed"] == found["unroutable"] == found["total_gbps"] == 0
    assert found["efficiency"] is None
    assert found["completion_efficiency"] is None
    assert found["rate_gbps"] == {"min": None, "p1": None, "mean": None, "median": None, "max": None}
    assert found["bottlenecks"] == []
    assert (found["max_utilization"], found["saturated_cables"], found["max_flows_per_cable"]) == (0, 0, 0)


def test_that_all_fields_of_the_contract_are_there() -> None:
    found = laid(tree2(2, 1, 2), "permutation:count=2").summary
    assert list(found) == [
        *("flows", "routed", "unroutable", "routing", "traffic", "total_gbps", "ideal_gbps", "efficiency"),
        *("completion_efficiency", "rate_gbps", "max_utilization", "saturated_cables"),
        *("max_flows_per_cable", "bottlenecks", "samples"),
        *("hot_spot_degree", "orcs", "edge_forwarding_index"),
    ]
    assert set(found["routing"]) == {"asked", "used", "reason", "options"}
    assert found["traffic"] == {
        "pattern": "permutation",
        "args": {"count": 2},
        "rails": "all",
        "local": True,
    }
    assert "samples" not in laid(tree2(2, 1, 2), "permutation").summary


def test_that_the_most_loaded_ports_come_first() -> None:
    found = laid(tree2(2, 1, 2), "shift:k=2").summary
    ports = {worst["port"] for worst in found["bottlenecks"][:4]}
    assert ports == {"S0[3]", "S1[3]", "S2[1]", "S2[2]"}
    assert [worst["flows"] for worst in found["bottlenecks"]] == [2] * 4 + [1] * 8
    assert [worst["utilization"] for worst in found["bottlenecks"]] == [1] * 4 + [0.5] * 8
    assert found["saturated_cables"] == 2
    assert found["max_flows_per_cable"] == 2


def test_that_no_more_than_twenty_ports_are_told() -> None:
    assert len(laid(tree2(6, 3, 3), "all-to-all").summary["bottlenecks"]) == 20


def test_that_a_cable_saturated_in_both_directions_counts_once() -> None:
    assert laid(tree2(4, 2, 2), "all-to-all").summary["saturated_cables"] == 8


def test_that_rates_are_of_routed_flows_only() -> None:
    fabric = tree2(2, 1, 2)
    found = laid(fabric, "shift:k=1", scenario=Scenario(down_cables=frozenset([0])))
    assert (found.summary["flows"], found.summary["routed"], found.summary["unroutable"]) == (4, 2, 2)
    assert found.summary["rate_gbps"]["min"] == 200
    assert sorted(found.flows.rate.tolist()) == [0, 0, 200, 200]
    assert found.summary["efficiency"] == 1
