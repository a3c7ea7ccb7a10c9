"""Files of forwarding tables: recognised by content, read by the reader of that format."""

from __future__ import annotations

import re
from pathlib import Path

from ibviz.core.errors import ReadError
from ibviz.core.listed import Listed
from ibviz.core.registry import table_readers
from ibviz.core.source import Source, load

EXPECTED = "forwarding tables"
_HEAD = 1 << 20


def read_tables(path: str | Path) -> Listed:
    """Read forwarding tables from a file of any known format.

    Raises
    ------
    ReadError
        If it cannot be read, or holds none.
    """
    source = load(path, expected=EXPECTED)
    kind = recognised(source.data)
    if not kind:
        titles = "; ".join(entry.title for entry in table_readers.entries.values())
        raise ReadError(source.name, f"holds no forwarding tables; ibviz reads {titles}")
    return _read(kind, source)


def _read(kind: str, source: Source) -> Listed:
    listed: Listed = table_readers.get(kind)(source)
    return listed


def recognised(data: bytes) -> str:
    """Return the name of the reader of which a mark matches the earliest line; empty for none."""
    found: list[tuple[int, str]] = []
    for name, entry in table_readers.entries.items():
        marks = "|".join(f"(?:{mark})" for mark in entry.marks)
        if match := re.compile(rb"^(?:%s)" % marks.encode(), re.MULTILINE).search(data, 0, _HEAD):
            found.append((match.start(), name))
    return min(found, default=(0, ""))[1]
