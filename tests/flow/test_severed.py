from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabrics, torus_of, tree2, tree3, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow import longer, severed
from ibviz.flow.routes import tables_for
from ibviz.flow.sweep import Sweep, failures, sweep_of


def agree(sweep: Sweep) -> int:
    """Compare every cable with a full computation, alone and together; returns how many were told at once."""
    at_once, every = 0, failures(sweep.structure.wiring, "cables")
    together = sweep.severed.costs_of([cable for _, (cable,) in every])
    for failure, costs in zip(every, together, strict=True):
        full = sweep.in_full(failure)
        assert costs is not None or sweep.damage(failure) == full
        at_once += costs is not None
        assert costs is None or costs == (
            full.total_gbps,
            full.completion_efficiency,
            full.disconnected_pairs,
            full.worst_flow_gbps,
        )
    return at_once


REGULAR = {
    "two levels": tree2(5, 3, 4, missing=3, shuffle=2),
    "parallel": tree2(4, 2, 4, parallel=2),
    "tapered": tree2(4, 2, 5),
    "three levels": tree3(3, 2, 2, 2, 3),
    "three levels, parallel": tree3(2, 2, 2, 2, 3, parallel=2),
    "torus": torus_of((3, 3)),
    "dragonfly": dragonfly(3, 2, 1),
    "aggregation": tree2(3, 2, 3, aggregation=True),
}


@pytest.mark.parametrize("traffic", ["all-to-all", "all-to-all:local=1"])
@pytest.mark.parametrize("name", REGULAR)
def test_that_every_cable_of_a_regular_fabric_is_told_at_once_as_in_full(name: str, traffic: str) -> None:
    sweep = sweep_of(REGULAR[name], Choice.parse(traffic), None)
    assert agree(sweep) == len(failures(sweep.structure.wiring, "cables"))


@settings(max_examples=15, deadline=None)
@given(st.one_of(fabrics(), trees()))
def test_that_random_fabrics_are_told_as_in_full(fabric: Fabric) -> None:
    if len(wiring(fabric).endpoints) > 1:
        agree(sweep_of(fabric, Choice("all-to-all"), None))


@settings(max_examples=25, deadline=None)
@given(st.one_of(fabrics(), trees()))
def test_that_moved_entries_are_those_of_the_re_sweep(fabric: Fabric) -> None:
    sweep = sweep_of(fabric, Choice("all-to-all"), None)
    if not len(wiring(fabric).end_ports):
        return
    known = sweep.severed
    walk = known.walk
    for _, (cable,) in failures(sweep.structure.wiring, "cables"):
        moved = known.moved(cable)
        if moved is None:
            continue
        wires = wiring(fabric, Scenario("", down_cables=frozenset([cable])))
        after = tables_for(wires, before=sweep.tables)
        mine = sweep.tables.to_end.copy()
        switch, place = np.divmod(moved.key, len(walk.end))
        mine[walk.end[place], switch] = moved.port
        assert np.array_equal(mine, after.to_end)


def test_that_slots_of_hosts_count() -> None:
    fabric = tree2(3, 2, 3)
    slots = np.where(fabric.nodes.kind == Kind.HCA, "gen3x8", "").astype(object)
    sweep = sweep_of(Fabric(fabric.nodes.with_columns(pcie=slots), fabric.cables, fabric.ports), None, None)
    assert agree(sweep) == 6


@pytest.mark.parametrize(
    ("traffic", "routing"),
    [
        ("all-to-all:maxmin=1", "minhop"),
        ("permutation", "minhop"),
        ("all-to-all", "updn"),
        ("all-to-all", "minhop:lmc=1"),
        ("all-to-all", "minhop:port_shifting=1"),
    ],
)
def test_that_other_traffic_and_routing_are_left_to_the_full_computation(traffic: str, routing: str) -> None:
    assert agree(sweep_of(tree2(3, 2, 2), Choice.parse(traffic), Choice.parse(routing))) == 0


def test_that_cables_may_be_taken_together_in_any_number(monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = sweep_of(tree3(3, 2, 2, 2, 3), None, None)
    cables = [cable for _, (cable,) in failures(sweep.structure.wiring, "cables")]
    found = []
    for entries in (1, 50, 10**9):
        monkeypatch.setattr(severed, "TOGETHER", entries)
        found.append(list(sweep.severed.costs_of(cables)))
    assert found[0] == found[1] == found[2] == [sweep.severed.costs(cable) for cable in cables]


def test_that_a_cut_and_too_many_longer_ways_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agree(sweep_of(tree2(2, 1, 2), None, None)) == 0
    monkeypatch.setattr(longer, "MOST_CELLS", 0)
    assert agree(sweep_of(tree2(2, 2, 2), None, None)) == 0


def test_that_only_cables_between_switches_kept_by_a_running_manager_are_told_at_once() -> None:
    fabric = tree2(3, 2, 2)
    for kind in ("switches", "host-links"):
        sweep = sweep_of(fabric, None, None)
        for failure in failures(sweep.structure.wiring, kind):
            assert sweep.damage(failure) == sweep.in_full(failure)
    fresh = sweep_of(fabric, None, None, "fresh")
    assert agree(fresh) == 6 and "severed" in vars(fresh)
