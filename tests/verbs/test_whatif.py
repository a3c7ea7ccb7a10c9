"""``ibviz whatif``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

TREE = str(resource("samples", "fat-tree-648.ibviz.yaml"))
FIELDS = {
    "before",
    "after",
    "affected_flows",
    "lost_flows",
    "disconnected_pairs",
    "disconnected_by_routing",
    "lost_hosts",
    "entries_changed",
    "blocks_changed",
    "worst_flow",
    "sentence",
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tree of 8 hosts, 4 leaves and 2 spines."""
    path = tmp_path_factory.mktemp("sweep") / "tree.ibviz.yaml"
    assert main(["build", "fat-tree", "--radix", "4", "--levels", "2", "-o", str(path)]) == 0
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["whatif", *argv, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    capsys.readouterr()
    assert main(["whatif", *argv]) == 2
    return capsys.readouterr().err


def test_that_one_cable_halves_an_exchange(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, TREE, "--traffic", "all-to-all", "--fail", "leaf-01[19]")
    assert set(said) >= FIELDS
    assert said["before"]["max_flows_per_cable"] == 647
    assert said["after"]["max_flows_per_cable"] == 1260
    assert said["lost_hosts"] == [] and said["disconnected_pairs"] == 0
    assert said["worst_flow"]["after_gbps"] < said["worst_flow"]["before_gbps"]


def test_that_several_failures_count_together(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, small, "--traffic", "shift:k=2", "--fail", "leaf-01", "--fail", "leaf-02[3]")
    assert len(said["lost_hosts"]) == 2
    assert said["lost_hosts_list"] == "node[0001-0002]"
    assert said["lost_flows"] == 4
    assert said["after"]["flows"] == said["before"]["flows"] - 4


def test_that_people_read_who_is_lost_and_who_is_hurt(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whatif", small, "--traffic", "shift:k=2", "--fail", "leaf-01", "--fail", "leaf-03[3]"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Throughput falls by ")
    for words in ("Hosts lost (2): node[0001-0002]", "Hurt most:", "Worst flow"):
        assert words in out, words


def test_that_people_are_told_of_no_worst_flow_where_all_go_on(
    small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["whatif", small, "--traffic", "incast:dst=node0008", "--fail", "leaf-01[3]"]) == 0
    out = capsys.readouterr().out
    assert "Throughput stays at" in out
    assert "Worst flow" not in out and "Hurt most" not in out


def test_that_flows_too_many_to_compare_are_not_counted(
    small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["whatif", small, "--traffic", "all-to-all:maxmin=1", "--fail", "leaf-01[3]"]) == 0
    assert "not counted" in capsys.readouterr().out


def test_that_a_restart_may_end_with_other_tables(capsys: pytest.CaptureFixture[str]) -> None:
    both = [
        told(capsys, TREE, "--fail", "leaf-01[19]", "--reroute", how)["entries_changed"]
        for how in ("keep", "fresh")
    ]
    assert both[0] == 88 < both[1]


def test_that_nothing_failed_is_a_mistake(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--fail" in complaint(capsys, small)


def test_that_an_unknown_thing_is_named(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "leaf-99" in complaint(capsys, small, "--fail", "leaf-99")


def test_that_an_unknown_scenario_is_named(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no scenario" in complaint(capsys, small, "--scenario", "friday")


def test_that_draining_says_what_becomes_of_each_job(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = ("--job", "A:size=2,pattern=ring", "--job", "B:size=4")
    said = told(capsys, small, "--drain", "leaf-01", *jobs)["drain"]
    assert not said["safe"]
    assert said["sentence"].startswith("Not safe to drain now: A loses all of its 2 hosts")
    assert [job["job"] for job in said["jobs"]] == ["A", "B"]
    assert main(["whatif", small, "--drain", "leaf-01", *jobs]) == 0
    assert capsys.readouterr().out.startswith("Not safe to drain now")
    assert main(["whatif", small, "--drain", "spine-01", "--traffic", "shift:k=1"]) == 0
    assert capsys.readouterr().out.startswith(("Safe to drain", "Hosts stay connected"))
