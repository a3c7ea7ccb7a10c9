from __future__ import annotations

import json

import networkx as nx
from dressed import dressed_fabrics
from fabrics import fabric_of, killed
from hypothesis import given

from ibviz.core.compact import compact
from ibviz.core.fabric import Fabric
from ibviz.core.references import node_id
from ibviz.core.registry import writers
from ibviz.core.state import State
from ibviz.formats.node_link import write_node_link


@given(dressed_fabrics())
def test_that_networkx_reads_the_same_fabric(drawn: Fabric) -> None:
    state = State(drawn, name="é")
    data = write_node_link(state)
    assert write_node_link(state) == data
    graph = nx.node_link_graph(json.loads(data), edges="edges")
    fabric = compact(state.fabric).fabric
    ids = [node_id(fabric, row) for row in range(len(fabric.nodes))]
    assert graph.is_multigraph() and not graph.is_directed() and graph.graph == {"name": state.name}
    assert list(graph.nodes) == ids and [graph.nodes[i]["name"] for i in ids] == fabric.nodes.name.tolist()
    assert graph.number_of_edges() == len(fabric.cables)
    for _, _, key, found in graph.edges(keys=True, data=True):
        assert [found["source_port"], found["target_port"]] == fabric.cables.port[key].tolist()
        assert found["gbps"] == fabric.capacity[key]
    pairs = {key: {a, b} for a, b, key in graph.edges(keys=True)}
    assert pairs == {row: {ids[a], ids[b]} for row, (a, b) in enumerate(fabric.cables.node.tolist())}


def test_that_each_node_and_cable_is_a_line() -> None:
    fabric = killed(fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)]), [2])
    fabric = Fabric(
        fabric.nodes.with_columns(rack=["A", "", ""], described=[True, False, True]),
        fabric.cables.with_columns(width=[[4, 2], [4, 4]], length_m=[1.5, 2]),
    )
    assert (
        write_node_link(State(fabric, name="é")).decode()
        == """\
{
"directed": false,
"multigraph": true,
"graph": {"name": "é"},
"nodes": [
{"id": "S-0000000000000002", "name": "S0", "kind": "switch", "guid": "0x0000000000000002", "ports": 2, "described": true, "rack": "A"},
{"id": "H-1000000000000002", "name": "H1", "kind": "hca", "guid": "0x1000000000000002", "ports": 1, "described": false}
],
"edges": [
{"source": "H-1000000000000002", "target": "S-0000000000000002", "key": 0, "source_port": 1, "target_port": 1, "width": "2x", "speed": "HDR", "gbps": 100.0, "length_m": 1.5}
]
}
"""
    )


def test_that_an_empty_fabric_and_unknown_rates_are_written() -> None:
    assert json.loads(write_node_link(State(Fabric())))["nodes"] == []
    edge = json.loads(write_node_link(State(fabric_of("SS", [(0, 1, 1, 1)], rates=[""]))))["edges"][0]
    assert (edge["width"], edge["speed"], edge["gbps"]) == ("", "", 8.0)


def test_that_the_format_is_on_its_shelf() -> None:
    assert writers.get("json") is write_node_link and writers.entries["json"].marks == (".json",)
