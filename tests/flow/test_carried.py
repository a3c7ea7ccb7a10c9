from __future__ import annotations

import numpy as np
from fabrics import tree2
from flows import laid

from ibviz.flow.carried import Carried


def test_that_flows_without_a_route_are_not_among_the_routed() -> None:
    flows = laid(tree2(1, 1, 2), "shift").flows
    times = np.array([3.0, 2.0])
    made = Carried(np.empty(0), np.empty(0), np.ones(2), np.ones(2), times, 7, lambda: flows)
    assert made.routed == 5
    assert made.listed() is flows
