from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, scenarios, tree2
from flows import laid, with_slots
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.carried import Carried
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.exchange_rates import equal_rates, of_hosts


def _equal(tables: Tables) -> Carried:
    here = np.flatnonzero(tables.wiring.endpoints.switch >= 0)
    groups = (here,) if len(here) else ()
    return equal_rates(tables, channels_of(tables.wiring), groups, np.arange(len(tables.wiring.endpoints)))


@given(st.data(), fabrics())
def test_that_the_busiest_channel_is_full_and_no_other_is_over(data: st.DataObject, fabric: Fabric) -> None:
    tables = minhop(wiring(fabric, data.draw(scenarios(fabric))))
    got = _equal(tables)
    capacity = np.repeat(fabric.capacity, 2)
    if not got.routed:
        assert not got.load.any()
        assert not len(got.rate)
        return
    assert (got.load / capacity).max() == pytest.approx(1)
    (rate,) = got.rate
    np.testing.assert_allclose(got.load, got.on * rate)
    assert got.ideal[0] >= rate * (1 - 1e-12)
    flows = got.listed()
    assert len(flows) == got.flows
    assert int((flows.hops > 0).sum()) == got.routed
    np.testing.assert_array_equal(flows.rate, np.where(flows.hops > 0, rate, 0))
    limits = flows.bottleneck[flows.hops > 0]
    np.testing.assert_allclose(got.load[limits], capacity[limits])
    assert np.isnan(flows.latency[flows.hops < 0]).all()


def test_that_a_flow_is_limited_by_a_full_channel_on_its_own_path_if_there_is_one() -> None:
    tables = minhop(wiring(tree2(4, 2, 2)))
    flows = _equal(tables).listed()
    np.testing.assert_array_equal(flows.bottleneck, channels_of(tables.wiring).into[flows.src])
    spineless = minhop(wiring(tree2(2, 1, 3)))
    flows = _equal(spineless).listed()
    trunks = np.flatnonzero((spineless.wiring.fabric.cables.node < 3).all(axis=1))
    assert set((flows.bottleneck // 2).tolist()) == set(trunks.tolist())


def test_that_a_pcie_slot_can_be_what_limits_all() -> None:
    fabric = with_slots(tree2(1, 1, 4), {2: "gen1x1"})
    got = _equal(minhop(wiring(fabric)))
    assert got.rate.tolist() == pytest.approx([2 / 3])
    assert set(got.listed().bottleneck.tolist()) == {-1}
    assert set(got.listed().slot.tolist()) == {2}
    assert got.slots is not None
    assert got.slots.load == pytest.approx([2, 2])
    fair = laid(fabric, "all-to-all:maxmin=1").all_flows()
    slow = (fair.src == 0) | (fair.dst == 0)
    assert fair.rate[slow] == pytest.approx(2 / 3)
    assert (fair.slot[slow] == 2).all()
    assert (fair.slot[~slow] == -1).all()


def test_that_a_full_pcie_slot_is_among_the_bottlenecks() -> None:
    fabric = with_slots(tree2(1, 1, 4), {2: "gen1x1"})
    for text in ("all-to-all", "all-to-all:maxmin=1", "shift:k=1"):
        worst = laid(fabric, text).summary["bottlenecks"]
        slots = [port["utilization"] for port in worst if port["port"] == "PCIe of H2"]
        assert slots == pytest.approx([1, 1]), text


def test_that_two_ports_of_one_hca_share_its_slot_in_an_exchange() -> None:
    fabric = with_slots(
        fabric_of("SHHH", [(1, 1, 0, 1), (1, 2, 0, 2), (2, 1, 0, 3), (3, 1, 0, 4)]), {1: "gen1x1"}
    )
    assert _equal(minhop(wiring(fabric))).rate.tolist() == pytest.approx([2 / 6])


def test_that_channels_of_hosts_are_their_ports_and_slots() -> None:
    wires = wiring(with_slots(tree2(2, 1, 1), {3: "gen3x8"}))
    channels = channels_of(wires)
    mask = of_hosts(channels, (np.arange(2),))
    trunks = np.flatnonzero((wires.fabric.cables.node < 3).all(axis=1))
    assert not mask.reshape(-1, 2)[trunks].any()
    assert mask.sum() == 2 * 2 + 2
