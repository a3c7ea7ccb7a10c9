"""Max-min fair rates of an exchange among all, equal flows of a leaf taken together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels
from ibviz.flow.exchange import exchange_pairs, excluded_pairs
from ibviz.flow.exchange_rates import listed_flows
from ibviz.flow.maxmin import TOLERANCE, Shares, max_min, summed
from ibviz.flow.paths import paths

MOST_AGGREGATES = 5_000_000


@dataclass(frozen=True, eq=False)
class _Exchange:
    """An exchange: (n,) members and the group of each; and pairs (m,) of members that send nothing."""

    member: Ints
    group: Ints
    not_from: Ints
    not_to: Ints


@dataclass(frozen=True, eq=False)
class _Aggregates:
    """Equal flows taken together: from all senders of a class to one member.

    Attributes
    ----------
    sender_class : (n,) int64
        Class of each member as a sender: alike ports of one leaf and group.
    klass, to : (K,) int64
        Class that sends, and the member that receives.
    times : (K,) float64
        Flows in each.
    path : (K, H) int32
        Channels of one of them, padded with -1.
    hops : (K,) int64
    """

    sender_class: Ints
    klass: Ints
    to: Ints
    times: Floats
    path: Ints32
    hops: Ints

    def take(self, kept: Bools) -> _Aggregates:
        """Return some of them."""
        return replace(
            self,
            klass=self.klass[kept],
            to=self.to[kept],
            times=self.times[kept],
            path=self.path[kept],
            hops=self.hops[kept],
        )


def fair_rates(
    tables: Tables,
    channels: Channels,
    groups: tuple[Ints, ...],
    apart: Ints,
    *,
    progress: Progress = silent,
) -> Carried:
    """Return the max-min fair rates of an exchange; parameters as in `exchange_flows`.

    Raises
    ------
    OptionError
        If more than 5 million aggregates are needed.

    Notes
    -----
    Flows of alike senders of one leaf to one destination take the same path, and get the same rate unless
    the senders' own ports tell them apart (a sender has no flow to itself, and that missing flow differs).
    So the result is proved for each sender by itself; classes that fail are split into single senders.
    """
    exchange = _exchange(groups, apart)
    sender_class = _alike(tables, channels, exchange)
    while True:
        progress(0.5, f"sharing among {sender_class.max(initial=-1) + 1:,} classes of senders")
        all_ = _aggregates(tables, exchange, sender_class)
        routed = all_.take(all_.hops >= 0)
        got, ideal = (_shares(routed, channels, exchange, rows) for rows in _rows(routed, channels, exchange))
        bad = _unlike(routed, channels, exchange, got) | _unlike(routed, channels, exchange, ideal)
        if not bad.any():
            return _carried(tables, channels, exchange, (groups, apart), all_, got, ideal)
        sender_class = _split(sender_class, bad)


def _exchange(groups: tuple[Ints, ...], apart: Ints) -> _Exchange:
    member = np.concatenate(groups) if groups else np.empty(0, np.int64)
    group = np.repeat(np.arange(len(groups)), [len(g) for g in groups])
    pairs_ = [excluded_pairs(apart[g]) for g in groups]
    first = np.cumsum([0, *(len(g) for g in groups)])
    none = [np.empty(0, np.int64)]
    return _Exchange(
        member,
        group,
        np.concatenate([a + start for (a, _), start in zip(pairs_, first, strict=False)] or none),
        np.concatenate([b + start for (_, b), start in zip(pairs_, first, strict=False)] or none),
    )


def _alike(tables: Tables, channels: Channels, exchange: _Exchange) -> Ints:
    """Put senders of one group and leaf with equal ports in one class; one with a PCIe slot is alone."""
    member = exchange.member
    alone = np.where(channels.slot_out[member] >= 0, np.arange(len(member)), -1)
    rate = channels.port_rate[member]
    leaf = tables.wiring.endpoints.switch[member]
    keys = np.column_stack([exchange.group, leaf, np.unique(rate, return_inverse=True)[1], alone])
    return np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _split(sender_class: Ints, bad: Bools) -> Ints:
    """Give each sender of the bad classes a class of its own."""
    alone = bad[sender_class]
    keys = np.where(alone, bad.size + np.arange(len(sender_class)), sender_class)
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def _aggregates(tables: Tables, exchange: _Exchange, sender_class: Ints) -> _Aggregates:
    """Pair every class with every member of its group, and find the path of one of the flows."""
    count = int(sender_class.max(initial=-1)) + 1
    order = np.argsort(sender_class, kind="stable")
    size = np.bincount(sender_class, minlength=count)
    start = np.cumsum(size) - size
    first = order[start]
    second = order[np.minimum(start + 1, start + size - 1)]
    in_group = np.bincount(exchange.group)
    spans = in_group[exchange.group[first]]
    if spans.sum() > MOST_AGGREGATES:
        raise OptionError(
            f"max-min of this exchange takes {spans.sum():,} aggregates, more than {MOST_AGGREGATES:,}; "
            "pick fewer hosts, or leave out maxmin"
        )
    klass = np.repeat(np.arange(count), spans)
    group_start = np.cumsum(in_group) - in_group
    begin = group_start[exchange.group[first]] - (np.cumsum(spans) - spans)
    to = np.arange(len(klass)) + np.repeat(begin, spans)
    times = size[klass].astype(np.float64)
    np.subtract.at(times, _cell(exchange, sender_class, spans, group_start), 1.0)
    kept = times > 0
    klass, to, times = klass[kept], to[kept], times[kept]
    sender = np.where(first[klass] == to, second[klass], first[klass])
    path, hops = paths(tables, exchange.member[sender], exchange.member[to])
    return _Aggregates(sender_class, klass, to, times, path, hops.astype(np.int64))


def _cell(exchange: _Exchange, sender_class: Ints, spans: Ints, group_start: Ints) -> Ints:
    """Return the aggregate to which each pair that sends nothing would belong."""
    klass = sender_class[exchange.not_from]
    row = (np.cumsum(spans) - spans)[klass]
    place: Ints = row + exchange.not_to - group_start[exchange.group[exchange.not_to]]
    return place


def _rows(flows: _Aggregates, channels: Channels, exchange: _Exchange) -> tuple[Ints, Ints]:
    """Return the channels of each aggregate, all of them and only those of hosts.

    The port of the senders is one channel a class, behind all others.
    """
    member = exchange.member
    port = len(channels.capacity) + flows.klass
    lead = np.zeros(int(flows.sender_class.max(initial=-1)) + 1, np.int64)
    lead[flows.sender_class] = np.arange(len(member))
    slots = [channels.slot_out[member[lead[flows.klass]]], channels.slot_in[member[flows.to]]]
    ends = [port, channels.out_of[member[flows.to]], *(slots if channels.has_slots else [])]
    inner = flows.path[:, 1:].astype(np.int64)
    return np.column_stack([inner, *ends[:1], *ends[2:]]), np.column_stack(ends)


def _shares(flows: _Aggregates, channels: Channels, exchange: _Exchange, rows: Ints) -> Shares:
    classes = int(flows.sender_class.max(initial=-1)) + 1
    ports = np.bincount(
        flows.sender_class, channels.capacity[channels.into[exchange.member]], minlength=classes
    )
    return max_min(rows, np.concatenate([channels.capacity, ports]), weight=flows.times)


def _sent(flows: _Aggregates, exchange: _Exchange, rate: Floats) -> Floats:
    """Return what each member sends by itself, (n,)."""
    classes = int(flows.sender_class.max(initial=-1)) + 1
    full: Floats = np.bincount(flows.klass, rate, minlength=classes)[flows.sender_class].astype(np.float64)
    count = max(1, len(exchange.member))
    keys = flows.klass * count + flows.to
    wanted = flows.sender_class[exchange.not_from] * count + exchange.not_to
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    hit = keys[at] == wanted if len(keys) else np.zeros(len(wanted), bool)
    missing = np.bincount(exchange.not_from[hit], rate[at[hit]], minlength=len(exchange.member))
    sent: Floats = full - missing
    return sent


def _unlike(flows: _Aggregates, channels: Channels, exchange: _Exchange, got: Shares) -> Bools:
    """Return the classes whose senders are not alike: one would send too much, or one has room left."""
    classes = int(flows.sender_class.max(initial=-1)) + 1
    sent = _sent(flows, exchange, got.rate)
    capacity = channels.capacity[channels.into[exchange.member]]
    over = sent > capacity * (1 + TOLERANCE)
    under = sent < capacity * (1 - TOLERANCE)
    limited = np.zeros(classes, bool)
    at_port = got.bottleneck - len(channels.capacity)
    limited[at_port[at_port >= 0]] = True
    bad = np.zeros(classes, bool)
    bad[flows.sender_class[over | (under & limited[flows.sender_class])]] = True
    return bad


def _carried(
    tables: Tables,
    channels: Channels,
    exchange: _Exchange,
    asked: tuple[tuple[Ints, ...], Ints],
    all_: _Aggregates,
    got: Shares,
    ideal: Shares,
) -> Carried:
    flows = all_.take(all_.hops >= 0)
    member, cables = exchange.member, channels.cables
    inner = flows.path[:, 1:]
    on, load = (summed(inner, each, cables) for each in (flows.times, flows.times * got.rate))
    on[channels.into[member]] += _sent(flows, exchange, np.ones(len(got.rate)))
    load[channels.into[member]] += _sent(flows, exchange, got.rate)

    def listed() -> Flows:
        return _listed(tables, channels, exchange, asked, flows, got, ideal)

    return Carried(on, load, got.rate, ideal.rate, flows.times, int(all_.times.sum()), listed)


def _listed(
    tables: Tables,
    channels: Channels,
    exchange: _Exchange,
    asked: tuple[tuple[Ints, ...], Ints],
    flows: _Aggregates,
    got: Shares,
    ideal: Shares,
) -> Flows:
    """List the flows one by one, each with what its aggregate got."""
    made = exchange_pairs(*asked)
    place = np.full(len(tables.wiring.endpoints), -1)
    place[exchange.member] = np.arange(len(exchange.member))
    count = max(1, len(exchange.member))
    keys = np.append(flows.klass * count + flows.to, np.iinfo(np.int64).max)
    at = np.searchsorted(keys, flows.sender_class[place[made.src]] * count + place[made.dst])
    rate, best = np.append(got.rate, 0.0)[at], np.append(ideal.rate, 0.0)[at]
    limit = np.append(got.bottleneck, -1)[at]
    own = limit >= len(channels.capacity)
    limit = np.where(own, channels.into[made.src], np.where(limit < channels.cables, limit, -1))
    return listed_flows(tables, made, rate, best, limit)
