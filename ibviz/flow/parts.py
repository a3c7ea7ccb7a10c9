"""Which part of each flow crosses which channel: all of it on one path, or shares of it on many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Floats, Ints, Ints32
from ibviz.core.tables import Groups, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import UNREACHED
from ibviz.flow.paths import paths

MOST_PARTS = 60_000_000
"""Parts of flows that are worked out at once, some 1 GB."""

_CELLS = 1 << 20


@dataclass(frozen=True, eq=False)
class Parts:
    """Parts of flows on channels, flow by flow.

    Attributes
    ----------
    flow, channel : (n,) int32
    part : (n,) float64
        Share of the flow that crosses the channel; 0 < part <= 1.
    """

    flow: Ints32
    channel: Ints32
    part: Floats

    def of(self, some: Ints) -> Parts:
        """Return the parts of some flows, ascending, numbered anew in that order."""
        number = np.full(max(int(self.flow.max(initial=-1)), int(some.max(initial=-1))) + 1, -1)
        number[some] = np.arange(len(some))
        kept = number[self.flow] >= 0
        return Parts(number[self.flow[kept]].astype(np.int32), self.channel[kept], self.part[kept])

    def summed(self, each: Floats, count: int) -> Floats:
        """Sum a value of each flow, (F,), over what it crosses, by its parts; returns (count,)."""
        return np.bincount(self.channel, each[self.flow] * self.part, minlength=count).astype(np.float64)


def parts_of(tables: Tables, src: Ints, dst: Ints) -> Parts:
    """Return the parts of flows on the channels of cables.

    Parameters
    ----------
    tables : Tables
    src, dst : (F,) int64
        Places in ``wiring.endpoints``.

    Raises
    ------
    OptionError
        If switches spread flows over too many paths.
    """
    path, hops = paths(tables, src, dst)
    if tables.groups is None:
        flow, step = np.nonzero(path >= 0)
        return Parts(flow.astype(np.int32), path[flow, step], np.ones(len(flow)))
    return _spread_parts(tables.groups, tables.wiring, src, dst, np.flatnonzero(hops > 0))


def _spread_parts(groups: Groups, wires: Wiring, src: Ints, dst: Ints, routed: Ints) -> Parts:
    """Return parts where switches spread what comes evenly over the ports of a group."""
    ends = wires.endpoints
    src, dst = src[routed], dst[routed]
    start, goal = wires.place[ends.switch[src]], wires.place[ends.switch[dst]]
    first, last = 2 * ends.cable[src] + ends.side[src], 2 * ends.cable[dst] + 1 - ends.side[dst]
    pairs, which = np.unique(start * len(wires.switches) + goal, return_inverse=True)
    between = _between(groups, wires, *np.divmod(pairs, len(wires.switches)))
    begin = np.searchsorted(between.flow, np.arange(len(pairs) + 1))
    size = np.diff(begin)[which.reshape(-1)]
    _refuse_many(int(size.sum()))
    flow = np.repeat(np.arange(len(routed)), size)
    row = np.arange(len(flow)) + np.repeat(begin[which.reshape(-1)] - (np.cumsum(size) - size), size)
    own = np.arange(len(routed))
    every = np.concatenate([own, own, flow])
    order = np.argsort(every, kind="stable")
    channel = np.concatenate([first, last, between.channel[row]])[order].astype(np.int32)
    part = np.concatenate([np.ones(2 * len(routed)), between.part[row]])[order]
    return Parts(routed[every[order]].astype(np.int32), channel, part)


def _refuse_many(count: int) -> None:
    if count > MOST_PARTS:
        raise OptionError(
            f"spreading these flows over all shortest paths takes {count:,} parts, more than "
            f"{MOST_PARTS:,}; pick fewer hosts"
        )


def _between(groups: Groups, wires: Wiring, start: Ints, goal: Ints) -> Parts:
    """Return parts of flows between switches, by the place of each pair."""
    found = [Parts(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))]
    total, block = 0, max(1, _CELLS // max(1, len(wires.switches)))
    for first in range(0, len(start), block):
        some = _climbed(groups, wires, start[first : first + block], goal[first : first + block])
        total += len(some.flow)
        _refuse_many(total)
        found.append(Parts(some.flow + np.int32(first), some.channel, some.part))
    flow, channel, part = (
        np.concatenate([getattr(p, n) for p in found]) for n in ("flow", "channel", "part")
    )
    return Parts(flow, channel, part)


def _climbed(groups: Groups, wires: Wiring, start: Ints, goal: Ints) -> Parts:
    """Go from switch to switch with all pairs at once: all shortest paths of a pair end together."""
    plugs = wires.switch_ports
    peer = np.where(plugs.switch < 0, len(plugs.switch), plugs.switch)
    pair, at = np.arange(len(start)), start.copy()
    share: Floats = np.ones(len(start))
    taken: list[tuple[Ints, Ints32, Floats]] = []
    while len(moving := np.flatnonzero(at != goal[pair])):
        pair, at, share = pair[moving], at[moving], share[moving]
        far = groups.count[goal[pair], at]
        nearer = groups.count[goal[pair][:, None], peer[at]] == (far - 1)[:, None]
        nearer &= (far != UNREACHED)[:, None]
        row, port = np.nonzero(nearer)
        part = (share / np.maximum(nearer.sum(axis=1), 1))[row]
        taken.append((pair[row], plugs.channel[at[row], port], part))
        met = np.bincount(pair[row] * len(peer) + peer[at[row], port], part).astype(np.float64)
        key = np.flatnonzero(met)
        share = met[key]
        pair, at = np.divmod(key, len(peer))
    flow = np.concatenate([np.empty(0, np.int64), *(each[0] for each in taken)])
    order = np.argsort(flow, kind="stable")
    channel = np.concatenate([np.empty(0, np.int32), *(each[1] for each in taken)])[order]
    part = np.concatenate([np.empty(0), *(each[2] for each in taken)])[order]
    return Parts(flow[order].astype(np.int32), channel, part)
