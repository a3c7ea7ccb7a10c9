from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, same_channels, scenarios, tree2, trees, without
from flows import laid
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.progress import Cancelled
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow import exchange_rates
from ibviz.flow import simulate as simulate_
from ibviz.flow.channels import channels_of
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import live_places, simulate, simulate_tables

PATTERNS = st.sampled_from(
    ["all-to-all", "all-to-all:maxmin=1", "shift:k=1", "permutation:seed=2,count=2", "bisection:local=1"]
)


def test_that_the_default_is_all_to_all_under_minhop_and_says_that_it_is_assumed() -> None:
    found = simulate(tree2(4, 2, 2))
    assert found.summary["traffic"]["pattern"] == "all-to-all"
    assert found.summary["routing"]["used"] == "minhop"
    assert "assumed" in found.summary["routing"]["reason"]


def test_that_a_scenario_brings_its_own_traffic_and_routing_unless_told_otherwise() -> None:
    own = Scenario(traffic=Choice("shift"), routing=Choice("dmodk"))
    found = simulate(tree2(4, 2, 2), own)
    assert (found.traffic.kind, found.routing.used) == ("shift", "dmodk")
    told = simulate(tree2(4, 2, 2), own, traffic=Choice("bisection"), routing=Choice("minhop"))
    assert (told.traffic.kind, told.routing.used) == ("bisection", "minhop")


@pytest.mark.parametrize(
    ("pairs", "tree", "rates"),
    [
        ("0,2 1,4", (4, 2, 2), [100, 100]),
        ("0,2 1,5", (4, 2, 2), [200, 200]),
        ("0,8 1,8 4,8 5,8 2,12", (4, 4, 4), [50, 50, 50, 50, 100]),
    ],
)
def test_that_hand_cases_on_trees_come_out(
    tmp_path: Path, pairs: str, tree: tuple[int, int, int], rates: list[float]
) -> None:
    first = tree[0] + tree[1]
    rows = [[f"H{int(end) + first}" for end in pair.split(",")] for pair in pairs.split()]
    file = tmp_path / "pairs.csv"
    file.write_text("\n".join(",".join(row) for row in rows))
    assert laid(tree2(*tree), f"file:{file}", "dmodk").flows.rate.tolist() == pytest.approx(rates)


def test_that_seven_to_one_on_a_leaf_get_a_seventh_each() -> None:
    assert laid(tree2(1, 1, 8), "incast:dst=H2").flows.rate.tolist() == pytest.approx([200 / 7] * 7)


