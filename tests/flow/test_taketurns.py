from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, tree2, tree3, trees
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.progress import silent
from ibviz.core.wiring import wiring
from ibviz.flow import taketurns
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import hops
from ibviz.flow.leastload import deal_all
from ibviz.flow.taketurns import deal_in_turn


def both_ways(fabric: Fabric) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return tables and loads dealt in turn and block by block, and which switches are to be dealt so."""
    wires = wiring(fabric)
    near, targets = hops(wires), destinations(wires)
    made = []
    for _ in range(2):
        made.append(np.full((len(wires.end_ports), len(near)), 255, np.uint8))
        made.append(np.zeros(near.neighbour.shape, np.int32))
    others = deal_in_turn(made[0], near, targets, made[1])
    deal_all(made[2], near, targets, np.arange(len(near)), made[3], silent)
    return made[0], made[1], made[2], made[3], others


@given(fabrics(max_switches=9, max_others=16) | trees())
def test_that_dealing_in_turn_equals_dealing_block_by_block(fabric: Fabric) -> None:
    table, load, expected, expected_load, others = both_ways(fabric)
    regular = np.setdiff1d(np.arange(table.shape[1]), others)
    assert np.array_equal(table[:, regular], expected[:, regular])
    assert np.array_equal(load[regular], expected_load[regular])
    assert (table[:, others] == 255).all()
    assert (load[others] == 0).all()


@pytest.mark.parametrize(
    "fabric", [tree2(6, 3, 4, parallel=2), tree3(3, 3, 2, 2, 3), tree2(1, 1, 3)], ids=["two", "three", "one"]
)
def test_that_every_switch_of_a_whole_tree_deals_in_turn(fabric: Fabric) -> None:
    assert not len(both_ways(fabric)[4])


def test_that_a_hole_makes_switches_count() -> None:
    assert 0 < len(both_ways(tree2(6, 3, 4, holes=1))[4]) <= 9


def test_that_switches_are_looked_at_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = both_ways(tree3(3, 3, 2, 2, 3, holes=2))
    monkeypatch.setattr(taketurns, "CHUNK", 4)
    for one, other in zip(whole, both_ways(tree3(3, 3, 2, 2, 3, holes=2)), strict=True):
        assert np.array_equal(one, other)
