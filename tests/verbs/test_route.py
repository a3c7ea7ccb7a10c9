"""``ibviz route``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

RAILS = str(resource("samples", "two-rail.ibviz.yaml"))
DUMP = """\
switchguid=0x1(1)
Switch\t4 "S-0000000000000001"\t\t# "a" enhanced port 0 lid 1 lmc 0
[1]\t"S-0000000000000002"[1]\t\t# "b" lid 2 4xHDR
[2]\t"H-0000000000000010"[1](10)\t\t# "h1" lid 3 4xHDR

switchguid=0x2(2)
Switch\t4 "S-0000000000000002"\t\t# "b" enhanced port 0 lid 2 lmc 0
[1]\t"S-0000000000000001"[1]\t\t# "a" lid 1 4xHDR
[2]\t"H-0000000000000020"[1](20)\t\t# "h2" lid 4 4xHDR

caguid=0x10
Ca\t1 "H-0000000000000010"\t\t# "h1"
[1](10)\t"S-0000000000000001"[2]\t\t# lid 3 lmc 0 "a" lid 1 4xHDR

caguid=0x20
Ca\t1 "H-0000000000000020"\t\t# "h2"
[1](20)\t"S-0000000000000002"[2]\t\t# lid 4 lmc 0 "b" lid 2 4xHDR
"""


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


def figures(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main(["route", *argv, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("engine", ["minhop", "updn", "ftree", "dmodk", "sssp"])
def test_that_tables_written_are_read_with_the_same_figures(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "r.lft"
    made = figures(capsys, RAILS, "--engine", engine, "-o", str(out))
    read = figures(capsys, RAILS, "--lft", str(out))
    assert read.pop("engine")["used"] == "lft" and made.pop("engine")
    assert read == made
    assert main(["route", RAILS, "--lft", str(out), "--engine", engine]) == 2
    assert "not allowed with" in capsys.readouterr().err


def test_that_tables_of_another_fabric_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "r.lft"
    assert main(["route", RAILS, "-o", str(out)]) == 0
    out.write_text(re.sub(r" guid 0x\w{12}", " guid 0x123412341234", out.read_text()))
    capsys.readouterr()
    for verb in (
        ["route"],
        ["simulate"],
        ["render", "-o", str(tmp_path / "x.svg"), "--overlay", "utilization"],
    ):
        assert main([verb[0], RAILS, *verb[1:], "--lft", str(out)]) == 2
        assert "r.lft is of another fabric: 0 of its " in capsys.readouterr().err


def test_that_tables_beside_a_dump_are_the_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = tmp_path / "rails.ibnetdiscover"
    dump.write_text(DUMP)
    tables = tmp_path / "rails.lft"
    assert main(["route", str(dump), "--engine", "dnup", "-o", str(tables)]) == 0
    capsys.readouterr()
    assert figures(capsys, str(dump))["engine"] == {
        "asked": "lft",
        "used": "lft",
        "reason": "as rails.lft says, with tables of 2 of 2 switches",
    }
    assert figures(capsys, str(dump), "--engine", "minhop")["engine"]["used"] == "minhop"
    settings = tmp_path / "site.conf"
    settings.write_text("routing_engine dnup\n")
    assert figures(capsys, str(dump), "--opensm-conf", str(settings))["engine"]["used"] == "dnup"
    tables.write_text(tables.read_text().replace("guid 0x000000000000000", "guid 0x123400000000000"))
    assert figures(capsys, str(dump))["engine"]["used"] == "minhop"
    assert main(["route", str(dump)]) == 0
    assert "Lft refused: rails.lft is of another fabric" in capsys.readouterr().out


def test_that_empty_entries_of_a_file_are_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.lft"
    assert main(["route", RAILS, "--engine", "ftree", "-o", str(out)]) == 0
    capsys.readouterr()
    assert main(["route", RAILS, "--lft", str(out)]) == 0
    assert (
        "which is usual where roots do not reach each other, and concerns no host." in capsys.readouterr().out
    )
