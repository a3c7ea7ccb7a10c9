"""Reads the text files that options of a traffic name."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ibviz.core.errors import ReadError
from ibviz.core.source import load


def read_text(path: Path, expected: str) -> str:
    """Return a file's text, lines ended by LF alone, faulty bytes replaced.

    Parameters
    ----------
    path : Path
    expected : str
        What it should hold, for the sentence about an empty one.

    Raises
    ------
    ReadError
        If it cannot be read, is empty, too large or no text.
    """
    with suppress(OSError, ValueError):
        if path.is_file() and not path.stat().st_size:
            raise ReadError(str(path), f"is empty; expected {expected}")
    return load(path).data.decode("utf-8", "replace").replace("\r\n", "\n")
