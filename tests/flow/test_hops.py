from __future__ import annotations

import networkx as nx
import numpy as np
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.hops import FARTHEST, UNREACHED, hops


def ring(size: int) -> Fabric:
    return fabric_of("S" * size, [(i, 1, (i + 1) % size, 2) for i in range(size)])


@given(fabrics(max_switches=9))
def test_that_distances_are_those_of_networkx(fabric: Fabric) -> None:
    wires = wiring(fabric)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(wires.switches)))
    graph.add_edges_from(wires.place[wires.node[wires.trunks]].tolist())
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    size = len(wires.switches)
    expected = [[lengths[a].get(b, UNREACHED) for b in range(size)] for a in range(size)]
    assert hops(wires).count[:size, :size].tolist() == expected


@given(fabrics())
def test_that_a_minimal_port_leads_one_hop_nearer(fabric: Fabric) -> None:
    near = hops(wiring(fabric))
    size = len(near)
    for target in range(size):
        for switch, ports in enumerate(near.minimal(target)):
            for port, is_minimal in enumerate(ports):
                peer = near.neighbour[switch, port]
                away, left = int(near.count[switch, target]), int(near.count[peer, target])
                shortest = peer < size and switch != target and left != UNREACHED and left + 1 == away
                assert is_minimal == shortest


def test_that_more_than_64_switches_fit() -> None:
    wires = wiring(ring(151))
    near = hops(wires)
    start = wires.place[0]
    assert near.count[start, wires.place[75]] == 75
    assert near.count[start, wires.place[76]] == 75
    assert near.count[start, wires.place[150]] == 1


def test_that_what_is_too_far_counts_as_not_reached() -> None:
    wires = wiring(ring(2 * FARTHEST + 4))
    near = hops(wires)
    start, far = wires.place[0], wires.place[FARTHEST]
    assert near.count[start, far] == FARTHEST
    assert near.count[start, wires.place[FARTHEST + 1]] == UNREACHED
    assert not near.minimal(start)[wires.place[FARTHEST + 1]].any()


def test_that_a_cable_to_itself_joins_nothing() -> None:
    near = hops(wiring(fabric_of("SS", [(0, 1, 0, 2), (0, 3, 1, 1)])))
    assert near.joined.sum() == 2


def test_that_minimal_can_be_asked_for_some_switches_only() -> None:
    near = hops(wiring(tree2(3, 2, 1)))
    rows = np.array([4, 0])
    assert np.array_equal(near.minimal(1, rows), near.minimal(1)[rows])
