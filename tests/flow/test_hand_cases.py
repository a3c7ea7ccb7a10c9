"""Cases whose rates are known by hand, and proofs of fairness on random fabrics with PCIe slots."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, tree3
from flows import laid, padded, simgrid_ends, simgrid_is_there, with_slots
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.wiring import wiring
from ibviz.flow.channels import Channels, channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.maxmin import check, max_min
from ibviz.flow.pair_rates import pair_rates
from ibviz.flow.pairs import Pairs
from ibviz.flow.paths import paths


def hosts128() -> Fabric:
    """Return the full tree of three levels of 8-port switches."""
    return tree3(8, 4, 4, 4, 4)


def test_that_minhop_on_three_levels_aligns_all_flows_of_a_pod() -> None:
    figures = laid(hosts128(), "all-to-all", "minhop").summary
    assert figures["max_flows_per_cable"] == 448
    assert figures["completion_efficiency"] == pytest.approx(127 / 448, rel=1e-12)


@pytest.mark.parametrize(("engine", "share"), [("minhop", 1 / 4), ("dmodk", 1.0)])
def test_that_a_shift_by_a_pod_depends_on_the_engine(engine: str, share: float) -> None:
    rates = laid(hosts128(), "shift:k=16", engine).flows.rate
    assert rates == pytest.approx(np.full(128, 200 * share), rel=1e-12)


@pytest.mark.parametrize("k", range(1, 16))
def test_that_every_shift_is_free_of_contention_under_dmodk(k: int) -> None:
    found = laid(tree2(4, 4, 4), f"shift:k={k}", "dmodk")
    assert found.summary["max_flows_per_cable"] == 1
    assert found.flows.rate == pytest.approx(np.full(16, 200), rel=1e-12)


def test_that_a_tapered_tree_shares_its_spine_cables_evenly() -> None:
    rates = laid(tree2(2, 1, 4), "shift:k=4", "minhop").flows.rate
    assert rates == pytest.approx(np.full(8, 50), rel=1e-12)


def test_that_a_slow_slot_leaves_what_it_cannot_take_to_the_others() -> None:
    fabric = with_slots(tree2(2, 1, 2), {3: "gen1x8"})
    rates = laid(fabric, "shift:k=2", "minhop").flows.rate
    assert rates == pytest.approx([16, 184, 16, 184], rel=1e-12)


@given(st.data(), fabrics(), st.integers(0, 2**31))
def test_that_rates_behind_pcie_slots_are_proved_fair(data: st.DataObject, fabric: Fabric, seed: int) -> None:
    random = np.random.default_rng(seed)
    hcas = np.flatnonzero((fabric.nodes.kind == Kind.HCA) & (random.random(len(fabric.nodes)) < 0.5))
    stated = {int(row): str(random.choice(["gen1x1", "gen3x8", "gen4x16"])) for row in hcas}
    tables = minhop(wiring(with_slots(fabric, stated), data.draw(scenarios(fabric))))
    channels, made = channels_of(tables.wiring), _drawn(random, len(tables.wiring.endpoints))
    got = pair_rates(tables, channels, made)
    flows = got.listed()
    path, hops = paths(tables, made.src, made.dst)
    rows = _behind_slots(path, channels, made)[hops > 0]
    rate, demand = flows.rate[hops > 0], made.demand[hops > 0]
    assert check(rows, channels.capacity, rate, demand=demand).holds
    limited = np.stack([flows.bottleneck >= 0, flows.slots >= 0, flows.rate >= flows.demand * (1 - 1e-9)])
    assert (limited.sum(axis=0)[hops > 0] >= 1).all()
    assert (limited[:2].sum(axis=0)[hops > 0] <= 1).all()
    if got.slots is not None:
        assert (got.slots.load <= got.slots.capacity * (1 + 1e-9)).all()


def _drawn(random: np.random.Generator, count: int) -> Pairs:
    size = int(random.integers(0, 20)) if count else 0
    demand = np.where(random.random(size) < 0.3, random.integers(1, 60, size), np.inf)
    src, dst = (random.integers(0, max(1, count), size) for _ in range(2))
    return Pairs(src, dst, demand)


def _behind_slots(path: Any, channels: Channels, made: Pairs) -> Any:
    return np.column_stack([path, channels.slot_out[made.src], channels.slot_in[made.dst]])


@pytest.mark.oracle
def test_that_simgrid_agrees_on_two_hundred_random_cases() -> None:
    if not simgrid_is_there():
        pytest.skip("SimGrid is not installed")
    random = np.random.default_rng(11)
    cases = [_case(random) for _ in range(200)]
    first = [0, *accumulate(len(capacity) for _, capacity in cases)]
    rates = [max_min(padded(rows), np.array(capacity, float)).rate for rows, capacity in cases]
    rows = [[at + c for c in row] for at, (held, _) in zip(first, cases, strict=False) for row in held]
    capacity = [c for _, held in cases for c in held]
    ends = simgrid_ends(rows, capacity, np.concatenate(rates).tolist())
    np.testing.assert_allclose(ends, 1.0, rtol=1e-9)


def _case(random: np.random.Generator) -> tuple[list[list[int]], list[int]]:
    """Return the channels of random flows, and capacities."""
    channels = int(random.integers(1, 12))
    sizes = random.integers(1, min(channels, 6) + 1, int(random.integers(1, 16)))
    rows = [random.choice(channels, size, replace=False).tolist() for size in sizes]
    return rows, random.integers(1, 13, channels).tolist()


def test_that_a_slow_slot_limits_flows_that_switches_spread() -> None:
    found = laid(with_slots(tree2(2, 2, 2), {4: "gen1x8"}), "shift:k=2", "adaptive")
    assert found.flows.rate == pytest.approx([16, 200, 16, 200], rel=1e-12)
    assert found.flows.slot.tolist() == [4, -1, 4, -1]
