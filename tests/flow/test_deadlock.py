from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
from fabrics import fabric_of, fabrics, torus_of, trees
from hypothesis import given
from spreading import Spreading

from ibviz.core.fabric import Fabric
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.deadlock import credit_loops, waiting_circles
from ibviz.flow.engines.adaptive import adaptive
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.paths import paths


def ring(size: int, hosts: int = 1) -> Fabric:
    cables = [(i, 1, (i + 1) % size, 2) for i in range(size)]
    cables += [(size + i, 1, i // hosts, 3 + i % hosts) for i in range(size * hosts)]
    return fabric_of("S" * size + "H" * (size * hosts), cables)


def by_paths(tables: Tables) -> int:
    """Count circles in the dependencies of all paths, listed one by one."""
    count = len(tables.wiring.endpoints)
    src, dst = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    graph = nx.DiGraph()
    for path in paths(tables, src, dst)[0].tolist():
        known = [channel for channel in path if channel >= 0]
        graph.add_edges_from(pairwise(known))
    return sum(len(part) > 1 for part in nx.strongly_connected_components(graph))


def by_shares(tables: Tables) -> int:
    """Count circles in the dependencies of all shortest paths of all pairs."""
    wires = tables.wiring
    cables, spread, graph = wires.fabric.cables, Spreading(wires), nx.DiGraph()
    for src in range(len(wires.endpoints)):
        for dst in range(len(wires.endpoints)):
            used = list(spread.parts(src, dst))
            ends = {c: (cables.node[c // 2, c % 2], cables.node[c // 2, 1 - c % 2]) for c in used}
            graph.add_edges_from(
                (a, b) for a in used for b in used if ends[a][1] == ends[b][0] and wires.is_switch[ends[a][1]]
            )
    return sum(len(part) > 1 for part in nx.strongly_connected_components(graph))


@given(fabrics(max_switches=7, max_others=9) | trees(max_hosts=2))
def test_that_where_switches_choose_all_shortest_paths_count(fabric: Fabric) -> None:
    wires = wiring(fabric)
    if len(wires.end_ports) == len(wires.endpoints):
        tables = adaptive(wires)
        assert credit_loops(tables) == by_shares(tables)


@given(fabrics(max_switches=9, max_others=16) | trees())
def test_that_circles_are_those_in_the_dependencies_of_all_paths(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    assert credit_loops(tables) == by_paths(tables)


def test_that_a_ring_of_five_waits_in_a_circle_both_ways_round_and_a_triangle_does_not() -> None:
    assert credit_loops(minhop(wiring(ring(5)))) == 2
    assert credit_loops(minhop(wiring(ring(3)))) == 0


def test_that_a_ring_without_traffic_does_not_wait() -> None:
    bare = fabric_of("SSSSSH", [(i, 1, (i + 1) % 5, 2) for i in range(5)] + [(5, 1, 0, 3)])
    assert credit_loops(minhop(wiring(bare))) == 0


def test_that_the_shown_circles_follow_the_wants_of_packets() -> None:
    tables = minhop(wiring(torus_of((6,))))
    found = waiting_circles(tables, 1)
    assert found.count == credit_loops(tables) == 2 and len(found.shown) == 1
    ports = tables.wiring.switch_ports.switch.shape[1]
    circle = found.shown[0]
    for channel, onward in zip(circle, (*circle[1:], circle[0]), strict=True):
        assert tables.wiring.switch_ports.switch[channel // ports, channel % ports] == onward // ports
