"""Flows of an exchange when branches of destination trees hang elsewhere: only those branches are followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Floats, Ints, Ints32
from ibviz.core.wiring import Wiring
from ibviz.flow.dealt import Dealt
from ibviz.flow.increment import Sending
from ibviz.flow.paths import MOST_HOPS

_BLOCK = 2_000_000
_PORTS = 256


@dataclass(frozen=True, eq=False)
class Moved:
    """Entries that become others, in one case or in several that have nothing to do with one another.

    Attributes
    ----------
    key : (n,) int64
        ``(case * S + switch) * W + place``, ascending: the switch, and the place of the destination in the walk.
    port : (n,) int64
        By which they lead now.
    """

    key: Ints
    port: Ints

    def among(self, key: Ints) -> Ints:
        """Return which of these entries some are, -1 for none."""
        if not len(self.key):
            return np.full(len(key), -1)
        found = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        places: Ints = np.where(self.key[found] == key, found, -1)
        return places


@dataclass(frozen=True, eq=False)
class Branches:
    """The destination trees of an exchange, and what flows through each switch of each.

    Attributes
    ----------
    dealt : Dealt
    peer, channel : (S * 256,) int32
        Behind each port of each switch; -1 where no switch is, and `channels` where no cable is.
    channels : int
        Number of the channels of cables.
    weight : (S * W,) unsigned
        Flows to each destination that come to a switch, or begin at it.
    """

    dealt: Dealt
    peer: Ints32
    channel: Ints32
    channels: int
    weight: NDArray[Any]

    def change(self, moved: Moved, cases: int = 1) -> list[tuple[Ints, Floats]] | None:
        """Return for each case the channels whose flows change, and by how many; None where some would not arrive.

        Notes
        -----
        Flows that meet moved entries are taken off their old way from the first of them on, and put on the new.
        """
        known = moved.key % self.weight.size
        flows = self.weight[known].astype(np.float64)
        old = self._followed(moved, self.dealt.entry(known), flows, stops=True)
        new = old and self._followed(moved, moved.port, flows - old[2], stops=False)
        if old is None or new is None:
            return None
        change = np.bincount(
            np.concatenate([old[0], new[0]]),
            np.concatenate([-old[1], new[1]]),
            minlength=cases * (self.channels + 1),
        )
        each = change.reshape(cases, -1)[:, : self.channels].astype(np.float64)
        return [(np.flatnonzero(row), row[row != 0]) for row in each]

    def _followed(
        self, moved: Moved, port: Ints, flows: Floats, *, stops: bool
    ) -> tuple[Ints, Floats, Floats] | None:
        """Follow flows from the moved entries on.

        Returns
        -------
        (m,) int64, (m,) float64
            Channels that they cross, ``channels + 1`` further for each case, and how many each time.
        (n,) float64
            How many come to each of the moved entries, where they stop there.
        """
        walk, every = len(self.dealt.end), self.weight.size
        caught = np.zeros(len(moved.key))
        begins = flows > 0
        key, port, flows = moved.key[begins], port[begins], flows[begins]
        crossed, times = [np.empty(0, np.int64)], [np.empty(0)]
        for _ in range(MOST_HOPS):
            case = key // every
            switch, place = np.divmod(key - case * every, walk)
            way = switch * _PORTS + port
            crossed.append(self.channel[way] + case * (self.channels + 1))
            times.append(flows)
            peer = self.peer[way]
            onward = np.flatnonzero(peer >= 0)
            key, flows = (case * every + peer * np.int64(walk) + place)[onward], flows[onward]
            met = moved.among(key)
            if stops:
                caught += np.bincount(met[met >= 0], flows[met >= 0], minlength=len(caught))
                key, flows, met = key[met < 0], flows[met < 0], met[met < 0]
            if not len(key):
                return np.concatenate(crossed), np.concatenate(times), caught
            port = np.where(met >= 0, moved.port[met], self.dealt.entry(key % every))
        return None


def branches(wires: Wiring, dealt: Dealt, senders: Sequence[Sending]) -> Branches:
    """Return the destination trees of an exchange.

    Parameters
    ----------
    wires : Wiring
    dealt : Dealt
        Its tables, by which all flows arrive.
    senders : sequence of Sending
        The groups of the exchange.
    """
    ports = wires.switch_ports
    channels = 2 * len(wires.fabric.cables)
    shape = (len(wires.switches), _PORTS)
    peer, channel = np.full(shape, -1, np.int32), np.full(shape, channels, np.int32)
    peer[:, : ports.switch.shape[1]] = ports.switch
    channel[:, : ports.channel.shape[1]] = np.where(ports.channel < 0, channels, ports.channel)
    most = sum(len(sending.group) for sending in senders)
    weight = np.zeros(dealt.port.shape, np.min_scalar_type(most))
    place = np.full(len(wires.end_ports), -1)
    place[dealt.end] = np.arange(len(dealt.end))
    block = max(1, _BLOCK // max(1, len(peer)))
    for sending in senders:
        for first in range(0, len(sending.group), block):
            rows = np.arange(first, min(first + block, len(sending.group)))
            column = place[sending.end_port[rows]]
            weight[:, column] += _through(dealt, peer, sending, rows, column).astype(weight.dtype)
    return Branches(dealt, peer.ravel(), channel.ravel(), channels, weight.ravel())


def _through(dealt: Dealt, peer: Ints32, sending: Sending, rows: Ints, column: Ints) -> Floats:
    """Return the flows to some members that come to each switch or begin there, (S, n)."""
    size = len(peer)
    port, flows = dealt.port[:, column], sending.flows(rows)
    found = np.zeros((size, len(rows)))
    switch, place = (
        np.repeat(sending.switches, len(rows)),
        np.tile(np.arange(len(rows)), len(sending.switches)),
    )
    number: Floats = flows.T.ravel()
    for _ in range(MOST_HOPS):
        cell = switch * len(rows) + place
        came: Floats = np.bincount(cell, number, minlength=found.size).astype(np.float64)
        found += came.reshape(found.shape)
        cell = np.flatnonzero(came)
        switch, place = np.divmod(cell, len(rows))
        onward = peer[switch, port[switch, place]]
        stays = onward >= 0
        switch, place, number = onward[stays].astype(np.int64), place[stays], came[cell[stays]]
        if not len(switch):
            break
    return found
