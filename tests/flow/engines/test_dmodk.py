from __future__ import annotations

import re

import numpy as np
import pytest
from fabrics import fabric_of, scenarios, tree2, tree3, trees, without
from hypothesis import assume, given
from hypothesis import strategies as st
from plainrouting import Plain, entries_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.deadlock import credit_loops
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.hops import hops
from ibviz.flow.routes import paths, route

DMODK = Choice("dmodk")


def worst_shift(tables: Tables) -> int:
    """Return the most flows on any channel, over all shift permutations."""
    every = np.arange(len(tables.wiring.endpoints))
    worst = 0
    for by in range(1, len(every)):
        channels, count = paths(tables, every, np.roll(every, -by))
        assert (count > 0).all()
        worst = max(worst, int(np.bincount(channels[channels >= 0]).max()))
    return worst


@pytest.mark.parametrize(
    "fabric",
    [
        tree2(6, 3, 3),
        tree2(4, 2, 6, parallel=3),
        tree3(4, 2, 2, 2, 2),
        tree3(3, 3, 3, 3, 3),
        tree3(2, 2, 2, 2, 4, parallel=2),
    ],
    ids=["two", "two-parallel", "three", "three-odd", "three-parallel"],
)
def test_that_no_shift_permutation_collides_in_a_full_tree(fabric: Fabric) -> None:
    assert worst_shift(dmodk(wiring(fabric))) == 1


@pytest.mark.parametrize("parallel", [1, 2, 3])
def test_that_a_whole_two_level_tree_is_routed_as_minhop_does(parallel: int) -> None:
    wires = wiring(tree2(5, 3, 3 * parallel, parallel=parallel))
    assert entries_of(dmodk(wires)) == entries_of(minhop(wires))


def test_that_the_second_level_divides_by_the_up_ports_of_the_first() -> None:
    tables = dmodk(wiring(tree3(2, 2, 2, 2, 2)))
    wires = tables.wiring
    mid = wires.place[4]
    far = [tables.to_end[e, mid] for e in range(4, 8)]
    assert far == [3, 3, 4, 4]


@given(st.data(), trees(damage=False))
def test_that_only_ports_that_failed_are_replaced_and_by_the_next_that_serves(
    data: st.DataObject, fabric: Fabric
) -> None:
    before = dmodk(wiring(fabric))
    after = route(fabric, data.draw(scenarios(fabric)), DMODK)
    assume(after.routing.used == "dmodk")
    wires, near = after.wiring, hops(after.wiring)
    old_ends = list(zip(before.wiring.end_ports.node, before.wiring.end_ports.port, strict=True))
    for row, (node, port) in enumerate(zip(wires.end_ports.node, wires.end_ports.port, strict=True)):
        if wires.end_ports.switch[row] < 0:
            continue
        goal = int(wires.place[wires.end_ports.switch[row]])
        minimal = near.minimal(goal)
        for place, switch in enumerate(wires.switches):
            serving = np.flatnonzero(minimal[place])
            if place == goal or not len(serving):
                continue
            old = before.to_end[old_ends.index((node, port)), before.wiring.place[switch]]
            later = serving[serving >= old]
            assert after.to_end[row, place] == (later[0] if len(later) else serving[0])


@given(st.data(), trees())
def test_that_what_is_cut_first_and_routed_fresh_is_routed_alike(data: st.DataObject, fabric: Fabric) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    ours = route(fabric, scenario, DMODK, reroute="fresh")
    theirs = route(kept.fabric, AS_BUILT, DMODK)
    assert ours.routing.used == theirs.routing.used
    rows = kept.nodes.tolist()
    assert entries_of(ours) == {
        (rows[s], (rows[n], p)): entry for (s, (n, p)), entry in entries_of(theirs).items()
    }


