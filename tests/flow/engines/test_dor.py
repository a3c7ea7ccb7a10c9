from __future__ import annotations

import numpy as np
from fabrics import fabric_of, fabrics, torus_of, trees
from hypothesis import given
from plainoptions import Optioned

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.deadlock import credit_loops
from ibviz.flow.dealing import Manner
from ibviz.flow.engines.dor import dor
from ibviz.flow.routes import changes, route

DOR = Choice("dor")


def mesh() -> Fabric:
    """Four switches in a square; port 1 leads along the first dimension, port 2 along the second."""
    edges = [(0, 1, 1, 1), (2, 1, 3, 1), (0, 2, 2, 2), (1, 2, 3, 2)]
    return fabric_of("SSSSHHHH", [*edges, *((4 + i, 1, i, 3) for i in range(4))])


def entry(fabric: Fabric, switch: int, host: int) -> int:
    tables = dor(wiring(fabric))
    (end,) = np.flatnonzero(tables.wiring.end_ports.node == host)
    return int(tables.to_end[end, tables.wiring.place[switch]])


def test_that_the_first_dimension_comes_first() -> None:
    assert [entry(mesh(), 0, 7), entry(mesh(), 1, 6), entry(mesh(), 3, 4)] == [1, 1, 1]
    assert [entry(mesh(), 0, 6), entry(mesh(), 1, 7)] == [2, 2]


def test_that_cables_to_that_neighbour_share_and_others_do_not() -> None:
    cables = [(0, 1, 1, 1), (0, 2, 1, 2), (0, 3, 2, 1), (1, 3, 3, 1), (2, 2, 3, 2)]
    fabric = fabric_of("SSSSHHHHH", [*cables, *((4 + i, 1, 3, 3 + i) for i in range(4)), (8, 1, 0, 4)])
    assert [entry(fabric, 0, host) for host in (4, 5, 6, 7)] == [1, 2, 1, 2]


@given(fabrics() | trees())
def test_that_it_equals_the_plain_walk(fabric: Fabric) -> None:
    wires = wiring(fabric)
    tables, plain = dor(wires), Optioned(wires, Manner(one_way=True)).route()
    ends = list(zip(wires.end_ports.node.tolist(), wires.end_ports.port.tolist(), strict=True))
    for row, end in enumerate(ends):
        told = [plain.get((switch, end, 0), 255) for switch in wires.switches.tolist()]
        assert tables.to_end[row].tolist() == told


def test_that_a_mesh_has_no_credit_loop_and_a_torus_has() -> None:
    assert credit_loops(dor(wiring(mesh()))) == 0
    assert credit_loops(dor(wiring(torus_of((5, 5))))) > 0


def test_that_a_failure_moves_only_what_went_by_the_cable() -> None:
    cut = Scenario("", frozenset(), frozenset({0}))
    before, after = route(mesh(), AS_BUILT, DOR), route(mesh(), cut, DOR)
    assert after.routing.used == "dor"
    assert changes(before, after).entries == 4
