from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from fabrics import fabric_of, fabrics, killed, scenarios, states, tree2, trees, without
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.core.wiring import Wiring, as_built, components, wiring


def slow_graph(wires: Wiring) -> nx.MultiGraph[Any]:
    """The live switches and the cables between them, for networkx."""
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    kinds = wires.fabric.nodes.kind.tolist()
    graph.add_nodes_from(row for row, kind in enumerate(kinds) if kind == Kind.SWITCH and wires.node_up[row])
    graph.add_edges_from((a, b) for a, b in wires.node.tolist() if a in graph and b in graph)
    return graph


@given(st.integers(0, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_that_components_are_those_of_networkx(count: int, drawn: list[tuple[int, int]]) -> None:
    pairs = [(a % count, b % count) for a, b in drawn] if count else []
    label = components(count, np.array(pairs, np.int64).reshape(-1, 2))
    graph = nx.Graph(pairs)
    graph.add_nodes_from(range(count))
    expected = {frozenset(part) for part in nx.connected_components(graph)}
    assert {frozenset(np.flatnonzero(label == name).tolist()) for name in set(label.tolist())} == expected


def test_that_a_long_chain_is_one_component_in_few_passes() -> None:
    chain = np.random.default_rng(3).permutation(20_000)
    assert len(np.unique(components(20_000, np.column_stack([chain[:-1], chain[1:]])))) == 1


@given(states())
def test_that_wiring_holds_what_is_alive_and_up(state: State) -> None:
    scenario, fabric = state.scenario, state.fabric
    wires = wiring(fabric, scenario)
    up = [bool(fabric.nodes.alive[n]) and n not in scenario.down_nodes for n in range(len(fabric.nodes))]
    assert wires.node_up.tolist() == up
    rows = [
        row
        for row, (a, b) in enumerate(fabric.cables.node.tolist())
        if fabric.cables.alive[row] and row not in scenario.down_cables and up[a] and up[b]
    ]
    assert wires.rows.tolist() == rows
    assert wires.node.tolist() == fabric.cables.node[rows].tolist()
    assert wires.port.tolist() == fabric.cables.port[rows].tolist()
    assert np.array_equal(wires.capacity, fabric.capacity[rows])


@given(fabrics(unknown_rates=False), st.data())
def test_that_wiring_of_dead_and_failed_rows_equals_wiring_of_the_fabric_without_them(
    fabric: Fabric, data: st.DataObject
) -> None:
    scenario = data.draw(scenarios(fabric))
    wires, kept = wiring(fabric, scenario), without(fabric, scenario)
    small = wiring(kept.fabric)
    back = np.append(kept.nodes, -1)
    assert np.array_equal(kept.cables[small.rows], wires.rows)
    assert np.array_equal(kept.nodes[small.switches], wires.switches)
    assert np.array_equal(small.capacity, wires.capacity) and np.array_equal(small.trunks, wires.trunks)
    assert np.array_equal(small.subnet, wires.subnet[kept.nodes]) and small.subnets == wires.subnets
    for mine, theirs in ((small.end_ports, wires.end_ports), (small.endpoints, wires.endpoints)):
        assert np.array_equal(back[mine.node], theirs.node) and np.array_equal(
            back[mine.switch], theirs.switch
        )
        assert np.array_equal(kept.cables[mine.cable], theirs.cable)
        assert all(
            np.array_equal(getattr(mine, n), getattr(theirs, n))
            for n in ("port", "side", "switch_port", "subnet")
        )
    one, two = small.switch_ports, wires.switch_ports
    assert np.array_equal(one.switch, two.switch) and np.array_equal(one.port, two.port)
    channel = np.where(one.channel < 0, -1, np.append(kept.cables, 0)[one.channel // 2] * 2 + one.channel % 2)
    assert np.array_equal(channel, two.channel)


@given(st.one_of(fabrics(), trees()))
def test_that_subnets_are_the_components_of_the_switches_most_endpoints_first(fabric: Fabric) -> None:
    wires = wiring(fabric)
    parts = [set(part) for part in nx.connected_components(slow_graph(wires))]
    place = {int(row): at for at, row in enumerate(wires.switches)}
    hosts = [0] * len(parts)
    kinds = fabric.nodes.kind.tolist()
    for a, b in wires.node.tolist():
        for host, switch in ((a, b), (b, a)):
            for at, part in enumerate(parts):
                hosts[at] += kinds[host] == Kind.HCA and switch in part
    order = sorted(range(len(parts)), key=lambda at: (-hosts[at], min(place[row] for row in parts[at])))
    expected = {row: rank for rank, at in enumerate(order) for row in parts[at]}
    assert {row: int(wires.subnet[row]) for row in expected} == expected
    assert wires.subnets == len(parts) and (np.delete(wires.subnet, list(expected)) == -1).all()


@given(fabrics())
def test_that_end_ports_are_all_ports_that_are_no_switchs_in_the_contracts_order(fabric: Fabric) -> None:
    wires = wiring(fabric)
    kinds, rank = fabric.nodes.kind.tolist(), {int(r): i for i, r in enumerate(fabric.routing_order)}
    rows = []
    for cable, pair, ports in zip(wires.rows.tolist(), wires.node.tolist(), wires.port.tolist(), strict=True):
        for side in (0, 1):
            if kinds[pair[side]] == Kind.SWITCH:
                continue
            far = pair[1 - side]
            at = kinds[far] == Kind.SWITCH
            key = (int(wires.subnet[far]), rank[far], ports[1 - side]) if at else (10**9, 10**9, 0)
            row = (pair[side], ports[side], cable, side, far if at else -1, ports[1 - side] if at else 0)
            rows.append((key, row))
    rows.sort(key=lambda item: (item[0], item[1][:2]))
    ends = wires.end_ports
    found = zip(
        *(getattr(ends, n).tolist() for n in ("node", "port", "cable", "side", "switch", "switch_port")),
        strict=True,
    )
    assert list(found) == [row for _, row in rows]
    assert len(wires.endpoints) == sum(kinds[row[0]] == Kind.HCA for _, row in rows)


@given(fabrics())
def test_that_the_map_of_switch_ports_tells_what_each_cable_joins(fabric: Fabric) -> None:
    wires = wiring(fabric)
    plugs = wires.switch_ports
    seen = set()
    for cable, pair, ports in zip(wires.rows.tolist(), wires.node.tolist(), wires.port.tolist(), strict=True):
        for side in (0, 1):
            at = int(wires.place[pair[side]])
            if at >= 0:
                here = (at, ports[side])
                seen.add(here)
                assert plugs.switch[here] == wires.place[pair[1 - side]]
                assert plugs.port[here] == ports[1 - side] and plugs.channel[here] == cable * 2 + side
    empty = np.ones(plugs.channel.shape, np.bool_)
    for here in seen:
        empty[here] = False
    assert (
        (plugs.channel[empty] == -1).all()
        and (plugs.switch[empty] == -1).all()
        and (plugs.port[empty] == 0).all()
    )


def test_that_hosts_do_not_join_subnets() -> None:
    fabric = fabric_of("SSHHA", [(2, 1, 0, 1), (2, 2, 1, 1), (3, 1, 1, 2), (4, 1, 0, 2)])
    wires = wiring(fabric)
    assert wires.subnets == 2
    assert wires.subnet.tolist() == [1, 0, -1, -1, -1], "the switch with two endpoints comes first"
    assert wires.end_ports.subnet.tolist() == [0, 0, 1, 1]
    assert wires.endpoints.node.tolist() == [2, 3, 2], "the aggregation node is no endpoint"


def test_that_a_cable_of_a_switch_to_itself_is_no_trunk() -> None:
    wires = wiring(fabric_of("SS", [(0, 1, 0, 2), (0, 3, 1, 1)]))
    assert wires.trunks.tolist() == [False, True] and wires.subnets == 1


def test_that_cabling_between_hosts_has_end_ports_and_no_subnet() -> None:
    wires = wiring(fabric_of("HH", [(0, 1, 1, 1)]))
    assert wires.subnets == 0 and wires.end_ports.subnet.tolist() == [-1, -1]
    assert wires.end_ports.switch.tolist() == [-1, -1] and wires.end_ports.node.tolist() == [0, 1]


@pytest.mark.parametrize(
    "scenario", [Scenario(down_nodes=frozenset({1})), Scenario(down_cables=frozenset({0, 1, 2}))]
)
def test_that_a_node_that_is_down_takes_its_cables_down(scenario: Scenario) -> None:
    fabric = tree2(3, 2, 2)
    wires = wiring(fabric, scenario)
    gone = (
        set(np.flatnonzero((fabric.cables.node == 1).any(axis=1)).tolist())
        if scenario.down_nodes
        else {0, 1, 2}
    )
    assert set(range(len(fabric.cables))) - set(wires.rows.tolist()) == gone


@pytest.mark.parametrize("change", [lambda f: f, lambda f: killed(f, range(len(f.nodes)))])
def test_that_nothing_at_all_is_wired_without_a_fault(change: Callable[[Fabric], Fabric]) -> None:
    wires = wiring(change(Fabric()))
    assert wires.subnets == 0 and len(wires.end_ports) == len(wires.switches) == len(wires.rows) == 0
    assert wires.switch_ports.switch.shape == (0, 1)


@given(states())
def test_that_as_built_brings_up_what_a_scenario_took_down(state: State) -> None:
    wires, whole = wiring(state.fabric, state.scenario), wiring(state.fabric)
    assert np.array_equal(as_built(wires).rows, whole.rows) and np.array_equal(
        as_built(wires).node_up, whole.node_up
    )
    assert as_built(whole) is whole
