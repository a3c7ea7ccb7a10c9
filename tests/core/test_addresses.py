from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, scenarios, tree2
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.addresses import lids, port_guids
from ibviz.core.fabric import Fabric, Ports
from ibviz.core.scenario import Scenario
from ibviz.core.units import LID_LIMIT
from ibviz.core.wiring import as_built, wiring

CABLES = [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2), (3, 2, 1, 3)]


def addressed(switch: list[int], ends: dict[tuple[int, int], tuple[int, int]], lmc: int = 0) -> Fabric:
    """Two switches, H2 on the first, both ports of H3 on the second; LID and LMC by (node, port)."""
    plain = fabric_of("SSHH", CABLES)
    rows = sorted(ends)
    ports = Ports.of(
        len(rows),
        node=[n for n, _ in rows],
        port=[p for _, p in rows],
        lid=[ends[key][0] for key in rows],
        lmc=[ends[key][1] for key in rows],
    )
    nodes = plain.nodes.with_columns(
        lid=np.array([*switch, 0, 0], np.int32), lmc=np.array([lmc, 0, 0, 0], np.uint8)
    )
    return Fabric(nodes, plain.cables, ports)


def given_lids(fabric: Fabric) -> dict[tuple[int, int], int]:
    wires = wiring(fabric)
    found = lids(wires)
    ends = zip(wires.end_ports.node.tolist(), wires.end_ports.port.tolist(), strict=True)
    heads = [(row, 0) for row in wires.switches.tolist()]
    return dict(zip(heads, found.switch.tolist(), strict=True)) | dict(
        zip(ends, found.end.tolist(), strict=True)
    )


def test_that_missing_lids_are_given_from_1_in_routing_order_of_nodes() -> None:
    assert given_lids(addressed([0, 0], {})) == {(0, 0): 1, (1, 0): 2, (2, 1): 3, (3, 1): 4, (3, 2): 5}


def test_that_lids_that_the_fabric_has_stay_and_gaps_are_filled_from_the_lowest() -> None:
    fabric = addressed([3, 0], {(2, 1): (1, 0), (3, 2): (9, 0)})
    assert given_lids(fabric) == {(0, 0): 3, (1, 0): 2, (2, 1): 1, (3, 1): 4, (3, 2): 9}
    found = lids(wiring(fabric))
    assert found.switch_given.tolist() == [False, True]
    assert found.end_given.tolist() == [False, True, False]


@pytest.mark.parametrize("bad", [LID_LIMIT + 1, -4])
def test_that_a_lid_out_of_bounds_is_none(bad: int) -> None:
    assert given_lids(addressed([bad, 7], {}))[0, 0] == 1


def test_that_of_two_alike_the_first_in_routing_order_keeps_its_lid() -> None:
    fabric = addressed([5, 5], {(2, 1): (5, 0)})
    assert given_lids(fabric) == {(0, 0): 5, (1, 0): 1, (2, 1): 2, (3, 1): 3, (3, 2): 4}


def test_that_a_range_that_overlaps_an_earlier_one_is_moved_to_a_multiple_of_its_size() -> None:
    fabric = addressed([5, 0], {(2, 1): (4, 1), (3, 1): (0, 2)})
    assert given_lids(fabric) == {(0, 0): 5, (3, 1): 8, (2, 1): 2, (1, 0): 1, (3, 2): 4}
    assert lids(wiring(fabric)).used == 1 + 1 + 2 + 4 + 1


def test_that_each_subnet_begins_at_1() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1)])
    assert sorted(given_lids(fabric).values()) == [1, 1, 2, 2]


def test_that_more_addresses_than_lids_go_beyond_the_limit() -> None:
    wide = tree2(1, 1, 2)
    fabric = Fabric(wide.nodes.with_columns(lid=np.array([LID_LIMIT - 1, LID_LIMIT, 0, 0])), wide.cables)
    assert lids(wiring(fabric)).switch.tolist() == [LID_LIMIT - 1, LID_LIMIT]
    ports = Ports.of(2, node=[2, 3], port=[1, 1], lid=[LID_LIMIT, 0], lmc=[1, 0])
    assert lids(wiring(Fabric(fabric.nodes, fabric.cables, ports))).end.tolist() == [2, 1]


def test_that_a_fabric_of_nothing_has_no_lids() -> None:
    assert lids(wiring(Fabric())).used == 0


@given(st.data(), fabrics())
def test_that_what_fails_changes_nobodys_lid(data: st.DataObject, fabric: Fabric) -> None:
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    whole, left = as_built(wires), wires
    before, after = lids(whole), lids(left)
    assert np.array_equal(before.switch[whole.place[left.switches]], after.switch)
    old = dict(zip(zip(whole.end_ports.node, whole.end_ports.port, strict=True), before.end, strict=True))
    for node, port, lid in zip(left.end_ports.node, left.end_ports.port, after.end, strict=True):
        assert old[node, port] == lid


@given(fabrics(), st.integers(0, 2**32))
def test_that_no_two_of_a_subnet_share_a_lid(fabric: Fabric, seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = len(fabric.nodes)
    node, port = np.divmod(np.arange(count * 4), 4)
    some = Ports.of(
        count * 4,
        node=node,
        port=port,
        lid=rng.integers(0, 20, count * 4),
        lmc=rng.integers(0, 4, count * 4),
    )
    wires = wiring(Fabric(fabric.nodes.with_columns(lid=rng.integers(0, 9, count)), fabric.cables, some))
    found = lids(wires)
    subnet = np.concatenate([wires.subnet[wires.switches], wires.end_ports.subnet])
    base = np.concatenate([found.switch, found.end])
    size = 1 << np.concatenate([found.switch_lmc, found.end_lmc]).astype(int)
    used = [(s, lid) for s, b, n in zip(subnet, base, size, strict=True) for lid in range(b, b + n)]
    assert len(set(used)) == len(used) == found.used
    assert (base > 0).all()


def test_that_a_port_without_a_guid_has_its_nodes_plus_its_number() -> None:
    plain = fabric_of("SSHH", CABLES)
    ports = Ports.of(1, node=[3], port=[2], guid=[77])
    wires = wiring(Fabric(plain.nodes, plain.cables, ports))
    guid = plain.nodes.guid
    assert port_guids(wires).tolist() == [int(guid[2]) + 1, int(guid[3]) + 1, 77]


def test_that_a_subnet_that_falls_apart_keeps_its_lids() -> None:
    fabric = fabric_of("SSSHHHH", [(0, 1, 1, 1), (1, 2, 2, 1), (3, 1, 0, 2), (4, 1, 2, 2), (5, 1, 2, 3)])
    apart = wiring(fabric, Scenario("", frozenset(), frozenset({0})))
    assert apart.end_ports.node.tolist() == [4, 5, 3]
    assert lids(apart).end.tolist() == [5, 6, 4]


def test_that_a_wider_lmc_widens_all_ends_and_a_narrower_none() -> None:
    fabric = fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)])
    wide = lids(wiring(fabric), 2)
    assert wide.end_lmc.tolist() == [2, 2]
    assert (wide.end % 4 == 0).all()
    assert wide.used == 1 + 2 * 4
    ports = fabric.ports.append(type(fabric.ports).of(1, node=[1], port=[1], lid=[8], lmc=[3]))
    stated = Fabric(fabric.nodes, fabric.cables, ports)
    assert lids(wiring(stated), 2).end_lmc.tolist() == [3, 0]
