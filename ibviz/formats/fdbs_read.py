"""Reader of forwarding tables as ibdiagnet and older releases of OpenSM write them: ``.fdbs``."""

from __future__ import annotations

import re

from ibviz.core.listed import Listed
from ibviz.core.registry import table_readers
from ibviz.core.source import Source
from ibviz.formats.table_rows import Shape, rows_of

SHAPE = Shape(
    between=b" : ",
    tails=(),
    head=re.compile(
        rb"\s*+(?:osm_ucast_mgr_)?dump_ucast_routes: [Ss]witch 0x(?P<guid>[0-9a-fA-F]{1,16})\b"
        rb"(?:\s*+(?P<aside>(?i:plft)[^\n\d]*0*[1-9])|)(?P<lid>(?!))?"
    ),
    row=re.compile(
        rb"\s*+0x(?P<lid>[0-9a-fA-F]{1,4})\s*+:\s*+(?:(?P<port>\d{1,3})(?![\w.])|UNREACHABLE|-)(?P<guid>(?!))?"
    ),
    idle=re.compile(rb"\s*+(?:$|#|LID\s*:|-I-|-W-)"),
)


@table_readers.add(
    "fdbs",
    "forwarding tables of ibdiagnet or OpenSM (.fdbs)",
    r"\s*(?:osm_ucast_mgr_)?dump_ucast_routes: [Ss]witch 0x",
)
def read_fdbs(source: Source) -> Listed:
    """Read tables that begin with ``dump_ucast_routes: Switch 0x0008f1050010851e``.

    Raises
    ------
    ReadError
        If there is none.
    """
    return rows_of(source, SHAPE)
