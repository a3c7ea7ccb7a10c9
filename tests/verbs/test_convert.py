"""``ibviz convert``."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.cli import main
from ibviz.core.resources import resource

QUIRKS = str(resource("samples", "quirks.ibnetdiscover"))


@pytest.mark.parametrize("suffix", ["ibviz.yaml", "ibnetdiscover", "txt", "csv", "json", "svg", "png", "pdf"])
def test_that_every_format_is_written(suffix: str, tmp_path: Path, qapp: object) -> None:
    path = tmp_path / f"q.{suffix}"
    assert main(["convert", QUIRKS, "-o", str(path)]) == 0
    assert path.stat().st_size > 500


def test_that_the_project_reads_back_to_the_same_cables(tmp_path: Path) -> None:
    assert main(["convert", QUIRKS, "-o", str(tmp_path / "q.ibviz.yaml")]) == 0
    assert main(["convert", str(tmp_path / "q.ibviz.yaml"), "-o", str(tmp_path / "b.csv")]) == 0
    assert main(["convert", QUIRKS, "-o", str(tmp_path / "a.csv")]) == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


def test_that_a_format_can_be_named(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["convert", QUIRKS, "-o", "-", "--to", "csv"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"a_guid,a_port,b_guid,b_port,width,speed\n")


def test_that_a_folder_is_no_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.csv").mkdir()
    assert main(["convert", QUIRKS, "-o", str(tmp_path / "x.csv")]) == 2
    assert "x.csv" in capsys.readouterr().err
