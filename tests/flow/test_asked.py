"""How many flows a traffic asks for before anything is down."""

from __future__ import annotations

import pytest
from fabrics import tree2

from ibviz.core.scenario import Choice, Scenario
from ibviz.flow.asked import gone_flows
from ibviz.flow.simulate import simulate


@pytest.mark.parametrize(
    "traffic", ["all-to-all", "shift:k=1", "all-to-all:local=false", "permutation:count=2"]
)
def test_that_flows_with_a_failed_leaf_are_counted(traffic: str) -> None:
    fabric, choice = tree2(4, 2, 3), Choice.parse(traffic)
    whole = simulate(fabric, Scenario(), traffic=choice)
    cut = simulate(fabric, Scenario("x", frozenset([0])), traffic=choice)
    assert gone_flows(whole) == 0
    assert gone_flows(cut) == whole.summary["flows"] - cut.summary["flows"] > 0


def test_that_none_is_gone_with_an_uplink() -> None:
    fabric = tree2(4, 2, 3)
    uplink = 0  # the first leaf to the first spine
    assert gone_flows(simulate(fabric, Scenario("x", frozenset(), frozenset([uplink])))) == 0
