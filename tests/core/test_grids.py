from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.grids import grid_name


def named(graph: nx.Graph) -> tuple[str, str] | None:
    """What the graph is called when its nodes come in no order."""
    graph = nx.convert_node_labels_to_integers(graph)
    count = len(graph)
    place = np.random.default_rng(count).permutation(count)
    pairs = [(a, b) for a, b in graph.edges] + [(b, a) for a, b in graph.edges]
    return grid_name(place, np.array(sorted(pairs), np.int64))


@given(st.lists(st.integers(3, 6), min_size=2, max_size=3))
def test_that_a_torus_is_known_by_its_sizes(sizes: list[int]) -> None:
    found = named(nx.grid_graph(sizes, periodic=True))
    assert found is not None
    text = "x".join(map(str, sorted(sizes, reverse=True)))
    assert found == (
        "torus",
        f"neighbours ({2 * len(sizes)} of each switch) and distances are as in a {text} torus",
    )


@given(st.lists(st.integers(2, 6), min_size=2, max_size=3).filter(lambda sizes: sizes != [2, 2]))
def test_that_a_mesh_is_known_by_its_sizes(sizes: list[int]) -> None:
    found = named(nx.grid_graph(sizes))
    assert found is not None
    if set(sizes) == {2}:
        assert found[0] == "torus"
    else:
        assert found[0] == "mesh"
        assert f"as in a {'x'.join(map(str, sorted(sizes, reverse=True)))} mesh" in found[1]


@pytest.mark.parametrize("count", [4, 5, 9, 30])
def test_that_a_ring_is_known(count: int) -> None:
    assert named(nx.cycle_graph(count)) == ("ring", f"{count} switches in a ring")


@pytest.mark.parametrize("count", [2, 3, 8])
def test_that_a_full_mesh_is_known(count: int) -> None:
    assert named(nx.complete_graph(count)) == (
        "full-mesh",
        f"each of {count} switches is cabled to every other",
    )


@pytest.mark.parametrize(
    "graph",
    [
        nx.petersen_graph(),
        nx.star_graph(5),
        nx.circular_ladder_graph(7).subgraph(range(13)),
        nx.random_regular_graph(4, 30, seed=3),
        nx.random_regular_graph(7, 128, seed=3),
        nx.balanced_tree(2, 3),
    ],
)
def test_that_other_graphs_have_no_name(graph: nx.Graph) -> None:
    assert named(graph) is None


def test_that_a_hypercube_is_a_torus_of_fours_and_twos() -> None:
    found = named(nx.hypercube_graph(7))
    assert found is not None
    assert "as in a 4x4x4x2 torus" in found[1]


def test_that_a_torus_with_one_cable_moved_is_none() -> None:
    graph = nx.convert_node_labels_to_integers(nx.grid_graph([4, 4], periodic=True))
    nx.double_edge_swap(graph, seed=1)
    assert named(graph) is None
