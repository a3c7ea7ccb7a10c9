"""Layers of routes without a circle of channels: which virtual lane each route gets so that nothing deadlocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

Channel = int

Route = tuple[int, int]
"""Number of the destination, and place of the switch at which the sources sit."""

UNSEEN, OPEN, DONE = 0, 1, 2

WRAP = 2**32
"""Counters start anew here, also below 0."""


@dataclass(slots=True)
class Edge:
    """Routes by which one channel waits for another; `left` counts the pairs of LIDs that still take it."""

    routes: list[Route] = field(default_factory=list)
    left: int = 0


class Layer:
    """The channels in use on one lane, and which of them waits for which.

    Parameters
    ----------
    key : list of int
        What orders the channels.

    Notes
    -----
    osm_ucast_dfsssp.c of OpenSM 3.3.23. Which circle is found first decides what is moved, so channels are
    kept in a tree that is never balanced, looked through from the top, and edges in the order of their coming.
    """

    def __init__(self, key: list[int]) -> None:
        self._key = key
        self._edges: dict[Channel, dict[Channel, Edge]] = {}
        self._below: dict[tuple[Channel, bool], Channel] = {}
        self._state: dict[Channel, int] = {}
        self._before: dict[Channel, Channel] = {}
        self._top: Channel | None = None

    def add(self, route: Route, channels: list[Channel], pairs: int) -> None:
        """Enter a route that so many pairs of LIDs take."""
        last = None
        for channel in channels:
            if channel not in self._edges:
                self._plant(channel)
            if last is not None:
                edge = self._edges[last].setdefault(channel, Edge())
                edge.routes.append(route)
                edge.left += pairs
            last = channel

    def drop(self, channels: list[Channel], pairs: int) -> None:
        """Count a route no longer."""
        for last, channel in pairwise(channels):
            edge = self._edges[last].get(channel)
            if edge is not None:
                edge.left -= pairs

    def break_circle(self, start: Channel | None) -> tuple[Channel | None, list[Route]]:
        """Find a circle, take out its weakest edge, and return where to go on and the edge's routes.

        Parameters
        ----------
        start : int or None
            Where the last circle was entered.
        """
        met = self.circle(start)
        return met, [] if met is None else self._weakest(met)

    def circle(self, start: Channel | None = None) -> Channel | None:
        """Search on, and return a channel on a circle."""
        here = self._top if start is None else start
        while here is not None:
            self._state[here] = OPEN
            onward = next((to for to in self._edges[here] if self._state[to] != DONE), None)
            if onward is None:
                self._finish(here)
                here = self._before.pop(here) if here in self._before else self._unseen()
            elif self._state[onward] == OPEN:
                return onward
            else:
                self._before[onward] = here
                here = onward
        return None

    def _plant(self, channel: Channel) -> None:
        """Hang a new channel into the tree."""
        self._edges[channel], self._state[channel] = {}, UNSEEN
        if self._top is None:
            self._top = channel
            return
        here = self._top
        while True:
            side = here, self._key[channel] > self._key[here]
            if side not in self._below:
                self._below[side] = channel
                return
            here = self._below[side]

    def _unseen(self) -> Channel | None:
        return next((channel for channel in self._walk() if self._state[channel] == UNSEEN), None)

    def _walk(self) -> Iterator[Channel]:
        """Go through the tree from the top, left before right."""
        stack = [] if self._top is None else [self._top]
        while stack:
            here = stack.pop()
            yield here
            stack += [self._below[here, side] for side in (True, False) if (here, side) in self._below]

    def _finish(self, channel: Channel) -> None:
        """Forget the routes by which a channel waits, as no circle leads through it."""
        self._state[channel] = DONE
        for edge in self._edges[channel].values():
            edge.routes, edge.left = [], 0

    def _weakest(self, met: Channel) -> list[Route]:
        """Close the circle anew and take out the edge that the fewest pairs take, the first of such."""
        weakest, here = None, met
        while weakest is None or here != met:
            if here != met:
                self._state[here] = UNSEEN
            onward = next(to for to in self._edges[here] if self._state[to] == OPEN)
            edge = self._edges[here][onward]
            if weakest is None or edge.left % WRAP < weakest[0].left % WRAP:
                weakest = edge, here, onward
            here = onward
        self._state[met] = UNSEEN
        del self._edges[weakest[1]][weakest[2]]
        return weakest[0].routes
