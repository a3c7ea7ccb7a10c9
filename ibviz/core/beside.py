"""Finds what lies beside a dump and says how its fabric is routed: forwarding tables, or ``opensm.conf``."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ibviz.core.attached import Attached
from ibviz.core.source import PLAIN_LIMIT, Source
from ibviz.core.state import Note
from ibviz.core.table_files import recognised

TABLES, SETTINGS = "lft", "site"
"""Engines that go by tables, and by the subnet manager's settings."""

_SUFFIXES = (".lft", ".lfts", ".fdbs")
_TABLES = ("opensm-lfts.dump", "ibdiagnet2.fdbs", "opensm.fdbs")
_SETTINGS = "opensm.conf"
_HEAD = 1 << 20
_SETTING = re.compile(
    rb"^[ \t]*(?:routing_engine|guid|subnet_prefix|lmc|root_guid_file)[ \t]+\S", re.MULTILINE
)


def beside(path: str | Path) -> Attached | None:
    """Return the file beside a dump that says how the fabric is routed.

    Looked for are, in this order: the dump's name with the ending ``.lft``, ``.lfts`` or ``.fdbs``, then in its
    folder ``opensm-lfts.dump``, ``ibdiagnet2.fdbs``, ``opensm.fdbs``, at last ``opensm.conf``. Only files that
    begin as they should count.

    Parameters
    ----------
    path : str or Path
        The dump; ``-`` has nothing beside it.
    """
    if str(path) == "-":
        return None
    dump = Path(path)
    for engine, found in _candidates(dump):
        if found != dump and (attached := attach(found, engine)):
            return attached
    return None


def _candidates(dump: Path) -> Iterator[tuple[str, Path]]:
    stems = dict.fromkeys([dump.name, dump.stem, Source(dump.name, b"").stem])
    for stem in filter(None, stems):
        yield from ((TABLES, dump.parent / (stem + suffix)) for suffix in _SUFFIXES)
    yield from ((TABLES, dump.parent / name) for name in _TABLES)
    yield SETTINGS, dump.parent / _SETTINGS


def attach(path: Path, engine: str) -> Attached | None:
    """Return a file as one that is attached; None where there is none, or it does not begin as it should."""
    with suppress(OSError, ValueError):
        if not path.is_file() or path.stat().st_size > PLAIN_LIMIT:
            return None
        with path.open("rb") as file:
            head = file.read(_HEAD)
            fits = recognised(head) if engine == TABLES else _SETTING.search(head)
            file.seek(0)
            if fits:
                return Attached(engine, str(path.absolute()), hashlib.file_digest(file, "sha256").hexdigest())
    return None


def looked_after(attached: Attached) -> tuple[Attached | None, tuple[Note, ...]]:
    """Return a file that a project names as it is now, and what is to be said of it: it may be gone or another."""
    now = attach(Path(attached.path), attached.engine)
    if now is None:
        words = "is not there any more, or holds something else; the fabric is not routed by it"
        return None, (Note(None, f"{attached.path} {words}"),)
    if attached.digest and now.digest != attached.digest:
        return now, (Note(None, f"{attached.path} is not what it was when the project was saved"),)
    return now, ()
