from __future__ import annotations

import json

from fabrics import fabric_of, tree2

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.flow.routes import mute_switches, report, route


def test_that_the_report_of_a_tree_counts_entries_blocks_and_lids() -> None:
    assert report(route(tree2(4, 2, 20))) == {
        "engine": {"asked": "minhop", "used": "minhop", "reason": "assumed; newer switches usually adapt"},
        "entries": 6 * 86,
        "blocks": 6 * 2,
        "lids": 86,
        "unreachable_pairs": 0,
        "loops": 0,
        "credit_loops": 0,
    }


def test_that_the_report_of_648_hosts_has_594_blocks() -> None:
    said = report(route(tree2(36, 18, 18)))
    assert (said["entries"], said["blocks"], said["lids"]) == (54 * 702, 594, 702)


def test_that_the_report_is_plain_json() -> None:
    said = report(route(Fabric()))
    assert json.loads(json.dumps(said)) == said
    assert said["entries"] == said["blocks"] == said["lids"] == 0


def test_that_pairs_cut_apart_are_counted_both_ways() -> None:
    fabric = tree2(2, 1, 3)
    assert report(route(fabric, Scenario("", frozenset({2}))))["unreachable_pairs"] == 18


def test_that_each_subnet_has_blocks_of_its_own() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1)])
    said = report(route(fabric))
    assert (said["blocks"], said["lids"], said["entries"], said["unreachable_pairs"]) == (2, 4, 4, 0)


def test_that_spines_that_do_not_reach_each_other_are_counted_but_no_other_subnets() -> None:
    assert mute_switches(route(tree2(3, 2, 2))) == 0
    assert mute_switches(route(tree2(3, 3, 2), AS_BUILT, Choice("ftree"))) == 6
    assert mute_switches(route(fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1)]))) == 0


def test_that_entries_of_all_lids_are_counted() -> None:
    fabric = tree2(3, 2, 2)
    plain, wide = report(route(fabric)), report(route(fabric, routing=Choice("minhop", {"lmc": "2"})))
    assert wide["entries"] - plain["entries"] == 3 * 5 * 6
    assert (wide["lids"], plain["lids"]) == (5 + 4 * 6, 5 + 6)
