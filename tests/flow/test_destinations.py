from __future__ import annotations

from fabrics import fabric_of, fabrics
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.destinations import destinations


def test_that_switches_with_more_end_ports_come_first_and_ties_go_by_guid_bytes_swapped() -> None:
    cables = [(0, 1, 1, 1), (1, 2, 2, 1), (3, 1, 0, 2), (4, 1, 1, 3), (5, 1, 1, 4), (6, 1, 2, 2)]
    fabric = fabric_of("SSSHHHH", cables, guids=[0x02, 0x0100, 0x0201, 16, 17, 18, 19])
    wires = wiring(fabric)
    order = [
        (int(wires.switches[switch]), wires.end_ports.node[block].tolist())
        for switch, block in destinations(wires)
    ]
    assert order == [(1, [4, 5]), (2, [6]), (0, [3])]


def test_that_a_router_and_an_aggregation_node_are_destinations_and_a_loose_pair_of_hosts_is_none() -> None:
    wires = wiring(fabric_of("SRAHH", [(0, 2, 1, 1), (0, 1, 2, 1), (3, 1, 4, 1)]))
    blocks = list(destinations(wires))
    assert len(blocks) == 1
    assert wires.end_ports.node[blocks[0][1]].tolist() == [2, 1]


@given(fabrics())
def test_that_every_end_port_at_a_switch_comes_once(fabric: Fabric) -> None:
    wires = wiring(fabric)
    seen = []
    sizes = []
    for switch, block in destinations(wires):
        ends = wires.end_ports.take(range(block.start, block.stop))
        assert set(wires.place[ends.switch]) == {switch}
        assert (ends.switch_port[1:] > ends.switch_port[:-1]).all()
        seen += range(block.start, block.stop)
        sizes.append(block.stop - block.start)
    assert sorted(seen) == [e for e, s in enumerate(wires.end_ports.switch) if s >= 0]
    assert sizes == sorted(sizes, reverse=True)
