from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from flows import laid, rails

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.orcs import Sample, crowding, crowding_of_parts, orcs_figures
from ibviz.flow.pair_rates import sampled_rates
from ibviz.flow.pairs import pairs
from ibviz.flow.parts import Parts

NAN = float("nan")


def test_that_the_fullest_channel_of_a_path_counts() -> None:
    path = np.array([[0, 1, -1], [1, 2, 3], [-1, -1, -1]], np.int32)
    assert crowding(path, np.array([1.0, 2, 1, 5])).tolist() == [2, 5, 0]


def test_that_spread_flows_meet_where_most_are() -> None:
    parts = Parts(np.array([0, 0, 1], np.int32), np.array([0, 1, 1], np.int32), np.array([0.5, 0.5, 1]))
    assert crowding_of_parts(parts, np.array([0.5, 1.5]), 3).tolist() == [1.5, 1.5, 0]


def test_that_samples_without_flows_count_for_nothing() -> None:
    found = orcs_figures([Sample(1, 1, 0.5, 2), Sample(NAN, NAN, NAN, 0), Sample(3, 2, 1.0, 4)])
    assert (found["n"], found["mean"], found["min_gbps"], found["max_congestion"]) == (2, 0.75, 1.5, 3)
    none = orcs_figures([Sample(NAN, NAN, NAN, 0)])
    assert (none["n"], none["mean"], none["min_gbps"], none["max_congestion"]) == (0, None, None, None)


def test_that_in_a_whole_tree_of_two_levels_shares_are_the_fair_rates() -> None:
    wires = wiring(tree2(4, 2, 2))
    tables, channels = dmodk(wires), channels_of(wires)
    every = [
        sampled_rates(tables, channels, pairs(np.arange(8), np.array(order)))
        for order in list(permutations(range(8)))[::160]
    ]
    assert all(each.share == pytest.approx(each.mean / 200) for each in every)


@pytest.mark.parametrize(
    ("fabric", "pattern", "samples", "share", "error"),
    [
        (tree2(36, 18, 18), "permutation", 60, 0.66466, 0.00067),
        (tree2(36, 18, 18), "bisection", 60, 0.66275, 0.00062),
        (tree2(36, 18, 18), "bisection:ways=one", 100, 0.8096, 0.0006),
        (tree3(24, 12, 12, 12, 12), "permutation", 12, 0.51166, 0.0005),
    ],
)
def test_that_trees_have_the_means_that_were_measured(
    fabric: Fabric, pattern: str, samples: int, share: float, error: float
) -> None:
    text = f"{pattern}{',' if ':' in pattern else ':'}count={samples},seed=7"
    found = laid(fabric, text, "dmodk").summary
    assert abs(found["orcs"]["mean"] - share) < 4 * (found["orcs"]["stderr"] + error)
    assert found["orcs"]["mean"] <= found["samples"]["mean"] / 200 + 1e-9
    assert found.get("effective_bisection") == (found["orcs"]["mean"] if "bisection" in pattern else None)
    assert found["edge_forwarding_index"] == len(fabric.nodes.kind[fabric.nodes.kind == 2]) - 1


def test_that_permutations_in_a_tree_of_three_levels_get_what_was_measured() -> None:
    found = laid(tree3(24, 12, 12, 12, 12), "permutation:count=12,seed=3", "dmodk").summary
    assert abs(found["samples"]["mean"] / 200 - 0.52548) < 4 * (found["samples"]["stderr"] / 200 + 0.0005)
    assert found["orcs"]["min_gbps"] / 200 == pytest.approx(0.172, abs=0.02)
    assert found["orcs"]["max_congestion"] == pytest.approx(5.88, abs=0.8)


def test_that_adaptive_routing_of_a_whole_tree_crowds_nothing() -> None:
    found = laid(tree2(8, 4, 4), "permutation:count=3", "adaptive").summary
    assert found["orcs"]["mean"] == pytest.approx(1)
    assert found["edge_forwarding_index"] == 31


def test_that_the_index_counts_pairs_of_a_rail_and_the_degree_shared_cables() -> None:
    assert laid(rails(), "permutation:count=1").summary["edge_forwarding_index"] == 3
    assert laid(tree2(2, 1, 3), "shift:k=3").summary["hot_spot_degree"] == 3
    assert laid(tree2(2, 1, 3), "all-to-all").summary["edge_forwarding_index"] == 9


def test_that_no_hosts_have_no_bisection() -> None:
    found = laid(fabric_of("SS", [(0, 1, 1, 1)]), "bisection:count=4").summary
    assert (found["orcs"]["n"], found["effective_bisection"], found["edge_forwarding_index"]) == (0, None, 0)
