"""The node name map of infiniband-diags: names of nodes by GUID."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from ibviz.core.source import load
from ibviz.core.state import Note
from ibviz.core.text import clean, short, shown

NAME_LIMIT = 4096
"""Most characters of a name; real ones have at most 64."""

_GUID = re.compile(r"(?:0x|[SHR]-|)([0-9a-f]{1,16})[ \t]++", re.I)
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
    source = load(path, expected='lines such as 0x0002c903007b78b0 "leaf 1"')
    names: dict[int, str] = {}
    bad: list[str] = []
    more = 0
    for number, line in enumerate(source.data.decode("utf-8", "replace").split("\n"), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        told = _take(text, names)
        more += bool(told) and len(bad) == _SHOWN_NOTES
        if told and len(bad) < _SHOWN_NOTES:
            bad.append(f"{short(source.name)}:{number}: {told}")
    if more:
        bad.append(f"{short(source.name)}: {more} more lines are no names or too long ones")
    return MappingProxyType(names), tuple(Note(None, message) for message in bad)


def _take(text: str, names: dict[int, str]) -> str:
    """Take the name that a line gives; return what is wrong with it, else nothing."""
    guid = _GUID.match(text)
    name = _name(text[guid.end() :]) if guid else ""
    if guid is None or not name:
        return f'expected 0xGUID "name", not {shown(text)}; left out'
    names.setdefault(int(guid[1], 16), clean(name[:NAME_LIMIT]))
    if len(name) > NAME_LIMIT:
        return f"this name has {len(name):,} characters, cut to {NAME_LIMIT:,}"
    return ""


def _name(text: str) -> str:
    """Return the name that what follows a GUID holds; empty for none. No byte is looked at over and over."""
    if text.startswith('"'):
        name, _, rest = text[1:].partition('"')
        return name if rest.strip()[:1] in ("", "#") else ""
    name, quote, _ = text.partition('"')
    # A quote may stand in a comment, not in a name.
    return (name.rpartition("#")[0] if quote else name).strip()
