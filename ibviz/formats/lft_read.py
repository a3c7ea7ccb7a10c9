"""Reader of forwarding tables as dump_lfts.sh, dump_fts, ibroute, OpenSM and ibviz itself write them."""

from __future__ import annotations

import re

from ibviz.core.listed import Listed
from ibviz.core.registry import table_readers
from ibviz.core.source import Source
from ibviz.formats.table_rows import Shape, rows_of

_TITLES = (b"Switch", b"Channel Adapter", b"Router")
SHAPE = Shape(
    between=b" ",
    tails=tuple(mark + title + b" portguid 0x" for mark in (b" : (", b" # ") for title in _TITLES),
    head=re.compile(
        rb"\s*+(?:Unicast lids\b(?:[^\n(]*?\bLid (?P<lid>\d{1,5})\b)?[^\n]*? guid 0x(?P<guid>[0-9a-fA-F]{1,16})\b"
        rb"|(?P<aside>Multicast mlids))"
    ),
    row=re.compile(
        rb"\s*+0x(?P<lid>[0-9a-fA-F]{1,4})\s++(?P<port>\d{1,3})(?![\w.])"
        rb"(?:[^\n']*?\bportguid 0x(?P<guid>[0-9a-fA-F]{1,16})\b)?"
    ),
    idle=re.compile(
        rb"\s*+(?:$|#|Lid\s+Out\b|Port\s+Info\b|\d+ (?:valid )?lids dumped|\(path |.*\biberror: |.*DR path )"
    ),
)


@table_readers.add(
    "lft",
    "forwarding tables of dump_lfts.sh, dump_fts, ibroute or OpenSM (opensm-lfts.dump)",
    r"\s*(?:Unicast lids \[|Multicast mlids)",
)
def read_lft(source: Source) -> Listed:
    """Read tables that begin with ``Unicast lids [0x0-0x66] of switch``.

    Raises
    ------
    ReadError
        If there is none.
    """
    return rows_of(source, SHAPE)
