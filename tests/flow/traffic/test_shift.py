from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from flows import laid

from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.traffic_of import traffic_of


@pytest.mark.parametrize("k", [1, 3, 0, -1, 6, 1000000])
def test_that_each_endpoint_sends_to_the_kth_after_it(k: int) -> None:
    (made,) = traffic_of(shape(wiring(tree2(3, 2, 2))), Choice("shift", {"k": str(k)})).draws()
    assert made.src.tolist() == list(range(6))
    assert made.dst.tolist() == [(place + k) % 6 for place in range(6)]


def test_that_shifts_on_a_full_tree_under_dmodk_never_share_a_cable() -> None:
    for k in range(1, 32):
        assert laid(tree2(8, 4, 4), f"shift:k={k}", "dmodk").summary["max_flows_per_cable"] == 1


def test_that_a_shift_by_all_sends_to_oneself_at_the_rate_of_the_port() -> None:
    found = laid(tree2(3, 2, 2), "shift:k=6")
    assert found.flows.rate.tolist() == [200.0] * 6
    assert not found.load.any()
    assert np.array_equal(found.flows.hops, np.zeros(6))
