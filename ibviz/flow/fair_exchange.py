"""Max-min fair rates of an exchange among all, equal flows of a leaf taken together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows
from ibviz.core.table import Bools, Ints
from ibviz.core.tables import Tables
from ibviz.flow.aggregates import (
    Aggregates,
    Members,
    aggregates,
    alike,
    members_of,
    sent_by_each,
    split_classes,
)
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels, SlotUse
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.exchange_rates import listed_flows
from ibviz.flow.maxmin import TOLERANCE, Shares, max_min, summed
from ibviz.flow.pair_rates import pair_rates
from ibviz.flow.pairs import Pairs


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
        If more than 5 million aggregates are needed, or switches spread the flows over too many paths.

    Notes
    -----
    Flows of alike senders of one leaf to one destination take the same path, and get the same rate unless
    the senders' own ports tell them apart (a sender has no flow to itself, and that missing flow differs).
    So the result is proved for each sender by itself; classes that fail are split into single senders.
    """
    if tables.groups is not None:
        return pair_rates(tables, channels, exchange_pairs(groups, apart))
    members = members_of(groups, apart)
    sender_class = alike(tables, channels, members)
    while True:
        progress(0.5, f"sharing among {sender_class.max(initial=-1) + 1:,} classes of senders")
        all_ = aggregates(tables, members, sender_class)
        routed = all_.take(all_.hops >= 0)
        got, ideal = (_shares(routed, channels, members, rows) for rows in _rows(routed, channels, members))
        bad = _unlike(routed, channels, members, got) | _unlike(routed, channels, members, ideal)
        if not bad.any():
            solved = _Solved(tables, channels, members, routed, got, ideal)
            return solved.carried(int(all_.times.sum()), groups, apart)
        sender_class = split_classes(sender_class, bad)


def _rows(flows: Aggregates, channels: Channels, members: Members) -> tuple[Ints, Ints]:
    """Return the channels of each aggregate, all of them and only those of hosts.

    The port of the senders is one channel a class, behind all others.
    """
    member = members.member
    port = len(channels.capacity) + flows.klass
    slots = [channels.slot_out[member[_leads(flows)[flows.klass]]], channels.slot_in[member[flows.to]]]
    ends = [port, channels.out_of[member[flows.to]], *(slots if channels.has_slots else [])]
    inner = flows.path[:, 1:].astype(np.int64)
    return np.column_stack([inner, *ends[:1], *ends[2:]]), np.column_stack(ends)


def _leads(flows: Aggregates) -> Ints:
    """Return one sender of each class."""
    lead = np.zeros(flows.classes, np.int64)
    lead[flows.sender_class] = np.arange(len(flows.sender_class))
    return lead


def _shares(flows: Aggregates, channels: Channels, members: Members, rows: Ints) -> Shares:
    ports = np.bincount(
        flows.sender_class, channels.capacity[channels.into[members.member]], minlength=flows.classes
    )
    return max_min(rows, np.concatenate([channels.capacity, ports]), weight=flows.times)


def _unlike(flows: Aggregates, channels: Channels, members: Members, got: Shares) -> Bools:
    """Return the classes whose senders are not alike: one would send too much, or one has room left."""
    sent = sent_by_each(flows, members, got.rate)
    capacity = channels.capacity[channels.into[members.member]]
    over = sent > capacity * (1 + TOLERANCE)
    under = sent < capacity * (1 - TOLERANCE)
    limited = np.zeros(flows.classes, bool)
    at_port = got.bottleneck - len(channels.capacity)
    limited[at_port[at_port >= 0]] = True
    bad = np.zeros(flows.classes, bool)
    bad[flows.sender_class[over | (under & limited[flows.sender_class])]] = True
    return bad


@dataclass(frozen=True, eq=False)
class _Solved:
    """Aggregates that have a route, with their rates."""

    tables: Tables
    channels: Channels
    members: Members
    flows: Aggregates
    got: Shares
    ideal: Shares

    def carried(self, count: int, groups: tuple[Ints, ...], apart: Ints) -> Carried:
        """Return load and rates; `count` flows there are in all, those without a route too."""
        flows, rate, cables = self.flows, self.got.rate, self.channels.cables
        inner, into = flows.path[:, 1:], self.channels.into[self.members.member]
        on, load = (summed(inner, each, cables) for each in (flows.times, flows.times * rate))
        on[into] += sent_by_each(flows, self.members, np.ones(len(rate)))
        load[into] += sent_by_each(flows, self.members, rate)
        return Carried(
            on=on,
            load=load,
            rate=rate,
            ideal=self.ideal.rate,
            times=flows.times,
            flows=count,
            listed=lambda: self.listed(exchange_pairs(groups, apart)),
            slots=self._slots() if self.channels.has_slots else None,
        )

    def _slots(self) -> SlotUse:
        """Return what PCIe slots carry: senders behind one are each a class of their own."""
        flows, member = self.flows, self.members.member
        src, dst = member[_leads(flows)[flows.klass]], member[flows.to]
        loads = (flows.times, flows.times * self.got.rate)
        on, load = (self.channels.on_slots(src, dst, each) for each in loads)
        return self.channels.slots_used(on, load)

    def listed(self, made: Pairs) -> Flows:
        """List the flows one by one, each with what its aggregate got."""
        member, flows, first_port = self.members.member, self.flows, len(self.channels.capacity)
        place = np.full(len(self.tables.wiring.endpoints), -1)
        place[member] = np.arange(len(member))
        keys = np.append(flows.keys(flows.klass, flows.to), np.iinfo(np.int64).max)
        at = np.searchsorted(keys, flows.keys(flows.sender_class[place[made.src]], place[made.dst]))
        rate, ideal = np.append(self.got.rate, 0.0)[at], np.append(self.ideal.rate, 0.0)[at]
        limit = np.append(self.got.bottleneck, -1)[at]
        own_port = np.where(limit >= first_port, self.channels.into[made.src], -1)
        limit = np.where(limit < first_port, limit, own_port)
        return listed_flows(self.tables, self.channels, made, rate, ideal, limit)
