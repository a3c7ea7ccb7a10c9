from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import fabric_of, scenarios, tree2, tree3, trees, without
from hypothesis import assume, given
from hypothesis import strategies as st
from plainrouting import entries_of

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.ftree import ftree
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import changes, paths, report, route

FTREE = Choice("ftree")
CUT = Scenario("", frozenset(), frozenset({0}))


def roots(folder: Path, fabric: Fabric, *rows: int) -> Path:
    path = folder / "roots"
    path.write_text("".join(f"0x{int(fabric.nodes.guid[row]):x}\n" for row in rows))
    return path


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
    [tree2(6, 3, 3), tree2(4, 2, 6, parallel=3), tree3(4, 2, 2, 2, 2), tree3(3, 3, 3, 3, 3)],
    ids=["two", "two-parallel", "three", "three-odd"],
)
def test_that_no_shift_permutation_collides_in_a_full_tree(fabric: Fabric) -> None:
    assert worst_shift(ftree(wiring(fabric))) == 1


def test_that_a_whole_two_level_tree_is_routed_as_minhop_does() -> None:
    wires = wiring(tree2(5, 3, 3))
    assert np.array_equal(ftree(wires).to_end, minhop(wires).to_end)


@given(trees(damage=False))
def test_that_a_whole_tree_is_reached_without_loops_of_packets_or_credits(fabric: Fabric) -> None:
    tables = route(fabric, routing=FTREE)
    assume(tables.routing.used == "ftree")
    found = report(tables)
    assert (found["unreachable_pairs"], found["loops"], found["credit_loops"]) == (0, 0, 0)


@given(st.data(), trees())
def test_that_what_is_cut_first_and_routed_fresh_is_routed_alike(data: st.DataObject, fabric: Fabric) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    ours, theirs = route(fabric, scenario, FTREE, reroute="fresh"), route(kept.fabric, AS_BUILT, FTREE)
    assert ours.routing.used == theirs.routing.used
    rows = kept.nodes.tolist()
    assert entries_of(ours) == {
        (rows[s], (rows[n], p)): entry for (s, (n, p)), entry in entries_of(theirs).items()
    }


def test_that_spines_do_not_reach_each_other_and_that_this_is_no_fault() -> None:
    tables = ftree(wiring(tree2(3, 2, 2)))
    assert tables.to_switch[3:, 3:].tolist() == [[0, 255], [255, 0]]
    found = report(tables)
    assert found["unreachable_pairs"] == found["loops"] == 0
    assert found["entries"] == 5 * 11 - 2


def test_that_routers_are_left_out() -> None:
    ends = [(3, 1, 0, 2), (4, 1, 1, 2), (5, 1, 1, 3)]
    tables = ftree(wiring(fabric_of("SSSHHR", [(0, 1, 2, 1), (1, 1, 2, 2), *ends])))
    assert tables.to_end.tolist() == [[2, 1, 1], [1, 2, 2], [255, 255, 255]]


def test_that_a_cable_out_is_refused_and_a_running_manager_keeps_what_still_serves() -> None:
    fabric = tree3(2, 2, 2, 2, 4)
    whole, kept, fresh = (
        route(fabric, routing=FTREE),
        route(fabric, CUT, FTREE),
        route(fabric, CUT, FTREE, reroute="fresh"),
    )
    assert (whole.routing.used, kept.routing.used, fresh.routing.used) == ("ftree", "minhop", "minhop")
    assert kept.routing.reason.startswith("ftree refused: it is no pure fat tree, as 'S")
    assert 0 < changes(whole, kept).entries < changes(whole, fresh).entries


def test_that_with_its_roots_it_is_routed_still_and_all_anew(tmp_path: Path) -> None:
    fabric = tree3(2, 2, 2, 2, 4)
    given_roots = Choice("ftree", {"roots": str(roots(tmp_path, fabric, 8, 9, 10, 11))})
    kept, fresh = route(fabric, CUT, given_roots), route(fabric, CUT, given_roots, reroute="fresh")
    assert kept.routing.used == "ftree"
    assert entries_of(kept) == entries_of(fresh)
    assert report(kept)["unreachable_pairs"] == 0


def test_that_only_the_subnet_that_is_no_tree_is_by_minhop() -> None:
    pair = fabric_of(
        "SSSHHHSHH",
        [(0, 1, 2, 1), (1, 1, 2, 2), (3, 1, 0, 2), (4, 1, 1, 2), (5, 1, 1, 3), (7, 1, 6, 1), (8, 1, 6, 2)],
    )
    tables = route(pair, routing=FTREE)
    assert dict(tables.routing.refused) == {1: "one switch is no tree"}
    assert tables.routing.reason == "subnet 2 is by minhop, as ftree refused: one switch is no tree"
    assert report(tables)["unreachable_pairs"] == 0


def test_that_roots_that_name_nothing_are_an_error_and_no_fallback(tmp_path: Path) -> None:
    path = tmp_path / "roots"
    path.write_text("0xdead\n")
    with pytest.raises(ReadError, match="names no switch"):
        route(tree2(2, 2, 2), routing=Choice("ftree", {"roots": str(path)}))


def test_that_progress_is_told() -> None:
    told: list[float] = []
    ftree(wiring(tree2(2, 1, 1)), progress=lambda done, what: told.append(done))
    assert told == [0, 0.5]
