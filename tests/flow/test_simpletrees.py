from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3, trees
from hypothesis import assume, given
from oddtrees import odd_tree

from ibviz.core.errors import RoutingError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.wiring import wiring
from ibviz.flow.climbing import Climber
from ibviz.flow.fattree import FatTree, fat_tree
from ibviz.flow.hops import Hops, hops
from ibviz.flow.simpletrees import SimpleClimber, ways_down


def tree_of(fabric: Fabric, roots: list[int] | None = None) -> tuple[FatTree, Hops]:
    wires = wiring(fabric)
    near = hops(wires)
    return fat_tree(wires, near, 0, None if roots is None else wires.place[roots]), near


def all_rows(climbs: Climber | SimpleClimber, tree: FatTree) -> list[list[int]]:
    """Return the rows to two hosts of each leaf, a missing one between them, and to all switches."""
    rows = []
    for leaf in tree.leaves:
        rows.append(climbs.to_host(leaf, 77).tolist())
        climbs.to_nobody(leaf)
        rows.append(climbs.to_host(leaf, 78).tolist())
    return rows + [climbs.to_switch(switch).tolist() for switch in tree.switches]


def compare(fabric: Fabric, roots: list[int] | None = None) -> bool:
    """Compare both climbers on a tree; tell whether it is a simple one."""
    (tree, _), (same, near) = tree_of(fabric, roots), tree_of(fabric, roots)
    ways = ways_down(tree)
    if ways is None:
        return False
    assert all_rows(SimpleClimber(tree, *ways), tree) == all_rows(Climber(same, near), same)
    return True


@pytest.mark.parametrize(
    "fabric",
    [tree2(5, 3, 4), tree2(3, 10, 2), tree3(3, 3, 3, 3, 3), tree3(2, 3, 2, 3, 2, shuffle=5)],
    ids=["two", "ten-spines", "three", "shuffled"],
)
def test_that_whole_trees_are_simple_and_routed_as_step_by_step(fabric: Fabric) -> None:
    assert compare(fabric)


@given(trees())
def test_that_trees_with_holes_are_routed_as_step_by_step(fabric: Fabric) -> None:
    try:
        compare(fabric, [])
    except RoutingError:
        assume(False)


def test_that_odd_trees_with_any_roots_are_routed_as_step_by_step() -> None:
    simple = 0
    for seed in range(60):
        fabric, tops = odd_tree(seed)
        for roots in (tops, np.flatnonzero(fabric.nodes.kind == Kind.SWITCH)[seed % 3 :: 3].tolist()):
            try:
                simple += compare(fabric, roots)
            except RoutingError:
                continue
    assert simple > 3


def test_that_ways_down_say_ports_and_ranks() -> None:
    tree, _ = tree_of(tree3(2, 1, 1, 1, 2))
    ways: Any = ways_down(tree)
    down, depth = ways
    assert down[4].tolist() == [3, 3, 2, 2, 255]
    assert depth[4].tolist() == [2, 2, 1, 1, 0]
    assert down[2].tolist() == [3, 255, 255, 255, 255]


ENDS = [(4, 1, 0, 8), (5, 1, 1, 8)]


@pytest.mark.parametrize(
    ("fabric", "roots"),
    [
        (tree2(3, 2, 2, parallel=2), []),
        (fabric_of("SSSHH", [(0, 1, 2, 1), (1, 1, 2, 2), (0, 2, 1, 2), (3, 1, 0, 3), (4, 1, 1, 3)]), [2]),
        (
            fabric_of(
                "SSSSHHS",
                [(0, 1, 2, 1), (0, 2, 3, 1), (1, 1, 2, 2), (1, 2, 3, 2), (2, 3, 6, 1), (3, 3, 6, 2), *ENDS],
            ),
            [6],
        ),
    ],
    ids=["parallel", "beside", "two-ways-down"],
)
def test_that_other_trees_are_not_simple(fabric: Fabric, roots: list[int]) -> None:
    assert ways_down(tree_of(fabric, roots)[0]) is None
