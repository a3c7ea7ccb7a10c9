from __future__ import annotations

import time

import pytest

from ibviz.core.errors import ReadError
from ibviz.core.name_map import NAME_LIMIT, read_name_map


def names_of(tmp_path, text: str):
    path = tmp_path / "names.map"
    path.write_text(text, encoding="utf-8")
    return read_name_map(path)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('0x0002c903007b78b0 "leaf 1"', "leaf 1"),
        ('0x2c903007b78b0\t"leaf 1"', "leaf 1"),
        ('0x2c903007b78b0 "leaf 1" # in rack 3', "leaf 1"),
        ("0X2C903007B78B0 leaf1", "leaf1"),
        ("S-0002c903007b78b0 leaf1", "leaf1"),
        ("2c903007b78b0 leaf 1", "leaf 1"),
        ('0x2c903007b78b0 "leaf 1', "leaf 1"),
        ('0x2c903007b78b0 "spine # 1"', "spine # 1"),
        ('0x2c903007b78b0 "Ω"\r', "Ω"),
        ('0x2c903007b78b0 leaf1 # say "x"', "leaf1"),
        ("0x2c903007b78b0 spine # 1", "spine # 1"),
        ('0x2c903007b78b0 "bell\x07"', "bell\ufffd"),
    ],
)
def test_that_each_way_to_write_a_name_is_read(tmp_path, line, name) -> None:
    names, notes = names_of(tmp_path, f"# map\n\n{line}\n")
    assert dict(names) == {0x2C903007B78B0: name}
    assert notes == ()


def test_that_the_first_name_of_a_guid_holds(tmp_path) -> None:
    assert names_of(tmp_path, '0x1 "one"\n0x1 "two"\n')[0] == {1: "one"}


@pytest.mark.parametrize(
    "line", ["nonsense", "0x1", '0x1 "a" b', '0x1 a "b"', '0x1 ""', "0xg1 a", '0x12345678901234567 "long"']
)
def test_that_a_bad_line_is_noted_with_its_number_and_costs_no_other_name(tmp_path, line) -> None:
    names, notes = names_of(tmp_path, f'0x2 "two"\n{line}\n')
    assert dict(names) == {2: "two"}
    (note,) = notes
    assert note.line is None and "names.map:2:" in note.message


def test_that_many_bad_lines_are_counted(tmp_path) -> None:
    notes = names_of(tmp_path, "bad\n" * 100)[1]
    assert len(notes) == 21 and "80 more" in notes[-1].message


def test_that_a_missing_map_is_an_error(tmp_path) -> None:
    with pytest.raises(ReadError, match="no such file"):
        read_name_map(tmp_path / "none")


@pytest.mark.parametrize(
    "line",
    ["0x1 a" + " " * 100_000 + '"', "0x1 a" + " #" * 50_000 + '"', '0x1 "' + "# " * 50_000, "0" * 100_000],
)
def test_that_a_hostile_line_costs_no_more_than_its_length(tmp_path, line) -> None:
    start = time.process_time()
    names_of(tmp_path, f"{line}\n" * 10)
    assert time.process_time() - start < 2


def test_that_a_name_beyond_all_bounds_is_cut_with_a_note(tmp_path) -> None:
    names, (note,) = names_of(tmp_path, f'0x1 "{"n" * 200_000}"\n0x2 "{"m" * NAME_LIMIT}"\n')
    assert names == {1: "n" * NAME_LIMIT, 2: "m" * NAME_LIMIT}
    assert "names.map:1: this name has 200,000 characters" in note.message


@pytest.mark.parametrize("data", [b"", b"\n\n", bytes(range(9)) * 100])
def test_that_what_is_no_map_is_told_what_a_map_is(tmp_path, data) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(ReadError, match='expected lines such as 0x0002c903007b78b0 "leaf 1"'):
        read_name_map(tmp_path / "x")
