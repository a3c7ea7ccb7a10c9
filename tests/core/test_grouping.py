from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
import pytest

from ibviz.core.grouping import MOST, find_groups, parting
from ibviz.core.table import Ints, Texts


def dragonfly(groups: int, size: int) -> list[tuple[int, int]]:
    """Return the cables of groups, all to all inside and one cable between any two, spread over their switches."""
    edges = [(g * size + a, g * size + b) for g in range(groups) for a in range(size) for b in range(a)]
    turn = [0] * groups
    for one in range(groups):
        for other in range(one):
            edges.append((one * size + turn[one] % size, other * size + turn[other] % size))
            turn[one], turn[other] = turn[one] + 1, turn[other] + 1
    return edges


def pairs_of(edges: Sequence[tuple[int, int]]) -> Ints:
    one_way = np.array(edges, np.int64).reshape(-1, 2)
    return np.unique(np.concatenate([one_way, one_way[:, ::-1]]), axis=0)


def named(count: int) -> Texts:
    return np.array([f"switch {row}" for row in range(count)], object)


@pytest.mark.parametrize(("groups", "size"), [(9, 4), (5, 4), (17, 8), (33, 8)])
def test_that_groups_of_a_dragonfly_are_found_by_its_cables_alone(groups: int, size: int) -> None:
    turn = np.random.default_rng(3).permutation(groups * size)
    found = find_groups(named(groups * size), turn[pairs_of(dragonfly(groups, size))])
    assert found is not None and found.max() + 1 == groups
    for group in range(groups):
        assert len(set(found[turn[group * size : (group + 1) * size]].tolist())) == 1


def test_that_groups_without_triangles_are_found_by_their_names() -> None:
    count, size = 6, 2
    names = np.array([f"g{g}-sw{s}" for g in range(count) for s in range(size)], object)
    edges = [(2 * g, 2 * g + 1) for g in range(count)] + [(2 * g + 1, (2 * g + 2) % 12) for g in range(count)]
    found = find_groups(names, pairs_of(edges))
    assert found is not None
    assert found.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_that_a_missing_cable_does_little() -> None:
    found = find_groups(named(36), pairs_of(dragonfly(9, 4)[1:]))
    assert found is not None and found.tolist() == np.repeat(np.arange(9), 4).tolist()


@pytest.mark.parametrize(
    "graph",
    [nx.complete_graph(12), nx.grid_graph([8, 8], periodic=True), nx.complete_bipartite_graph(8, 4)],
    ids=["full mesh", "torus", "tree"],
)
def test_that_what_has_no_groups_is_told(graph: nx.Graph) -> None:
    edges = [*nx.convert_node_labels_to_integers(graph).edges]
    assert find_groups(named(graph.number_of_nodes()), pairs_of(edges)) is None


def test_that_nothing_is_looked_for_where_it_is_too_small_too_large_or_not_cabled() -> None:
    assert find_groups(named(0), pairs_of([])) is None
    assert find_groups(named(5), pairs_of([(0, 1), (2, 3)])) is None
    assert find_groups(named(9), pairs_of([])) is None
    assert find_groups(named(MOST + 1), pairs_of([(0, 1)])) is None


def test_that_the_modularity_is_that_of_networkx() -> None:
    edges = dragonfly(9, 4)
    cabled = np.zeros((36, 36), bool)
    cabled[tuple(pairs_of(edges).T)] = True
    label = np.repeat(np.arange(9), 4)
    groups = [set(np.flatnonzero(label == group).tolist()) for group in range(9)]
    assert parting(label, cabled) == pytest.approx(nx.community.modularity(nx.Graph(edges), groups))
    assert parting(np.arange(36), cabled) == 0, "switches of their own are no groups"
    assert parting(np.arange(36) % 9, cabled) == 0, "nor are those that are hardly cabled"
