"""Round robin over input ports: an output port shares among the ports that feed it, not among flows.

Flows from afar then lose at every hop against those that join late, as cars on the only lane out of a
parking lot do: a flow gets the product over its hops of one by the number of active inputs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.flow.maxmin import TOLERANCE, Shares


def round_robin(channels: Ints | Ints32, capacity: Floats, *, demand: Floats | None = None) -> Shares:
    """Share channels among the channels that feed them, these among those that feed them, and so on to the flows.

    Parameters
    ----------
    channels : (F, H) int
        Channels that each flow crosses, in order, padded with -1.
    capacity : (L,) float64
    demand : (F,) float64 or None
        What each flow takes at most; None for no limit.

    Returns
    -------
    Shares

    Notes
    -----
    Hierarchical max-min: what an input does not use is shared by the others. As in `max_min`, shares only grow
    while other flows freeze, so all flows of a channel that is the tightest for each of them freeze at once.
    Where no channel is, those flows freeze that get least of all.

    Examples
    --------
    Two flows that share their first channel and one that joins at the second:

    >>> round_robin(np.array([[0, 3, 4], [1, 3, 4], [2, 4, -1]]), np.ones(5)).rate.tolist()
    [0.25, 0.25, 0.5]
    """
    feeds = _feeds(channels, len(capacity))
    rate = np.full(len(channels), np.inf) if demand is None else demand.astype(np.float64)
    bottleneck = np.full(len(channels), -1)
    live: Bools = np.asarray((channels >= 0).any(axis=1))
    wanted = np.where(live, rate, 0.0)
    while live.any():
        share = feeds.shares(capacity, live, np.where(live, 0.0, rate))
        _freeze(feeds, share, wanted, live, rate, bottleneck)
    return Shares(rate, bottleneck)


@dataclass(frozen=True, eq=False)
class _Level:
    """Which node of the level above each node of a level feeds, (n,)."""

    above: Ints


@dataclass(frozen=True, eq=False)
class _Feeds:
    """Who feeds whom: a tree for each channel, of the ways by which flows come to it.

    Attributes
    ----------
    flow, channel : (P,) int64
        Each flow at each channel on its path.
    levels : tuple of _Level
        Channels first, then what feeds them, at last single flows at channels.
    """

    flow: Ints
    channel: Ints
    levels: tuple[_Level, ...]

    def shares(self, capacity: Floats, live: Bools, frozen: Floats) -> Floats:
        """Return what each flow could get at each channel on its path, (P,); infinite for one that is frozen."""
        alive, taken = [live[self.flow]], [frozen[self.flow]]
        for level in reversed(self.levels[1:]):
            size = int(level.above.max(initial=-1)) + 1
            alive.append(np.bincount(level.above, alive[-1], minlength=size) > 0)
            taken.append(np.bincount(level.above, taken[-1], minlength=size).astype(np.float64))
        alive, taken = alive[::-1], taken[::-1]
        allowed = capacity[self.levels[0].above].astype(np.float64)
        for level, is_live, held in zip(self.levels[1:], alive[1:], taken[1:], strict=True):
            allowed = _filled(level.above, allowed, is_live, held)
        return np.where(live[self.flow], allowed, np.inf)


def _filled(above: Ints, allowed: Floats, live: Bools, held: Floats) -> Floats:
    """Share what each node is allowed alike among those that feed it; what is not live keeps what it holds.

    None holds more than its share: each flow froze within it, and shares only grow.
    """
    size = len(allowed)
    open_ = np.bincount(above, live, minlength=size)
    rest = allowed - np.bincount(above, np.where(live, 0.0, held), minlength=size)
    level = np.divide(np.maximum(rest, 0.0), open_, out=np.zeros(size), where=open_ > 0)
    filled: Floats = np.where(live, level[above], held)
    return filled


def _feeds(channels: Ints | Ints32, count: int) -> _Feeds:
    """Return who feeds whom, from the paths of flows."""
    path = np.asarray(channels, np.int64)
    flow, step = np.nonzero(path >= 0)
    channel = path[flow, step]
    known, node = np.unique(channel, return_inverse=True)
    levels = [_Level(known)]
    for back in range(1, path.shape[1]):
        before = np.where(step >= back, path[flow, np.maximum(step - back, 0)], -1)
        before = np.where(before < 0, count + flow, before)  # at its source a flow is fed by itself
        keys, inverse = np.unique(node * (count + len(path)) + before, return_inverse=True)
        levels.append(_Level(keys // (count + len(path))))
        node = inverse
    levels.append(_Level(node))
    return _Feeds(flow, channel, tuple(levels))


def _freeze(
    feeds: _Feeds, share: Floats, wanted: Floats, live: Bools, rate: Floats, bottleneck: Ints
) -> None:
    """Freeze the flows that nothing can change any more; writes to the last three."""
    flows = len(live)
    least = np.full(flows, np.inf)
    np.minimum.at(least, feeds.flow, share)
    own = live & (wanted <= least)
    tight = (share <= least[feeds.flow] * (1 + TOLERANCE)) & live[feeds.flow] & ~own[feeds.flow]
    size = int(feeds.channel.max(initial=-1)) + 1
    settled = np.bincount(feeds.channel, tight, minlength=size) == np.bincount(
        feeds.channel, live[feeds.flow], minlength=size
    )
    done = tight & settled[feeds.channel]
    if not done.any() and not own.any():
        done = tight & (least[feeds.flow] <= least[live].min() * (1 + TOLERANCE))
    bottleneck[feeds.flow[done]] = feeds.channel[done]
    rate[feeds.flow[done]] = least[feeds.flow[done]]
    live[feeds.flow[done]] = False
    live[own] = False
