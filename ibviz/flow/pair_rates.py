"""Rates of flows that are listed pair by pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.simulation import Flows
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels, SlotUse
from ibviz.flow.drain import drained
from ibviz.flow.latency import HCA_PAIR_US, latencies
from ibviz.flow.maxmin import max_min, summed
from ibviz.flow.orcs import Sample, crowding, crowding_of_parts
from ibviz.flow.pairs import Pairs
from ibviz.flow.parts import Parts, parts_of
from ibviz.flow.partshare import part_shares
from ibviz.flow.paths import paths


@dataclass(frozen=True, eq=False)
class _Laid:
    """Pairs on their paths.

    Attributes
    ----------
    place : (n,) int64
        Which of the pairs have a route over cables.
    path : (n, H) int32
        Channels of the cables on each, padded with -1.
    hops : (F,) int64
        Of all pairs: cables on the path, 0 for a self-send, -1 without a route.
    parts : Parts or None
        Where switches spread flows: what of each of the n crosses which channel.
    """

    place: Ints
    path: Ints32
    hops: Ints
    parts: Parts | None = None

    def summed(self, each: Floats, count: int) -> Floats:
        """Sum a value of each of the n over the channels that it crosses."""
        return summed(self.path, each, count) if self.parts is None else self.parts.summed(each, count)


def pair_rates(tables: Tables, channels: Channels, made: Pairs) -> Carried:
    """Return the max-min fair rates of pairs, and the load that they make."""
    laid = _laid(tables, made)
    rate, limit = _rates(laid, channels, made)
    ones = np.ones(len(laid.place))
    flows = _flows(tables, channels, made, laid, rate, limit)
    routed = laid.hops >= 0
    return Carried(
        on=laid.summed(ones, channels.cables),
        load=laid.summed(rate[laid.place], channels.cables),
        rate=rate[routed],
        ideal=flows.ideal[routed],
        times=np.ones(int(routed.sum())),
        flows=len(made.src),
        listed=lambda: flows,
        slots=_slots(laid, channels, made, rate) if channels.has_slots else None,
    )


def _slots(laid: _Laid, channels: Channels, made: Pairs, rate: Floats) -> SlotUse:
    src, dst, got = made.src[laid.place], made.dst[laid.place], rate[laid.place]
    on, load = (channels.on_slots(src, dst, each) for each in (np.ones(len(src)), got))
    return channels.slots_used(on, load)


def sampled_rates(tables: Tables, channels: Channels, made: Pairs) -> Sample:
    """Return what one draw of a random pattern comes to; of no routed flow the figures are NaN, or 0."""
    laid = _laid(tables, made)
    rate = _rates(laid, channels, made)[0][laid.hops >= 0]
    if not len(rate):
        return Sample(float("nan"), float("nan"), float("nan"), 0.0)
    on = laid.summed(np.ones(len(laid.place)), channels.cables)
    crowd = (
        crowding(laid.path, on) if laid.parts is None else crowding_of_parts(laid.parts, on, len(laid.place))
    )
    share = (1 / np.maximum(crowd, 1)).sum() + len(rate) - len(crowd)
    return Sample(float(rate.mean()), float(rate.min()), float(share / len(rate)), float(on.max(initial=0.0)))


def rates_of(tables: Tables, channels: Channels, made: Pairs) -> Floats:
    """Return the rate of each pair, (F,) Gbit/s, 0 for one without a route: as `pair_rates`, and no more."""
    return _rates(_laid(tables, made), channels, made)[0]


def _laid(tables: Tables, made: Pairs) -> _Laid:
    hops = np.zeros(len(made.src), np.int64)
    over = np.flatnonzero(made.src != made.dst)
    path, cables = paths(tables, made.src[over], made.dst[over])
    hops[over] = cables
    place = over[cables > 0]
    parts = None if tables.groups is None else parts_of(tables, made.src[place], made.dst[place])
    return _Laid(place, path[cables > 0], hops, parts)


def _rates(laid: _Laid, channels: Channels, made: Pairs) -> tuple[Floats, Ints]:
    """Return rate (F,) and limiting channel (F,) of all pairs, slots too."""
    src, dst = made.src[laid.place], made.dst[laid.place]
    limits = _limits(made.demand[laid.place])
    if laid.parts is None:
        shares = max_min(_with_slots(laid.path, channels, src, dst), channels.capacity, demand=limits)
    else:
        parts = _slot_parts(laid.parts, channels, src, dst)
        shares = part_shares(parts, len(src), channels.capacity, limits)
    rate = _self_rates(channels, made)
    rate[laid.hops < 0] = 0.0
    rate[laid.place] = shares.rate
    limit = np.full(len(rate), -1)
    limit[laid.place] = shares.bottleneck
    return rate, limit


def _flows(tables: Tables, channels: Channels, made: Pairs, laid: _Laid, rate: Floats, limit: Ints) -> Flows:
    src, dst = made.src[laid.place], made.dst[laid.place]
    ends = np.stack([channels.into[src], channels.out_of[dst]], axis=1)
    rows = _with_slots(ends, channels, src, dst)
    ideal = rate.copy()
    ideal[laid.place] = max_min(rows, channels.capacity, demand=_limits(made.demand[laid.place])).rate
    latency = np.where(laid.hops < 0, np.nan, HCA_PAIR_US)
    lengths = tables.wiring.fabric.cables.length_m
    latency[laid.place] = latencies(laid.path, laid.hops[laid.place], lengths)
    bottleneck = np.where(limit < channels.cables, limit, -1)
    slot = channels.slots_at(limit)
    return Flows(
        made.src,
        made.dst,
        made.demand,
        rate,
        ideal,
        laid.hops,
        bottleneck,
        latency,
        slot,
        _ends(laid, channels, made),
    )


def _ends(laid: _Laid, channels: Channels, made: Pairs) -> Floats:
    """Return when each pair is done, (F,) seconds; empty where they have no sizes."""
    if made.size is None:
        return np.empty(0)
    gbit = made.size * 8e-9
    end = np.where(laid.hops < 0, np.inf, gbit / _self_rates(channels, made))
    end[laid.place] = drained(lambda some: _rates_of_some(laid, channels, made, some), gbit[laid.place]).end
    return end


def _rates_of_some(laid: _Laid, channels: Channels, made: Pairs, some: Ints) -> Floats:
    """Return the rates of some of the pairs on paths while just these run."""
    place = laid.place[some]
    parts = None if laid.parts is None else laid.parts.of(some)
    taken = _Laid(np.arange(len(some)), laid.path[some], laid.hops[place], parts)
    kept = np.zeros(len(made.src), np.bool_)
    kept[place] = True
    return _rates(taken, channels, made.take(kept))[0]


def _self_rates(channels: Channels, made: Pairs) -> Floats:
    """Return what each pair would get as a self-send, (F,): its port's rate, or its demand."""
    rates: Floats = np.minimum(made.demand, channels.port_rate[made.src])
    return rates


def _limits(demand: Floats) -> Floats | None:
    limited: Bools = np.isfinite(demand)
    return demand if limited.any() else None


def _with_slots(rows: Ints | Ints32, channels: Channels, src: Ints, dst: Ints) -> Ints | Ints32:
    """Add the channels of PCIe slots where any is stated."""
    if not channels.has_slots:
        return rows
    wider: Ints = np.column_stack([rows, channels.slot_out[src], channels.slot_in[dst]])
    return wider


def _slot_parts(parts: Parts, channels: Channels, src: Ints, dst: Ints) -> Parts:
    """Add the channels of PCIe slots where any is stated."""
    if not channels.has_slots:
        return parts
    slots = np.concatenate([channels.slot_out[src], channels.slot_in[dst]])
    own = np.flatnonzero(slots >= 0)
    flow = np.concatenate([parts.flow, own % len(src)])
    order = np.argsort(flow, kind="stable")
    channel = np.concatenate([parts.channel, slots[own]])[order]
    part = np.concatenate([parts.part, np.ones(len(own))])[order]
    return Parts(flow[order].astype(np.int32), channel.astype(np.int32), part)
