"""``ibviz build``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ibviz.cli import main

TREE = ["build", "fat-tree", "--radix", "36", "--levels", "2", "--speed", "HDR"]


def test_that_json_says_what_info_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TREE, "--json"]) == 0
    built = json.loads(capsys.readouterr().out)
    assert [built[name] for name in ("switches", "hcas", "cables")] == [54, 648, 1296]
    assert built["levels"] == [648, 36, 18]
    assert built["links_by_rate"] == {"4xHDR": 1296}


def test_that_a_project_goes_to_standard_output_by_itself(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["build", "fat-tree", "--radix", "4"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"ibviz: 1\n")


def test_that_the_suffix_names_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "fat-tree", "--radix", "4", "-o", str(tmp_path / "t.csv"), "--json"]) == 0
    assert (
        len((tmp_path / "t.csv").read_text().splitlines())
        == 1 + json.loads(capsys.readouterr().out)["cables"]
    )


def test_that_options_come_from_the_builder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "fat-tree", "--help"]) == 0
    out = capsys.readouterr().out
    for flag in ("--radix", "--levels", "--hosts", "--blocking", "--speed", "--host-speed"):
        assert flag in out


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["--radix", "seven"], "whole number"),
        (["--blocking", "0:1"], "ratio"),
        (["--speed", "HDX"], "rate"),
        (["--colour", "red"], "--colour"),
        (["-o", "x.nonsense"], ".ibviz.yaml"),
        (["-o", "-", "--json"], "standard output"),
    ],
)
def test_that_a_wrong_option_is_one_sentence(
    more: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "fat-tree", *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert word in err
    assert err.count("\n") == 1
