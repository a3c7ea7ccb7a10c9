from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from flows import laid

from ibviz.core.scenario import Scenario
from ibviz.gui.models.same_flows import found_again, known


@pytest.mark.parametrize("traffic", ["shift:k=3", "all-to-all", "permutation:seed=4"])
def test_that_flows_are_found_again_after_others_lost_their_endpoints(traffic: str) -> None:
    fabric = tree2(4, 2, 3)
    before, after = (
        laid(fabric, traffic),
        laid(fabric, traffic, scenario=Scenario("", frozenset([6]), frozenset())),
    )
    old, new = before.all_flows(), after.all_flows()
    assert len(new) < len(old)
    ends = before.wiring.endpoints.node, after.wiring.endpoints.node
    for flow in range(len(old)):
        pair = ends[0][old.src[flow]], ends[0][old.dst[flow]]
        found = found_again(known(before, old, [flow]), after, new)
        assert {(ends[1][new.src[f]], ends[1][new.dst[f]]) for f in found} == (
            {pair} - {p for p in [pair] if 6 in p}
        )


def test_that_flows_that_are_not_listed_are_nobody() -> None:
    run = laid(tree2(2, 1, 2), "shift:k=1")
    nobody = known(run, run.flows, [999])
    assert len(nobody.pairs) == 0
    assert found_again(nobody, run, run.flows) == frozenset()
    every = known(run, run.flows, range(len(run.flows)))
    assert found_again(every, run, run.flows) == frozenset(np.arange(len(run.flows)).tolist())
