"""Traffic between clients and storage servers."""

from __future__ import annotations

from typing import Literal

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.selection import Selection
from ibviz.flow.serving import served


@patterns.add("storage", "Storage: clients read from servers, or write to them")
def storage(
    ends: Selection, *, servers: str, way: Literal["read", "write"] = "read", stripes: int | None = None
) -> Pairs:
    """Let all picked endpoints but the servers read from the servers or write to them, all at once.

    Parameters
    ----------
    servers : str
        Endpoints, nodes or hosts by name, glob or host list; or ``@`` and a file of them.
    way : str
        ``read``: servers send; ``write``: clients send.
    stripes : int
        With how many servers each client speaks, one after the other in turns; if not given, with all.
    """
    clients, served_by = served(ends, servers, stripes)
    return pairs(served_by, clients) if way == "read" else pairs(clients, served_by)
