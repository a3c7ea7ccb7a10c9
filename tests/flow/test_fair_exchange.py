from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, trees
from flows import laid
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.fair_exchange import fair_rates
from ibviz.flow.pair_rates import pair_rates


def _compare(tables: Tables, groups: tuple[Any, ...], apart: Any) -> None:
    """Compare aggregates with every pair solved by itself."""
    channels = channels_of(tables.wiring)
    got = fair_rates(tables, channels, groups, apart)
    whole = pair_rates(tables, channels, exchange_pairs(groups, apart))
    assert (got.flows, got.routed) == (whole.flows, whole.routed)
    np.testing.assert_allclose(got.load, whole.load, rtol=1e-8, atol=1e-9)
    np.testing.assert_array_equal(got.on, whole.on)
    mine, theirs = got.listed(), whole.listed()
    for name in ("src", "dst", "hops"):
        np.testing.assert_array_equal(getattr(mine, name), getattr(theirs, name))
    for name in ("rate", "ideal", "latency"):
        np.testing.assert_allclose(getattr(mine, name), getattr(theirs, name), rtol=1e-8)
    times = np.repeat(got.rate, got.times.astype(int))
    np.testing.assert_allclose(np.sort(times), np.sort(whole.rate), rtol=1e-8)
    full = np.append(whole.load >= channels.capacity[: channels.cables] * (1 - 1e-8), False)
    limited = (mine.bottleneck >= 0) & (mine.rate > 0)
    assert full[mine.bottleneck[limited]].all()


@given(st.data(), trees())
def test_that_aggregates_on_trees_are_all_pairs_solved(data: st.DataObject, fabric: Fabric) -> None:
    tables = minhop(wiring(fabric, data.draw(scenarios(fabric))))
    count = len(tables.wiring.endpoints)
    _compare(tables, (np.arange(count),) if count else (), np.arange(count))


@given(fabrics(), st.integers(0, 2**31))
def test_that_aggregates_on_any_fabric_are_all_pairs_solved(fabric: Fabric, seed: int) -> None:
    random = np.random.default_rng(seed)
    pcie = np.where(random.random(len(fabric.nodes)) < 0.3, "gen3x8", "").astype(object)
    tables = minhop(wiring(Fabric(fabric.nodes.with_columns(pcie=pcie), fabric.cables, fabric.ports)))
    ends = tables.wiring.endpoints
    here = np.flatnonzero(ends.switch >= 0)
    labels = random.integers(0, 2, len(here))
    groups = tuple(here[labels == label] for label in (0, 1) if (labels == label).any())
    apart = ends.node if random.random() < 0.5 else np.arange(len(ends))
    _compare(tables, groups, apart)


def test_that_the_missing_flow_to_itself_splits_the_senders_of_a_leaf() -> None:
    fabric = tree2(4, 3, 3)
    tables = minhop(wiring(fabric, Scenario(down_cables=frozenset([0]))), minhop(wiring(fabric)))
    _compare(tables, (np.arange(12),), np.arange(12))
    rates = fair_rates(tables, channels_of(tables.wiring), (np.arange(12),), np.arange(12))
    assert len(rates.rate) > 4 * 12


def test_that_a_healthy_tree_needs_one_class_a_leaf() -> None:
    tables = minhop(wiring(tree2(36, 18, 18)))
    got = fair_rates(tables, channels_of(tables.wiring), (np.arange(648),), np.arange(648))
    assert len(got.rate) == 36 * 648
    np.testing.assert_allclose(got.rate, 200 / 647, rtol=1e-12)


def test_that_too_many_aggregates_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.flow.aggregates.MOST_AGGREGATES", 31)
    with pytest.raises(OptionError, match=r"takes 32 aggregates, more than 31"):
        laid(tree2(4, 2, 2), "all-to-all:maxmin=1")


def test_that_an_exchange_among_nobody_is_empty() -> None:
    tables = minhop(wiring(tree2(1, 1, 1)))
    alone = fair_rates(tables, channels_of(tables.wiring), (np.arange(1),), np.arange(1))
    nobody = fair_rates(tables, channels_of(tables.wiring), (), np.arange(1))
    assert alone.flows == nobody.flows == 0 == len(alone.listed()) == len(nobody.listed())
