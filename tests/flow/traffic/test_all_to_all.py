from __future__ import annotations

import pytest
from fabrics import tree2, tree3
from flows import laid, rails

from ibviz.core.scenario import Scenario


def test_that_648_hosts_exchange_at_full_rate() -> None:
    found = laid(tree2(36, 18, 18), "all-to-all").summary
    assert (found["flows"], found["max_flows_per_cable"]) == (648 * 647, 647)
    assert found["efficiency"] == found["completion_efficiency"] == 1
    assert found["total_gbps"] == pytest.approx(648 * 200)


@pytest.mark.parametrize("reroute", ["keep", "fresh"])
def test_that_one_cable_out_of_648_hosts_almost_halves_the_exchange(reroute: str) -> None:
    scenario = Scenario(down_cables=frozenset([0]))
    found = laid(tree2(36, 18, 18), "all-to-all", scenario=scenario, reroute=reroute).summary
    assert found["max_flows_per_cable"] == 1260
    assert found["completion_efficiency"] == pytest.approx(647 / 1260, rel=1e-12)


def test_that_dmodk_spreads_what_minhop_piles_up_on_three_levels() -> None:
    fabric = tree3(8, 4, 4, 4, 4)
    assert laid(fabric, "all-to-all").summary["max_flows_per_cable"] == 448
    assert laid(fabric, "all-to-all", "dmodk").summary["max_flows_per_cable"] == 127
    assert laid(fabric, "shift:k=16").summary["rate_gbps"]["min"] == 50
    assert laid(fabric, "shift:k=16", "dmodk").summary["rate_gbps"]["min"] == 200


def test_that_a_tapered_tree_exchanges_at_its_load() -> None:
    found = laid(tree2(8, 4, 8), "all-to-all").summary
    assert found["max_flows_per_cable"] / 63 == pytest.approx(1.778, abs=5e-4)


def test_that_max_min_gives_more_in_all_and_no_less_to_the_slowest() -> None:
    scenario = Scenario(down_cables=frozenset([0]))
    equal = laid(tree2(6, 3, 3), "all-to-all", scenario=scenario).summary
    fair = laid(tree2(6, 3, 3), "all-to-all:maxmin=1", scenario=scenario).summary
    assert fair["total_gbps"] > equal["total_gbps"] * 1.01
    assert fair["rate_gbps"]["min"] == pytest.approx(equal["rate_gbps"]["min"])


@pytest.mark.parametrize(
    ("options", "flows"),
    [
        ("", 2 * 4 * 3),
        (":rails=all", 8 * 6),
        (":rails=all,local=1", 8 * 7),
        (":local=1", 2 * 4 * 3),
        (":hosts=n[01-03]", 2 * 3 * 2),
        (":maxmin=1,rails=all,hosts=n0[12]", 4 * 2),
    ],
)
def test_that_the_options_pick_who_exchanges(options: str, flows: int) -> None:
    found = laid(rails(), f"all-to-all{options}")
    assert found.summary["flows"] == flows == len(found.all_flows())
