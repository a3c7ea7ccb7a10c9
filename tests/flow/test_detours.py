from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2, tree3
from flows import rails

from ibviz.core.fabric import Cables, Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.detours import detoured_exchange, detoured_pairs
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import live_places
from ibviz.flow.traffic_of import DEFAULT, traffic_of


def one_rail() -> Fabric:
    """Return hosts with two HCAs each, all stated to be on one rail, under two leaves and two spines."""
    fabric = rails(5, 2)
    stated = np.where(fabric.nodes.kind == 2, "a", "").astype(object)
    return Fabric(fabric.nodes.with_columns(rail=stated), fabric.cables, fabric.ports)


FABRICS = {
    "tree2": tree2(4, 3, 3),
    "tree3": tree3(2, 2, 2, 2, 2),
    "rails": rails(5, 2),
    "one rail": one_rail(),
}


def changed_one_by_one(fabric: Fabric, scenario: Scenario) -> int:
    """Walk every flow of the default traffic before and after, and compare the cables."""
    structure = shape(wiring(fabric))
    before, after = tables_for(structure.wiring), tables_for(wiring(fabric, scenario))
    traffic = traffic_of(structure, DEFAULT)
    assert traffic.exchange is not None
    apart = np.arange(len(structure.wiring.endpoints)) if traffic.ends.local else traffic.ends.host
    made = exchange_pairs(traffic.exchange.groups, apart)
    live = live_places(structure.wiring, after.wiring)
    count = 0
    for src, dst in zip(made.src.tolist(), made.dst.tolist(), strict=True):
        if src != dst and live[src] >= 0 and live[dst] >= 0:
            old = paths(before, np.array([src]), np.array([dst]))[0][0]
            new = paths(after, live[[src]], live[[dst]])[0][0]
            count += old[old >= 0].tolist() != new[new >= 0].tolist()
    return count


@pytest.mark.parametrize("name", sorted(FABRICS))
@pytest.mark.parametrize("seed", range(4))
def test_that_detours_of_an_exchange_are_those_found_flow_by_flow(name: str, seed: int) -> None:
    fabric = FABRICS[name]
    rng = np.random.default_rng(seed)
    cables = frozenset(rng.choice(len(fabric.cables), 2, replace=False).tolist())
    switches = np.flatnonzero(fabric.nodes.kind == 1)
    nodes = frozenset([int(rng.choice(switches))]) if seed % 2 else frozenset()
    scenario = Scenario("x", nodes, cables)
    structure = shape(wiring(fabric))
    before, after = tables_for(structure.wiring), tables_for(wiring(fabric, scenario))
    live = live_places(structure.wiring, after.wiring)
    assert detoured_exchange(before, after, structure, live) == changed_one_by_one(fabric, scenario)


def test_that_hosts_with_several_ports_on_a_rail_send_nothing_to_themselves() -> None:
    fabric = one_rail()
    assert shape(wiring(fabric)).has_rails
    ends = fabric.cables.node
    trunk = int(np.flatnonzero((fabric.nodes.kind[ends] == 1).all(axis=1))[0])
    doubled = Fabric(fabric.nodes, doubled_trunk(fabric, trunk), fabric.ports)
    scenario = Scenario("x", frozenset(), frozenset([trunk]))
    structure = shape(wiring(doubled))
    before, after = tables_for(structure.wiring), tables_for(wiring(doubled, scenario))
    live = live_places(structure.wiring, after.wiring)
    found = detoured_exchange(before, after, structure, live)
    assert found == changed_one_by_one(doubled, scenario) > 0


def doubled_trunk(fabric: Fabric, row: int) -> Cables:
    """Return the cables with a second one beside a trunk."""
    cables = fabric.cables
    columns = {name: np.concatenate([c := getattr(cables, name), c[[row]]]) for name in cables.columns()}
    columns["port"] = columns["port"].copy()
    columns["port"][-1] += 20
    return Cables.of(len(cables) + 1, **columns)


def test_that_nothing_is_a_detour_where_nothing_fails() -> None:
    structure = shape(wiring(FABRICS["tree2"]))
    tables = tables_for(structure.wiring)
    live = np.arange(len(structure.wiring.endpoints))
    assert detoured_exchange(tables, tables, structure, live) == 0
    assert not detoured_pairs(tables, tables, live, np.roll(live, 4), live).any()


def others_one_by_one(fabric: Fabric, scenario: Scenario, engine: str) -> int:
    """Compare what of every flow crosses which channel, before and after."""
    structure = shape(wiring(fabric))
    before = tables_for(structure.wiring, Choice(engine))
    after = tables_for(wiring(fabric, scenario), Choice(engine), before=before)
    traffic = traffic_of(structure, DEFAULT)
    assert traffic.exchange is not None
    apart = np.arange(len(structure.wiring.endpoints)) if traffic.ends.local else traffic.ends.host
    made = exchange_pairs(traffic.exchange.groups, apart)
    live = live_places(structure.wiring, after.wiring)
    count = 0
    for src, dst in zip(made.src.tolist(), made.dst.tolist(), strict=True):
        if live[src] >= 0 and live[dst] >= 0:
            old = parts_of(before, np.array([src]), np.array([dst]))
            new = parts_of(after, live[[src]], live[[dst]])
            ways = [
                sorted(zip(p.channel.tolist(), p.part.round(9).tolist(), strict=True)) for p in (old, new)
            ]
            count += ways[0] != ways[1]
    told = detoured_exchange(before, after, structure, live)
    kept = (live[made.src] >= 0) & (live[made.dst] >= 0)
    assert detoured_pairs(before, after, made.src[kept], made.dst[kept], live).sum() == count
    assert told == count
    return count


@pytest.mark.parametrize("engine", ["smodk", "adaptive"])
@pytest.mark.parametrize("name", FABRICS)
def test_that_without_tables_flows_that_go_another_way_are_counted_too(engine: str, name: str) -> None:
    fabric = FABRICS[name]
    hosts = fabric.nodes.kind[fabric.cables.node] == 2
    trunks = np.flatnonzero(~hosts.any(axis=1)).tolist()
    leaf = int(wiring(fabric).endpoints.switch[0])
    for scenario in (
        Scenario("", frozenset(), frozenset(trunks[:1])),
        Scenario("", frozenset(), frozenset(trunks[1:3])),
        Scenario("", frozenset({leaf}), frozenset()),
    ):
        others_one_by_one(fabric, scenario, engine)
    if name != "rails":
        assert others_one_by_one(fabric, Scenario("", frozenset(), frozenset(trunks[:1])), engine) > 0
