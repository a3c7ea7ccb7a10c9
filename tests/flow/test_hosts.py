from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.core.errors import OptionError, ReadError
from ibviz.flow.hosts import picked

ENDPOINTS = ["n01[1]", "n01[2]", "n02", "n10", "a,b", "n[01]", "#1"]
NODES = ["n01", "n01", "n02", "n10", "a,b", "n[01]", "#1"]
HOSTS = ["h1", "h1", "h1", "", "", "", ""]
NAMES = (ENDPOINTS, NODES, HOSTS)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("n01", [0, 1]),
        ("n01[2]", [1]),
        ("n0*", [0, 1, 2]),
        ("n[01-02]", [0, 1, 2]),
        ("n[01-02],n10", [0, 1, 2, 3]),
        ("n[01]", [5]),
        ("h1", [0, 1, 2]),
        ("a,b", [4]),
        ("n?0", [3]),
        ("n[!0]0", [3]),
        ("n[12]0", [3]),
        ("n[12]0,n02", [2, 3]),
        ("*", [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_that_names_globs_and_lists_pick_endpoints(text: str, places: list[int]) -> None:
    assert picked(text, NAMES).nonzero()[0].tolist() == places


@pytest.mark.parametrize("text", ["n03", "n[34]0", "n[01-03]", "x*", "N01", "*.x"])
def test_that_a_name_that_fits_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="no endpoint, node or host fits"):
        picked(text, NAMES)


def test_that_an_empty_text_is_refused() -> None:
    with pytest.raises(OptionError, match="hosts is empty"):
        picked(",", NAMES)


def test_that_a_file_names_hosts_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "job.txt"
    file.write_bytes(b"# nodes of the job\r\n\r\nn[01-02]\r\n  a,b\n#1\n")
    assert picked(f"@{file}", NAMES).nonzero()[0].tolist() == [0, 1, 2, 4, 6]


def test_that_a_faulty_line_of_a_file_is_told_by_number(tmp_path: Path) -> None:
    file = tmp_path / "job.txt"
    file.write_text("n01\nn[01-99]\n")
    with pytest.raises(ReadError, match=r"job\.txt:2: hosts: no endpoint, node or host fits 'n03'"):
        picked(f"@{file}", NAMES)


def test_that_a_file_without_names_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "job.txt"
    file.write_text("# nobody\n")
    with pytest.raises(ReadError, match="names no host"):
        picked(f"@{file}", NAMES)


def test_that_a_missing_file_is_told() -> None:
    with pytest.raises(ReadError, match=r"/nowhere/job\.txt: there is no such file"):
        picked("@/nowhere/job.txt", NAMES)
