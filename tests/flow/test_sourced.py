from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2

from ibviz.core.scenario import Scenario
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import wiring
from ibviz.flow import sourced as module
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.smodk import smodk
from ibviz.flow.sourced import entered, sourced


def test_that_each_sender_has_its_own_way_up_and_receivers_their_port() -> None:
    wires = wiring(tree2(2, 2, 2))
    routes = sourced(wires)
    leaf = int(wires.place[wires.end_ports.switch[0]])
    there = int(wires.place[wires.end_ports.switch[2]])
    assert routes.ports(np.array([0, 1]), np.array([2, 2]), np.array([leaf, leaf])).tolist() == [3, 4]
    assert routes.ports(np.array([0]), np.array([3]), np.array([there])).tolist() == [2]


def test_that_a_port_that_is_down_is_replaced_by_the_next_round_and_none_by_none() -> None:
    fabric = tree2(2, 2, 2)
    leaf = wiring(fabric).end_ports.switch[0]
    ups = [
        row
        for row in range(len(fabric.cables))
        if leaf in fabric.cables.node[row]
        and (fabric.cables.port[row][fabric.cables.node[row] == leaf] > 2).all()
    ]
    for cut, ports in ((ups[:1], [4, 4]), (ups[1:], [3, 3]), (ups, [NO_PATH, NO_PATH])):
        wires = wiring(fabric, Scenario("", frozenset(), frozenset(cut)))
        at = np.full(2, wires.place[leaf])
        ends = wires.end_ports
        mine = np.flatnonzero(ends.switch == leaf)
        other = int(np.flatnonzero(ends.switch != leaf)[0])
        assert sourced(wires).ports(mine, np.full(2, other), at).tolist() == ports


def test_that_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = wiring(tree2(3, 2, 2))
    ends = np.arange(len(wires.end_ports))
    at = wires.place[wires.end_ports.switch]
    routes = sourced(wires, fresh=True)
    whole = routes.ports(ends, np.roll(ends, 2), at)
    monkeypatch.setattr(module, "_BLOCK", 2)
    assert routes.ports(ends, np.roll(ends, 2), at).tolist() == whole.tolist()
    assert routes.ports(ends[:0], ends[:0], at[:0]).tolist() == []


def test_that_only_where_the_sender_decides_entries_are_blank() -> None:
    wires = wiring(tree2(2, 1, 2))
    plain = minhop(wires)
    assert entered(plain) is plain
    assert (entered(smodk(wires)).to_end == NO_PATH).all()
    assert (entered(smodk(wires)).to_switch == NO_PATH).all()
