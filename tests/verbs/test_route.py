"""``ibviz route``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

RAILS = str(resource("samples", "two-rail.ibviz.yaml"))


def test_that_json_says_what_the_tables_are_like(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.lft"
    assert main(["route", RAILS, "--engine", "minhop", "-o", str(out), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["engine"]["asked"] == said["engine"]["used"] == "minhop"
    assert {"entries", "blocks", "lids", "unreachable_pairs", "loops", "credit_loops"} <= set(said)
    rows = [line for line in out.read_text().splitlines() if line.startswith("0x")]
    assert len(rows) == said["entries"]
    assert all("portguid 0x" in row for row in rows)


def test_that_people_get_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["route", RAILS]) == 0
    assert capsys.readouterr().out.startswith("Routed by minhop.")


def test_that_spines_without_a_route_to_each_other_are_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["route", RAILS, "--engine", "ftree"]) == 0
    assert "entries from switch to switch are empty" in capsys.readouterr().out


def test_that_tables_can_go_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["route", RAILS, "--engine", "dmodk", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"Unicast lids [0x")


def test_that_an_unknown_engine_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["route", RAILS, "--engine", "magic"]) == 2
    assert "minhop" in capsys.readouterr().err
