from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3

from ibviz.core.errors import RoutingError
from ibviz.core.fabric import Fabric, Ports
from ibviz.core.table import Ints
from ibviz.core.wiring import wiring
from ibviz.flow.fattree import FatTree, fat_tree
from ibviz.flow.hops import hops

PAIR = [(2, 1, 0, 9), (3, 1, 1, 9)]
HUNG = [(4, 1, 2, 4), (5, 1, 3, 4)]


def tree_of(fabric: Fabric, roots: list[int] | None = None) -> FatTree:
    wires = wiring(fabric)
    places: Ints | None = None if roots is None else wires.place[roots]
    return fat_tree(wires, hops(wires), 0, places)


def test_that_a_tree_has_its_ranks_bundles_and_leaves() -> None:
    tree = tree_of(tree2(3, 2, 2, parallel=2))
    assert tree.rank == [1, 1, 1, 0, 0]
    assert tree.leaves == [0, 1, 2]
    assert [[bundle.ports for bundle in bundles] for bundles in tree.above[:2]] == [[[3, 4], [5, 6]]] * 2
    assert [bundle.peer_ports for bundle in tree.above[1]] == [[3, 4], [3, 4]]
    assert [bundle.peer for bundle in tree.below[3]] == [0, 1, 2]
    assert not any(tree.beside) and tree.crowd == 2


def test_that_the_switches_farthest_from_hosts_are_the_roots_unless_some_are_given() -> None:
    fabric = tree3(2, 2, 2, 1, 2)
    assert tree_of(fabric).rank == [2, 2, 2, 2, 1, 1, 1, 1, 0, 0]
    assert tree_of(fabric, [4, 5, 6, 7]).rank == [1, 1, 1, 1, 0, 0, 0, 0, 1, 1]


def test_that_roots_in_no_switch_of_the_subnet_leave_it_to_find_them_and_to_be_odd() -> None:
    fabric = tree2(3, 2, 2, holes=1)
    assert tree_of(fabric, []).rank == [1, 1, 1, 0, 0]


def test_that_cables_within_a_rank_and_to_oneself_are_no_ways_up() -> None:
    cables = [(0, 1, 2, 1), (1, 1, 2, 2), (0, 3, 1, 3), (0, 4, 0, 5), (3, 1, 0, 2), (4, 1, 1, 2)]
    tree = tree_of(fabric_of("SSSHH", cables))
    assert [[bundle.peer for bundle in side[0]] for side in (tree.below, tree.beside, tree.above)] == [
        [],
        [1],
        [2],
    ]


def test_that_leaves_without_hosts_count_only_between_those_with_some() -> None:
    trunks = [(leaf, 1, 4, leaf + 1) for leaf in range(4)]
    tree = tree_of(fabric_of("SSSSSHH", [*trunks, (5, 1, 0, 2), (6, 1, 2, 2)]), [4])
    assert tree.leaves == [0, 1, 2]


def test_that_routers_are_no_hosts_and_aggregation_nodes_are() -> None:
    ends = [(3, 1, 0, 2), (4, 1, 1, 2), (5, 1, 1, 3), (6, 1, 1, 4)]
    tree = tree_of(fabric_of("SSSHHRA", [(0, 1, 2, 1), (1, 1, 2, 2), *ends]))
    assert tree.ends == {0: [0], 1: [1, 3]}


@pytest.mark.parametrize(
    ("fabric", "roots", "says"),
    [
        (fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)]), None, "one switch is no tree"),
        (fabric_of("SSH", [(0, 1, 1, 1), (2, 1, 0, 2), (2, 2, 1, 2)]), None, "two hosts at least"),
        (fabric_of("SSHH", [(0, 1, 1, 1), *PAIR]), None, "in 1 rank, and a fat tree has 2 to 8"),
        (fabric_of("SSHH", [(0, 1, 1, 1), *PAIR]), [1], "different ranks, one of them 'S1'"),
        (fabric_of("SSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 0, 3)]), None, "all hosts are at one switch"),
        (
            fabric_of("S" * 9 + "HH", [(i, 1, i + 1, 2) for i in range(8)] + [(9, 1, 8, 3), (10, 1, 8, 4)]),
            [0],
            "in 9 ranks",
        ),
        (
            tree2(3, 2, 2, holes=1),
            None,
            r"no pure fat tree, as 'S\d' and 'S\d' are cabled to \d and \d switches",
        ),
        (
            tree2(3, 2, 2, parallel=2, holes=1),
            None,
            r"and 'S\d' have \d and \d cables to a switch above them",
        ),
        (
            fabric_of(
                "SSSSHH",
                [(0, 1, 2, 1), (0, 2, 2, 2), (0, 3, 3, 1), (1, 1, 2, 3), (1, 2, 3, 2), (1, 3, 3, 3), *HUNG],
            ),
            None,
            "'S1' and 'S0' have 1 and 2 cables to a switch below them",
        ),
        (
            fabric_of(
                "SSSSHH",
                [(0, 1, 2, 1), (0, 2, 3, 1), (1, 1, 2, 2), *HUNG],
            ),
            None,
            "'S1' and 'S0' are cabled to 1 and 2 switches below them",
        ),
    ],
)
def test_that_what_is_no_fat_tree_is_refused_in_words(
    fabric: Fabric, roots: list[int] | None, says: str
) -> None:
    with pytest.raises(RoutingError, match=says):
        tree_of(fabric, roots)


def test_that_a_tree_with_a_cable_out_is_one_once_its_roots_are_given() -> None:
    assert tree_of(tree2(3, 2, 2, holes=1), [3, 4]).rank == [1, 1, 1, 0, 0]


def test_that_lid_ranges_are_refused() -> None:
    fabric = tree2(2, 2, 2)
    ports = Ports.of(1, node=np.array([4]), port=np.array([1]), lid=np.array([8]), lmc=np.array([3]))
    with pytest.raises(RoutingError, match="LMC above 0"):
        tree_of(replace(fabric, ports=ports))
