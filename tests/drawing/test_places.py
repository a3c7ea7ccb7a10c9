from __future__ import annotations

import numpy as np
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given
from scenes import FABRICS, ZOOMS, odd, scene_of

from ibviz.core.fabric import Fabric, Kind
from ibviz.drawing.draw import view_for
from ibviz.drawing.frame import Frame, Look
from ibviz.drawing.places import DOWN, UP, Places, make_sockets, sockets
from ibviz.drawing.view import View


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


def test_that_cables_end_on_boxes_that_are_in_the_band() -> None:
    for name in ("tree", "pods", "odd", "tower", "forest", "ring"):
        scene = scene_of(FABRICS[name](), load=False)
        for zoom in ZOOMS:
            places = Places(Frame(scene, view_for(scene, View(), zoom)))
            links = scene.links
            for end, side in ((0, UP), (1, DOWN)):
                node = links.node[:, end]
                xy = places.ends(node, links.port[:, end], side)
                for band in range(1, places.frame.count):
                    rows, box = scene.bands.levels[band], places.boxes(band)
                    at = np.full(len(scene.band), -1)
                    at[rows] = np.arange(len(rows))
                    here = at[node] >= 0
                    mine = box[at[node[here]]]
                    assert (xy[here, 0] >= mine[:, 0]).all() and (
                        xy[here, 0] <= mine[:, 0] + mine[:, 2]
                    ).all()
                    edge = mine[:, 1] + (0 if side == UP else mine[:, 3])
                    assert np.allclose(xy[here, 1], edge)


def test_that_parallel_cables_are_apart_where_ports_are() -> None:
    scene = scene_of(tree2(2, 1, 1, parallel=3), load=False)
    places = Places(Frame(scene, View()))
    assert places.frame.looks[1] == Look.PORTS
    low = places.ends(scene.links.node[:, 0], scene.links.port[:, 0], UP)[:, 0]
    assert len(np.unique(low.round(3))) == len(low)


def test_that_boxes_do_not_overlap() -> None:
    for name in FABRICS:
        scene = scene_of(FABRICS[name](), load=False)
        for zoom in ZOOMS:
            places = Places(Frame(scene, view_for(scene, View(width=800, height=500), zoom)))
            for band in range(1, places.frame.count):
                box = places.boxes(band)
                box = box[np.argsort(box[:, 0])]
                assert (box[1:, 0] >= box[:-1, 0] + box[:-1, 2] - 1e-6).all()


def test_that_a_host_is_in_view_by_any_of_its_tiles() -> None:
    scene = scene_of(odd(), load=False)
    places = Places(Frame(scene, View()))
    shown = places.node_in_view()
    assert shown[scene.nodes].sum() == len(scene.nodes)
