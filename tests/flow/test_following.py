from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, tree3
from flows import rails
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.simulation import Simulation
from ibviz.core.structure import shape
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow import following
from ibviz.flow.following import followed, followed_exchange, meeting
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables

NONE = np.empty(0, np.int64)


def laid(fabric: Fabric, traffic: str, scenario: Scenario | None = None) -> tuple[Simulation, Tables]:
    tables = tables_for(wiring(fabric, scenario or Scenario()))
    return simulate_tables(tables, Choice.parse(traffic)), tables


def one_by_one(run: Simulation, tables: Tables, nodes: set[int], cables: set[int]) -> tuple[set[int], Any]:
    """Follow each flow by itself."""
    flows, fabric = run.all_flows(), run.wiring.fabric
    found, load = set(), np.zeros((len(fabric.cables), 2))
    for flow in range(len(flows)):
        path, _ = paths(tables, flows.src[flow : flow + 1], flows.dst[flow : flow + 1])
        channels = [channel for channel in path[0].tolist() if channel >= 0]
        rows = {channel // 2 for channel in channels}
        if rows & cables or set(fabric.cables.node[sorted(rows)].ravel().tolist()) & nodes:
            found.add(flow)
            for channel in channels:
                load[channel // 2, channel % 2] += flows.rate[flow]
    return found, load


@given(fabrics(), st.data())
def test_that_what_is_followed_is_what_meets_the_selection(fabric: Fabric, data: st.DataObject) -> None:
    run, tables = laid(fabric, "all-to-all", data.draw(scenarios(fabric)))
    count = len(fabric.nodes), len(fabric.cables)
    nodes, cables = (
        data.draw(st.sets(st.integers(0, most - 1), max_size=2)) if most else set() for most in count
    )
    found, load = one_by_one(run, tables, nodes, cables)
    marked = meeting(fabric, np.array(sorted(nodes), np.int64), np.array(sorted(cables), np.int64))
    listed = followed(run, tables, run.all_flows(), marked=marked)
    together = followed_exchange(run, tables, marked, structure=shape(wiring(fabric)))
    assert set(listed.flow.tolist()) == found
    assert listed.number == together.number == len(found)
    assert np.allclose(listed.load, load)
    assert np.allclose(together.load, load)


@pytest.mark.parametrize("traffic", ["all-to-all", "all-to-all:local=1", "all-to-all:rails=all"])
@pytest.mark.parametrize("fabric", [tree2(3, 2, 2, shuffle=3), tree3(2, 2, 2, 1, 1), rails()])
def test_that_all_nodes_together_carry_the_whole_load(fabric: Fabric, traffic: str) -> None:
    run, tables = laid(fabric, traffic)
    marked = meeting(fabric, np.arange(len(fabric.nodes)), NONE)
    listed = followed(run, tables, run.all_flows(), marked=marked)
    together = followed_exchange(run, tables, marked, structure=shape(wiring(fabric)))
    assert np.allclose(listed.load, run.load)
    assert np.allclose(together.load, run.load)
    assert listed.number == together.number


def test_that_an_exchange_is_followed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    fabric = tree2(4, 2, 3)
    run, tables = laid(fabric, "all-to-all")
    marked = meeting(fabric, np.array([0, 4]), np.array([3]))
    whole = followed_exchange(run, tables, marked, structure=shape(wiring(fabric)))
    monkeypatch.setattr("ibviz.flow.exchange._BLOCK", 12)
    monkeypatch.setattr(following, "_BLOCK", 5)
    told: list[float] = []
    parts = followed_exchange(
        run,
        tables,
        marked,
        structure=shape(wiring(fabric)),
        progress=lambda share, what: told.append(share),
    )
    assert len(told) > 1
    assert parts.number == whole.number > 0
    assert np.allclose(parts.load, whole.load)
    assert np.allclose(followed(run, tables, run.all_flows(), marked=marked).load, whole.load)


def test_that_single_flows_load_their_own_way() -> None:
    run, tables = laid(tree2(3, 2, 2), "shift:k=3")
    alone = followed(run, tables, run.flows, flow=np.array([2]))
    path = paths(tables, run.flows.src[2:3], run.flows.dst[2:3])[0][0]
    assert alone.flow.tolist() == [2]
    assert alone.load.ravel()[path].tolist() == [run.flows.rate[2]] * len(path)
    assert alone.load.sum() == pytest.approx(run.flows.rate[2] * len(path))


def test_that_flows_without_a_route_belong_to_their_ends() -> None:
    fabric = tree2(2, 1, 1)
    trunk = int(np.flatnonzero((fabric.cables.node < 3).all(axis=1))[0])
    run, tables = laid(fabric, "shift:k=1", Scenario("", frozenset(), frozenset([trunk])))
    assert (run.flows.hops < 0).all()
    node = int(run.wiring.endpoints.node[0])
    marked = meeting(fabric, np.array([node]), NONE)
    ends = run.wiring.endpoints.node == node
    assert not len(followed(run, tables, run.flows, marked=marked).flow)
    assert len(followed(run, tables, run.flows, marked=marked, ends=ends).flow) == 2


def test_that_too_many_or_unequal_flows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fabric = tree2(2, 1, 2)
    run, tables = laid(fabric, "all-to-all")
    marked, structure = meeting(fabric, np.array([0]), NONE), shape(wiring(fabric))
    unequal = replace(run, summary={**run.summary, "rate_gbps": {"min": 1.0, "max": 2.0}})
    with pytest.raises(OptionError, match="pick fewer hosts"):
        followed_exchange(unequal, tables, marked, structure=structure)
    monkeypatch.setattr(following, "MOST_PAIRS", 3)
    with pytest.raises(OptionError, match="pick fewer hosts"):
        followed_exchange(run, tables, marked, structure=structure)


def test_that_pairs_have_no_partners() -> None:
    run, _ = laid(tree2(2, 1, 2), "shift:k=1")
    assert following.partners(run, shape(run.wiring))[0] == ()


@pytest.mark.parametrize("most", [0, 10**6])
def test_that_the_part_of_a_node_has_its_name_and_load(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(following, "MOST_LISTED", most)
    fabric = tree2(3, 2, 2)
    run, tables = laid(fabric, "all-to-all")
    part = following.part_of(run, tables, 0, "leaf", structure=shape(wiring(fabric)))
    found, load = one_by_one(run, tables, {0}, set())
    assert (part.title, part.number) == ("Flows of leaf", len(found))
    assert np.allclose(part.load, load)


@pytest.mark.parametrize("nodes", [{0}, {3}, {0, 4}])
def test_that_flows_without_a_route_load_nothing(nodes: set[int]) -> None:
    fabric = tree2(2, 1, 3)
    trunk = int(np.flatnonzero((fabric.cables.node < 3).all(axis=1))[0])
    run, tables = laid(fabric, "all-to-all", Scenario("", frozenset(), frozenset([trunk])))
    found, load = one_by_one(run, tables, nodes, set())
    marked = meeting(fabric, np.array(sorted(nodes)), NONE)
    together = followed_exchange(run, tables, marked, structure=shape(wiring(fabric)))
    assert together.number == len(found)
    assert np.allclose(together.load, load)


@pytest.mark.parametrize("engine", ["smodk", "adaptive"])
def test_that_without_tables_all_flows_together_load_what_the_simulation_says(engine: str) -> None:
    fabric = tree3(2, 2, 2, 2, 2)
    tables = tables_for(wiring(fabric), Choice(engine))
    run = simulate_tables(tables, Choice.parse("shift:k=3"))
    every = followed(run, tables, run.flows)
    np.testing.assert_allclose(every.load, run.load)
    marked = meeting(fabric, NONE, np.arange(1))
    some = followed(run, tables, run.flows, marked=marked)
    for flow in range(len(run.flows)):
        part = parts_of(tables, run.flows.src[flow : flow + 1], run.flows.dst[flow : flow + 1])
        assert (flow in some.flow) == bool(marked[part.channel].any())
    with pytest.raises(OptionError, match="too many to follow"):
        exchange = simulate_tables(tables, Choice("all-to-all"))
        followed_exchange(exchange, tables, marked, structure=shape(wiring(fabric)))
