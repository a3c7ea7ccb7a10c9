from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.fabric import Fabric
from ibviz.core.progress import silent
from ibviz.core.references import node_id
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables
from ibviz.flow.whatif import Outcome, compare


def outcome_of(
    fabric: Fabric, traffic: str, nodes: tuple[int, ...] = (), cables: tuple[int, ...] = ()
) -> Outcome:
    structure = shape(wiring(fabric))
    choice = Choice.parse(traffic)
    before = tables_for(structure.wiring)
    after = tables_for(wiring(fabric, Scenario("x", frozenset(nodes), frozenset(cables))), before=before)
    runs = [(tables, simulate_tables(tables, choice, structure=structure)) for tables in (before, after)]
    return compare(structure, runs[0], runs[1], progress=silent)


def two_leaves(spines: int = 2) -> Fabric:
    """Two leaves with two hosts each under some spines, one cable each; rows: leaves, spines, hosts."""
    up = [(leaf, 3 + spine, 2 + spine, 1 + leaf) for leaf in (0, 1) for spine in range(spines)]
    hosts = [(2 + spines + h, 1, h // 2, 1 + h % 2) for h in range(4)]
    return fabric_of("SS" + "S" * spines + "HHHH", [*up, *hosts])


def test_that_the_lost_spine_halves_two_flows_that_then_share_a_cable() -> None:
    outcome = outcome_of(two_leaves(), "shift:k=2", nodes=(2,))
    assert outcome.loss == pytest.approx(0.5)
    assert outcome.slowed_flows == 4
    assert outcome.affected_flows == 4
    assert outcome.lost_flows == outcome.disconnected_pairs == 0
    assert outcome.worst_flow is not None
    assert outcome.worst_flow["after_gbps"] == pytest.approx(outcome.worst_flow["before_gbps"] / 2)
    assert outcome.sentence.startswith(
        "Throughput falls by 50\u2009%, from 800 to 400\u2009Gbit/s. 4 flows slow down"
    )
    assert "All takes 2 times as long." in outcome.sentence
    assert "No pair is cut off" in outcome.sentence


def test_that_a_lost_leaf_takes_its_hosts_and_their_flows_with_it() -> None:
    outcome = outcome_of(two_leaves(), "shift:k=2", nodes=(0,))
    assert outcome.lost_hosts == ("H4", "H5")
    assert outcome.cut_off_hosts == ()
    assert outcome.lost_flows == 4
    assert np.isnan(outcome.rate_after).all()
    assert outcome.worst_flow is None
    assert "2 hosts lose their last cable, 4 flows are gone with an end." in outcome.sentence


def test_that_the_worst_flow_is_told_by_ids_where_names_do_not_tell_hosts_apart() -> None:
    fabric = two_leaves()
    by_name = outcome_of(fabric, "shift:k=2", nodes=(2,)).worst_flow
    names = np.array([f"s{row}" if row < 4 else "HCA" for row in range(len(fabric.nodes))], object)
    same = outcome_of(
        replace(fabric, nodes=replace(fabric.nodes, name=names)), "shift:k=2", nodes=(2,)
    ).worst_flow
    assert by_name is not None and same is not None
    row = fabric.nodes.name.tolist().index(by_name["src"])
    assert same["src"] == node_id(fabric, row) != same["dst"]


def test_that_hosts_behind_cut_uplinks_are_cut_off_but_not_lost() -> None:
    outcome = outcome_of(two_leaves(1), "all-to-all", cables=(1,))
    assert outcome.lost_hosts == ()
    assert set(outcome.cut_off_hosts) in ({"H3", "H4"}, {"H5", "H6"})
    assert outcome.disconnected_pairs == 8
    assert outcome.disconnected_by_routing == 0
    assert outcome.worst_flow is not None and outcome.worst_flow["after_gbps"] == 0
    assert "8 pairs are cut off" in outcome.sentence
    assert "2 hosts are cut off from the rest." in outcome.sentence
    assert "8 flows get nothing any more." in outcome.sentence


def test_that_an_exchange_at_a_lower_rate_slows_every_flow() -> None:
    outcome = outcome_of(two_leaves(), "all-to-all", nodes=(2,))
    assert outcome.affected_flows == outcome.slowed_flows == outcome.after.summary["flows"]
    assert "of their rate." in outcome.sentence


PAIR = fabric_of(
    "SSSSHH", [(0, 2, 2, 1), (0, 3, 3, 1), (1, 2, 2, 2), (1, 3, 3, 2), (4, 1, 0, 1), (5, 1, 1, 1)]
)
"""Two leaves with a host each under two spines."""


def test_that_an_exchange_whose_rate_stays_has_its_detours_as_affected_flows() -> None:
    outcomes = [outcome_of(PAIR, "all-to-all", nodes=(spine,)) for spine in (2, 3)]
    for outcome in outcomes:
        assert outcome.loss == pytest.approx(0.0)
        assert outcome.slowed_flows == 0
    assert sum(outcome.affected_flows or 0 for outcome in outcomes) == 2


def test_that_paths_of_an_exchange_with_options_are_not_compared() -> None:
    outcome = outcome_of(PAIR, "all-to-all:local=1", nodes=(2,))
    assert outcome.affected_flows is None
    assert outcome.slowed_flows == 0


def test_that_a_fair_exchange_is_compared_flow_by_flow() -> None:
    outcome = outcome_of(two_leaves(), "all-to-all:maxmin=1", nodes=(2,))
    assert len(outcome.rate_before) == len(outcome.rate_after) == 12
    assert outcome.slowed_flows is not None and 0 < outcome.slowed_flows < 12
    assert outcome.affected_flows is None


def test_that_a_fair_exchange_with_too_many_flows_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.flow.whatif.MOST_LISTED", 1)
    outcome = outcome_of(two_leaves(), "all-to-all:maxmin=1", nodes=(2,))
    assert outcome.slowed_flows is None and outcome.affected_flows is None


def test_that_the_entries_that_change_are_counted() -> None:
    outcome = outcome_of(two_leaves(), "shift:k=2", nodes=(2,))
    assert outcome.entries_changed > 0
    assert f"{outcome.entries_changed} table entries change." in outcome.sentence


def test_that_no_traffic_has_no_worst_flow() -> None:
    lonely = fabric_of("SH", [(0, 1, 1, 1)])
    outcome = outcome_of(lonely, "all-to-all", cables=(0,))
    assert outcome.loss == 0.0
    assert outcome.worst_flow is None


def test_that_flows_of_an_exchange_in_groups_are_not_counted_as_those_of_all() -> None:
    assert outcome_of(two_leaves(), "moe:experts=2", nodes=(2,)).affected_flows is None
    assert outcome_of(two_leaves(), "moe", nodes=(2,)).affected_flows == 12
