"""From a file to a State: its format is recognised by content, then read by that format's reader."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ibviz.core.errors import ReadError
from ibviz.core.name_map import read_name_map
from ibviz.core.registry import readers
from ibviz.core.source import Source, load
from ibviz.core.state import Note, State

_LINES = 200
_REACH = 4 << 20
_PROGRESS = re.compile(rb"DR path slid \d+;")

_DIFFERENCE = re.compile(rb"[<>] ?(?:vendid=|devid=|\[\d+\]|(?:Switch|Ca|Rt)\b)")

_FOREIGN = (
    ("ibdiagnet2 net_dump", rb'"[^"]*", ?[^,]+, 0x[0-9a-f]+, LID '),
    ("ibdiagnet2 db_csv", rb"START_[A-Z]|# INDEX_TABLE "),
    ("a link list (.lst)", rb"\{ ?(?:SW|CA|Rt|\*\*)(?:-SM)? +Ports:"),
    ("forwarding tables", rb"Unicast lids \[|.*dump_ucast_routes: Switch "),
    ("a hop matrix", rb"Switch: guid 0x"),
    ("iblinkinfo output", rb".*==\(|(?:Switch|CA|Router): "),
    ("ibqueryerrors output", rb"(?:Errors|Data Counters) for "),
    ("perfquery output", rb"# Port.*counters: Lid"),
    ("saquery output", rb".*Record dump:"),
    ("a list of nodes (ibnetdiscover -l, ibswitches, ibhosts)", rb"(?:Switch|Ca|Router)\s+: 0x"),
    ("a Slurm topology.conf", rb"(?i:SwitchName|BlockName)="),
    ("a UFM cabling plan", rb".*StartDevice"),
)
_WEAK = (
    ("ibnetdiscover -p output", rb"(?:SW|CA|RT) +\d+ +\d+ 0x|DR path slid "),
    ("an ibdm topology (.topo, .ibnl)", rb"\s+\S+ +(?:-\S+)?->|\s*\d+ +(?:-\S+)?-> *\S"),
)


def read_state(path: str | Path, *, node_name_map: str | Path | None = None) -> State:
    """Read a fabric from a file of any known format.

    Parameters
    ----------
    path : str or Path
        The file; ``-`` for standard input. gzip and xz are unpacked.
    node_name_map : str or Path, optional
        A file of names by GUID, as infiniband-diags take.

    Raises
    ------
    ReadError
        If a file cannot be read, or its format is not known.
    """
    names, notes = _names(node_name_map)
    source = load(path)
    reader = readers.get(recognise(source))
    with _no_collection():
        state: State = reader(source, names=names)
    return replace(state, reading=(*state.reading, *notes)) if notes else state


def _names(path: str | Path | None) -> tuple[Mapping[int, str], tuple[Note, ...]]:
    return ({}, ()) if path is None else read_name_map(path)


def recognise(source: Source) -> str:
    """Return the name of the reader for a source: that of which a mark matches the earliest line.

    The first 200 lines that are neither empty nor an account of progress are looked at, since shell
    prompts, banners and warnings come first.

    Raises
    ------
    ReadError
        If no reader knows the format; formats that ibviz knows but does not read are named.
    """
    lines = list(_head(source.data))
    marks = [(name, _any(entry.marks)) for name, entry in readers.entries.items()]
    strong = [(name, re.compile(mark)) for name, mark in _FOREIGN]
    own = {name for name, _ in marks}
    if any(_DIFFERENCE.match(line) for line in lines):
        raise ReadError(
            source.name,
            "is the output of ibnetdiscover --diff, which holds only what changed; expected a whole dump",
        )
    for line in lines:
        for name, mark in [*marks, *strong]:
            if mark.match(line):
                return name if name in own else _refuse(source, name)
    for name, weak in _WEAK:
        if any(re.match(weak, line) for line in [*lines, source.data[:64]]):
            _refuse(source, name)
    raise ReadError(source.name, f"its format is not known; ibviz reads {_known()}")


def _any(marks: tuple[str, ...]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(b"(?:%s)" % mark.encode() for mark in marks) or rb"(?!)")


def _known() -> str:
    titles = [entry.title for entry in readers.entries.values()]
    return "; ".join(titles) if titles else "nothing"


def _refuse(source: Source, what: str) -> str:
    raise ReadError(source.name, f"is {what}, which ibviz does not read yet; it reads {_known()}")


def _head(data: bytes) -> Iterator[bytes]:
    """Yield the first lines that say something, each cut to a length that any mark fits in."""
    at = found = 0
    end = min(len(data), _REACH)
    while at < end and found < _LINES:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        for line in data[at : min(stop, at + 4096)].split(b"\r"):
            if line.strip() and not _PROGRESS.match(line):
                found += 1
                yield line
        at = stop + 1


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the cyclic garbage collector quiet: it would walk all rows again and again as they are made."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
