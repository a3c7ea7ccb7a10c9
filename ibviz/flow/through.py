"""Which flows of an exchange cross a channel, where no tree of tables tells it."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Ints
from ibviz.core.tables import Groups, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import UNREACHED
from ibviz.flow.leafwise import Leafwise, leaf_paths


def flows_through(tables: Tables, part: Leafwise, channel: int, progress: Progress = silent) -> Ints:
    """Count by sender the flows of a group that cross a channel, that of no sender's own port, (n,).

    Parameters
    ----------
    tables : Tables
        Where the sender decides about routes, or switches spread flows.
    part : Leafwise
    channel : int
        Cable row times 2 plus direction.
    progress : Progress
    """
    wires, wanted = tables.wiring, part.numbers()
    ends = wires.endpoints
    into = np.flatnonzero(2 * ends.cable[part.group] + 1 - ends.side[part.group] == channel)
    if len(into):
        return _to_member(tables, part, int(into[0]))
    if tables.groups is not None:
        crossed = _between(tables.groups, wires, part, channel)[part.at]
        spread: Ints = np.where(crossed, wanted, 0).sum(axis=1)
        return spread
    found = np.zeros(len(part.group), np.int64)
    for member, leaf, path, _ in leaf_paths(tables, part, wanted, progress):
        hit = (path == channel).any(axis=1)
        np.add.at(found, member[hit], wanted[member[hit], leaf[hit]])
    return found


def _to_member(tables: Tables, part: Leafwise, receiver: int) -> Ints:
    """Count the flows to one member: all that are sent and have a route."""
    wires = tables.wiring
    sends = np.ones(len(part.group), np.bool_)
    sends[part.not_from[part.not_to == receiver]] = False
    subnet = wires.subnet[wires.switches[part.leaf[part.at]]]
    found: Ints = (sends & (subnet == subnet[receiver])).astype(np.int64)
    return found


def _between(groups: Groups, wires: Wiring, part: Leafwise, channel: int) -> Bools:
    """Tell from which leaf to which some of each flow crosses a channel between switches, (K, K)."""
    cable, side = divmod(channel, 2)
    first, last = (wires.place[wires.fabric.cables.node[cable, end]] for end in (side, 1 - side))
    far = groups.count[part.leaf[None, :], part.leaf[:, None]].astype(np.int64)
    before = groups.count[first, part.leaf].astype(np.int64)[:, None]
    behind = groups.count[part.leaf, last].astype(np.int64)[None, :]
    crossed: Bools = (before + 1 + behind == far) & (far != UNREACHED)
    return crossed
