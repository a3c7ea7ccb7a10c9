"""Joining planes and rails: hosts meet by name, switches stay apart, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ibviz.core.compact import compact
from ibviz.core.edits import add_nodes, connect
from ibviz.core.errors import EditError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.joining import join, shared_hosts
from ibviz.core.state import Note, State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring


def plane(device: str, hosts: int = 3, *, port: int = 1, first: int = 0) -> State:
    """One leaf with some hosts, each by one HCA whose name ends in a device."""
    state = add_nodes(State(Fabric(), name=device), Kind.SWITCH, ["leaf"], ports=8)
    names = [f"node{number} {device}".rstrip() for number in range(first, first + hosts)]
    state = add_nodes(state, Kind.HCA, names, ports=2)
    return connect(state, [(0, number + 1, 1 + number, port) for number in range(hosts)])


def real(state: State, base: int) -> State:
    """The same with GUIDs that a maker gave."""
    nodes = state.fabric.nodes
    guids = np.arange(len(nodes), dtype=np.uint64) * np.uint64(256) + np.uint64(base)
    return replace(state, fabric=replace(state.fabric, nodes=nodes.with_columns(guid=guids)))


def test_that_cards_of_one_host_in_two_planes_meet() -> None:
    made = join([real(plane("mlx5_0"), 0x2C9_0001), real(plane("mlx5_1"), 0x2C9_F001)], "two planes")
    hosts = shape(wiring(made.fabric)).host
    assert made.name == "two planes"
    assert (len(made.fabric.nodes), len(made.fabric.cables)) == (8, 6)
    assert len(set(hosts.of[made.fabric.nodes.kind == Kind.HCA].tolist())) == 3


def test_that_built_planes_with_the_same_guids_stay_two_planes() -> None:
    made = join([plane("mlx5_0"), plane("mlx5_0")])
    nodes = made.fabric.nodes
    assert len(nodes) == 8
    assert len(set(nodes.guid.tolist())) == 8
    assert len(set(nodes.birth.tolist())) == 8
    assert nodes.host.tolist()[1:4] == ["node0", "node1", "node2"]
    assert nodes.host.tolist()[5:] == ["node0", "node1", "node2"]


def test_that_a_card_with_a_port_in_each_plane_becomes_one_node() -> None:
    one, two = real(plane("mlx5_0"), 0x2C9_0001), real(plane("mlx5_0", port=2), 0x2C9_0001)
    leaf = two.fabric.nodes.with_values([0], guid=0x2C9_FFFF)
    made = join([one, replace(two, fabric=replace(two.fabric, nodes=leaf))])
    assert (len(made.fabric.nodes), len(made.fabric.cables)) == (5, 6)
    ends = made.fabric.cables.node[:, 1].tolist()
    assert sorted(ends) == [1, 1, 2, 2, 3, 3]


def test_that_the_same_dump_twice_is_refused() -> None:
    one = real(plane("mlx5_0"), 0x2C9_0001)
    with pytest.raises(EditError, match="leaf is in two of these files"):
        join([one, one])


def test_that_only_names_in_several_fabrics_are_shared() -> None:
    assert shared_hosts([plane("mlx5_0"), plane("mlx5_1", first=2)]) == {"node2"}
    assert shared_hosts([plane("mlx5_0"), plane("mlx5_0", first=5)]) == set()
    assert shared_hosts([]) == set()


def test_that_notes_say_which_file_they_are_of() -> None:
    one = replace(plane("mlx5_0"), reading=(Note(3, "odd"),))
    assert join([one, plane("mlx5_1")]).reading == (Note(3, "mlx5_0: odd"),)


def test_that_joining_with_nothing_changes_nothing() -> None:
    one = plane("mlx5_0")
    made = join([one, State(Fabric())])
    assert compact(made.fabric).fabric.nodes.equals(one.fabric.nodes)
    assert len(join([State(Fabric()), one]).fabric.cables) == 3
