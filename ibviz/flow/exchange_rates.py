"""Rates of an exchange of equal amounts: every flow at that of the slowest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels
from ibviz.flow.exchange import exchange_flows, exchange_pairs
from ibviz.flow.latency import latencies
from ibviz.flow.pairs import Pairs
from ibviz.flow.paths import paths

_BLOCK = 500_000


def equal_rates(
    tables: Tables,
    channels: Channels,
    groups: tuple[Ints, ...],
    apart: Ints,
    *,
    progress: Progress = silent,
) -> Carried:
    """Return the rates of an exchange of equal amounts; parameters as in `exchange_flows`.

    Notes
    -----
    All end together, so each flow runs at the least capacity by flows over all channels: the maximum
    concurrent flow of the routes given.
    """
    counted = exchange_flows(tables, channels, groups, apart, progress=progress)
    rate, limit = _least(counted.on, channels.capacity, np.ones(len(counted.on), bool))
    ideal, _ = _least(counted.on, channels.capacity, of_hosts(channels, groups))
    shown = limit if limit < channels.cables else -1
    once = np.ones(min(1, counted.routed))
    on = counted.on[: channels.cables]

    def listed() -> Flows:
        made = exchange_pairs(groups, apart)
        all_ = np.ones(len(made.src))
        return listed_flows(tables, made, rate * all_, ideal * all_, np.full(len(all_), shown))

    return Carried(
        on=on,
        load=on * rate if counted.routed else np.zeros(len(on)),
        rate=rate * once,
        ideal=ideal * once,
        times=counted.routed * once,
        flows=counted.flows,
        listed=listed,
    )


def of_hosts(channels: Channels, groups: tuple[Ints, ...]) -> Bools:
    """Return which channels are those of HCA ports and PCIe slots, (L,)."""
    mask = np.arange(len(channels.capacity)) >= channels.cables
    for group in groups:
        mask[channels.into[group]] = mask[channels.out_of[group]] = True
    return mask


def _least(on: Floats, capacity: Floats, among: Bools) -> tuple[float, int]:
    """Return the least capacity by flows, and the channel that has it; infinite if nothing flows."""
    share = np.divide(capacity, on, out=np.full(len(on), np.inf), where=(on > 0) & among)
    limit = int(share.argmin()) if len(share) else -1
    return (float(share[limit]), limit) if len(share) else (np.inf, -1)


@dataclass(frozen=True, eq=False)
class _Lengths:
    hops: Ints
    latency: Floats


def listed_flows(tables: Tables, made: Pairs, rate: Floats, ideal: Floats, bottleneck: Ints) -> Flows:
    """List flows whose rates are known; those without a route get rate 0."""
    blocks = [
        _lengths(tables, made.src[first : first + _BLOCK], made.dst[first : first + _BLOCK])
        for first in range(0, max(1, len(made.src)), _BLOCK)
    ]
    hops = np.concatenate([block.hops for block in blocks])
    routed = hops >= 0
    return Flows(
        made.src,
        made.dst,
        made.demand,
        np.where(routed, rate, 0.0),
        np.where(routed, ideal, 0.0),
        hops,
        np.where(routed, bottleneck, -1),
        np.concatenate([block.latency for block in blocks]),
    )


def _lengths(tables: Tables, src: Ints, dst: Ints) -> _Lengths:
    path, hops = paths(tables, src, dst)
    latency = latencies(path, hops, tables.wiring.fabric.cables.length_m)
    return _Lengths(hops.astype(np.int64), np.where(hops < 0, np.nan, latency))
