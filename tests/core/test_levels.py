from __future__ import annotations

from statistics import median

import networkx as nx
import numpy as np
from fabrics import fabric_of, fabrics, tree2, tree3, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.levels import (
    both_ways,
    distinct,
    hosts_on,
    leaves,
    node_levels,
    planes,
    pods,
    top_levels,
)
from ibviz.core.scenario import Scenario
from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring, wiring


def switch_graph(wires: Wiring) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(wires.switches.tolist())
    graph.add_edges_from(wires.node[wires.trunks].tolist())
    return graph


def levels_by_hand(wires: Wiring) -> list[int]:
    """The contract's rule, written with sets and a graph."""
    kind = wires.fabric.nodes.kind
    graph = switch_graph(wires)
    hosts: dict[int, set[int]] = {s: set() for s in graph}
    for a, b in wires.node.tolist():
        for near, far in ((a, b), (b, a)):
            if near in hosts and kind[far] == Kind.HCA:
                hosts[near].add(far)
    with_hosts = [s for s in graph if hosts[s]]
    at_bottom = []
    for switch in with_hosts:
        beside = [len(hosts[n]) for n in graph[switch] if hosts[n]]
        if not beside or len(hosts[switch]) > median(beside) / 4:
            at_bottom.append(switch)
    far = dict.fromkeys(graph, 0)
    if at_bottom:
        far |= nx.multi_source_dijkstra_path_length(graph, set(at_bottom))
    return [
        1 + far[row] if row in graph else 0 if wires.node_up[row] and kind[row] in (2, 3) else -1
        for row in range(len(kind))
    ]


@given(fabrics(max_switches=9, max_others=20))
def test_that_levels_follow_the_rule(fabric: Fabric) -> None:
    wires = wiring(fabric)
    assert node_levels(wires).tolist() == levels_by_hand(wires)


@given(st.data(), st.integers(1, 4), st.integers(1, 40), st.integers(1, 40))
def test_that_levels_follow_the_rule_where_hosts_sit_on_spines(
    data: st.DataObject, spines: int, many: int, few: int
) -> None:
    counts = [many] * 3 + data.draw(st.lists(st.integers(0, few), min_size=spines, max_size=spines))
    wires = wiring(spined(counts, 3))
    assert node_levels(wires).tolist() == levels_by_hand(wires)


def spined(hosts: list[int], below: int) -> Fabric:
    """Switches with so many hosts; the first `below` are cabled to each of the others."""
    cables = [
        (a, hosts[a] + b - below + 1, b, hosts[b] + a + 1)
        for a in range(below)
        for b in range(below, len(hosts))
    ]
    kinds, row = "S" * len(hosts), len(hosts)
    for switch, count in enumerate(hosts):
        cables += [(row + i, 1, switch, i + 1) for i in range(count)]
        row += count
    return fabric_of(kinds + "H" * sum(hosts), cables)


def test_that_a_quarter_of_the_hosts_below_makes_a_spine_and_more_makes_a_leaf() -> None:
    assert leaves(wiring(spined([20, 20, 5], 2))).tolist()[:3] == [True, True, False]
    assert leaves(wiring(spined([20, 20, 6], 2))).tolist()[:3] == [True, True, True]


def test_that_a_router_or_an_aggregation_node_makes_no_leaf() -> None:
    wires = wiring(fabric_of("SSHRA", [(0, 1, 2, 1), (0, 2, 1, 1), (1, 2, 3, 1), (1, 3, 4, 1)]))
    assert node_levels(wires).tolist() == [1, 2, 0, 0, -1]


def test_that_a_switch_that_no_leaf_reaches_is_level_one() -> None:
    wires = wiring(fabric_of("SSSH", [(0, 1, 3, 1), (1, 1, 2, 1)]))
    assert node_levels(wires).tolist() == [1, 1, 1, 0]


def test_that_an_hca_counts_once_on_its_switch() -> None:
    assert hosts_on(wiring(fabric_of("SH", [(0, 1, 1, 1), (0, 2, 1, 2)]))).tolist() == [1, 0]


def test_that_what_is_down_has_no_level() -> None:
    level = node_levels(wiring(tree2(3, 1, 1), Scenario("x", frozenset({0, 5}))))
    assert level.tolist() == [-1, 3, 1, 2, 0, -1, 0]


def test_that_parallel_cables_are_one_pair() -> None:
    wires = wiring(tree2(1, 1, 1, parallel=3))
    assert both_ways(wires, wires.is_switch).tolist() == [[0, 1], [1, 0]]


@given(st.lists(st.integers(-9, 9)))
def test_that_distinct_is_unique(values: list[int]) -> None:
    assert distinct(np.array(values, np.int64)).tolist() == sorted(set(values))


@given(trees())
def test_that_pods_are_components_without_the_top_and_planes_those_of_the_two_top_levels(
    fabric: Fabric,
) -> None:
    check_parts(wiring(fabric))


@given(fabrics(max_switches=10, max_others=14))
def test_that_pods_and_planes_are_components_of_anything(fabric: Fabric) -> None:
    check_parts(wiring(fabric))


def check_parts(wires: Wiring) -> None:
    level = node_levels(wires)
    top = top_levels(wires, level)
    high = {s: int(top[wires.subnet[s]]) for s in wires.switches.tolist()}
    graph = switch_graph(wires)
    below = {s for s in high if level[s] < high[s] or high[s] == 1}
    pod = pods(wires, level)
    assert parts_of(pod) == {frozenset(p) for p in nx.connected_components(graph.subgraph(below))}
    upper = {s for s in high if high[s] > 1 and level[s] >= high[s] - 1}
    tops = {s for s in upper if level[s] == high[s]}
    plane = planes(wires, level)
    wanted = {frozenset(p & tops) for p in nx.connected_components(graph.subgraph(upper))}
    assert parts_of(plane) == wanted - {frozenset()}
    for numbers in (pod, plane):
        in_order = sorted(high, key=lambda s: (wires.subnet[s], wires.place[s]))
        first_seen = dict.fromkeys(int(numbers[s]) for s in in_order if numbers[s] >= 0)
        assert list(first_seen) == list(range(len(first_seen)))


def parts_of(numbers: Ints) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(numbers == n).tolist()) for n in set(numbers.tolist()) if n >= 0}


def test_that_a_tree_of_three_levels_has_its_pods_and_planes() -> None:
    wires = wiring(tree3(3, 2, 2, 2, 1))
    level = node_levels(wires)
    assert pods(wires, level)[:12].tolist() == [0, 0, 1, 1, 2, 2] * 2
    assert planes(wires, level)[12:16].tolist() == [0, 0, 1, 1]
    assert top_levels(wires, level).tolist() == [3]
