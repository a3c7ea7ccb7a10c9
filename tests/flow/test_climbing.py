from __future__ import annotations

import pytest
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.climbing import Climber
from ibviz.flow.fattree import fat_tree
from ibviz.flow.hops import hops


def climber(fabric: Fabric, *roots: int) -> Climber:
    wires = wiring(fabric)
    near = hops(wires)
    return Climber(fat_tree(wires, near, 0, wires.place[list(roots)] if roots else None), near)


def test_that_the_hosts_of_a_leaf_take_turns_on_the_spines() -> None:
    # Leaves 0 to 2 with hosts at ports 1 and 2, spines 3 and 4 at ports 3 and 4.
    climbs = climber(tree2(3, 2, 2))
    assert list(climbs.to_host(0, 1)) == [1, 3, 3, 1, 1]
    assert list(climbs.to_host(0, 2)) == [2, 4, 4, 1, 1]
    assert list(climbs.to_host(1, 1)) == [3, 1, 3, 2, 2]


def test_that_a_missing_host_has_its_turn() -> None:
    climbs = climber(tree2(3, 2, 2))
    climbs.to_nobody(0)
    assert list(climbs.to_host(0, 1)) == [1, 4, 4, 1, 1]


def test_that_parallel_cables_take_turns_both_ways() -> None:
    # Two cables from each of two leaves to one spine: hosts at ports 1 and 2, cables at 3 and 4.
    climbs = climber(tree2(2, 1, 2, parallel=2))
    assert list(climbs.to_host(0, 1)) == [1, 3, 1]
    assert list(climbs.to_host(0, 2)) == [2, 4, 2]
    assert list(climbs.to_host(1, 1)) == [3, 1, 3]
    assert list(climbs.to_host(1, 2)) == [4, 2, 4]


def test_that_switches_are_reached_but_between_roots() -> None:
    climbs = climber(tree2(2, 2, 1))
    assert list(climbs.to_switch(0)) == [0, 2, 1, 1]
    assert list(climbs.to_switch(2)) == [2, 2, 0, 255]


def test_that_in_three_ranks_the_middle_takes_turns_too() -> None:
    # Pods of leaves 0, 1 and 2, 3; their spines 4, 5 and 6, 7; cores 8, 9 above 4 and 6, 10, 11 above 5 and 7.
    climbs = climber(tree3(2, 2, 2, 2, 4))
    ways = [climbs.to_host(0, port) for port in (1, 2, 3, 4)]
    assert [way[2] for way in ways] == [5, 6, 5, 6]
    assert [way[6] for way in ways[::2]] == [3, 4]
    assert [way[7] for way in ways[1::2]] == [3, 4]


def test_that_a_shorter_way_found_later_replaces_a_longer_one() -> None:
    climbs = climber(tree3(2, 2, 2, 2, 1))
    assert climbs.to_host(0, 1)[5] == 1


# Two leaves, 0 and 1, below the root 2 and cabled to each other; leaf 3 below it only by leaf 1.
BESIDE = fabric_of(
    "SSSHHH",
    [(0, 1, 2, 1), (1, 1, 2, 2), (0, 2, 1, 2), (3, 1, 0, 3), (4, 1, 1, 3), (5, 1, 1, 4)],
)


def test_that_a_cable_beside_is_taken_where_it_is_shorter() -> None:
    climbs = climber(BESIDE, 2)
    assert list(climbs.to_host(0, 3)) == [3, 2, 1]
    assert list(climbs.to_host(1, 3)) == [2, 3, 2]
    assert list(climbs.to_switch(0)) == [0, 2, 1]


def test_that_a_missing_host_sends_nothing_beside_on_the_way_down() -> None:
    climbs = climber(BESIDE, 2)
    climbs.to_nobody(0)
    assert list(climbs.to_host(0, 3)) == [3, 2, 1]


def test_that_a_way_up_and_beside_counts_for_the_first_bundle_up() -> None:
    # Root 0 above 1 and 2, which are cabled to each other; leaf 3 below 1, leaf 4 below 2.
    cables = [(1, 1, 0, 1), (2, 1, 0, 2), (1, 2, 2, 2), (3, 1, 1, 3), (4, 1, 2, 3)]
    climbs = climber(fabric_of("SSSSSHH", [*cables, (5, 1, 3, 2), (6, 1, 4, 2)]), 0)
    assert list(climbs.to_host(3, 2)) == [1, 3, 2, 2, 1]


@pytest.mark.parametrize("hosts", [0, 1])
def test_that_a_switch_below_a_leaf_is_routed_through_it(hosts: int) -> None:
    cables = [(0, 1, 2, 1), (1, 1, 2, 2), (3, 1, 0, 4), (4, 1, 0, 2), (5, 1, 1, 2)]
    climbs = climber(fabric_of("SSSSHH", cables), 2)
    assert list(climbs.to_host(1, 2)) == [1, 2, 2, 1]
    assert list(climbs.to_switch(3)) == [4, 1, 1, 0]
