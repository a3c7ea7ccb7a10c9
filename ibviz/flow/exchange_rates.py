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
from ibviz.flow.exchange import ExchangeFlows, exchange_flows, exchange_pairs
from ibviz.flow.latency import latencies
from ibviz.flow.leafwise import leafwise_flows
from ibviz.flow.maxmin import TOLERANCE
from ibviz.flow.pairs import Pairs
from ibviz.flow.paths import paths

_BLOCK = 500_000


def equal_rates(
    tables: Tables,
    channels: Channels,
    groups: tuple[Ints, ...],
    apart: Ints,
    *,
    counted: ExchangeFlows | None = None,
    progress: Progress = silent,
) -> Carried:
    """Return the rates of an exchange of equal amounts; parameters as in `exchange_flows`.

    With `counted`, its flows are counted already.

    Notes
    -----
    All end together, so each flow runs at the least capacity by flows over all channels: the maximum
    concurrent flow of the routes given.
    """
    counted = counted or routes_on(tables, channels, groups, apart, progress=progress)
    rate, limit = least(counted.on, channels.capacity, np.ones(len(counted.on), bool))
    ideal, _ = least(counted.on, channels.capacity, of_hosts(channels, groups))
    once = np.ones(min(1, counted.routed))
    on, slots = np.split(counted.on, [channels.cables])

    def listed() -> Flows:
        made = exchange_pairs(groups, apart)
        all_ = np.ones(len(made.src))
        full = on * rate >= channels.capacity[: channels.cables] * (1 - TOLERANCE)
        return listed_flows(
            tables, channels, made, rate * all_, ideal * all_, np.full(len(all_), limit), full=full
        )

    return Carried(
        on=on,
        load=on * rate,
        rate=rate * once,
        ideal=ideal * once,
        times=counted.routed * once,
        flows=counted.flows,
        listed=listed,
        slots=channels.slots_used(slots, slots * rate) if channels.has_slots else None,
    )


def routes_on(
    tables: Tables, channels: Channels, groups: tuple[Ints, ...], apart: Ints, *, progress: Progress = silent
) -> ExchangeFlows:
    """Count the routes of all pairs of each group on each channel; parameters as in `exchange_flows`."""
    by_tables = tables.by_source is None and tables.groups is None
    count = exchange_flows if by_tables else leafwise_flows
    return count(tables, channels, groups, apart, progress=progress)


def of_hosts(channels: Channels, groups: tuple[Ints, ...]) -> Bools:
    """Return which channels are those of HCA ports and PCIe slots, (L,)."""
    mask = np.arange(len(channels.capacity)) >= channels.cables
    for group in groups:
        mask[channels.into[group]] = mask[channels.out_of[group]] = True
    return mask


def least(on: Floats, capacity: Floats, among: Bools) -> tuple[float, int]:
    """Return the least capacity by flows, and the channel that has it; 0 and -1 if nothing flows."""
    if not on.any():
        return 0.0, -1
    share = np.divide(capacity, on, out=np.full(len(on), np.inf), where=(on > 0) & among)
    limit = int(share.argmin())
    return float(share[limit]), limit


@dataclass(frozen=True, eq=False)
class _Walked:
    """Hops and latency of flows, and the first full channel on the path of each, -1 where none is."""

    hops: Ints
    latency: Floats
    full: Ints


def listed_flows(
    tables: Tables,
    channels: Channels,
    made: Pairs,
    rate: Floats,
    ideal: Floats,
    limit: Ints,
    *,
    full: Bools | None = None,
) -> Flows:
    """List flows whose rates are known; those without a route get rate 0.

    Parameters
    ----------
    tables : Tables
    channels : Channels
    made : Pairs
        F of them.
    rate, ideal : (F,) float64, Gbit/s
    limit : (F,) int64
        Channel that limits each flow, a slot's too, where its path crosses no full cable.
    full : (2 C,) bool or None
        Which channels of cables are full. None: `limit` tells all.
    """
    full = np.append(np.zeros(channels.cables, bool) if full is None else full, False)
    blocks = [
        _walked(tables, made.src[first : first + _BLOCK], made.dst[first : first + _BLOCK], full)
        for first in range(0, max(1, len(made.src)), _BLOCK)
    ]
    hops = np.concatenate([block.hops for block in blocks])
    routed = hops >= 0
    own = np.concatenate([block.full for block in blocks])
    limit = np.where(routed, np.where(own >= 0, own, limit), -1)
    return Flows(
        made.src,
        made.dst,
        made.demand,
        np.where(routed, rate, 0.0),
        np.where(routed, ideal, 0.0),
        hops,
        np.where(limit < channels.cables, limit, -1),
        np.concatenate([block.latency for block in blocks]),
        channels.slots_at(limit),
    )


def _walked(tables: Tables, src: Ints, dst: Ints, full: Bools) -> _Walked:
    path, hops = paths(tables, src, dst)
    latency = latencies(path, hops, tables.wiring.fabric.cables.length_m)
    is_full = full[path]
    first = path[np.arange(len(path)), is_full.argmax(axis=1)]
    return _Walked(
        hops.astype(np.int64),
        np.where(hops < 0, np.nan, latency),
        np.where(is_full.any(axis=1), first, -1),
    )