@given(st.data(), fabrics(), PATTERNS)
def test_that_figures_are_json_and_agree_with_load_and_flows(
    data: st.DataObject, fabric: Fabric, text: str
) -> None:
    found = laid(fabric, text, scenario=data.draw(scenarios(fabric)))
    figures = json.loads(json.dumps(found.summary, allow_nan=False))
    flows = found.all_flows()
    routed = flows.hops >= 0
    assert (figures["flows"], figures["routed"]) == (len(flows), int(routed.sum()))
    assert figures["total_gbps"] == pytest.approx(flows.rate.sum())
    assert figures["ideal_gbps"] == pytest.approx(flows.ideal.sum())
    assert found.load.shape == found.flows_on.shape == (len(fabric.cables), 2)
    assert (found.load <= fabric.capacity[:, None] * (1 + 1e-9)).all()
    assert not found.load[~found.is_up].any()
    assert not found.flows_on[~found.is_up].any()
    channels = channels_of(found.wiring)
    over = routed & (flows.src != flows.dst)
    sent = np.bincount(flows.src[over], flows.rate[over], minlength=len(channels.into))
    received = np.bincount(flows.dst[over], flows.rate[over], minlength=len(channels.into))
    np.testing.assert_allclose(found.load.ravel()[channels.into], sent, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(found.load.ravel()[channels.out_of], received, rtol=1e-8, atol=1e-9)
    if routed.any():
        rates = flows.rate[routed]
        np.testing.assert_allclose(
            [figures["rate_gbps"][name] for name in ("min", "mean", "median", "max")],
            [rates.min(), rates.mean(), np.median(rates), rates.max()],
            rtol=1e-8,
        )


@given(st.data(), fabrics(unknown_rates=False), st.sampled_from(["0", "1"]))
def test_that_cutting_first_gives_the_load_of_the_compacted_fabric(
    data: st.DataObject, fabric: Fabric, fair: str
) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    text = f"all-to-all:maxmin={fair},rails=all,local=1"
    mine = laid(fabric, text, scenario=scenario, reroute="fresh")
    theirs = laid(kept.fabric, text)
    assert same_channels(kept, mine.load, theirs.load, len(fabric.cables))
    assert same_channels(kept, mine.flows_on, theirs.flows_on, len(fabric.cables))


@given(fabrics(unknown_rates=False), PATTERNS)
def test_that_dead_rows_change_no_traffic(fabric: Fabric, text: str) -> None:
    kept = without(fabric)
    mine, theirs = laid(fabric, text), laid(kept.fabric, text)
    assert same_channels(kept, mine.load, theirs.load, len(fabric.cables))
    assert mine.summary["flows"] == theirs.summary["flows"]
    assert mine.summary["rate_gbps"] == pytest.approx(theirs.summary["rate_gbps"])


@given(fabrics(), PATTERNS)
def test_that_a_known_structure_and_ready_tables_change_nothing(fabric: Fabric, text: str) -> None:
    structure = shape(wiring(fabric))
    first = laid(fabric, text)
    second = simulate_tables(tables_for(wiring(fabric)), Choice.parse(text), structure=structure)
    np.testing.assert_array_equal(first.load, second.load)


def test_that_a_failure_leaves_the_other_flows_as_they_were() -> None:
    fabric = tree2(4, 2, 2)
    before = laid(fabric, "permutation:seed=3")
    gone = int(before.wiring.endpoints.node[2])
    after = laid(fabric, "permutation:seed=3", scenario=Scenario(down_nodes=frozenset([gone])))
    ends, live = before.wiring.endpoints.node, after.wiring.endpoints.node
    expected = [
        (int(ends[s]), int(ends[d]))
        for s, d in zip(before.flows.src, before.flows.dst, strict=True)
        if gone not in (ends[s], ends[d])
    ]
    assert list(zip(live[after.flows.src].tolist(), live[after.flows.dst].tolist(), strict=True)) == expected


def test_that_flows_between_parts_of_a_broken_fabric_are_unroutable() -> None:
    fabric = tree2(2, 1, 2)
    found = laid(fabric, "all-to-all", scenario=Scenario(down_nodes=frozenset([2])))
    assert (found.summary["flows"], found.summary["routed"]) == (12, 4)
    assert not len(laid(fabric_of("SSHH", [(2, 1, 0, 1), (3, 1, 1, 1)]), "all-to-all").all_flows())


def test_that_places_of_what_is_up_are_found_again() -> None:
    fabric = tree2(2, 1, 2)
    built, wires = wiring(fabric), wiring(fabric, Scenario(down_nodes=frozenset([4])))
    assert live_places(built, wires).tolist() == [0, -1, 1, 2]
    assert live_places(built, built).tolist() == [0, 1, 2, 3]


def test_that_rates_scale_with_the_speed_of_all_cables() -> None:
    slow, fast = (laid(tree2(4, 2, 2, speed=speed), "permutation:seed=1") for speed in ("4xHDR", "4xNDR"))
    np.testing.assert_allclose(fast.flows.rate, 2 * slow.flows.rate)


def test_that_sampling_tells_progress_and_can_be_stopped() -> None:
    told: list[str] = []

    def stop(done: float, what: str) -> None:
        told.append(what)
        if what.startswith("sample"):
            raise Cancelled

    with pytest.raises(Cancelled):
        simulate(tree2(2, 1, 2), traffic=Choice("permutation", {"count": "5"}), progress=stop)
    assert told[-1] == "sample 2 of 5"


def test_that_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match="'gossip' is no pattern"):
        laid(tree2(2, 1, 2), "gossip")


@pytest.mark.parametrize("reroute", ["keep", "fresh"])
@given(st.data())
def test_that_what_is_known_from_before_changes_no_figure(reroute: Any, data: st.DataObject) -> None:
    fabric = data.draw(st.one_of(fabrics(), trees()))
    structure, traffic = shape(wiring(fabric)), Choice.parse(data.draw(PATTERNS))
    before = tables_for(structure.wiring)
    known = before, simulate_tables(before, traffic, structure=structure)
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    after = tables_for(wires, before=before, reroute=reroute)
    quick = simulate_tables(after, traffic, structure=structure, before=known)
    full = simulate_tables(after, traffic, structure=structure)
    assert quick.summary == full.summary
    assert np.array_equal(quick.load, full.load) and np.array_equal(quick.flows_on, full.flows_on)


def test_that_a_failed_cable_is_counted_from_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    fabric = tree2(10, 6, 4)
    structure = shape(wiring(fabric))
    before = tables_for(structure.wiring)
    known = before, simulate_tables(before, structure=structure)
    after = tables_for(wiring(fabric, Scenario("", down_cables=frozenset([0]))), before=before)
    full = simulate_tables(after, structure=structure)

    def count_all(*_: object, **__: object) -> None:
        raise AssertionError("all flows are counted anew")

    with monkeypatch.context() as patched:
        patched.setattr(exchange_rates, "exchange_flows", count_all)
        quick = simulate_tables(after, structure=structure, before=known)
        with pytest.raises(AssertionError):
            simulate_tables(after, Choice.parse("all-to-all:local=1"), structure=structure, before=known)
        monkeypatch.setattr(simulate_, "MOST_CHANGED", 0.1)
        with pytest.raises(AssertionError):
            simulate_tables(after, structure=structure, before=known)
    assert quick.summary == full.summary and np.array_equal(quick.load, full.load)
