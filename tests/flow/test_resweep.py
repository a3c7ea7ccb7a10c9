from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabric_of, fabrics, scenarios, tree2, trees
from hypothesis import given
from hypothesis import strategies as st
from plainrouting import Plain, entries_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import matching, wiring
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.hops import hops
from ibviz.flow.routes import route


def down(*cables: int, nodes: tuple[int, ...] = ()) -> Scenario:
    return Scenario("", frozenset(nodes), frozenset(cables))


@given(st.data(), fabrics(dead=False) | trees())
def test_that_a_resweep_equals_the_plain_rule(data: st.DataObject, fabric: Fabric) -> None:
    before = minhop(wiring(fabric))
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    assert entries_of(minhop(wires, before)) == Plain(wires).minhop(entries_of(before))


@given(st.data(), fabrics(dead=False) | trees())
def test_that_an_entry_changes_only_if_its_port_died_or_is_no_longer_minimal(
    data: st.DataObject, fabric: Fabric
) -> None:
    before = minhop(wiring(fabric))
    after = minhop(wiring(fabric, data.draw(scenarios(fabric))), before)
    wires, near = after.wiring, hops(after.wiring)
    end = matching(before.wiring.end_ports, wires.end_ports, len(fabric.nodes))
    switch = before.wiring.place[wires.switches]
    for target, old, new in zip(
        wires.end_ports.switch, before.to_end[end][:, switch], after.to_end, strict=True
    ):
        if target >= 0:
            goal = int(wires.place[target])
            minimal = near.minimal(goal)
            for place in np.flatnonzero(old != new):
                assert old[place] >= minimal.shape[1] or not minimal[place, old[place]]


@given(st.data(), trees())
def test_that_failures_one_after_the_other_each_start_from_the_last(
    data: st.DataObject, fabric: Fabric
) -> None:
    tables = minhop(wiring(fabric))
    entries = entries_of(tables)
    cables = data.draw(st.permutations(range(min(len(fabric.cables), 3))))
    for count in range(1, len(cables) + 1):
        wires = wiring(fabric, down(*cables[:count]))
        tables = minhop(wires, tables)
        entries = Plain(wires).minhop(entries)
        assert entries_of(tables) == entries


def test_that_a_cable_that_comes_up_makes_all_entries_of_its_subnet_new() -> None:
    left = [(0, 1, 1, 1), (0, 2, 1, 2), (4, 1, 0, 3), (5, 1, 0, 4)]
    right = [(2, 1, 3, 1), (2, 2, 3, 2), (6, 1, 2, 3), (7, 1, 2, 4)]
    fabric = fabric_of("SSSSHHHH", left + right)
    broken = minhop(wiring(fabric, down(0, 4)))
    one_back = minhop(wiring(fabric, down(4)), broken)
    fresh = minhop(wiring(fabric, down(4)))
    assert entries_of(one_back) == entries_of(fresh)
    other = minhop(wiring(fabric, down(1, 4)), minhop(wiring(fabric, down(0, 4))))
    place = other.wiring.place
    kept = broken.to_end[:, place[3]]
    assert np.array_equal(other.to_end[:, place[3]], kept)


def test_that_the_other_subnet_keeps_its_entries_when_a_cable_comes_up() -> None:
    left = [(0, 1, 1, 1), (0, 2, 1, 2), (4, 1, 0, 3), (5, 1, 0, 4)]
    right = [(2, 1, 3, 1), (2, 2, 3, 2), (6, 1, 2, 3), (7, 1, 2, 4)]
    fabric = fabric_of("SSSSHHHH", left + right)
    odd = minhop(wiring(fabric, down(0, 5)))
    swapped = minhop(wiring(fabric, down(5)), odd)
    place = swapped.wiring.place
    assert np.array_equal(swapped.to_end[:, place[2:4]], odd.to_end[:, place[2:4]])
    assert sorted(swapped.to_end[:2, place[1]].tolist()) == [1, 2]


def test_that_nothing_changes_where_nothing_is_down() -> None:
    wires = wiring(tree2(4, 3, 3, holes=2, shuffle=5))
    tables = dmodk(wires)
    again = minhop(wires, tables)
    assert np.array_equal(again.to_end, tables.to_end)
    assert np.array_equal(again.to_switch, tables.to_switch)


def test_that_minhop_after_another_engine_keeps_that_engines_valid_entries() -> None:
    fabric = tree2(3, 2, 3)
    before = route(fabric, routing=Choice("dmodk"))
    after = minhop(wiring(fabric, down(0)), before)
    same = (after.to_end == before.to_end).mean()
    assert 0.5 < same < 1


def test_that_a_lost_switch_leaves_no_entry_behind() -> None:
    fabric = tree2(2, 1, 1)
    after = minhop(wiring(fabric, down(nodes=(2,))), minhop(wiring(fabric)))
    assert sorted(after.to_end.ravel().tolist()) == [1, 1, NO_PATH, NO_PATH]


@given(st.data(), fabrics(dead=False) | trees())
def test_that_tables_of_unknown_making_are_judged_entry_by_entry(data: st.DataObject, fabric: Fabric) -> None:
    before = minhop(wiring(fabric))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    made = [
        np.where(rng.random(t.shape) < 0.3, 3, t).astype(np.uint8) for t in (before.to_end, before.to_switch)
    ]
    routing = replace(before.routing, used="file")
    odd = replace(before, to_end=made[0], to_switch=made[1], routing=routing)
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    assert entries_of(minhop(wires, odd)) == Plain(wires).minhop(entries_of(odd))
