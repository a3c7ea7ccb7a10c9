"""The tables of a project file: CSV text by RFC 4180, each row with its line in the file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from ibviz.core.errors import ReadError
from ibviz.core.state import Note
from ibviz.core.text import clean, shown
from ibviz.formats.project_yaml import SIZE_LIMIT, Item

T = TypeVar("T")
_BLOCK = 2000


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table as texts.

    Parameters
    ----------
    file, name : str
        Name of the file, and key of the table in it.
    columns : dict of str to list of str
    line : int
        Line of the header in the file.
    lines : sequence of int
        Line of each row.
    notes : tuple of Note
    """

    file: str
    name: str
    columns: dict[str, list[str]]
    line: int
    lines: Sequence[int]
    notes: tuple[Note, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.lines)

    def error(self, row: int, message: str) -> ReadError:
        """Return the error that a row is at fault."""
        return ReadError(self.file, f"{self.name}: {message}", self.lines[row])

    def wrong(self, row: int, column: str, wanted: str) -> ReadError:
        """Return the error that a cell is not what was expected."""
        cell = self.columns[column][row]
        return self.error(row, f"column {column} is {shown(cell)}; expected {wanted}")

    def parsed(self, column: str, parse: Callable[[str], T], wanted: str, *empty: T) -> list[T]:
        """Return a column's values; each text is parsed once, however often it occurs.

        Parameters
        ----------
        column : str
        parse : callable
            ValueError for a text that does not fit, as an empty one.
        wanted : str
            What was expected.
        empty : value
            That of an empty cell, where one is allowed.

        Raises
        ------
        ReadError
            At the first cell for which `parse` raises ValueError.
        """
        cells = self.columns[column]
        known: dict[str, T] = {}
        for text in dict.fromkeys(cells):
            try:
                known[text] = parse(text)
            except ValueError:
                if not empty or text.strip():
                    raise self.wrong(cells.index(text), column, wanted) from None
                known[text] = empty[0]
        return list(map(known.__getitem__, cells))


def sheet_of(file: str, name: str, item: Item, required: Iterable[str]) -> Sheet:
    """Read a table.

    Raises
    ------
    ReadError
        If it is no CSV, a required column is missing, one comes twice, or a row has another number of cells.
    """
    text = item.value
    if not isinstance(text, str) or (item.style not in ("|", '"') and text.strip()):
        raise ReadError(
            file, f"{name}: expected a table, `{name}: |` and below it indented CSV rows", item.line
        )
    with _any_length():
        names, cells, starts = _read(file, name, item, text)
    lines = _lines(item, len(cells[0])) if starts is None else [_line(item, start) for start in starts]
    columns = _columns(file, name, _line(item, 0), names, cells)
    if missing := [column for column in required if column not in columns]:
        raise ReadError(
            file,
            f"{name}: column {missing[0]} is missing; there are {shown(','.join(names))}",
            _line(item, 0),
        )
    notes = [] if starts is None else _mend_breaks(columns, lines)
    return Sheet(file, name, columns, _line(item, 0), lines, tuple(notes))


@contextmanager
def _any_length() -> Iterator[None]:
    """Let cells be as long as they are: the size of the file is bounded already."""
    before = csv.field_size_limit(SIZE_LIMIT)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _line(item: Item, place: int) -> int:
    """Return the line in the file of a line of the text, from 0; a quoted text may fold many into one."""
    return item.line + 1 + place if item.style == "|" else min(item.line + 1 + place, item.last)


def _lines(item: Item, count: int) -> Sequence[int]:
    if item.style == "|":
        return range(item.line + 2, item.line + 2 + count)
    return [_line(item, place + 1) for place in range(count)]


def _columns(
    file: str, name: str, line: int, names: list[str], cells: list[list[str]]
) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for column, values in zip(names, cells, strict=True):
        if not column and any(values):
            raise ReadError(file, f"{name}: a column has no name; expected one for each", line)
        if column and column in columns:
            raise ReadError(file, f"{name}: column {shown(column)} comes twice", line)
        if column:
            columns[column] = values
    return columns


def _read(file: str, name: str, item: Item, text: str) -> tuple[list[str], list[list[str]], list[int] | None]:
    """Return names, cells column by column, and where each row starts; None if each row is one line."""
    rows = csv.reader(io.StringIO(text, newline="\n"), strict=True)
    try:
        names = [cell.strip() for cell in next(rows, [])]
        if names and rows.line_num <= 1 and (cells := _quick(rows, len(names))) is not None:
            return names, cells, None
    except csv.Error:
        pass
    return _careful(file, name, item, text)


def _quick(rows: Any, width: int) -> list[list[str]] | None:
    """Read rows in blocks; None if one has another number of cells, or more than one line."""
    cells: list[list[str]] = [[] for _ in range(width)]
    count = 0
    while block := list(islice(rows, _BLOCK)):
        count += len(block)
        if rows.line_num != count + 1 or set(map(len, block)) != {width}:
            return None
        for column, values in zip(cells, zip(*block, strict=True), strict=True):
            column.extend(values)
    return cells


def _careful(file: str, name: str, item: Item, text: str) -> tuple[list[str], list[list[str]], list[int]]:
    """Read row by row, passing over empty lines, so that a fault is told with its line."""
    rows = csv.reader(io.StringIO(text, newline="\n"), strict=True)
    found: list[list[str]] = []
    starts: list[int] = []
    start = 0
    try:
        for row in rows:
            if row:
                found.append(row)
                starts.append(start)
            if len(row) not in (0, len(found[0])):
                told = f"{name}: expected {len(found[0])} cells as in the header, found {len(row)}"
                raise ReadError(file, told, _line(item, start))
            start = rows.line_num
    except csv.Error as error:
        told = f"{name}: this row is no CSV ({error}); a cell with a comma or a quote is quoted, its quotes doubled"
        raise ReadError(file, told, _line(item, start)) from error
    if not found:
        raise ReadError(file, f"{name}: the table is empty; expected a header row", item.line)
    cells = [list(column) for column in zip(*found[1:], strict=True)] or [[] for _ in found[0]]
    return [cell.strip() for cell in found[0]], cells, starts[1:]


def _mend_breaks(columns: dict[str, list[str]], lines: Sequence[int]) -> list[Note]:
    """Replace line breaks inside cells, since text in a fabric has none."""
    notes: dict[int, Note] = {}
    for values in columns.values():
        for row, cell in enumerate(values):
            if "\n" in cell:
                values[row] = clean(cell)
                notes[lines[row]] = Note(lines[row], "a line break inside a cell was replaced by U+FFFD")
    return [notes[line] for line in sorted(notes)]
