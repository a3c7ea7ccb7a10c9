"""Virtual lanes for the routes of a subnet, so that on no lane channels wait for each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibviz.core.table import Bytes, Ints, Ints32
from ibviz.flow.deadlock import circles
from ibviz.flow.layers import Channel, Layer, Route

Onward = tuple[list[int], list[Channel]]
"""For each switch the next one on the way to a destination, -1 where the way ends, and the channel to it."""


class Ways:
    """The routes of one subnet, from the switches with hosts to all destinations.

    Parameters
    ----------
    peer : (S, P + 1) int32
        Switch at each port, -1 where there is none.
    ports : (D, S) uint8
        Port by which each switch sends to each destination; one without a switch behind it ends the way.
    sources : (S,) int64
        Hosts' LIDs at each switch.
    lid : (S,) int64
        Of the switches.
    """

    def __init__(self, peer: Ints32, ports: Bytes, sources: Ints, lid: Ints) -> None:
        self._peer, self._ports, self._lid = peer, ports, lid
        self.sources = sources
        self.width = peer.shape[1]
        self._known: tuple[int, Onward] | None = None

    def __len__(self) -> int:
        return len(self._ports)

    @property
    def key(self) -> list[int]:
        """What orders the channels: LID of the switch, then its port."""
        return (self._lid[:, None] * 256 + np.arange(self.width)).ravel().tolist()

    def onward(self, target: int) -> tuple[Ints, Ints]:
        """Return for each switch the next one to a destination, -1 where the way ends, and the channel to it."""
        here = np.arange(len(self._peer))
        row = self._ports[target]
        port = np.where(row < self.width, row, 0).astype(np.int64)
        return self._peer[here, port].astype(np.int64), here * self.width + port

    def channels(self, route: Route) -> list[Channel]:
        """Return the channels between switches that a route takes."""
        target, here = route
        if self._known is None or self._known[0] != target:
            onward, channel = self.onward(target)
            self._known = target, (onward.tolist(), channel.tolist())
        following, by = self._known[1]
        found = []
        while following[here] >= 0:
            found.append(by[here])
            here = following[here]
        return found

    def straight(self) -> bool:
        """Tell whether no channels wait for each other in a circle, were there one lane only."""
        wants = np.zeros((len(self._peer) * self.width, self.width), np.bool_)
        for target in range(len(self)):
            onward, channel = self.onward(target)
            carries, fresh = np.zeros(len(onward), np.bool_), np.flatnonzero(self.sources)
            while len(fresh):
                carries[fresh] = True
                goes = fresh[onward[fresh] >= 0]
                goes = goes[onward[onward[goes]] >= 0]
                wants[channel[goes], channel[onward[goes]] % self.width] = True
                fresh = np.unique(onward[fresh][onward[fresh] >= 0])
                fresh = fresh[~carries[fresh]]
        channel, port = np.nonzero(wants)
        return not circles(channel, self._peer.ravel()[channel].astype(np.int64) * self.width + port)


def assigned(ways: Ways, order: Ints, available: int) -> Bytes | None:
    """Return the lane of each route, (D, S), or None where so many lanes do not do.

    Parameters
    ----------
    ways : Ways
    order : (s,) int64
        Places of the switches with hosts, in the order in which their routes are entered.
    available : int
        Lanes there are.

    Notes
    -----
    osm_ucast_dfsssp.c, dfsssp_remove_deadlocks, but for its last step, which spreads routes over the lanes
    that stay free. Lane by lane circles are broken: the routes on the weakest edge move to the next lane.
    """
    lane = np.zeros((len(ways), len(ways.sources)), np.uint8)
    if ways.straight():
        return lane
    layers = [Layer(ways.key) for _ in range(available)]
    for route in _routes(ways, order):
        layers[0].add(route, ways.channels(route), int(ways.sources[route[1]]))
    for number in range(available - 1):
        _clear(ways, lane, number, layers[number], layers[number + 1])
    return None if layers[-1].circle() is not None else lane


def _routes(ways: Ways, order: Ints) -> Iterator[Route]:
    for target in range(len(ways)):
        for source in order.tolist():
            yield target, source


def _clear(ways: Ways, lane: Bytes, number: int, layer: Layer, following: Layer) -> None:
    """Move routes to the next lane until there is no circle on this one."""
    met, moved = layer.break_circle(None)
    while met is not None:
        for route in moved:
            if lane[route] == number:
                channels, pairs = ways.channels(route), int(ways.sources[route[1]])
                layer.drop(channels, pairs)
                following.add(route, channels, pairs)
                lane[route] = number + 1
        met, moved = layer.break_circle(met)
