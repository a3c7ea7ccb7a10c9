from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from conftest import corpus
from crossing_count import count, dot_count, inversions
from fabrics import fabric_of, tree2, tree3
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.reading import read_state
from ibviz.core.structure import Structure, shape
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.ordering import links_between, switch_order


def seen(fabric: Fabric) -> Structure:
    return shape(wiring(fabric))


def my_count(structure: Structure) -> int:
    return count(structure, layered(structure).x)


def irregular(seed: int, bands: list[int], density: float) -> Fabric:
    """A layered fabric with random cables between its bands, some of them twice."""
    random = np.random.default_rng(seed)
    first = np.cumsum([0, *bands])
    pairs = [(first[-1] + leaf, leaf) for leaf in range(bands[0])]
    for band in range(len(bands) - 1):
        wired = random.random((bands[band], bands[band + 1])) < density
        wired[np.arange(bands[band]), random.integers(0, bands[band + 1], bands[band])] = True
        wired[random.integers(0, bands[band], bands[band + 1]), np.arange(bands[band + 1])] = True
        for low, high in np.argwhere(wired).tolist():
            pairs += [(first[band] + low, first[band + 1] + high)] * int(random.integers(1, 3))
    used: dict[int, int] = {}
    cables = []
    for a, b in pairs:
        used[a], used[b] = used.get(a, 0) + 1, used.get(b, 0) + 1
        cables.append((a, used[a], b, used[b]))
    guids = (random.permutation(first[-1] + bands[0]) * 1000003 + 17).tolist()
    return fabric_of("S" * first[-1] + "H" * bands[0], cables, guids=guids)


@given(st.lists(st.integers(0, 9)))
def test_that_the_tests_own_counter_counts(values: list[int]) -> None:
    array = np.array(values, np.int64)
    assert inversions(array) == sum(a > b for i, b in enumerate(values) for a in values[:i])


def test_that_the_crossings_of_the_648_tree_are_the_unavoidable_ones() -> None:
    assert my_count(seen(tree2(36, 18, 1, shuffle=3))) == 96_390


@pytest.mark.oracle
@pytest.mark.parametrize("half", [4, 8])
def test_that_shuffled_trees_of_three_levels_have_as_few_crossings_as_dot_finds(half: int) -> None:
    structure = seen(tree3(2 * half, half, half, half, 1, shuffle=half))
    assert my_count(structure) <= dot_count(structure)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("bands", "density"), [([8, 6], 0.3), ([12, 9, 4], 0.35), ([15, 15, 8], 0.2)])
def test_that_irregular_fabrics_have_no_more_crossings_than_dot_finds(
    seed: int, bands: list[int], density: float
) -> None:
    structure = seen(irregular(seed, bands, density))
    assert my_count(structure) <= dot_count(structure)


@pytest.mark.oracle
def test_that_irregular_fabrics_have_fewer_crossings_than_dot_finds_on_the_whole() -> None:
    structures = [seen(irregular(seed, [10, 8, 5], 0.4)) for seed in range(8)]
    assert sum(map(my_count, structures)) <= sum(map(dot_count, structures))


@pytest.mark.oracle
@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    [
        "loginoff-stage-qdr-fdr10.ibnetdiscover.txt",
        "psmn-x5-voltaire-qdr-ddr.ibnetdiscover.txt",
        "cyberang3l-k4n3-generated-lid0.ibnetdiscover.txt",
        "hk-krskp-dgxa100-bom-prompt-crlf.ibnetdiscover.txt",
    ],
)
def test_that_real_fabrics_have_no_more_crossings_than_dot_finds_with_whole_pods(name: str) -> None:
    structure = seen(read_state(corpus() / name).fabric)
    assert my_count(structure) <= dot_count(structure, pods=structure.levels > 3)


def test_that_leaves_of_a_whole_tree_stand_by_name() -> None:
    fabric = tree2(12, 3, 1, shuffle=5)
    names = fabric.nodes.name.copy()
    names[:12] = [f"leaf-{i}" for i in np.random.default_rng(2).permutation(12)]
    structure = seen(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    leaves, spines = switch_order(structure).bands()
    assert names[leaves].tolist() == [f"leaf-{i}" for i in range(12)]
    assert names[spines].tolist() == ["S12", "S13", "S14"]


def test_that_nameless_leaves_stand_in_routing_order() -> None:
    fabric = tree2(6, 2, 1, shuffle=9)
    names = np.full(len(fabric.nodes), "Quantum Mellanox Technologies", object)
    structure = seen(Fabric(fabric.nodes.with_columns(name=names), fabric.cables))
    order = structure.wiring.switches
    assert switch_order(structure).bands()[0].tolist() == order[structure.level[order] == 1].tolist()


def test_that_middle_switches_stand_below_their_planes_in_every_pod() -> None:
    structure = seen(tree3(4, 3, 3, 2, 1, shuffle=11))
    middle = switch_order(structure).bands()[1].tolist()
    lower, upper = links_between(structure)[1]
    planes = {s: structure.plane[upper[lower == s]].tolist() for s in middle}
    columns = [planes[s][0] for s in middle]
    assert all(len(set(found)) == 1 for found in planes.values())
    assert columns == columns[:3] * 4


def test_that_a_ring_is_walked_in_its_order() -> None:
    cycle = [3, 0, 5, 1, 4, 2]
    ends = list(zip(cycle, cycle[1:] + cycle[:1], strict=True))
    cables = [(a, 1, b, 2) for a, b in ends] + [(6 + i, 1, i, 3) for i in range(6)]
    walked = switch_order(seen(fabric_of("S" * 6 + "H" * 6, cables))).bands()[0].tolist()
    graph = nx.Graph(ends)
    assert walked[0] == 0
    assert all(graph.has_edge(a, b) for a, b in zip(walked, walked[1:] + walked[:1], strict=True))
    assert walked[1] == min(graph[0])


def test_that_nothing_has_no_order() -> None:
    assert switch_order(seen(fabric_of("", []))).bands() == []


def test_that_a_missing_cable_starts_the_untangling() -> None:
    whole, holed = tree3(3, 2, 2, 2, 1), tree3(3, 2, 2, 2, 1, holes=2, shuffle=4)
    assert my_count(seen(holed)) < my_count(seen(whole))
