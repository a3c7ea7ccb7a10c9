from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from fabrics import fabrics, torus_of, tree3
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.deadlock import circles
from ibviz.flow.engines.sssp import sssp
from ibviz.flow.lanes import Ways, assigned


def ways_of(fabric: Fabric) -> Ways:
    """All routes to hosts of a fabric, a source at each switch."""
    wires = wiring(fabric)
    size = len(wires.switches)
    return Ways(wires.switch_ports.switch, sssp(wires).to_end, np.ones(size, np.int64), np.arange(size) + 1)


def waits(ways: Ways, routes: list[tuple[int, int]]) -> int:
    """How many circles there are if routes are on one lane."""
    found = [step for route in routes for step in pairwise(ways.channels(route))]
    edges = np.array(found, np.int64).reshape(-1, 2)
    return circles(edges[:, 0], edges[:, 1])


@given(fabrics(dead=False))
def test_that_no_lane_has_a_circle(fabric: Fabric) -> None:
    ways = ways_of(fabric)
    lane = assigned(ways, np.arange(len(ways.sources)), 8)
    assert lane is not None
    for number in range(int(lane.max(initial=0)) + 1):
        assert waits(ways, [tuple(route) for route in np.argwhere(lane == number).tolist()]) == 0
    every = [tuple(route) for route in np.argwhere(lane >= 0).tolist()]
    assert ways.straight() == (waits(ways, every) == 0) == (not lane.any())


@pytest.mark.parametrize(("fabric", "needed"), [(tree3(2, 3, 2, 2, 3), 1), (torus_of((5,)), 2)])
def test_that_trees_need_one_lane_and_rings_two(fabric: Fabric, needed: int) -> None:
    wires = wiring(fabric)
    at = np.bincount(wires.place[wires.end_ports.switch], minlength=len(wires.switches))
    ways = Ways(wires.switch_ports.switch, sssp(wires).to_end, at, np.arange(len(at)) + 1)
    lane = assigned(ways, np.flatnonzero(at), needed)
    assert lane is not None and lane.max() == needed - 1
    if needed > 1:
        assert assigned(ways, np.flatnonzero(at), needed - 1) is None
