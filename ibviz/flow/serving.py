"""Which client speaks with which server."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Ints
from ibviz.core.text import shown
from ibviz.flow.selection import Selection

MOST = 5_000_000
"""Pairs of clients and servers."""


def served(ends: Selection, servers: str, stripes: int | None) -> tuple[Ints, Ints]:
    """Return clients and their servers, one pair each, (F,) both: places in ``wiring.endpoints``.

    A client is any picked endpoint that is no server; it speaks with servers of its own subnet and, where
    rails are kept apart, its own rail. With `stripes` the servers take turns: client i begins at the i-th.

    Raises
    ------
    OptionError
        If no server fits, a client has no server that it may speak with, or `stripes` is out of range.
    """
    is_server = ends.named(servers, "servers")
    found: list[tuple[Ints, Ints]] = []
    for number in np.unique(ends.group[ends.selected & ~is_server & (ends.group >= 0)]).tolist():
        mine = ends.group == number
        clients, serving = np.flatnonzero(mine & ends.selected & ~is_server), np.flatnonzero(mine & is_server)
        if not len(serving):
            raise OptionError(
                f"servers is {shown(servers)}: none is where {len(clients):,} of the clients are; "
                "they are on other rails, which rails=all would pair, or on other subnets"
            )
        found.append(_in_turns(clients, serving, stripes))
    if not found:
        raise OptionError(f"servers is {shown(servers)}: no client is left besides them")
    if sum(len(clients) for clients, _ in found) > MOST:
        raise OptionError(
            f"more than {MOST:,} pairs of clients and servers; give stripes, or pick fewer hosts"
        )
    return np.concatenate([pair[0] for pair in found]), np.concatenate([pair[1] for pair in found])


def _in_turns(clients: Ints, serving: Ints, stripes: int | None) -> tuple[Ints, Ints]:
    wide = len(serving) if stripes is None else stripes
    if not 1 <= wide <= len(serving):
        raise OptionError(f"stripes is {wide}; expected 1 to {len(serving)}, the number of servers")
    first = np.arange(len(clients))[:, None] * wide + np.arange(wide)
    return np.repeat(clients, wide), serving[first.ravel() % len(serving)]
