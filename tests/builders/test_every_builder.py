"""What holds for every kind of fabric that can be built, whatever its file."""

from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.fabric import Kind
from ibviz.core.info import info
from ibviz.core.registry import builders
from ibviz.core.state import State
from ibviz.core.wiring import wiring
from ibviz.door import build, converted, read

KINDS = sorted(builders.entries)


@pytest.fixture(scope="module", params=KINDS)
def built(request: pytest.FixtureRequest) -> State:
    return build(request.param)


def test_that_no_port_holds_two_cables_or_lies_beyond_its_node(built: State) -> None:
    node, port = built.fabric.cables.node.astype(np.int64), built.fabric.cables.port
    assert port.min() >= 1 and (port <= built.fabric.nodes.ports[node]).all()
    assert len(np.unique(node * 1000 + port)) == node.size


def test_that_every_host_is_reached_and_no_switch_idles(built: State) -> None:
    wires = wiring(built.fabric)
    hosts = np.flatnonzero(built.fabric.nodes.kind == Kind.HCA)
    assert len(hosts) and np.array_equal(np.unique(wires.endpoints.node), hosts)
    assert np.array_equal(np.unique(built.fabric.cables.node), np.arange(len(built.fabric.nodes)))


def test_that_routing_order_is_row_order_and_names_are_unique(built: State) -> None:
    assert np.array_equal(built.fabric.routing_order, np.arange(len(built.fabric.nodes)))
    assert len(set(built.fabric.nodes.name)) == len(built.fabric.nodes)


def test_that_what_is_built_is_seen_as_what_was_asked_for(built: State) -> None:
    assert info(built)["kind"] == built.name
    assert info(built)["notes"] == []


def test_that_what_is_built_survives_its_project_file(
    built: State, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("built") / "built.ibviz.yaml"
    path.write_bytes(converted(built, "ibviz"))
    again = read(path)
    for table in ("nodes", "cables", "ports"):
        assert getattr(built.fabric, table).equals(getattr(again.fabric, table), but=("birth",)), table
