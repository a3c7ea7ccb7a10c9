"""An exchange taken leaf by leaf, where no tree of tables carries it: the sender decides, or flows spread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Groups, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.channels import Channels
from ibviz.flow.exchange import ExchangeFlows, excluded_pairs
from ibviz.flow.hops import UNREACHED
from ibviz.flow.paths import paths

_BLOCK = 50_000


@dataclass(frozen=True, eq=False)
class Leafwise:
    """One group of an exchange, by leaves.

    Attributes
    ----------
    group : (n,) int64
        Places in ``wiring.endpoints``; each sends to all others, but for some.
    leaf : (K,) int64
        Places of the switches that they are plugged into, some perhaps several times.
    at : (n,) int64
        Which of those each is plugged into.
    not_from, not_to : (m,) int64
        Members of which the first sends nothing to the second, itself among them.
    """

    group: Ints
    leaf: Ints
    at: Ints
    not_from: Ints
    not_to: Ints

    def numbers(self) -> Ints:
        """Return how many members of each leaf each member sends to, (n, K)."""
        inside = np.bincount(self.at, minlength=len(self.leaf))
        cells = self.not_from * len(self.leaf) + self.at[self.not_to]
        left_out = np.bincount(cells, minlength=len(self.group) * len(self.leaf))
        return inside - left_out.reshape(len(self.group), len(self.leaf))

    def received(self, reached: Bools) -> Floats:
        """Return how many flows come to each member, (n,), if members reach leaves as told, (n, K)."""
        coming = reached.sum(axis=0)[self.at]
        lost = reached[self.not_from, self.at[self.not_to]]
        left_out = np.bincount(self.not_to[lost], minlength=len(self.group))
        received: Floats = (coming - left_out).astype(np.float64)
        return received


def leafwise(tables: Tables, group: Ints, apart: Ints) -> Leafwise:
    """Return one group of an exchange by leaves; parameters as in `exchange_flows`.

    In subnets that tables route after all, where receivers at one leaf are unlike, each has a leaf to itself.
    """
    wires = tables.wiring
    place = wires.place[wires.endpoints.switch[group]]
    held = np.isin(wires.subnet[wires.switches[place]], list(tables.routing.refused))
    key = np.column_stack([place, np.where(held, np.arange(len(group)), -1)])
    leaf, at = np.unique(key, axis=0, return_inverse=True)
    return Leafwise(group, leaf[:, 0], at.reshape(-1), *excluded_pairs(apart[group]))


def leafwise_flows(
    tables: Tables,
    channels: Channels,
    groups: tuple[Ints, ...],
    apart: Ints,
    *,
    progress: Progress = silent,
) -> ExchangeFlows:
    """Count the flows of an exchange on each channel, as `exchange_flows` does, where tables do not say it all."""
    on = np.zeros(len(channels.capacity))
    flows = routed = 0.0
    for number, group in enumerate(groups):
        progress(number / len(groups), "counting the flows of the exchange")
        part = leafwise(tables, group, apart)
        wanted = part.numbers()
        if tables.groups is not None:
            inner, reached = _spread(tables.groups, tables.wiring, part, wanted, channels.cables)
        else:
            inner, reached = _followed(tables, part, wanted, channels.cables, progress)
        on[: channels.cables] += inner
        sent, received = (wanted * reached).sum(axis=1).astype(np.float64), part.received(reached)
        on[channels.into[group]] = sent
        on[channels.out_of[group]] = received
        for slot, count in ((channels.slot_out[group], sent), (channels.slot_in[group], received)):
            np.add.at(on, slot[slot >= 0], count[slot >= 0])
        flows, routed = flows + float(wanted.sum()), routed + float(sent.sum())
    return ExchangeFlows(on, int(flows), int(routed))


def _followed(
    tables: Tables, part: Leafwise, wanted: Ints, cables: int, progress: Progress
) -> tuple[Floats, Bools]:
    """Return flows on cables, those of endpoints left out, and which member reaches which leaf, (n, K)."""
    on = np.zeros(cables + 1)
    reached = np.zeros(wanted.shape, np.bool_)
    for member, leaf, path, hops in leaf_paths(tables, part, wanted, progress):
        reached[member, leaf] = hops > 0
        inner = path.copy()
        inner[:, 0] = -1
        inner[np.arange(len(path)), np.maximum(hops - 1, 0)] = -1
        weight = np.repeat(wanted[member, leaf], path.shape[1])
        on += np.bincount(inner.ravel() % len(on), weight, minlength=len(on))
    return on[:-1], reached


def leaf_paths(
    tables: Tables, part: Leafwise, wanted: Ints, progress: Progress = silent
) -> Iterator[tuple[Ints, Ints, Ints32, Ints]]:
    """Yield members, leaves that they send to, and the paths to one receiver there, as `paths` gives them."""
    member, leaf = np.nonzero(wanted)
    receiver = _receivers(part, member, leaf)
    for first in range(0, len(member), _BLOCK):
        progress(first / len(member), "following flows from leaf to leaf")
        some = slice(first, first + _BLOCK)
        path, hops = paths(tables, part.group[member[some]], part.group[receiver[some]])
        yield member[some], leaf[some], path, hops


def _receivers(part: Leafwise, member: Ints, leaf: Ints) -> Ints:
    """Return a member at each leaf to which the member given sends."""
    order = np.argsort(part.at, kind="stable")
    start = np.searchsorted(part.at[order], np.arange(len(part.leaf)))
    receiver = order[start[leaf]]
    excluded = set((part.not_from * len(part.group) + part.not_to).tolist())
    sends_none = np.isin(member * len(part.group) + receiver, np.array(list(excluded), np.int64))
    for row in np.flatnonzero(sends_none).tolist():
        first, place = int(member[row]) * len(part.group), int(start[leaf[row]])
        while first + int(order[place]) in excluded:
            place += 1
        receiver[row] = order[place]
    return receiver


def samples(part: Leafwise, *, by_sender: bool) -> tuple[Ints, Ints, Ints]:
    """Return flows of which each stands for all from its sender, or from its leaf, to a leaf, and how many.

    Parameters
    ----------
    part : Leafwise
    by_sender : bool
        Whether senders of one leaf are told apart.

    Returns
    -------
    src, dst : (F,) int64
        Places in ``wiring.endpoints``.
    times : (F,) int64
    """
    wanted = part.numbers()
    member, leaf = np.nonzero(wanted)
    times = wanted[member, leaf]
    if not by_sender:
        pair = part.at[member] * len(part.leaf) + leaf
        _, first, which = np.unique(pair, return_index=True, return_inverse=True)
        times = np.bincount(which.reshape(-1), times).astype(np.int64)
        member, leaf = member[first], leaf[first]
    receiver = _receivers(part, member, leaf)
    return part.group[member], part.group[receiver], times


def _spread(groups: Groups, wires: Wiring, part: Leafwise, wanted: Ints, cables: int) -> tuple[Floats, Bools]:
    """Return flows on cables and which member reaches which leaf, where switches spread what comes evenly."""
    plugs = wires.switch_ports
    on = np.zeros(cables + 1)
    from_leaf = np.zeros((len(part.leaf), len(part.leaf)), np.float64)
    np.add.at(from_leaf, part.at, wanted.astype(np.float64))
    reached = groups.count[part.leaf[:, None], part.leaf] != UNREACHED
    for number, goal in enumerate(part.leaf.tolist()):
        weight = np.zeros(len(plugs.switch) + 1)
        weight[part.leaf] = from_leaf[:, number] * reached[number]
        minimal = groups.minimal(goal)
        width = np.maximum(minimal.sum(axis=1), 1)
        far = groups.count[goal][:-1]
        for distance in range(int(far[weight[:-1] > 0].max(initial=0)), 0, -1):
            rows = np.flatnonzero((far == distance) & (weight[:-1] > 0))
            row, port = np.nonzero(minimal[rows])
            share = (weight[rows] / width[rows])[row]
            on += np.bincount(plugs.channel[rows[row], port], share, minlength=len(on))
            weight += np.bincount(plugs.switch[rows[row], port], share, minlength=len(weight))
    return on[:-1], reached.T[part.at]
