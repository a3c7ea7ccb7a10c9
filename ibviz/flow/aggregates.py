"""Equal flows of an exchange taken together: from alike senders of a leaf to one receiver."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.channels import Channels
from ibviz.flow.exchange import excluded_pairs
from ibviz.flow.paths import paths

MOST_AGGREGATES = 5_000_000
"""Aggregates that one exchange may take."""


@dataclass(frozen=True, eq=False)
class Members:
    """Who exchanges, numbered from 0.

    Attributes
    ----------
    member : (n,) int64
        Places in ``wiring.endpoints``.
    group : (n,) int64
        Members of one group send to each other, but for some pairs:
    not_from, not_to : (m,) int64
        Members of which the first sends nothing to the second; each with itself among them.
    """

    member: Ints
    group: Ints
    not_from: Ints
    not_to: Ints


@dataclass(frozen=True, eq=False)
class Aggregates:
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

    @property
    def classes(self) -> int:
        """Number of classes."""
        return int(self.sender_class.max(initial=-1)) + 1

    def keys(self, klass: Ints, to: Ints) -> Ints:
        """Return a number for each pair of class and receiver, ascending in the order of the aggregates."""
        return klass * max(1, len(self.sender_class)) + to

    def take(self, kept: Bools) -> Aggregates:
        """Return some of them."""
        return replace(
            self,
            klass=self.klass[kept],
            to=self.to[kept],
            times=self.times[kept],
            path=self.path[kept],
            hops=self.hops[kept],
        )


def members_of(groups: tuple[Ints, ...], apart: Ints) -> Members:
    """Return who exchanges; parameters as in `exchange_flows`."""
    member = np.concatenate(groups) if groups else np.empty(0, np.int64)
    group = np.repeat(np.arange(len(groups)), [len(g) for g in groups])
    pairs_ = [excluded_pairs(apart[g]) for g in groups]
    first = np.cumsum([0, *(len(g) for g in groups)])
    none = [np.empty(0, np.int64)]
    return Members(
        member,
        group,
        np.concatenate([a + start for (a, _), start in zip(pairs_, first, strict=False)] or none),
        np.concatenate([b + start for (_, b), start in zip(pairs_, first, strict=False)] or none),
    )


def alike(tables: Tables, channels: Channels, members: Members) -> Ints:
    """Put senders of one group and leaf with equal ports in one class; one with a PCIe slot is alone.

    Where the sender decides about its routes, everyone is alone.
    """
    member = members.member
    if tables.by_source is not None:
        return np.arange(len(member))
    alone = np.where(channels.slot_out[member] >= 0, np.arange(len(member)), -1)
    rate = channels.port_rate[member]
    leaf = tables.wiring.endpoints.switch[member]
    keys = np.column_stack([members.group, leaf, np.unique(rate, return_inverse=True)[1], alone])
    return np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def split_classes(sender_class: Ints, bad: Bools) -> Ints:
    """Give each sender of the bad classes a class of its own."""
    alone = bad[sender_class]
    keys = np.where(alone, bad.size + np.arange(len(sender_class)), sender_class)
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def aggregates(tables: Tables, members: Members, sender_class: Ints) -> Aggregates:
    """Pair every class with every member of its group, and find the path of one of the flows.

    Raises
    ------
    OptionError
        If there are more than 5 million pairs.
    """
    count = int(sender_class.max(initial=-1)) + 1
    order = np.argsort(sender_class, kind="stable")
    size = np.bincount(sender_class, minlength=count)
    start = np.cumsum(size) - size
    first = order[start]
    second = order[np.minimum(start + 1, start + size - 1)]
    in_group = np.bincount(members.group)
    spans = in_group[members.group[first]]
    if spans.sum() > MOST_AGGREGATES:
        raise OptionError(
            f"max-min of this exchange takes {spans.sum():,} aggregates, more than {MOST_AGGREGATES:,}; "
            "pick fewer hosts, or leave out maxmin"
        )
    klass = np.repeat(np.arange(count), spans)
    group_start = np.cumsum(in_group) - in_group
    begin = group_start[members.group[first]] - (np.cumsum(spans) - spans)
    to = np.arange(len(klass)) + np.repeat(begin, spans)
    times = size[klass].astype(np.float64)
    np.subtract.at(times, _cell(members, sender_class, spans, group_start), 1.0)
    kept = times > 0
    klass, to, times = klass[kept], to[kept], times[kept]
    sender = np.where(first[klass] == to, second[klass], first[klass])
    path, hops = paths(tables, members.member[sender], members.member[to])
    return Aggregates(sender_class, klass, to, times, path, hops.astype(np.int64))


def _cell(members: Members, sender_class: Ints, spans: Ints, group_start: Ints) -> Ints:
    """Return the aggregate to which each pair that sends nothing would belong."""
    klass = sender_class[members.not_from]
    row = (np.cumsum(spans) - spans)[klass]
    place: Ints = row + members.not_to - group_start[members.group[members.not_to]]
    return place


def sent_by_each(flows: Aggregates, members: Members, rate: Floats) -> Floats:
    """Return what each member sends by itself, (n,)."""
    full: Floats = np.bincount(flows.klass, rate, minlength=flows.classes)[flows.sender_class].astype(
        np.float64
    )
    keys = flows.keys(flows.klass, flows.to)
    wanted = flows.keys(flows.sender_class[members.not_from], members.not_to)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    hit = keys[at] == wanted if len(keys) else np.zeros(len(wanted), bool)
    missing = np.bincount(members.not_from[hit], rate[at[hit]], minlength=len(members.member))
    sent: Floats = full - missing
    return sent
