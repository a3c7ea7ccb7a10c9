from __future__ import annotations

import numpy as np
from fabrics import fabric_of, fabrics, scenarios, tree2, trees, without
from hypothesis import given
from hypothesis import strategies as st
from plainrouting import Plain, entries_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop


def port(fabric: Fabric, switch: int, node: int, at: int = 1) -> int:
    tables = minhop(wiring(fabric))
    ends = tables.wiring.end_ports
    (end,) = np.flatnonzero((ends.node == node) & (ends.port == at))
    return int(tables.to_end[end, tables.wiring.place[switch]])


@given(fabrics() | trees())
def test_that_it_equals_the_plain_rule(fabric: Fabric) -> None:
    wires = wiring(fabric)
    assert entries_of(minhop(wires)) == Plain(wires).minhop()


@given(st.data(), fabrics(dead=False) | trees())
def test_that_what_is_cut_first_is_routed_alike(data: st.DataObject, fabric: Fabric) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    ours = entries_of(minhop(wiring(fabric, scenario)))
    theirs = entries_of(minhop(wiring(kept.fabric)))
    rows = kept.nodes.tolist()
    assert ours == {(rows[s], (rows[n], p)): entry for (s, (n, p)), entry in theirs.items()}


def test_that_destinations_go_round_the_uplinks_in_port_order() -> None:
    fabric = tree2(2, 2, 3)
    assert [port(fabric, 0, host) for host in (7, 8, 9)] == [4, 5, 4]
    assert [port(fabric, 0, host) for host in (4, 5, 6)] == [1, 2, 3]


def test_that_parallel_cables_are_ports_of_their_own() -> None:
    fabric = tree2(2, 1, 3, parallel=2)
    assert [port(fabric, 2, host) for host in (3, 4, 5)] == [1, 2, 1]


def test_that_both_ports_of_an_hca_at_one_switch_are_destinations() -> None:
    fabric = fabric_of("SSH", [(0, 1, 1, 1), (0, 2, 1, 2), (2, 1, 0, 3), (2, 2, 0, 4)])
    assert [port(fabric, 1, 2, at) for at in (1, 2)] == [1, 2]


def test_that_aggregation_nodes_and_routers_take_their_turn() -> None:
    fabric = fabric_of("SSAHR", [(0, 1, 1, 1), (0, 2, 1, 2), (2, 1, 0, 3), (3, 1, 0, 4), (4, 1, 0, 5)])
    assert [port(fabric, 1, node) for node in (2, 3, 4)] == [1, 2, 1]


def test_that_a_switch_lid_takes_the_least_loaded_port_and_is_not_counted() -> None:
    fabric = fabric_of("SSH", [(0, 1, 1, 1), (0, 2, 1, 2), (2, 1, 0, 3)])
    tables = minhop(wiring(fabric))
    first, second = tables.wiring.place[[0, 1]]
    assert tables.to_switch[first, second] == 2
    assert tables.to_switch[second, first] == 1
    assert tables.to_switch[first, first] == 0


def test_that_another_subnet_is_not_reached() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1)])
    tables = minhop(wiring(fabric))
    place = tables.wiring.place
    assert port(fabric, 0, 3) == NO_PATH
    assert tables.to_switch[place[0], place[1]] == NO_PATH


def test_that_hosts_cabled_to_each_other_have_entries_nowhere() -> None:
    fabric = fabric_of("SHH", [(1, 1, 2, 1), (0, 1, 0, 2)])
    assert (minhop(wiring(fabric)).to_end == NO_PATH).all()


def test_that_a_fabric_of_nothing_has_empty_tables() -> None:
    tables = minhop(wiring(Fabric()))
    assert tables.to_end.shape == (0, 0)
    assert minhop(wiring(Fabric()), tables).to_switch.shape == (0, 0)


def test_that_progress_is_told() -> None:
    told: list[float] = []
    wires = wiring(tree2(3, 2, 2, holes=1))
    tables = minhop(wires, progress=lambda done, what: told.append(done))
    down = Scenario("", frozenset(), frozenset({0}))
    minhop(wiring(wires.fabric, down), tables, progress=lambda done, what: told.append(done))
    assert told
    assert all(0 <= done <= 1 for done in told)
