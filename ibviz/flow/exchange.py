"""An exchange among all endpoints, counted by destination trees: never as N² flows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibviz.core.fabric import Kind
from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.channels import Channels
from ibviz.flow.fast import kernel
from ibviz.flow.fast_loads import PORTS, push_flows
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.paths import MOST_HOPS

_BLOCK = 4_000_000


@dataclass(frozen=True, eq=False)
class ExchangeFlows:
    """How many flows of an exchange cross each channel.

    Attributes
    ----------
    on : (L,) float64
        Flows on each channel, those without a route left out.
    flows, routed : int
        Ordered pairs of endpoints, and how many of them have a route.
    """

    on: Floats
    flows: int
    routed: int


def exchange_flows(
    tables: Tables,
    channels: Channels,
    groups: tuple[Ints, ...],
    apart: Ints,
    *,
    progress: Progress = silent,
) -> ExchangeFlows:
    """Count the flows of an exchange on each channel.

    Parameters
    ----------
    tables : Tables
    channels : Channels
        Of the same wiring.
    groups : tuple of (n,) int64
        Places in ``wiring.endpoints``; each endpoint sends to all others of its group.
    apart : (E,) int64
        Endpoints with the same number send nothing to each other.

    Notes
    -----
    The paths to one destination are a tree, as switches look at nothing but the destination. All flows of
    a leaf enter it as one number, and numbers add up where branches meet.
    """
    walk = Walk(tables, channels)
    on = np.zeros(len(channels.capacity))
    flows = routed = 0
    for at, group in enumerate(groups):
        count = _Count(walk, group, apart)
        for first in range(0, len(group), walk.block):
            progress((at + first / len(group)) / len(groups), "counting the flows of the exchange")
            on[: channels.cables] += count.towards(first)
        flows += count.flows
        routed += int(count.sent.sum())
        on[channels.into[group]] += count.sent
        _add(on, channels.slot_out[group], count.sent)
        _add(on, channels.slot_in[group], on[channels.out_of[group]])
    return ExchangeFlows(on, flows, routed)


def exchange_pairs(groups: tuple[Ints, ...], apart: Ints) -> Pairs:
    """List the flows of an exchange one by one; parameters as in `exchange_flows`."""
    src = np.concatenate([np.repeat(group, len(group)) for group in groups] or [np.empty(0, np.int64)])
    dst = np.concatenate([np.tile(group, len(group)) for group in groups] or [np.empty(0, np.int64)])
    kept = apart[src] != apart[dst]
    return pairs(src[kept], dst[kept])


def end_port_places(wires: Wiring) -> Ints:
    """Return the place of each endpoint among the end ports, (E,)."""
    places: Ints = np.flatnonzero(wires.fabric.nodes.kind[wires.end_ports.node] == Kind.HCA)
    return places


def excluded_pairs(labels: Ints) -> tuple[Ints, Ints]:
    """Return all ordered pairs of places with equal labels, a place with itself among them, by the second."""
    order = np.argsort(labels, kind="stable")
    _, inverse, count = np.unique(labels, return_inverse=True, return_counts=True)
    start = (np.cumsum(count) - count)[inverse]
    size = count[inverse]
    second = np.repeat(np.arange(len(labels)), size)
    within = np.arange(len(second)) - np.repeat(np.cumsum(size) - size, size)
    return order[np.repeat(start, size) + within], second


def _gathered(place: Ints, number: Floats, size: int) -> tuple[Ints, Floats]:
    """Add up numbers with the same place; returns the places that have any, ascending, and the sums."""
    if 16 * len(place) < size:
        places, which = np.unique(place, return_inverse=True)
        return places, np.bincount(which, number, minlength=len(places)).astype(np.float64)
    sums = np.bincount(place, number, minlength=size)
    places = np.flatnonzero(sums > 0)
    return places, sums[places].astype(np.float64)


def _add(on: Floats, channel: Ints, count: Floats) -> None:
    """Add counts to channels that may come more than once; -1 is none."""
    stated = channel >= 0
    np.add.at(on, channel[stated], count[stated])


class Walk:
    """Follows the tables of one wiring, many destinations at once.

    A place in it is ``d * switches + s``: flows to the d-th of some endpoints, at switch s.
    """

    def __init__(self, tables: Tables, channels: Channels) -> None:
        wires = tables.wiring
        ports = wires.switch_ports
        self.wires = wires
        self.switches = len(wires.switches)
        self.nowhere = channels.cables
        self.block = max(1, _BLOCK // max(1, self.switches))
        self._to_end = tables.to_end
        self._end_port = end_port_places(wires)
        self._out_of = channels.out_of
        self._peer = self._wide(ports.switch, -1)
        self._channel = self._wide(np.where(ports.channel < 0, self.nowhere, ports.channel), self.nowhere)
        self._kernel = kernel(push_flows, tables.to_end.size)

    def _wide(self, of_ports: Ints32 | Ints, nothing: int) -> Ints32:
        wide = np.full((self.switches, PORTS), nothing, np.int32)
        wide[:, : of_ports.shape[1]] = of_ports
        return wide.ravel()

    def _start(self, ends: Ints, switches: Ints) -> tuple[Ints, NDArray[np.uint8]]:
        """Return the places of each switch for each endpoint, and the ports by which places are left."""
        first = np.arange(len(ends))[:, None] * self.switches + switches
        return first.ravel(), self._to_end[self._end_port[ends]].ravel()

    def push(self, ends: Ints, switches: Ints, flows: Floats) -> tuple[Floats, bool]:
        """Send ``flows[d, k]`` flows from each switch k, -1 for none, to each endpoint d.

        Returns
        -------
        (2 C,) float64
            Flows on the channels of cables.
        bool
            Whether all have arrived.
        """
        total, here = flows.sum(), np.flatnonzero(switches >= 0)
        if len(here) < len(switches):
            switches, flows = switches[here], flows[:, here]
        on, arrived = (self._push if self._kernel is None else self._push_fast)(ends, switches, flows)
        return on, arrived == total

    def _push_fast(self, ends: Ints, switches: Ints, flows: Floats) -> tuple[Floats, float]:
        assert self._kernel is not None
        on, goals = np.zeros(self.nowhere + 1), self._out_of[ends]
        rows, flows = self._end_port[ends], np.ascontiguousarray(flows)
        after = self._peer, self._channel, MOST_HOPS
        arrived = self._kernel(self._to_end, rows, goals, switches, flows, *after, on)
        return on[:-1], arrived

    def _push(self, ends: Ints, switches: Ints, flows: Floats) -> tuple[Floats, float]:
        on, arrived = np.zeros(self.nowhere + 1), 0.0
        place, port = self._start(ends, switches)
        number, size = flows.ravel(), len(port)
        for _ in range(MOST_HOPS):
            at = place % self.switches
            exit_ = at * PORTS + port[place]
            channel, peer = self._channel.take(exit_), self._peer.take(exit_)
            on += np.bincount(channel, number, minlength=len(on))
            stays = peer < 0
            is_goal = channel[stays] == self._out_of[ends][place[stays] // self.switches]
            arrived += float(number[stays][is_goal].sum())
            onward = np.flatnonzero(~stays)
            if not len(onward):
                break
            place, number = _gathered((place - at + peer)[onward], number[onward], size)
        return on[:-1], arrived

    def reached(self, ends: Ints, switches: Ints) -> Bools:
        """Return whether each switch k reaches each endpoint d, (D, K): each flow is followed by itself."""
        here = np.flatnonzero(switches >= 0)
        place, port = self._start(ends, switches[here])
        found = np.zeros(len(place), bool)
        flow = np.arange(len(place))
        for _ in range(MOST_HOPS):
            at = place % self.switches
            exit_ = at * PORTS + port[place]
            channel, peer = self._channel.take(exit_), self._peer.take(exit_)
            found[flow] = channel == self._out_of[ends][place // self.switches]
            onward = np.flatnonzero(peer >= 0)
            if not len(onward):
                break
            flow, place = flow[onward], (place - at + peer)[onward]
        every = np.zeros((len(ends), len(switches)), np.bool_)
        every[:, here] = found.reshape(len(ends), len(here))
        return every

    def met(self, ends: Ints, switches: Ints, marked: Bools) -> Bools:
        """Return whether the way from each switch k to each endpoint d crosses a marked channel, (D, K).

        Parameters
        ----------
        ends, switches : (D,), (K,) int64
        marked : (2 C + 1,) bool
            False behind the last channel of a cable.
        """
        place, port = self._start(ends, switches)
        found = np.zeros(len(place), bool)
        flow = np.arange(len(place))
        for _ in range(MOST_HOPS):
            at = place % self.switches
            exit_ = at * PORTS + port[place]
            found[flow] |= marked[self._channel.take(exit_)]
            peer = self._peer.take(exit_)
            onward = np.flatnonzero((peer >= 0) & ~found[flow])
            if not len(onward):
                break
            flow, place = flow[onward], (place - at + peer)[onward]
        return found.reshape(len(ends), len(switches))


def senders_of(wires: Wiring, group: Ints) -> tuple[Ints, Ints, Floats]:
    """Return the places of the switches that a group sends from, which of them each is at, and how many are at each.

    Hosts that are cabled to each other are at no switch, which counts as place -1.
    """
    here = np.append(wires.place, -1)[wires.endpoints.switch[group]]
    switches, column = np.unique(here, return_inverse=True)
    return switches, column, np.bincount(column, minlength=len(switches)).astype(np.float64)


class _Count:
    """Counts the flows within one group, block by block of its destinations."""

    def __init__(self, walk: Walk, group: Ints, apart: Ints) -> None:
        self._walk = walk
        self._group = group
        self._switches, self._column, self._senders = senders_of(walk.wires, group)
        self._not_from, self._not_to = excluded_pairs(apart[group])
        self.flows = len(group) ** 2 - len(self._not_to)
        self.sent: Floats = len(group) - np.bincount(self._not_from, minlength=len(group)).astype(np.float64)

    def towards(self, first: int) -> Floats:
        """Return the flows on the channels of cables, (2 C,), towards the block that begins at `first`."""
        ends = self._group[first : first + self._walk.block]
        shape = (len(ends), len(self._switches))
        flows = np.broadcast_to(self._senders, shape)
        low, high = np.searchsorted(self._not_to, (first, first + len(ends)))
        source, target = self._not_from[low:high], self._not_to[low:high] - first
        cells = target * shape[1] + self._column[source]
        flows = flows - np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        on, complete = self._walk.push(ends, self._switches, flows)
        if complete:
            return on
        reached = self._walk.reached(ends, self._switches)
        self.sent -= (~reached).sum(axis=0)[self._column]
        np.add.at(self.sent, source, ~reached[target, self._column[source]])
        return self._walk.push(ends, self._switches, flows * reached)[0]
