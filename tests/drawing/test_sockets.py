from __future__ import annotations

import numpy as np
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given
from scenes import scene_of

from ibviz.core.fabric import Fabric, Kind
from ibviz.drawing.sockets import DOWN, UP, make_sockets, sockets


@given(fabrics())
def test_that_each_port_of_a_switch_has_a_socket_and_each_cable_end_its_own(fabric: Fabric) -> None:
    scene = scene_of(fabric, load=False)
    plugs = make_sockets(scene)
    switches = scene.nodes[fabric.nodes.kind[scene.nodes] == Kind.SWITCH]
    assert len(plugs.node) == fabric.nodes.ports[switches].sum()
    for end in (0, 1):
        node, port = fabric.cables.node[scene.cables, end], fabric.cables.port[scene.cables, end]
        here = np.isin(node, switches)
        at = plugs.at(node[here].astype(np.int64), port[here].astype(np.int64))
        assert plugs.cable[at].tolist() == scene.cables[here].tolist()
    assert (plugs.place < plugs.count).all()


def test_that_hosts_and_lower_cables_are_below_and_others_above() -> None:
    scene = scene_of(tree2(2, 2, 3), load=False)
    plugs = sockets(scene)
    assert plugs.side[plugs.node == 0].tolist() == [DOWN] * 3 + [UP] * 2
    assert plugs.side[plugs.node == 2].tolist() == [DOWN] * 2
    assert sockets(scene) is plugs


def test_that_unused_ports_follow_those_around_them() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (0, 3, 3, 1), (0, 5, 1, 1), (0, 8, 1, 2)], ports=[10, 40, 1, 1])
    plugs = make_sockets(scene_of(fabric, load=False))
    assert plugs.side[plugs.node == 0].tolist() == [DOWN] * 4 + [UP] * 6
    assert (plugs.side[plugs.node == 1][2:] == DOWN).all()
