"""One cable between switches gone: new entries and flows from what is known of the fabric as built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Bytes, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.branches import Branches, Moved, branches
from ibviz.flow.dealt import Dealt, choose_in_turn, dealt
from ibviz.flow.hops import Hops, hops
from ibviz.flow.increment import Costs, Increment
from ibviz.flow.longer import Longer, longer

TOGETHER = 6_000
"""Entries from which on what cables lose is chosen at one go: more do not stay in the cache."""


@dataclass(frozen=True, eq=False)
class Severed:
    """What is known of a fabric as built, to try one cable after the other.

    Attributes
    ----------
    increment : Increment

    Notes
    -----
    Nothing of it changes, so that threads may share it. All counts are whole numbers: what comes out
    equals a full computation bit for bit.
    """

    increment: Increment

    @property
    def tables(self) -> Tables:
        """Tables of the fabric as built."""
        return self.increment.tables

    @cached_property
    def serves(self) -> bool:
        """Whether a running subnet manager keeps the entries, as MinHop's does, and the flows are in whole numbers."""
        routing = self.tables.routing
        return (
            self.increment.serves
            and routing.asked == routing.used == "minhop"
            and not any(routing.options.values())
            and len(self.walk.end) == len(self.tables.wiring.end_ports)
            and self.increment.before.summary["routed"] > 0
        )

    @cached_property
    def near(self) -> Hops:
        """Distances between switches."""
        return hops(self.tables.wiring)

    @cached_property
    def walk(self) -> Dealt:
        """The entries of end ports in the order in which they were dealt out."""
        return dealt(self.tables, self.near.neighbour.shape[1])

    @cached_property
    def _branches(self) -> Branches:
        return branches(self.tables.wiring, self.walk, self.increment.senders)

    @cached_property
    def _ranking(self) -> tuple[Floats, Ints, Ints]:
        """The share of a flow on each channel as built, the channels by it, the least first, and each one's place."""
        share = _shares(self.increment.capacity, self.increment.on)
        order = np.argsort(share, kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        return share, order, rank

    def costs(self, cable: int) -> Costs | None:
        """Return what the loss of a cable costs; None where that is to be computed in full."""
        return next(self.costs_of([cable]))

    def costs_of(self, cables: Sequence[int]) -> Iterator[Costs | None]:
        """Yield what the loss of each cable costs, some cables taken together for speed."""
        if not self.serves:
            yield from [None] * len(cables)
            return
        some: list[_Lost | None] = []
        entries = 0
        for cable in cables:
            some.append(self._lost(cable))
            entries += 0 if some[-1] is None else len(some[-1].key)
            if entries >= TOGETHER:
                yield from self._together(some)
                some, entries = [], 0
        yield from self._together(some)

    def _together(self, some: list[_Lost | None]) -> Iterator[Costs | None]:
        whole = [lost for lost in some if lost is not None]
        changes = self._branches.change(_chosen(whole), len(whole)) if whole else None
        each = iter(changes or ())
        for lost in some:
            known = lost is not None and changes is not None
            yield self.increment.priced(self._least(*next(each))) if known else None

    def _least(self, channel: Ints, change: Floats) -> float:
        """Return the least share when the flows on some channels are others."""
        share, order, rank = self._ranking
        now = _shares(self.increment.capacity[channel], self.increment.on[channel] + change)
        taken = np.zeros(len(channel) + 1, np.bool_)
        place = rank[channel]
        taken[place[place < len(taken)]] = True
        others = np.inf if len(taken) > len(order) else share[order[taken.argmin()]]
        return float(min(now.min(initial=np.inf), others))

    def moved(self, cable: int) -> Moved | None:
        """Return the entries of end ports that a running subnet manager chooses anew; None where it is cut."""
        lost = self._lost(cable)
        return None if lost is None else _chosen([lost])

    def _lost(self, cable: int) -> _Lost | None:
        wires = self.tables.wiring
        cables = wires.fabric.cables
        ends = tuple(wires.place[cables.node[cable]].tolist())
        ports = tuple(cables.port[cable].tolist())
        far = longer(self.near, ends, ports)
        return None if far is None else _Lost(self.near, self.walk, far, ends, ports)


def _shares(capacity: Floats, on: Floats) -> Floats:
    share: Floats = np.divide(capacity, on, out=np.full(len(on), np.inf), where=on > 0)
    return share


@dataclass(frozen=True, eq=False)
class _Lost:
    """A cable that is gone: its two switches and ports, and the distances that grow with it."""

    near: Hops
    dealt: Dealt
    far: Longer
    ends: tuple[int, ...]
    ports: tuple[int, ...]

    @cached_property
    def row(self) -> Ints:
        """Which of the new distances are those of each switch, (S,); -1 where it has none."""
        row = np.full(len(self.near), -1)
        row[self.far.switch] = np.arange(len(self.far.switch))
        return row

    @cached_property
    def key(self) -> Ints:
        """The entries that no longer serve, as ``switch * W + place``, ascending."""
        walk = len(self.dealt.end)
        dead = [
            end * walk + np.flatnonzero(self.dealt.port[end] == port)
            for end, port in zip(self.ends, self.ports, strict=True)
        ]
        key = np.sort(np.concatenate([*dead, self._farther()]))
        return key[np.diff(key, prepend=-1) > 0]

    def _farther(self) -> Ints:
        """Return the entries that are on no shortest path any more, to switches that are farther than before."""
        near, dealt = self.near, self.dealt
        row = np.flatnonzero(dealt.size[self.far.switch])
        if not len(row):
            return row
        switch = self.far.switch[row]
        size = dealt.size[switch]
        number = np.repeat(row, size)
        place = np.arange(len(number)) + np.repeat(dealt.first[switch] - np.cumsum(size) + size, size)
        here = self.far.beside(near)[:, None]
        peer = near.neighbour[here, np.minimum(dealt.port[here, place], near.neighbour.shape[1] - 1)]
        count = self.far.count[number, here]
        lost, destination = np.nonzero((self.far.count[number, peer] != count - 1) & (count > 0))
        keys: Ints = here[lost, 0] * len(dealt.end) + place[destination]
        return keys

    def good(self) -> Bools:
        """Return which ports serve instead of the entries lost, (n, P + 1)."""
        near = self.near
        switch, place = np.divmod(self.key, len(self.dealt.end))
        target = self.dealt.target[place]
        peer = near.neighbour[switch]
        behind: Bytes = near.count[target[:, None], peer]
        own = near.count[target, switch]
        row = self.row[target]
        moved = np.flatnonzero(row >= 0)
        behind[moved] = self.far.count[row[moved][:, None], peer[moved]]
        own[moved] = self.far.count[row[moved], switch[moved]]
        good: Bools = behind == (own - 1)[:, None]
        for end, port in zip(self.ends, self.ports, strict=True):
            good[switch == end, port] = False
        return good


def _chosen(lost: list[_Lost]) -> Moved:
    """Choose what several cables lose anew, each for itself: as nothing is cut, each entry finds a port."""
    dealt = lost[0].dealt
    key = np.concatenate([each.key + case * dealt.port.size for case, each in enumerate(lost)])
    group, place = np.divmod(key, len(dealt.end))
    good = np.concatenate([each.good() for each in lost])
    return Moved(key, choose_in_turn(dealt.before(group, place), good, group))
