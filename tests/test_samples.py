"""The shipped samples: made by ibviz, or written for it, and read as they were meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ibviz.core.fabric import Kind
from ibviz.core.info import info
from ibviz.core.resources import resource
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.units import rate_label
from ibviz.core.wiring import wiring
from ibviz.door import build, converted, read, simulate

PROJECTS = sorted(resource("samples").glob("*.ibviz.yaml"))


def sample(name: str) -> State:
    return read(resource("samples", name))


@pytest.fixture(scope="module")
def quirks() -> State:
    return sample("quirks.ibnetdiscover")


@pytest.mark.parametrize("path", PROJECTS, ids=lambda path: path.name.partition(".")[0])
def test_that_a_sample_project_is_written_as_it_lies_there(path: Path) -> None:
    assert converted(read(path), "ibviz") == path.read_bytes()
    assert read(path).reading == ()


def test_that_the_648_host_tree_is_what_the_builder_gives() -> None:
    mine, built = sample("fat-tree-648.ibviz.yaml"), build("fat-tree", radix=36, levels=2, speed="HDR")
    for table in ("nodes", "cables", "ports"):
        kept, made = getattr(mine.fabric, table), getattr(built.fabric, table)
        assert kept.equals(made, but=("birth",)), table


def test_that_the_two_rail_sample_is_seen_as_two_rails() -> None:
    state = sample("two-rail.ibviz.yaml")
    seen = shape(wiring(state.fabric))
    assert seen.kind == "multi-rail"
    counted = info(state)
    assert (counted["switches"], counted["hcas"], counted["cables"]) == (6, 16, 32)
    hca = state.fabric.nodes.kind == Kind.HCA
    assert np.bincount(seen.rail.of[hca]).tolist() == [8, 8]
    assert np.bincount(seen.host.of[hca]).tolist() == [2] * 8


def test_that_scenarios_of_the_two_rail_sample_can_be_run() -> None:
    state = sample("two-rail.ibviz.yaml")
    whole = simulate(state, "all-to-all").summary
    assert [scenario.name for scenario in state.scenarios] == ["spine2 out", "one up-cable of rail 1 out"]
    for scenario in state.scenarios:
        failed = simulate(state, "all-to-all", scenario=scenario.name).summary
        assert failed["unroutable"] == 0
        assert failed["completion_efficiency"] < whole["completion_efficiency"]


def test_that_the_quirks_are_counted_as_a_person_counts_them(quirks: State) -> None:
    counted = info(quirks)
    expected: dict[str, Any] = {
        "switches": 4,
        "hcas": 9,
        "aggregation_nodes": 1,
        "routers": 1,
        "cables": 19,
        "self_cables": 1,
        "dangling": 4,
        "subnets": 1,
        "levels": [9, 2, 2],
    }
    assert {key: counted[key] for key in expected} == expected


def test_that_every_loss_in_the_quirks_has_a_note_with_its_line(quirks: State) -> None:
    lines = resource("samples", "quirks.ibnetdiscover").read_text(encoding="utf-8").splitlines()
    noted = {note.line: note.message for note in quirks.reading if note.line is not None}
    texts = {line: lines[line - 1] for line in noted}
    assert texts[1].startswith("ibwarn") and texts[len(lines)].startswith("admin@")
    beyond = [line for line, text in texts.items() if "lid 65535" in text]
    conflict = [line for line, text in texts.items() if "(2c90300a01071)" in text]
    assert len(beyond) == 3 and len(conflict) == 1
    assert len(noted) == 2 + len(beyond) + len(conflict)


def test_that_names_in_the_quirks_stay_as_they_are(quirks: State) -> None:
    names = set(quirks.fabric.nodes.name)
    assert {
        'leaf # 2, called "north"',
        "<img src=x onerror=alert(1)>",
        "=cmd|' /C calc'!A0",
        "node02 mlx5_0 ",
    } <= names


def test_that_placeholders_in_the_quirks_are_known_as_such(quirks: State) -> None:
    nodes = quirks.fabric.nodes
    assert sorted(nodes.name[~nodes.described]) == ["ib-spine-9", "node09 mlx5_0"]


def test_that_both_ends_of_a_cable_in_the_quirks_keep_their_own_speed(quirks: State) -> None:
    cables = quirks.fabric.cables
    labels = {
        tuple(rate_label(int(w), int(s)) for w, s in zip(width, speed, strict=True))
        for width, speed in zip(cables.width, cables.speed, strict=True)
    }
    assert {("4xHDR", "4xEDR"), ("1xHDR", "1xHDR"), ("4xHDR", "?x?")} <= labels


def test_that_traffic_can_be_laid_over_the_quirks(quirks: State) -> None:
    summary = simulate(quirks, "all-to-all").summary
    assert summary["flows"] > 0 and summary["total_gbps"] > 0


@pytest.mark.parametrize("path", PROJECTS, ids=lambda path: path.name.partition(".")[0])
def test_that_a_sample_is_small_enough_to_ship(path: Path) -> None:
    assert path.stat().st_size < 200_000