@given(trees())
def test_that_all_that_minhop_reaches_is_reached_on_shortest_paths_without_credit_loops(
    fabric: Fabric,
) -> None:
    tables = route(fabric, routing=DMODK)
    assume(tables.routing.used == "dmodk")
    plain = Plain(tables.wiring).minhop()
    assert set(entries_of(tables)) == set(plain)
    ends = len(tables.wiring.endpoints)
    src, dst = np.repeat(np.arange(ends), ends), np.tile(np.arange(ends), ends)
    assert np.array_equal(paths(tables, src, dst)[1], paths(minhop(tables.wiring), src, dst)[1])


@given(trees(damage=False))
def test_that_a_whole_tree_has_no_credit_loop(fabric: Fabric) -> None:
    assert credit_loops(dmodk(wiring(fabric))) == 0


def test_that_the_numbers_stay_those_of_the_whole_fabric_when_a_host_fails() -> None:
    fabric = tree2(3, 2, 2)
    before, after = route(fabric, routing=DMODK), route(fabric, Scenario("", frozenset({5})), DMODK)
    kept = before.wiring.end_ports.node != 5
    assert np.array_equal(after.to_end, before.to_end[kept])


def test_that_each_subnet_counts_its_own_endpoints() -> None:
    left = [(0, 1, 1, 1), (0, 2, 1, 2), (4, 1, 0, 3), (5, 1, 0, 4), (6, 1, 0, 5)]
    right = [(2, 1, 3, 1), (2, 2, 3, 2), (7, 1, 2, 3)]
    tables = dmodk(wiring(fabric_of("SSSSHHHH", left + right)))
    place = tables.wiring.place
    assert tables.to_end[:3, place[1]].tolist() == [1, 2, 1]
    assert tables.to_end[3, place[3]] == 1


def test_that_a_ring_is_refused_with_the_names_of_two_switches() -> None:
    ring = fabric_of(
        "SSSHHH", [(i, 1, (i + 1) % 3, 2) for i in range(3)] + [(3 + i, 1, i, 3) for i in range(3)]
    )
    refused = dmodk(wiring(ring)).routing.refused
    assert list(refused) == [0]
    assert re.match(r"'S\d' and 'S\d' are cabled to each other on one level", refused[0])


def ring_beside_tree() -> Fabric:
    ring = [(i, 1, (i + 1) % 3, 2) for i in range(3)] + [(5 + i, 1, i, 3) for i in range(3)]
    tree = [(3, 1, 4, 1), (3, 2, 4, 2), *((8 + i, 1, 3, 3 + i) for i in range(4)), (12, 1, 4, 3)]
    return fabric_of("SSSSSHHHHHHHH", ring + tree)


def test_that_a_ring_beside_a_tree_leaves_the_tree_to_it() -> None:
    tables = route(ring_beside_tree(), routing=DMODK)
    wires = tables.wiring
    assert tables.routing.used == "dmodk"
    assert list(tables.routing.refused) == [1]
    assert tables.routing.reason.startswith("subnet 2 is by minhop, as dmodk refused: 'S")
    ring = wires.subnet[wires.switches] == 1
    plain = minhop(wires)
    assert np.array_equal(tables.to_end[:, ring], plain.to_end[:, ring])
    assert tables.to_end[:4, wires.place[4]].tolist() == [1, 2, 1, 2]


def test_that_what_a_failure_leaves_of_a_refused_subnet_stays_refused() -> None:
    fabric = ring_beside_tree()
    tables = route(fabric, Scenario("", frozenset(), frozenset({0, 1})), DMODK)
    assert tables.wiring.subnets == 3
    assert list(tables.routing.refused) == [1, 2]
    assert tables.routing.reason.endswith("; 1 more")


def test_that_a_ring_without_hosts_does_not_matter() -> None:
    ring = [(i, 1, (i + 1) % 3, 2) for i in range(3)]
    tables = dmodk(wiring(fabric_of("SSSSH", [*ring, (3, 1, 4, 1)])))
    assert tables.to_end.tolist() == [[1, 255, 255, 255]] or 1 in tables.to_end


def test_that_progress_is_told() -> None:
    told: list[float] = []
    dmodk(wiring(tree2(2, 1, 1)), progress=lambda done, what: told.append(done))
    assert told == [0]
