"""Traffic that a file lists pair by pair."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ibviz.core.errors import OptionError, ReadError
from ibviz.core.registry import patterns
from ibviz.core.text import shown
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection
from ibviz.flow.textfile import read_text

_COLUMNS = ("src", "dst", "demand_gbps", "bytes")
_FORMULA = ("=", "+", "-", "@", "\t")


@patterns.add("file", "From a file: a CSV table of src,dst[,demand_gbps][,bytes]")
def file(ends: Selection, *, path: Path) -> Pairs:
    """Read pairs from a CSV file with the columns ``src,dst`` and, if wanted, ``demand_gbps`` and ``bytes``.

    A flow whose demand is empty takes as much as it can get. With bytes it is told when each flow is done. Without a header line the columns have that
    order; other columns are passed over, so that a table of flows that was written can be read back.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    ReadError
        If it cannot be read or a line is faulty; tells which.
    """
    found = _Rows(str(path), ends)
    rows = list(found.rows(read_text(path, "src,dst[,demand_gbps][,bytes]")))
    src, dst, demand, size = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Pairs(
        np.array(src, np.int64),
        np.array(dst, np.int64),
        np.array(demand, np.float64),
        stated=True,
        size=np.array(size, np.float64) if found.sized and rows else None,
    )


class _Rows:
    """Reads the rows of one file."""

    def __init__(self, name: str, ends: Selection) -> None:
        self._name = name
        self._ends = ends
        texts = ends.references.endpoint_texts(ends.wires.endpoints)
        self.sized = False
        self._places = {text: place for place, text in enumerate(texts)}

    def rows(self, text: str) -> Iterator[tuple[int, int, float, float]]:
        """Yield source, destination, demand and bytes of each row."""
        table = csv.reader(_lines(text), strict=True)
        columns: dict[str, int] | None = None
        try:
            for cells in table:
                if not any(cell.strip() for cell in cells):
                    continue
                if columns is None:
                    columns, is_header = _header(cells)
                    if is_header:
                        self.sized = "bytes" in columns
                        continue
                yield self._row(cells, columns, table.line_num)
        except csv.Error as error:
            raise ReadError(self._name, f"is no CSV: {error}", table.line_num) from None

    def _row(self, cells: list[str], columns: dict[str, int], line: int) -> tuple[int, int, float, float]:
        held = {name: cells[at].strip() for name, at in columns.items() if at < len(cells)}
        if not held.get("src") or not held.get("dst"):
            raise ReadError(self._name, "src or dst is missing; expected src,dst[,demand_gbps]", line)
        demand = self._demand(held.get("demand_gbps", ""), line)
        size = self._size(held.get("bytes", ""), line) if self.sized else 0.0
        return self._place(held["src"], line), self._place(held["dst"], line), demand, size

    def _size(self, text: str, line: int) -> float:
        try:
            size = float(text)
        except ValueError:
            size = float("nan")
        if not 0 <= size < float("inf"):
            raise ReadError(self._name, f"bytes is {shown(text)}; expected a number, 0 or more", line)
        return size

    def _demand(self, text: str, line: int) -> float:
        try:
            demand = float(text) if text else float("inf")
        except ValueError:
            demand = float("nan")
        if not demand > 0:
            raise ReadError(
                self._name, f"demand_gbps is {shown(text)}; expected a number above 0, or nothing", line
            )
        return demand

    def _place(self, text: str, line: int) -> int:
        if text not in self._places:
            plain = text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text
            try:
                self._places[text] = self._ends.references.find_endpoint(plain, self._ends.wires)
            except OptionError as error:
                raise ReadError(self._name, str(error), line) from None
        return self._places[text]


def _header(cells: list[str]) -> tuple[dict[str, int], bool]:
    """Return where the known columns stand, and whether the row is a header."""
    names = [cell.strip().lower() for cell in cells]
    if "src" in names and "dst" in names:
        return {name: names.index(name) for name in _COLUMNS if name in names}, True
    return {name: at for at, name in enumerate(_COLUMNS)}, False


def _lines(text: str) -> Iterable[str]:
    """Return the lines with their ends, split at LF only."""
    return (line + "\n" for line in text.split("\n"))
