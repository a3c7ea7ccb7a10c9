from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conftest import corpus
from fabrics import fabric_of, states, tree2, tree3
from hypothesis import given

from ibviz.core.fabric import Cables, Fabric, Kind, Nodes
from ibviz.core.info import NOTES_SHOWN, info, info_text, links_by_rate, oversubscription
from ibviz.core.reading import read_state
from ibviz.core.scenario import Scenario
from ibviz.core.state import Note, State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring

FIELDS = [
    "name",
    "format",
    "switches",
    "hcas",
    "aggregation_nodes",
    "routers",
    "cables",
    "self_cables",
    "dangling",
    "ports_used",
    "lids_used",
    "subnets",
    "levels",
    "cables_by_level",
    "cables_same_level",
    "cables_skip_level",
    "links_by_rate",
    "oversubscription",
    "kind",
    "kind_reason",
    "notes",
]


def test_that_the_fields_are_those_of_the_contract() -> None:
    assert list(info(State(fabric_of("", [])))) == FIELDS


def test_that_a_tree_counts_as_it_was_built() -> None:
    told = info(State(tree2(4, 2, 3, aggregation=True), name="tree"))
    assert told == {
        "name": "tree",
        "format": "ibviz",
        "switches": 6,
        "hcas": 12,
        "aggregation_nodes": 2,
        "routers": 0,
        "cables": 22,
        "self_cables": 0,
        "dangling": 0,
        "ports_used": 44,
        "lids_used": 20,
        "subnets": 1,
        "levels": [12, 4, 2],
        "cables_by_level": [12, 8],
        "cables_same_level": 0,
        "cables_skip_level": 0,
        "links_by_rate": {"4xHDR": 22},
        "oversubscription": 1.5,
        "kind": "fat-tree",
        "kind_reason": told["kind_reason"],
        "notes": [],
    }
    assert told["kind_reason"].startswith("2 levels of switches (4, 2)")


def test_that_an_empty_fabric_has_its_zeroes() -> None:
    told = info(State(fabric_of("", [])))
    assert told["levels"] == [0]
    assert told["cables_by_level"] == []
    assert told["links_by_rate"] == {}
    assert told["oversubscription"] is None


def test_that_self_cables_count_twice_and_in_no_level() -> None:
    told = info(State(fabric_of("SH", [(0, 1, 0, 2), (0, 3, 1, 1)])))
    assert (told["cables"], told["self_cables"]) == (2, 1)
    assert (told["cables_by_level"], told["cables_same_level"], told["ports_used"]) == ([1], 0, 4)


def test_that_cables_inside_and_past_levels_are_counted() -> None:
    cables = [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2), (4, 1, 0, 3), (5, 1, 4, 2), (6, 1, 7, 1)]
    told = info(State(fabric_of("SSHHSRHH", cables)))
    assert told["levels"] == [4, 2, 1]
    assert told["cables_by_level"] == [2, 1]
    assert told["cables_same_level"] == 2
    assert told["cables_skip_level"] == 1
    assert told["routers"] == 1


def test_that_a_placeholder_is_no_node_but_its_cable_counts() -> None:
    fabric = fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)])
    fabric = Fabric(
        fabric.nodes.with_columns(described=[True, True, False]),
        fabric.cables.with_columns(described=[[True, True], [True, False]]),
    )
    told = info(State(fabric))
    assert (told["hcas"], told["levels"]) == (1, [1, 1])
    assert (told["cables"], told["dangling"], told["ports_used"]) == (2, 1, 3)


def test_that_oversubscription_is_the_largest_over_leaves() -> None:
    hosts = [(2 + i, 1, 0, 1 + i) for i in range(66)]
    ups = [(0, 67 + i, 1, 1 + i) for i in range(7)]
    narval = fabric_of("SS" + "H" * 66, [*hosts, *ups], rates=["2xHDR"] * 66 + ["4xHDR"] * 7)
    assert oversubscription(shape(wiring(narval))) == pytest.approx(33 / 7)
    lopsided = fabric_of("SSSHH", [(0, 1, 2, 1), (1, 1, 2, 2), (3, 1, 0, 2), (4, 1, 0, 3)])
    assert oversubscription(shape(wiring(lopsided))) == 2


def test_that_there_is_no_oversubscription_without_up_cables() -> None:
    assert oversubscription(shape(wiring(fabric_of("SH", [(0, 1, 1, 1)])))) is None


def test_that_rates_on_which_ends_disagree_are_written_with_both() -> None:
    fabric = fabric_of("SHHH", [(0, i, i, 1) for i in (1, 2, 3)], rates=["4xSDR", "1xSDR", ""])
    width = fabric.cables.width.copy()
    width[0, 1] = 1
    width[1, 0] = 0
    speed = fabric.cables.speed.copy()
    speed[1, 0] = 0
    fabric = Fabric(fabric.nodes, fabric.cables.with_columns(width=width, speed=speed))
    assert links_by_rate(wiring(fabric)) == {"1xSDR": 1, "1xSDR|4xSDR": 1, "unknown": 1}


