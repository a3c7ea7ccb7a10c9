"""Rates of flows that are listed pair by pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.simulation import Flows
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels
from ibviz.flow.latency import HCA_PAIR_US, latencies
from ibviz.flow.maxmin import max_min, summed
from ibviz.flow.pairs import Pairs
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
    """

    place: Ints
    path: Ints32
    hops: Ints


def pair_rates(tables: Tables, channels: Channels, made: Pairs) -> Carried:
    """Return the max-min fair rates of pairs, and the load that they make."""
    laid = _laid(tables, made)
    rate, bottleneck = _rates(laid, channels, made)
    ones = np.ones(len(laid.place))
    flows = _flows(tables, channels, made, laid, rate, bottleneck)
    routed = laid.hops >= 0
    return Carried(
        on=summed(laid.path, ones, channels.cables),
        load=summed(laid.path, rate[laid.place], channels.cables),
        rate=rate[routed],
        ideal=flows.ideal[routed],
        times=np.ones(int(routed.sum())),
        flows=len(made.src),
        listed=lambda: flows,
    )


def mean_rate(tables: Tables, channels: Channels, made: Pairs) -> float:
    """Return the mean rate of the pairs that have a route, Gbit/s; NaN if none has."""
    laid = _laid(tables, made)
    routed = laid.hops >= 0
    return float(_rates(laid, channels, made)[0][routed].mean()) if routed.any() else float("nan")


def _laid(tables: Tables, made: Pairs) -> _Laid:
    hops = np.zeros(len(made.src), np.int64)
    over = np.flatnonzero(made.src != made.dst)
    path, cables = paths(tables, made.src[over], made.dst[over])
    hops[over] = cables
    return _Laid(over[cables > 0], path[cables > 0], hops)


def _rates(laid: _Laid, channels: Channels, made: Pairs) -> tuple[Floats, Ints]:
    """Return rate (F,) and limiting channel (F,) of all pairs."""
    src, dst = made.src[laid.place], made.dst[laid.place]
    rows = _with_slots(laid.path, channels, src, dst)
    shares = max_min(rows, channels.capacity, demand=_limits(made.demand[laid.place]))
    rate = _self_rates(channels, made)
    rate[laid.hops < 0] = 0.0
    rate[laid.place] = shares.rate
    bottleneck = np.full(len(rate), -1)
    bottleneck[laid.place] = np.where(shares.bottleneck < channels.cables, shares.bottleneck, -1)
    return rate, bottleneck


def _flows(
    tables: Tables, channels: Channels, made: Pairs, laid: _Laid, rate: Floats, bottleneck: Ints
) -> Flows:
    src, dst = made.src[laid.place], made.dst[laid.place]
    ends = np.stack([channels.into[src], channels.out_of[dst]], axis=1)
    rows = _with_slots(ends, channels, src, dst)
    ideal = rate.copy()
    ideal[laid.place] = max_min(rows, channels.capacity, demand=_limits(made.demand[laid.place])).rate
    latency = np.where(laid.hops < 0, np.nan, HCA_PAIR_US)
    lengths = tables.wiring.fabric.cables.length_m
    latency[laid.place] = latencies(laid.path, laid.hops[laid.place], lengths)
    return Flows(made.src, made.dst, made.demand, rate, ideal, laid.hops, bottleneck, latency)


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
