from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.core.errors import ReadError
from ibviz.flow.textfile import read_text


def test_that_lines_end_by_lf_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes("\ufeffa\r\nb\xe9\n".encode())
    assert read_text(file, "a table") == "a\nb\xe9\n"


def test_that_faulty_bytes_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"a\xff\n")
    assert read_text(file, "a table") == "a\ufffd\n"


def test_that_an_empty_file_says_what_was_expected(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.touch()
    with pytest.raises(ReadError, match="is empty; expected a table"):
        read_text(file, "a table")


@pytest.mark.parametrize("name", ["", "gone.csv"])
def test_that_a_folder_or_a_missing_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReadError):
        read_text(tmp_path / name, "a table")


def test_that_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(ReadError):
        read_text(Path("a\x00b"), "a table")
