from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, tree3
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.progress import Cancelled
from ibviz.core.scenario import Scenario
from ibviz.core.table import Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.exchange import (
    ExchangeFlows,
    end_port_places,
    exchange_flows,
    exchange_pairs,
    excluded_pairs,
)
from ibviz.flow.maxmin import summed
from ibviz.flow.paths import paths


def everyone(wires: Wiring) -> tuple[Ints, ...]:
    """All endpoints at switches as one group."""
    return (np.flatnonzero(wires.endpoints.switch >= 0),)


def counted(
    tables: Tables, groups: tuple[Ints, ...] | None = None, apart: Ints | None = None
) -> ExchangeFlows:
    """Count by trees."""
    wires = tables.wiring
    labels = np.arange(len(wires.endpoints)) if apart is None else apart
    return exchange_flows(tables, channels_of(wires), groups or everyone(wires), labels)


def one_by_one(tables: Tables, groups: tuple[Ints, ...], apart: Ints) -> ExchangeFlows:
    """Count by following every pair."""
    made = exchange_pairs(groups, apart)
    rows, hops = paths(tables, made.src, made.dst)
    on = summed(rows, np.ones(len(rows)), 2 * len(tables.wiring.fabric.cables))
    return ExchangeFlows(on, len(made.src), int((hops > 0).sum()))


def test_that_the_full_tree_carries_647_flows_and_1260_with_a_cable_out() -> None:
    fabric = tree2(36, 18, 18)
    whole = counted(minhop(wiring(fabric)))
    assert (whole.on.max(), whole.flows, whole.routed) == (647, 648 * 647, 648 * 647)
    trunk = int(np.flatnonzero((fabric.cables.node < 54).all(axis=1))[0])
    before = minhop(wiring(fabric))
    failed = wiring(fabric, Scenario(down_cables=frozenset([trunk])))
    assert counted(minhop(failed, before)).on.max() == 1260
    assert counted(minhop(failed)).on.max() == 1260


def test_that_minhop_on_a_tree_of_three_levels_piles_448_flows_on_a_cable() -> None:
    assert counted(minhop(wiring(tree3(8, 4, 4, 4, 4)))).on.max() == 448


@given(st.data(), fabrics())
def test_that_trees_count_as_following_every_pair_does(data: st.DataObject, fabric: Fabric) -> None:
    tables = minhop(wiring(fabric, data.draw(scenarios(fabric))))
    _compare(data, tables)


@given(st.data(), fabrics(max_switches=5), st.integers(0, 2**31))
def test_that_broken_and_circling_tables_lose_the_same_flows(
    data: st.DataObject, fabric: Fabric, seed: int
) -> None:
    tables = minhop(wiring(fabric))
    random = np.random.default_rng(seed)
    to_end = tables.to_end.copy()
    wrong = random.random(to_end.shape) < 0.3
    ports = np.append(np.arange(10), NO_PATH)
    to_end[wrong] = random.choice(ports, int(wrong.sum()))
    _compare(data, replace(tables, to_end=to_end))


def _compare(data: st.DataObject, tables: Tables) -> None:
    wires = tables.wiring
    ends = everyone(wires)[0]
    random = np.random.default_rng(data.draw(st.integers(0, 2**31)))
    labels = random.integers(0, 3, len(ends))
    groups = tuple(ends[labels == label] for label in range(3) if (labels == label).any())
    apart = random.integers(0, max(1, len(ends) // 2), len(wires.endpoints))
    if data.draw(st.booleans()):
        apart = np.arange(len(wires.endpoints))
    got, expected = counted(tables, groups, apart), one_by_one(tables, groups, apart)
    np.testing.assert_array_equal(got.on, expected.on)
    assert (got.flows, got.routed) == (expected.flows, expected.routed)


@given(fabrics())
def test_that_the_sum_over_channels_is_the_sum_of_path_lengths(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    wires = tables.wiring
    made = exchange_pairs(everyone(wires), np.arange(len(wires.endpoints)))
    _, hops = paths(tables, made.src, made.dst)
    assert counted(tables).on.sum() == hops[hops > 0].sum()


@given(fabrics())
def test_that_what_enters_a_switch_leaves_it(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    cables, on = fabric.cables, counted(tables).on.reshape(-1, 2)
    count = len(fabric.nodes)
    out = np.bincount(cables.node.ravel(), on.ravel(), minlength=count)
    into = np.bincount(cables.node[:, ::-1].ravel(), on.ravel(), minlength=count)
    switches = tables.wiring.is_switch
    np.testing.assert_array_equal(out[switches], into[switches])
    assert out[~switches].sum() == into[~switches].sum()


def test_that_many_small_blocks_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = minhop(wiring(tree3(2, 2, 2, 2, 3)))
    whole = counted(tables)
    monkeypatch.setattr("ibviz.flow.exchange._BLOCK", 1)
    np.testing.assert_array_equal(counted(tables).on, whole.on)


def test_that_a_repaired_cable_brings_back_the_very_same_counts() -> None:
    fabric = tree2(4, 2, 3)
    first = counted(minhop(wiring(fabric)))
    minhop(wiring(fabric, Scenario(down_cables=frozenset([0]))))
    assert np.array_equal(counted(minhop(wiring(fabric))).on, first.on)


def test_that_counting_can_be_stopped() -> None:
    def stop(done: float, what: str) -> None:
        raise Cancelled

    tables = minhop(wiring(tree2(2, 1, 2)))
    with pytest.raises(Cancelled):
        exchange_flows(
            tables, channels_of(tables.wiring), everyone(tables.wiring), np.arange(4), progress=stop
        )


def test_that_pairs_that_send_nothing_are_all_of_equal_label() -> None:
    first, second = excluded_pairs(np.array([5, 7, 5]))
    assert sorted(zip(first.tolist(), second.tolist(), strict=True)) == [
        (0, 0),
        (0, 2),
        (1, 1),
        (2, 0),
        (2, 2),
    ]
    assert (np.diff(second) >= 0).all()


@given(fabrics())
def test_that_endpoints_are_found_among_the_end_ports(fabric: Fabric) -> None:
    wires = wiring(fabric)
    places = end_port_places(wires)
    np.testing.assert_array_equal(wires.end_ports.cable[places], wires.endpoints.cable)
    np.testing.assert_array_equal(wires.end_ports.side[places], wires.endpoints.side)
