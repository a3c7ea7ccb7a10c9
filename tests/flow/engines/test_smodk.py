from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, scenarios, tree2, tree3, trees, without
from flows import laid
from hypothesis import assume, given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.smodk import smodk
from ibviz.flow.paths import paths
from ibviz.flow.routes import changes, report, route
from ibviz.formats.lft import lft_text

SMODK = Choice("smodk")
TREES = {
    "two": tree2(6, 3, 3),
    "parallel": tree2(4, 2, 6, parallel=3),
    "three": tree3(4, 2, 2, 2, 2),
    "three, parallel": tree3(2, 2, 2, 2, 4, parallel=2),
}


def every_path(tables: Tables, *, back: bool = False) -> list[list[int]]:
    """Paths of all pairs, or those the other way round, from their ends."""
    count = len(tables.wiring.endpoints)
    src, dst = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    found = [[c for c in path if c >= 0] for path in paths(tables, src, dst)[0].tolist()]
    if not back:
        return found
    turned = [[c ^ 1 for c in reversed(path)] for path in found]
    return [turned[d * count + s] for s in range(count) for d in range(count)]


@pytest.mark.parametrize("fabric", TREES.values(), ids=TREES.keys())
def test_that_it_is_d_mod_k_the_other_way_round(fabric: Fabric) -> None:
    wires = wiring(fabric)
    assert every_path(smodk(wires)) == every_path(dmodk(wires), back=True)


@pytest.mark.parametrize("fabric", TREES.values(), ids=TREES.keys())
def test_that_no_shift_collides_in_a_full_tree(fabric: Fabric) -> None:
    tables = smodk(wiring(fabric))
    every = np.arange(len(tables.wiring.endpoints))
    for by in range(1, len(every)):
        channels, hops = paths(tables, every, np.roll(every, -by))
        assert (hops > 0).all()
        assert np.bincount(channels[channels >= 0]).max() == 1


def test_that_the_senders_number_says_which_way_up() -> None:
    tables = smodk(wiring(tree2(3, 3, 3)))
    wires = tables.wiring
    path, _ = paths(tables, np.array([0, 1, 2, 0]), np.array([3, 3, 3, 4]))
    spines = [wires.fabric.cables.node[row // 2].max() for row in path[:, 1].tolist()]
    assert spines[0] == spines[3]
    assert len(set(spines)) == 3


def test_that_mean_rates_of_permutations_are_as_d_mod_ks_have_to_be() -> None:
    fabric = tree2(8, 4, 4)
    found = [laid(fabric, "permutation:seed=1,count=300", engine).summary for engine in ("smodk", "dmodk")]
    (a, b), error = [f["samples"]["mean"] for f in found], found[0]["samples"]["stderr"]
    assert a != b
    assert abs(a - b) < 4 * error


@given(st.data(), trees(damage=False))
def test_that_a_failure_replaces_only_ports_that_serve_no_more(data: st.DataObject, fabric: Fabric) -> None:
    before = smodk(wiring(fabric))
    after = route(fabric, data.draw(scenarios(fabric)), SMODK)
    assume(after.by_source is not None)
    plain = every_path(minhop(after.wiring))
    ours = every_path(after)
    assert list(map(len, ours)) == list(map(len, plain))
    old_ends, new_ends = before.wiring.endpoints, after.wiring.endpoints
    place = {key: row for row, key in enumerate(zip(old_ends.node, old_ends.port, strict=True))}
    kept = [place[key] for key in zip(new_ends.node, new_ends.port, strict=True)]
    old, count = every_path(before), len(old_ends)
    live = set(after.wiring.rows.tolist())
    for number, path in enumerate(ours):
        src, dst = kept[number // len(kept)], kept[number % len(kept)]
        was = old[src * count + dst]
        if len(was) == len(path) and {c // 2 for c in was} <= live:
            assert path == was


@given(st.data(), trees())
def test_that_what_is_cut_first_and_routed_fresh_is_routed_alike(data: st.DataObject, fabric: Fabric) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    ours, theirs = route(fabric, scenario, SMODK, reroute="fresh"), route(kept.fabric, routing=SMODK)
    assert ours.routing.used == theirs.routing.used
    rows = kept.cables.tolist()
    mapped = [[2 * rows[c // 2] + c % 2 for c in path] for path in every_path(theirs)]
    assert every_path(ours) == mapped


def test_that_a_subnet_without_levels_is_by_minhop_beside_one_with() -> None:
    ring = [(i, 1, (i + 1) % 3, 2) for i in range(3)] + [(5 + i, 1, i, 3) for i in range(3)]
    tree = [(3, 1, 4, 1), (3, 2, 4, 2), *((8 + i, 1, 3, 3 + i) for i in range(4)), (12, 1, 4, 3)]
    fabric = fabric_of("SSSSSHHHHHHHH", ring + tree)
    tables = route(fabric, routing=SMODK)
    assert tables.routing.used == "smodk"
    assert tables.routing.reason.startswith("subnet 2 is by minhop, as smodk refused: 'S")
    ends = tables.wiring.endpoints
    ours, theirs = every_path(tables), every_path(minhop(tables.wiring))
    apart = [n for n in range(len(ours)) if ends.node[n // len(ends)] < 8]
    assert [ours[n] for n in apart] == [theirs[n] for n in apart]
    assert report(tables)["entries"] == 3 * (3 + 3)


def test_that_no_switch_holds_an_entry_and_none_changes() -> None:
    fabric = tree2(4, 3, 3)
    cut = Scenario("", frozenset(), frozenset({0}))
    whole, after = route(fabric, routing=SMODK), route(fabric, cut, SMODK)
    told = report(whole)
    assert (told["entries"], told["blocks"], told["unreachable_pairs"], told["credit_loops"]) == (0, 0, 0, 0)
    assert (changes(whole, after).entries, changes(whole, after).blocks) == (0, 0)


def test_that_there_is_no_file_of_it() -> None:
    with pytest.raises(OptionError, match="smodk has no such tables: an entry is one port, and the sender"):
        lft_text(route(tree2(2, 1, 1), routing=SMODK))
