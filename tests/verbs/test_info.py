"""``ibviz info``."""

from __future__ import annotations

import json

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

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


@pytest.mark.parametrize("sample", ["quirks.ibnetdiscover", "two-rail.ibviz.yaml", "fat-tree-648.ibviz.yaml"])
def test_that_json_has_every_field_of_the_contract(sample: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(resource("samples", sample)), "--json"]) == 0
    assert set(FIELDS) <= set(json.loads(capsys.readouterr().out))


def test_that_people_get_lines_with_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(resource("samples", "fat-tree-648.ibviz.yaml"))]) == 0
    out = capsys.readouterr().out
    assert "54 switches" in out
    assert "1,296" in out


def test_that_a_name_map_names_nodes(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    sample = str(resource("samples", "quirks.ibnetdiscover"))
    assert main(["info", sample, "--node-name-map", "nowhere.map"]) == 2
    assert "nowhere.map" in capsys.readouterr().err
