from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, scenarios, tree2
from flows import filled, with_slots
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.maxmin import check
from ibviz.flow.pair_rates import pair_rates, sampled_rates
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.paths import paths


@given(st.data(), fabrics(), st.integers(0, 2**31))
def test_that_any_pairs_on_any_fabric_are_shared_fairly(
    data: st.DataObject, fabric: Fabric, seed: int
) -> None:
    tables = minhop(wiring(fabric, data.draw(scenarios(fabric))))
    channels, count = channels_of(tables.wiring), len(tables.wiring.endpoints)
    random = np.random.default_rng(seed)
    size = int(random.integers(0, 20)) if count else 0
    demand = np.where(random.random(size) < 0.5, random.integers(1, 60, size), np.inf)
    made = Pairs(random.integers(0, max(1, count), size), random.integers(0, max(1, count), size), demand)
    got = pair_rates(tables, channels, made)
    flows = got.listed()
    rows, hops = paths(tables, made.src, made.dst)
    over = hops > 0
    assert check(rows[over], channels.capacity, flows.rate[over], demand=demand[over]).holds
    np.testing.assert_array_equal(flows.hops, hops)
    np.testing.assert_array_equal(flows.rate[hops < 0], 0)
    np.testing.assert_array_equal(np.isnan(flows.latency), hops < 0)
    assert (flows.rate[hops >= 0] > 0).all()
    assert got.rate.min(initial=np.inf) <= got.ideal.min(initial=np.inf) * (1 + 1e-9)
    limited = flows.bottleneck >= 0
    at = flows.bottleneck[limited]
    np.testing.assert_allclose(got.load[at], channels.capacity[at], rtol=1e-9)
    assert (flows.rate[over & ~limited] == demand[over & ~limited]).all()
    _conserved(fabric, got.load, flows.rate, made, tables.wiring.endpoints.node)
    if got.routed:
        assert sampled_rates(tables, channels, made).mean == pytest.approx(flows.rate[hops >= 0].mean())


def _conserved(fabric: Fabric, load: np.ndarray, rate: np.ndarray, made: Pairs, node: np.ndarray) -> None:  # type: ignore[type-arg]
    """Assert that each node sends what its flows send plus what it forwards."""
    count = len(fabric.nodes)
    out = np.bincount(fabric.cables.node.ravel(), load, minlength=count)
    into = np.bincount(fabric.cables.node[:, ::-1].ravel(), load, minlength=count)
    over = made.src != made.dst
    sent = np.bincount(node[made.src[over]], rate[over], minlength=count)
    got = np.bincount(node[made.dst[over]], rate[over], minlength=count)
    np.testing.assert_allclose(out - into, sent - got, atol=1e-6)


def test_that_a_self_send_uses_no_cable_and_runs_at_the_rate_of_the_port() -> None:
    tables = minhop(wiring(with_slots(tree2(1, 1, 3), {2: "gen1x1"})))
    made = Pairs(np.arange(3), np.arange(3), np.array([np.inf, np.inf, 5]))
    got = pair_rates(tables, channels_of(tables.wiring), made)
    assert got.rate.tolist() == [2, 200, 5] == got.ideal.tolist()
    assert not got.load.any()
    assert got.listed().latency.tolist() == [0.6] * 3


def test_that_both_ports_of_an_hca_share_its_slot() -> None:
    fabric = with_slots(
        fabric_of("SHHH", [(1, 1, 0, 1), (1, 2, 0, 2), (2, 1, 0, 3), (3, 1, 0, 4)]), {1: "gen3x8"}
    )
    tables = minhop(wiring(fabric))
    made = pairs(np.array([0, 1, 2]), np.array([2, 3, 0]))
    got = pair_rates(tables, channels_of(tables.wiring), made)
    slot = 8 * 8 * 128 / 130
    assert got.rate == pytest.approx([slot / 2, slot / 2, slot])
    assert got.ideal == pytest.approx(got.rate)
    assert got.listed().bottleneck.tolist() == [-1, -1, -1]
    assert got.listed().slot.tolist() == [1, 1, 1]
    assert got.slots is not None
    assert got.slots.node.tolist() == [1, 1]
    assert got.slots.load == pytest.approx([slot, slot])
    assert got.slots.on.tolist() == [2, 1]
    expected = filled([[0, 9], [1, 9], [2, 10]], [200, 200, 200, 0, 0, 0, 0, 0, 0, 63, 63])
    assert [float(rate) for rate in expected] == [31.5, 31.5, 63]


def test_that_the_ideal_knows_no_trunks() -> None:
    tables = minhop(wiring(tree2(2, 1, 2)))
    got = pair_rates(tables, channels_of(tables.wiring), pairs(np.array([0, 1]), np.array([2, 3])))
    assert got.rate.tolist() == [100, 100]
    assert got.ideal.tolist() == [200, 200]
    assert got.on.max() == 2


def test_that_the_mean_of_no_flows_is_none() -> None:
    tables = minhop(wiring(tree2(2, 1, 2)))
    none = pairs(np.empty(0, np.int64), np.empty(0, np.int64))
    assert np.isnan(sampled_rates(tables, channels_of(tables.wiring), none).mean)
