"""Chooses few lost entries anew, switch by switch: what a single cable takes away."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.flow.destinations import Destinations
from ibviz.flow.hops import Hops

FEW = 8
"""Lost entries for each end port concerned up to which going switch by switch is quicker."""

_FULL = np.int32(2**31 - 1)


def are_few(lost_ends: dict[int, Bools]) -> bool:
    """Tell whether going switch by switch is quicker than destination by destination."""
    entries = sum(int(np.count_nonzero(lost)) for lost in lost_ends.values())
    return entries <= FEW * sum(len(lost) for lost in lost_ends.values())


def choose_few(
    to_end: Bytes, near: Hops, targets: Destinations, lame: Ints, lost_ends: dict[int, Bools]
) -> Ints32:
    """Choose lost entries at some switches anew, each with what its switch has dealt out until then.

    Parameters
    ----------
    to_end : (E, S) uint8
        Written to; lost entries are blank.
    near : Hops
    targets : Destinations
    lame : (H,) int64
        The switches.
    lost_ends : dict of (n, H) bool
        By switch, which entries of its end ports are to be chosen.

    Returns
    -------
    (H, P + 2) int32
        Destinations behind each port, the last column for entries that say no such port.
    """
    width = near.neighbour.shape[1] + 1
    load = np.zeros((len(lame), width), np.int32)
    if not len(lame):
        return load
    walked = np.concatenate([np.empty(0, np.int64), *(np.arange(b.start, b.stop) for _, b in targets)])
    dealt = np.minimum(np.ascontiguousarray(to_end[walked[:, None], lame].T), width - 1)
    place, column, target = _listed(targets, lost_ends)
    good = near.leading(target, lame[column])
    first = np.searchsorted(column, np.arange(len(lame) + 1)).tolist()
    for switch, row in enumerate(dealt):
        mine = slice(first[switch], first[switch + 1])
        load[switch] = _choose(row, place[mine].tolist(), good[mine], width)
    to_end[walked[place], lame[column]] = dealt[column, place]
    return load


def _listed(targets: Destinations, lost_ends: dict[int, Bools]) -> tuple[Ints, Ints, Ints]:
    """Return place in the walk, switch and target of each lost entry, by switch, then by place."""
    starts = np.cumsum([0, *(block.stop - block.start for _, block in targets)]).tolist()
    hit = [
        (start, switch) for start, (switch, _) in zip(starts, targets, strict=False) if switch in lost_ends
    ]
    if not hit:
        nothing = np.empty(0, np.int64)
        return nothing, nothing, nothing
    column, row = np.nonzero(np.concatenate([lost_ends[switch] for _, switch in hit]).T)
    size = [len(lost_ends[switch]) for _, switch in hit]
    walked = np.repeat([start for start, _ in hit], size) + _within(size)
    return walked[row], column, np.repeat([switch for _, switch in hit], size)[row]


def _within(size: list[int]) -> Ints:
    """Return 0, 1, 2 … for each of some blocks."""
    return np.concatenate([np.arange(count) for count in size])


def _choose(row: Bytes, places: list[int], good: Bools, width: int) -> Ints:
    """Fill in what one switch has lost, in order; returns the destinations behind each of its ports."""
    behind, since = np.zeros(width, np.int64), 0
    for place, ports in zip(places, good, strict=True):
        behind += np.bincount(row[since:place], minlength=width)
        row[place] = np.where(ports, behind[:-1], _FULL).argmin()
        since = place
    behind += np.bincount(row[since:], minlength=width)
    return behind
