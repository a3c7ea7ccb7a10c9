"""A burst of checkpoints."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.flow.collective import GB
from ibviz.flow.pairs import Round, Rounds, pairs
from ibviz.flow.selection import Selection
from ibviz.flow.serving import served


@patterns.add("checkpoint", "Checkpoint: all write an amount to the servers at once")
def checkpoint(ends: Selection, *, servers: str, size: float = 1.0, stripes: int = 1) -> Rounds:
    """Let all picked endpoints but the servers write the same amount; tells how long it takes.

    Parameters
    ----------
    servers : str
        Endpoints, nodes or hosts by name, glob or host list; or ``@`` and a file of them.
    size : float
        GB (10⁹ bytes) of each client.
    stripes : int
        Over how many servers each client spreads them, in turns.
    """
    if not size > 0:
        raise OptionError(f"size is {size:g}; expected GB above 0")
    clients, served_by = served(ends, servers, stripes)
    count = max(1, len(np.unique(clients)))
    each = np.full(len(clients), size * GB * count / max(1, len(clients)))
    rounds = (Round(pairs(clients, served_by), each),) if len(clients) else ()
    return Rounds(rounds, count, size * GB, 1.0, 0.0, shown=len(rounds) - 1)
