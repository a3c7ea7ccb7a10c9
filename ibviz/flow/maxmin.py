"""Max-min fairness: what each flow gets when no flow can get more but at the cost of a slower one.

A flow is the row of channels that it crosses; a channel has a capacity, whatever it stands for: one
direction of a cable, or of a PCIe slot. The rates are those of ideal congestion control.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.flow.fast import kernel
from ibviz.flow.fast_maxmin import share_all

TOLERANCE = 1e-9
"""Shares that differ by no more than this, relatively, are the same."""

Channels = Ints | Ints32

_EVERY: Floats = np.empty(0)


@dataclass(frozen=True, eq=False)
class Shares:
    """What `max_min` gives each flow.

    Attributes
    ----------
    rate : (F,) float64
        In the unit of the capacities, for one unit of the flow's weight.
    bottleneck : (F,) int64
        The channel that limits it; -1 where its own demand does.
    """

    rate: Floats
    bottleneck: Ints


@dataclass(frozen=True, eq=False)
class Certificate:
    """What speaks against rates being max-min fair: nothing, if both are empty.

    Attributes
    ----------
    overloaded : (n,) int64
        Channels that carry more than their capacity.
    unproven : (m,) int64
        Flows below their demand without a full channel on which no flow is faster.
    """

    overloaded: Ints
    unproven: Ints

    @property
    def holds(self) -> bool:
        """Whether the rates are max-min fair."""
        return not len(self.overloaded) and not len(self.unproven)


@dataclass(eq=False)
class _Live:
    """The flows that have no rate yet: place, channels (padding points behind the last), weight, demand."""

    place: Ints
    crossed: NDArray[np.intp]
    weight: Floats | None
    demand: Floats | None

    def take(self, kept: Bools) -> _Live:
        return _Live(
            self.place[kept],
            self.crossed[kept],
            None if self.weight is None else self.weight[kept],
            None if self.demand is None else self.demand[kept],
        )

    def on_channels(self, each: Floats | None, count: int) -> NDArray[np.float64 | np.int64]:
        """Sum a value of each flow (None: 1) over the channels that it crosses."""
        spread = None if each is None else np.repeat(each, self.crossed.shape[1])
        return np.bincount(self.crossed.ravel(), spread, minlength=count)


def summed(channels: Channels, each: Floats, count: int) -> Floats:
    """Sum a value of each flow over the channels that it crosses.

    Parameters
    ----------
    channels : (F, H) int
        As for `max_min`.
    each : (F,) float64
    count : int
        Number of channels.

    Returns
    -------
    (count,) float64
    """
    used = channels >= 0
    spread = np.repeat(each, used.sum(axis=1))
    return np.bincount(channels[used], spread, minlength=count).astype(np.float64)


def max_min(
    channels: Channels, capacity: Floats, *, weight: Floats | None = None, demand: Floats | None = None
) -> Shares:
    """Share channels among flows by max-min fairness.

    Parameters
    ----------
    channels : (F, H) int
        Channels that each flow crosses, in any order, padded with -1.
    capacity : (L,) float64
        What each channel carries.
    weight : (F,) float64 or None
        A flow of weight w stands for w equal flows; None for 1 each.
    demand : (F,) float64 or None
        What one unit of each flow takes at most, as if it crossed a channel of its own; None for no limit.

    Returns
    -------
    Shares
        A flow that crosses no channel gets its demand.

    Notes
    -----
    Local bottlenecks: a channel that is the tightest of all its flows keeps its share to the end, since
    shares only grow while other flows freeze; so all such channels freeze their flows in one round.
    The channel with the least share of all is always one of them, so every round ends some flow.

    Examples
    --------
    >>> caps = np.array([10.0, 4.0, 6.0])
    >>> rows = np.array([[0, 1], [0, 2], [0, -1], [1, -1], [2, -1]])
    >>> max_min(rows, caps).rate
    array([2., 3., 5., 2., 3.])
    """
    rate = np.full(len(channels), np.inf) if demand is None else demand.astype(np.float64)
    bottleneck = np.full(len(channels), -1)
    quick = kernel(share_all, 4 * channels.size)
    if quick is None:
        return _rounds(channels, capacity, weight, demand, Shares(rate, bottleneck))
    crossed, left = np.ascontiguousarray(channels, np.int32), capacity.astype(np.float64)
    each = [
        _EVERY if value is None else np.ascontiguousarray(value, np.float64) for value in (weight, demand)
    ]
    quick(crossed, left, *each, 1 + TOLERANCE, rate, bottleneck)
    return Shares(rate, bottleneck)


def _rounds(
    channels: Channels, capacity: Floats, weight: Floats | None, demand: Floats | None, shares: Shares
) -> Shares:
    count = len(capacity) + 1
    rate, bottleneck = shares.rate, shares.bottleneck
    live = _Live(
        np.arange(len(channels)), np.where(channels < 0, count - 1, channels).astype(np.intp), weight, demand
    )
    left = np.append(capacity, np.inf)
    live = live.take(np.any(channels >= 0, axis=1))
    while len(live.place):
        done, least, limit = _round(live, left)
        rate[live.place[done]] = least[done]
        bottleneck[live.place[done]] = limit[done]
        ended, got = live.take(done), least[done]
        left -= ended.on_channels(got if ended.weight is None else got * ended.weight, count)
        live = live.take(~done)
    return shares


def _round(live: _Live, left: Floats) -> tuple[Bools, Floats, Ints]:
    """Return which flows freeze, the least share that each flow sees, and the channel that gives it."""
    count = len(left)
    flows_on = live.on_channels(None, count)
    weight_on = flows_on if live.weight is None else live.on_channels(live.weight, count)
    share = np.divide(left, weight_on, out=np.full(count, np.inf), where=weight_on > 0)
    share[-1] = np.inf
    seen = share[live.crossed]
    least = seen.min(axis=1)
    own = np.zeros(len(least), bool)
    if live.demand is not None:
        own = live.demand <= least
        least = np.minimum(least, live.demand)
    tight = seen <= (least * (1 + TOLERANCE))[:, None]
    settled = np.bincount(live.crossed[tight], minlength=count) == flows_on
    settled[-1] = False
    by_channel = tight & settled[live.crossed]
    frozen = by_channel.any(axis=1)
    first = live.crossed[np.arange(len(least)), by_channel.argmax(axis=1)]
    limit = np.where(frozen & ~own, first, -1)
    return frozen | own, least, limit


def check(
    channels: Channels,
    capacity: Floats,
    rate: Floats,
    *,
    weight: Floats | None = None,
    demand: Floats | None = None,
) -> Certificate:
    """Prove or refute that rates are max-min fair; parameters as in `max_min`.

    Notes
    -----
    Rates are max-min fair if and only if they are feasible and each flow has a full channel on which no
    flow is faster (Bertsekas and Gallager, Data Networks, 6.5.2).
    """
    count = len(capacity) + 1
    crossed = np.where(channels < 0, count - 1, channels).astype(np.intp)
    live = _Live(np.arange(len(rate)), crossed, weight, demand)
    load = live.on_channels(rate if weight is None else rate * weight, count)[:-1]
    slack = TOLERANCE * capacity
    full = np.append(load >= capacity - slack, False)
    fastest = np.zeros(count)
    np.maximum.at(fastest, crossed.ravel(), np.repeat(rate, crossed.shape[1]))
    proven = (full[crossed] & (fastest[crossed] <= rate[:, None] * (1 + TOLERANCE))).any(axis=1)
    proven |= np.isinf(rate) if demand is None else rate >= demand * (1 - TOLERANCE)
    return Certificate(np.flatnonzero(load > capacity + slack), np.flatnonzero(~proven))
