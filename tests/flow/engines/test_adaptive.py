from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, scenarios, torus_of, tree2, tree3, trees
from flows import laid
from hypothesis import given
from hypothesis import strategies as st
from plainrouting import entries_of
from spreading import Spreading, proven

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.adaptive import adaptive
from ibviz.flow.parts import parts_of
from ibviz.flow.routes import report, route
from ibviz.formats.lft import lft_text

ADAPTIVE = Choice("adaptive")


@pytest.mark.parametrize(
    "fabric",
    [tree2(6, 3, 3), tree2(4, 2, 6, parallel=3), tree3(4, 2, 2, 2, 2), tree3(3, 3, 3, 3, 3)],
    ids=["two", "parallel", "three", "three-odd"],
)
def test_that_any_permutation_runs_at_full_rate_in_a_full_tree(fabric: Fabric) -> None:
    for seed in range(1, 6):
        found = laid(fabric, f"permutation:seed={seed}", "adaptive").summary
        assert found["rate_gbps"]["min"] == pytest.approx(found["rate_gbps"]["max"])
        assert found["efficiency"] == pytest.approx(1)
        assert found["max_flows_per_cable"] == 1


def test_that_18_flows_over_17_remaining_cables_get_17_of_18() -> None:
    fabric = tree2(36, 18, 18)
    trunk = int(np.flatnonzero((fabric.cables.node < 54).all(axis=1))[0])
    cut = Scenario(down_cables=frozenset([trunk]))
    found = laid(fabric, "shift:k=18", "adaptive", cut)
    rate = found.flows.rate / found.flows.rate.max()
    slow = np.flatnonzero(rate < 0.99)
    assert len(slow) == 36
    assert rate[slow] == pytest.approx(17 / 18)
    assert found.summary["max_flows_per_cable"] == pytest.approx(18 / 17)


@given(st.data(), fabrics() | trees())
def test_that_rates_are_max_min_fair_and_loads_what_they_add_up_to(
    data: st.DataObject, fabric: Fabric
) -> None:
    found = laid(fabric, "shift:k=1,rails=all", "adaptive", data.draw(scenarios(fabric)))
    flows, wires = found.flows, found.wiring
    over = np.flatnonzero(flows.hops > 0)
    parts = parts_of(adaptive(wires), flows.src[over], flows.dst[over])
    capacity = channels_of(wires).capacity
    assert proven(parts, capacity, flows.rate[over])
    load = np.zeros(2 * len(fabric.cables))
    plain = Spreading(wires)
    for row in over.tolist():
        for channel, part in plain.parts(int(flows.src[row]), int(flows.dst[row])).items():
            load[channel] += flows.rate[row] * float(part)
    np.testing.assert_allclose(found.load.ravel(), load, rtol=1e-9, atol=1e-9)


def test_that_an_exchange_of_unequal_rates_is_solved_flow_by_flow() -> None:
    cut = Scenario("", frozenset(), frozenset({0}))
    equal = laid(tree2(4, 3, 3), "all-to-all", "adaptive", cut).summary["rate_gbps"]
    fair = laid(tree2(4, 3, 3), "all-to-all:maxmin=1", "adaptive", cut).summary["rate_gbps"]
    assert fair["min"] == pytest.approx(equal["min"])
    assert fair["max"] > equal["max"] * 1.01


@given(st.data(), fabrics())
def test_that_entries_are_those_of_minhop(data: st.DataObject, fabric: Fabric) -> None:
    scenario = data.draw(scenarios(fabric))
    assert entries_of(route(fabric, scenario, ADAPTIVE)) == entries_of(route(fabric, scenario))


def test_that_a_tree_has_no_credit_loop_and_a_torus_has() -> None:
    assert report(route(tree3(2, 2, 2, 2, 2), routing=ADAPTIVE))["credit_loops"] == 0
    assert report(route(torus_of((4, 4)), routing=ADAPTIVE))["credit_loops"] > 0


def test_that_there_is_no_file_of_it() -> None:
    with pytest.raises(OptionError, match="adaptive has no such tables: an entry is one port, and switches"):
        lft_text(route(tree2(2, 1, 1), routing=ADAPTIVE))
