"""A small fabric for tests of the window."""

from __future__ import annotations

from ibviz.core.edits import add_nodes, connect
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.state import State


def small_state(name: str = "small") -> State:
    """Two leaves under a spine, two hosts at each."""
    state = add_nodes(State(Fabric(), name=name), Kind.SWITCH, ["leaf1", "leaf2", "spine1"], ports=8)
    state = add_nodes(state, Kind.HCA, ["host1", "host2", "host3", "host4"], ports=1)
    ends = [(0, 1, 3, 1), (0, 2, 4, 1), (1, 1, 5, 1), (1, 2, 6, 1), (0, 3, 2, 1), (1, 3, 2, 2)]
    return connect(state, ends)
