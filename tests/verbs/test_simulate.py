"""``ibviz simulate``."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

TREE = str(resource("samples", "fat-tree-648.ibviz.yaml"))
RAILS = str(resource("samples", "two-rail.ibviz.yaml"))
FIELDS = [
    "flows",
    "routed",
    "unroutable",
    "routing",
    "traffic",
    "total_gbps",
    "ideal_gbps",
    "efficiency",
    "completion_efficiency",
    "rate_gbps",
    "max_utilization",
    "saturated_cables",
    "max_flows_per_cable",
    "bottlenecks",
    "seconds",
]


def simulated(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main(["simulate", *argv, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_that_an_exchange_fills_a_healthy_tree(capsys: pytest.CaptureFixture[str]) -> None:
    said = simulated(capsys, TREE, "--traffic", "all-to-all")
    assert set(FIELDS) <= set(said)
    assert said["max_flows_per_cable"] == 647
    assert said["efficiency"] == pytest.approx(1)


def test_that_one_cable_halves_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = simulated(capsys, TREE, "--traffic", "all-to-all", "--fail", "leaf-01[19]")
    assert said["max_flows_per_cable"] == 1260
    assert said["completion_efficiency"] == pytest.approx(647 / 1260)


def test_that_flows_gone_with_a_leaf_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", TREE, "--traffic", "all-to-all", "--fail", "leaf-01"]) == 0
    gone = 648 * 647 - 630 * 629
    assert f"{gone:,} more flows are gone with an end" in capsys.readouterr().out


def test_that_tables_list_flows_and_cables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flows, cables = tmp_path / "f.csv", tmp_path / "c.csv"
    said = simulated(
        capsys, RAILS, "--traffic", "shift:k=1", "--flows-out", str(flows), "--cables-out", str(cables)
    )
    with flows.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == said["flows"]
    assert sum(float(row["rate_gbps"]) for row in rows) == pytest.approx(said["total_gbps"])
    with cables.open(newline="") as file:
        assert len(list(csv.DictReader(file))) > 0


def test_that_people_get_a_sentence_and_scripts_only_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", RAILS, "--traffic", "shift:k=1"]) == 0
    assert "flows are routed, by minhop" in capsys.readouterr().out
    assert main(["simulate", RAILS, "--traffic", "shift:k=1", "--flows-out", "-"]) == 0
    assert capsys.readouterr().out.startswith("src,dst,demand_gbps,")


def test_that_a_saved_scenario_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", RAILS, "--scenario", "nonsense"]) == 2
    err = capsys.readouterr().err
    known = err.split("known are ")[1].split(", ")[0].strip().strip("'")
    assert simulated(capsys, RAILS, "--scenario", known)["flows"] > 0


@pytest.mark.parametrize("traffic", ["nonsense", "shift:k=x", "incast", "shift:j=1", "file:nowhere.csv"])
def test_that_unknown_traffic_is_one_sentence(traffic: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", RAILS, "--traffic", traffic]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_that_both_bounds_are_told_and_either_can_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.csv"
    # Two of leaf 1 and two of leaf 2 send to a host of leaf 3, one passes by on the same up-cable.
    pairs.write_text(
        "node0001,node0037\nnode0002,node0037\nnode0019,node0037\nnode0020,node0037\nnode0003,node0055\n"
    )
    argv = (TREE, "--traffic", f"file:{pairs}", "--routing", "dmodk")
    ideal = simulated(capsys, *argv)
    none = simulated(capsys, *argv, "--congestion", "none")
    assert ideal["total_gbps"] == pytest.approx(300)
    assert none["total_gbps"] == pytest.approx(250)
    assert none["rate_gbps"]["max"] == pytest.approx(50)
    assert ideal["congestion"]["shown"] == "ideal"
    assert none["congestion"]["shown"] == "none"
    for bound in ("ideal", "none"):
        assert ideal["congestion"][bound] == none["congestion"][bound]
    assert ideal["congestion"]["counts"] == none["congestion"]["counts"]
    assert ideal["congestion"]["counts"]["victims"] == 1
    (root,) = none["congestion"]["roots"]
    assert (root["port"], root["kind"]) == ("leaf-03[1]", "incast")
    assert main(["simulate", *argv]) == 0
    assert "leaf-03[1]  incast  4 contributors, 1 victim" in capsys.readouterr().out


def test_that_jobs_are_told_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    jobs = ("--job", "A:size=8,pattern=allreduce-ring", "--job", "B:size=4,placement=by-leaf")
    said = simulated(capsys, TREE, *jobs)
    assert [(job["job"], job["hosts"]) for job in said["jobs"]] == [("A", 8), ("B", 4)]
    assert main(["simulate", TREE, *jobs]) == 0
    assert "8 hosts, allreduce-ring" in capsys.readouterr().out
    assert main(["simulate", TREE, "--traffic", "shift", *jobs]) == 2
    assert "--job goes with --traffic jobs alone" in capsys.readouterr().err
