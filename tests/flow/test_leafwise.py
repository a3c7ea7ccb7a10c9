from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, tree3, trees
from flows import rails
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.table import Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow import leafwise as module
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.adaptive import adaptive
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.leafwise import leafwise, leafwise_flows, samples
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import paths
from ibviz.flow.routes import route

KINDS = ["smodk", "adaptive"]


def check(tables: Tables, groups: tuple[Ints, ...], apart: Ints) -> None:
    """Compare counts with those of flows one by one."""
    channels = channels_of(tables.wiring)
    got = leafwise_flows(tables, channels, groups, apart)
    made = exchange_pairs(groups, apart)
    parts = parts_of(tables, made.src, made.dst)
    _, hops = paths(tables, made.src, made.dst)
    whole = parts.summed(np.ones(len(made.src)), channels.cables)
    np.testing.assert_allclose(got.on[: channels.cables], whole, rtol=1e-9, atol=1e-12)
    assert (got.flows, got.routed) == (len(made.src), int((hops > 0).sum()))


@given(st.data(), fabrics() | trees(), st.sampled_from(KINDS))
def test_that_counts_are_those_of_flows_one_by_one(data: st.DataObject, fabric: Fabric, kind: str) -> None:
    tables = route(fabric, data.draw(scenarios(fabric)), Choice(kind))
    ends = np.flatnonzero(tables.wiring.endpoints.switch >= 0)
    cut = data.draw(st.integers(0, len(ends)))
    groups = tuple(group for group in (ends[:cut], ends[cut:]) if len(group))
    apart = np.arange(len(tables.wiring.endpoints)) // data.draw(st.integers(1, 3))
    if tables.by_source is not None or tables.groups is not None:
        check(tables, groups, apart)


@pytest.mark.parametrize("kind", KINDS)
def test_that_a_healthy_tree_carries_as_much_everywhere(kind: str) -> None:
    for fabric, hosts in ((tree2(36, 18, 18), 648), (tree3(4, 2, 2, 2, 2), 16)):
        tables = route(fabric, routing=Choice(kind))
        everyone = (np.arange(hosts),)
        counted = leafwise_flows(tables, channels_of(tables.wiring), everyone, np.arange(hosts))
        assert counted.on.max() == pytest.approx(hosts - 1)


def test_that_a_cable_out_costs_one_of_18_where_flows_are_spread_and_half_where_the_sender_decides() -> None:
    fabric = tree2(36, 18, 18)
    trunk = int(np.flatnonzero((fabric.cables.node < 54).all(axis=1))[0])
    cut = Scenario(down_cables=frozenset([trunk]))
    most = {}
    for kind in KINDS:
        tables = route(fabric, cut, Choice(kind))
        channels = channels_of(tables.wiring)
        most[kind] = leafwise_flows(tables, channels, (np.arange(648),), np.arange(648)).on.max()
    assert most["smodk"] == 1260
    assert most["adaptive"] == pytest.approx(18 * 630 / 17)


def test_that_paths_come_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLOCK", 3)
    tables = route(tree2(4, 2, 3), routing=Choice("smodk"))
    check(tables, (np.arange(12),), np.arange(12))


def test_that_pcie_slots_are_counted() -> None:
    fabric = rails(3, 2)
    slots = np.where(fabric.nodes.kind == 2, "gen4x16", "").astype(object)
    stated = Fabric(fabric.nodes.with_columns(pcie=slots), fabric.cables, fabric.ports)
    tables = route(stated, AS_BUILT, Choice("adaptive"))
    channels = channels_of(tables.wiring)
    ends = np.arange(len(tables.wiring.endpoints))
    on = leafwise_flows(tables, channels, (ends,), ends).on
    assert channels.has_slots
    assert on[channels.slot_out].tolist() == [len(ends) - 1.0] * len(ends)
    assert on[channels.slot_in].tolist() == [len(ends) - 1.0] * len(ends)


@given(fabrics() | trees(), st.booleans(), st.integers(1, 3))
def test_that_samples_stand_for_all_flows(fabric: Fabric, by_sender: bool, size: int) -> None:
    wires = wiring(fabric)
    group = np.flatnonzero(wires.endpoints.switch >= 0)
    apart = np.arange(len(wires.endpoints)) // size
    part = leafwise(adaptive(wires), group, apart)
    src, dst, times = samples(part, by_sender=by_sender)
    assert times.sum() == len(exchange_pairs((group,), apart).src)
    assert (apart[src] != apart[dst]).all()
    leaf = wires.endpoints.switch
    keys = src if by_sender else leaf[src]
    assert len(set(zip(keys.tolist(), leaf[dst].tolist(), strict=True))) == len(src)
