from __future__ import annotations

import csv
import io

import pytest
from dressed import TEXTS
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import ReadError
from ibviz.core.state import Note
from ibviz.formats.project_emit import block
from ibviz.formats.project_sheet import Sheet, sheet_of
from ibviz.formats.project_yaml import load_yaml


def sheet(yaml_text: str, *required: str) -> Sheet:
    root = load_yaml("f", yaml_text).root.value
    assert isinstance(root, dict)
    return sheet_of("f", "t", root["t"], required)


def refusal(yaml_text: str, *required: str) -> str:
    with pytest.raises(ReadError) as caught:
        sheet(yaml_text, *required)
    return str(caught.value)


@given(
    st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(TEXTS, min_size=n, max_size=n), max_size=6)),
    st.integers(0, 3),
)
def test_that_cells_and_lines_are_those_of_the_file(rows: list[list[str]], before: int) -> None:
    names = [f"c{n}" for n in range(len(rows[0]) if rows else 1)]
    rows = [[cell or "x" for cell in row] if len(row) == 1 else row for row in rows]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    written = "# c\n" * before + f"t: {block(text.getvalue(), '  ')}"
    found = sheet(written)
    assert found.columns == {name: [row[place] for row in rows] for place, name in enumerate(names)}
    assert list(found.lines) == list(range(before + 3, before + 3 + len(rows)))
    assert found.line == before + 2 and found.notes == () and len(found) == len(rows)


def test_that_many_rows_are_read_in_blocks() -> None:
    rows = "".join(f"  {row},b\n" for row in range(4500))
    found = sheet(f"t: |\n  a,b\n{rows}")
    assert found.columns["a"] == [str(row) for row in range(4500)] and found.lines[4499] == 4502
    assert "f:2505: t: expected 2 cells" in refusal(f"t: |\n  a,b\n{rows}".replace("  2502,b\n", "  2502\n"))


def test_that_empty_lines_are_passed_over_and_counted() -> None:
    found = sheet("t: |\n  a,b\n\n  1,2\n\n\n  3,4\n")
    assert found.columns == {"a": ["1", "3"], "b": ["2", "4"]} and list(found.lines) == [4, 7]


def test_that_a_quoted_table_on_one_line_points_to_that_line() -> None:
    found = sheet('\nt: "a,b\\n1,2\\n3,4\\n"\n')
    assert found.columns["b"] == ["2", "4"] and list(found.lines) == [2, 2]


def test_that_a_line_break_in_a_cell_is_replaced() -> None:
    found = sheet('t: |\n  a,b\n  "x\n  y",1\n  z,"\n  "\n')
    assert found.columns == {"a": ["x\ufffdy", "z"], "b": ["1", "\ufffd"]} and list(found.lines) == [3, 5]
    told = "a line break inside a cell was replaced by U+FFFD"
    assert found.notes == (Note(3, told), Note(5, told))


def test_that_names_are_trimmed_and_empty_columns_dropped() -> None:
    found = sheet("t: |\n  a , b,,\n  1,2,,\n")
    assert found.columns == {"a": ["1"], "b": ["2"]}


def test_that_a_header_on_two_lines_is_one_header() -> None:
    assert sheet('t: |\n  a,"b\n  c"\n  1,2\n').columns["a"] == ["1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t: [a]", "f:1: t: expected a table"),
        ("t: a,b", "f:1: t: expected a table"),
        ("t: >\n  a,b\n  1,2", "f:1: t: expected a table"),
        ("t: ''", "f:1: t: the table is empty"),
        ("t: |\n\n\nb: 1", "f:1: t: the table is empty"),
        ("t: |\n  a,b\n  1,2\n  3", "f:4: t: expected 2 cells as in the header, found 1"),
        ("t: |\n  a,b\n  1,2\n\n  3,4,5", "f:5: t: expected 2 cells as in the header, found 3"),
        ("t: |\n  a,a\n", "f:2: t: column 'a' comes twice"),
        ("t: |\n  a,\n  1,2", "f:2: t: a column has no name"),
        ("t: |\n  a,b\n  1,2\n", "f:2: t: column c is missing; there are 'a,b'"),
        ('t: |\n  a,b\n  1,2\n  "3,4\n  5,6\n', "f:4: t: this row is no CSV"),
        ('t: |\n  a,b\n  "1"x,2\n', "f:3: t: this row is no CSV"),
        ('t: |\n  "a,b\n', "f:2: t: this row is no CSV"),
    ],
)
def test_that_what_is_no_table_is_told_with_its_line(text: str, said: str) -> None:
    assert refusal(text, "c").startswith(said)


def test_that_the_first_cell_that_does_not_fit_is_named() -> None:
    found = sheet("t: |\n  a,b\n  1,2\n  x,4\n  y,z\n  ,0\n")
    with pytest.raises(ReadError, match=r"f:4: t: column a is 'x'; expected a number"):
        found.parsed("a", int, "a number")
    with pytest.raises(ReadError, match=r"f:5: t: column b is 'z'; expected a number"):
        found.parsed("b", int, "a number")
    assert sheet("t: |\n  a,b\n  1,2\n  ,4\n  ' ',4\n".replace("'", "")).parsed("a", int, "", -1) == [
        1,
        -1,
        -1,
    ]


def test_that_cells_of_any_length_are_read_and_the_limit_of_csv_stays_as_it_was() -> None:
    before = csv.field_size_limit()
    for cell in ("n" * 300_000, "n, " * 100_000):
        assert sheet(f't: |\n  name\n  "{cell}"\n').columns["name"] == [cell]
    assert "no CSV" in refusal('t: |\n  name\n  "a" b\n')
    assert csv.field_size_limit() == before
