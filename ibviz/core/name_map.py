"""The node name map of infiniband-diags: names of nodes by GUID."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from ibviz.core.source import load
from ibviz.core.state import Note
from ibviz.core.text import clean, shown

_LINE = re.compile(r"(?:0x|[SHR]-|)([0-9a-f]{1,16})[ \t]+(?:\"([^\"]+)\"?|([^\"\s][^\"]*))(?:\s*#.*)?", re.I)
_SHOWN_NOTES = 20


def read_name_map(path: str | Path) -> tuple[Mapping[int, str], tuple[Note, ...]]:
    r"""Read lines of a GUID and a name: ``0x0002c903007b78b0 "leaf 1"``, quotes optional, ``#`` for comments.

    GUIDs are hex, with ``0x``, with the letter of a node id (``H-``), or bare. The first name of a GUID
    holds. Lines that are not understood are left out and noted, so that one slip does not cost all names.

    Returns
    -------
    names : mapping from int to str
    notes : tuple of Note
        Without line numbers of their own, since those would be taken for the dump's.

    Raises
    ------
    ReadError
        If the file cannot be read as text.
    """
    source = load(path)
    names: dict[int, str] = {}
    bad: list[str] = []
    for number, line in enumerate(source.data.decode("utf-8", "replace").split("\n"), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            bad.append(f'{source.name}:{number}: expected 0xGUID "name", not {shown(text)}; left out')
            continue
        names.setdefault(int(match[1], 16), clean(match[2] or match[3].strip()))
    if len(bad) > _SHOWN_NOTES:
        bad[_SHOWN_NOTES:] = [f"{source.name}: {len(bad) - _SHOWN_NOTES} more lines are no names; left out"]
    return MappingProxyType(names), tuple(Note(None, message) for message in bad)
