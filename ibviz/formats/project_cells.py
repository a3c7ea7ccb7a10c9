"""How the cells of a project file's tables are read and written, column by column."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.fabric import KIND_NAMES, Cables, Nodes, Ports
from ibviz.core.table import Table
from ibviz.core.units import LID_LIMIT, SPEEDS, WIDTHS
from ibviz.formats.project_sheet import Sheet


@dataclass(frozen=True)
class Cell:
    """How one column is read and written; an empty cell is the column's default.

    Parameters
    ----------
    parse : callable
        From a text to a value; ValueError where it does not fit, or is empty.
    write : callable
        From a value that is not the default to a text.
    wanted : str
        What is expected, for the user.
    """

    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    wanted: str


def _hex(bits: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        digits = text.strip()
        if (
            not (digits.isascii() and digits.isalnum())
            or len(digits) > 40
            or (value := int(digits, 16)) >> bits
        ):
            raise ValueError(text)
        return value

    return parse


def _whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        digits = text.strip()
        plain = digits.isascii() and digits.isdigit() and len(digits) <= 10
        if not plain or not least <= (value := int(digits)) <= most:
            raise ValueError(text)
        return value

    return parse


def _number(least: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        if "_" in text or not text.isascii() or not least <= (value := float(text)) < math.inf:
            raise ValueError(text)
        return value

    return parse


def _one_of(names: dict[str, Any]) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        if (key := text.strip().lower()) not in names:
            raise ValueError(text)
        return names[key]

    return parse


def shortest(value: float) -> str:
    """Return the shortest text that reads back as the same number.

    Examples
    --------
    >>> shortest(-100.0), shortest(0.1), shortest(1e300)
    ('-100', '0.1', '1e+300')
    """
    return repr(float(value)).removesuffix(".0")


_KINDS: dict[str, Any] = {name: kind for kind, name in KIND_NAMES.items()}
_SPEED_CODES: dict[str, Any] = {name.lower(): code for code, name in enumerate(SPEEDS) if code} | {"?": 0}
_WIDTH_CODES: dict[str, Any] = {f"{w}x": w for w in WIDTHS} | {str(w): w for w in WIDTHS} | {"?": 0}

TEXT = Cell(str, str, "a text")
KIND = Cell(_one_of(_KINDS), lambda kind: KIND_NAMES[kind], f"one of {', '.join(_KINDS)}")
GUID = Cell(_hex(64), lambda guid: f"0x{guid:016x}", "a GUID, 0x and up to 16 hex digits")
WORD = Cell(_hex(32), lambda word: f"0x{word:04x}", "a hex number such as 0x02c9")
WIDTH = Cell(_one_of(_WIDTH_CODES), lambda lanes: f"{lanes}x", f"one of {', '.join(f'{w}x' for w in WIDTHS)}")
SPEED = Cell(_one_of(_SPEED_CODES), lambda code: SPEEDS[code], f"one of {', '.join(SPEEDS[1:])}")
PORTS = Cell(_whole(0, 254), str, "a number of ports from 0 to 254")
CABLE_PORT = Cell(_whole(1, 254), str, "a port number from 1 to 254")
ANY_PORT = Cell(_whole(0, 254), str, "a port number from 0 to 254")
LID = Cell(_whole(0, LID_LIMIT), str, f"a LID from 0 to {LID_LIMIT}")
LMC = Cell(_whole(0, 7), str, "an LMC from 0 to 7")
PLACE = Cell(_number(-sys.float_info.max), shortest, "a number")
LENGTH = Cell(_number(0), shortest, "a length in metres such as 2 or 0.5")
DESCRIBED = Cell(_one_of({"yes": True, "no": False}), lambda said: "yes" if said else "no", "yes or no")
ENDS = Cell(
    _one_of({"a": (True, False), "b": (False, True), "both": (True, True), "none": (False, False)}),
    lambda ends: {(True, False): "a", (False, True): "b", (True, True): "both"}.get(tuple(ends), "none"),
    "a, b, both or none",
)

_TYPED = {
    "kind": KIND,
    "guid": GUID,
    "system_guid": GUID,
    "ports": PORTS,
    "lid": LID,
    "lmc": LMC,
    "vendor_id": WORD,
    "device_id": WORD,
    "described": DESCRIBED,
    "port": ANY_PORT,
    "width": WIDTH,
    "speed": SPEED,
    "length_m": LENGTH,
}
_HIDDEN = {"alive", "birth", "node"}


def _cells(table: type[Table], *first: str) -> dict[str, Cell]:
    names = [*first, *(name for name in table.columns() if name not in (*first, *_HIDDEN))]
    return {name: _TYPED.get(name, TEXT) for name in names}


NODE_CELLS = _cells(Nodes, "name", "kind", "ports", "guid")
"""Columns of the table of nodes that are columns of `Nodes`, in the order in which they are written."""

PORT_CELLS = _cells(Ports)
"""The same of `Ports`, but for the node."""

CABLE_CELLS = {name: cell for name, cell in _cells(Cables).items() if not Cables.columns()[name]["ends"]}
"""The same of `Cables`, but for what its two ends have."""


def read_column(sheet: Sheet, column: str, cell: Cell, default: Any) -> list[Any]:
    """Return the values of a column; `default` for empty cells, and for all where the column is missing.

    Raises
    ------
    ReadError
        At the first cell that does not fit.
    """
    if column not in sheet.columns:
        return [default] * len(sheet)
    if cell is TEXT:
        return sheet.columns[column]
    return sheet.parsed(column, cell.parse, cell.wanted, default)


def write_column(values: NDArray[Any], cell: Cell, default: Any) -> list[str]:
    """Return the cells of a column, each distinct value written once; the default becomes an empty cell."""
    if cell is TEXT:
        texts: list[str] = values.tolist()
        return texts
    if values.dtype.kind == "f":
        return ["" if value != value else cell.write(value) for value in values.tolist()]
    if values.ndim == 2:
        return _write_pairs(values, cell, default)
    rows = values.tolist()
    known = {value: "" if value == default else cell.write(value) for value in dict.fromkeys(rows)}
    return [known[value] for value in rows]


def _write_pairs(values: NDArray[Any], cell: Cell, default: Any) -> list[str]:
    """Return the cells of a column of one value an end: as many tuples as rows would keep all threads waiting."""
    which = np.zeros(len(values), np.int64)
    texts: list[str] = []
    left = np.arange(len(values))
    while len(left):
        row = values[left[0]]
        same = (values[left] == row).all(axis=1)
        which[left[same]] = len(texts)
        pair = tuple(row.tolist())
        texts.append("" if pair == default else cell.write(pair))
        left = left[~same]
    written: list[str] = np.array([*texts, None], object)[which].tolist()
    return written