@given(states())
def test_that_the_counts_add_up_on_any_state(state: State) -> None:
    told = info(state)
    assert list(told) == FIELDS
    json.dumps(told, allow_nan=False)
    assert sum(told["links_by_rate"].values()) == told["cables"]
    assert told["hcas"] + told["switches"] == sum(told["levels"])
    nodes = state.fabric.nodes
    aggregation = (nodes.kind == Kind.AGGREGATION) & nodes.alive
    cables = state.fabric.cables
    to_them = int((cables.alive & aggregation[cables.node].any(axis=1)).sum())
    inner = told["cables_same_level"] + told["cables_skip_level"] + sum(told["cables_by_level"])
    own = int(
        (cables.alive & (cables.node[:, 0] == cables.node[:, 1]) & aggregation[cables.node[:, 0]]).sum()
    )
    assert inner + told["self_cables"] + to_them - own == told["cables"]
    text = info_text(told)
    assert "\n" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_that_scenarios_do_not_change_what_is_built() -> None:
    state = State(tree2(2, 1, 1))
    failed = replace(state, scenarios=(Scenario("x", frozenset({0})),), active="x")
    assert info(failed) == info(state)


def test_that_people_read_a_few_aligned_lines() -> None:
    state = State(tree3(3, 2, 2, 2, 1), name="three levels", format="ibnetdiscover")
    assert info_text(info(state)) == "\n".join(
        [
            "three levels (ibnetdiscover)",
            "kind              fat-tree. 3 levels of switches (6, 6, 4) from the leaves up; "
            "cables between switches join neighbouring levels only.",
            "nodes             16 switches, 6 HCAs; 60 ports in use",
            "levels            6 hosts, 6 leaves, 6 at level 2, 4 at level 3",
            "cables            30: 6 from level 0 to 1, 12 from level 1 to 2, 12 from level 2 to 3",
            "rates             30 at 4xHDR",
            "subnets           1, 22 LIDs used",
            "oversubscription  0.5 to 1",
        ]
    )


def test_that_rare_things_are_told_where_there_are_any() -> None:
    fabric = fabric_of("SRAHS", [(0, 1, 1, 1), (0, 2, 2, 1), (0, 3, 3, 1), (0, 4, 0, 5)])
    text = info_text(info(State(fabric)))
    assert text.startswith("unnamed (ibviz)\n")
    assert "2 switches, 1 HCA, 1 aggregation node, 1 router; " in text
    assert "1 between ports of one node" in text
    assert "none: no leaf has up-cables" in text


def test_that_notes_are_told_with_their_lines_and_not_without_end() -> None:
    reading = tuple(
        Note(None if i == 0 else 1000 + i, "x" * (10 + 200 * (i == 1))) for i in range(NOTES_SHOWN + 3)
    )
    state = State(fabric_of("S", []), reading=reading)
    assert info(state)["notes"][1] == {"line": 1001, "message": "x" * 210}
    lines = info_text(info(state)).splitlines()
    assert lines[-NOTES_SHOWN - 1].split() == ["notes", "x" * 10]
    assert lines[-NOTES_SHOWN].strip().startswith("line 1,001: xxx")
    assert lines[-NOTES_SHOWN].endswith("…")
    assert lines[-1].strip() == "and 3 more; --json lists all"


EXPECTED_FIELDS = {
    "switches": "switches",
    "routers": "routers",
    "links": "cables",
    "self_links": "self_cables",
    "dangling_endpoints": "dangling",
    "aggregation_nodes": "aggregation_nodes",
}


@pytest.mark.corpus
def test_that_real_dumps_count_as_an_independent_counter_says() -> None:
    if not corpus().is_dir():
        pytest.skip("the corpus is not here")
    expected: dict[str, dict[str, Any]] = json.loads((corpus() / "EXPECTED.json").read_text())
    seen = 0
    for name, want in expected.items():
        if "links_sha256" not in want:
            continue
        told = info(read_state(corpus() / name))
        mine = {field: told[ours] for field, ours in EXPECTED_FIELDS.items() if want.get(field) is not None}
        assert mine == {field: want[field] for field in mine}, name
        assert told["hcas"] + told["aggregation_nodes"] == want["hcas"], name
        if set(want.get("speeds", {})) - {"-"}:
            assert told["links_by_rate"] == want["speeds"], name
        seen += 1
    assert seen > 10


def test_that_a_fabric_of_a_thousand_cables_counts_its_ports_once() -> None:
    fabric = tree2(20, 10, 30)
    ends = np.concatenate([fabric.cables.node * 1000 + fabric.cables.port]).ravel()
    assert info(State(fabric))["ports_used"] == len(set(ends.tolist()))


def chain(switches: int) -> Fabric:
    """Return switches in a row, each with 128 LIDs."""
    row = np.arange(switches - 1)
    nodes = Nodes.of(
        switches, guid=np.arange(1, switches + 1), ports=np.full(switches, 36), lmc=np.full(switches, 7)
    )
    cables = Cables.of(len(row), node=np.stack([row, row + 1], axis=1), port=np.full((len(row), 2), (2, 1)))
    return Fabric(nodes, cables)


def test_that_a_subnet_that_needs_more_lids_than_there_are_is_told_in_words() -> None:
    said = info(State(chain(384), reading=(Note(3, "read"),)))
    assert said["lids_used"] == 49152
    assert [note["line"] for note in said["notes"]] == [None, 3]
    assert "the subnet needs 49,152 LIDs, and InfiniBand has 49,151 for each" in said["notes"][0]["message"]
    assert "needs 49,152 LIDs" in info_text(said)
    assert info(State(chain(383)))["notes"] == []


def test_that_placeholders_are_in_no_count_of_nodes() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 0, 3)])
    fabric = Fabric(fabric.nodes.with_columns(described=[True, False, True, False]), fabric.cables)
    told = info(State(fabric))
    assert told["levels"] == [1, 1, 0]
    assert "(1, 0)" in told["kind_reason"]
