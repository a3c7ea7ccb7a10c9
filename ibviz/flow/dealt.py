"""What each switch has dealt out at any time of a healthy fabric's routing, so that few entries are chosen anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.destinations import destinations

_CELLS = 1 << 25
_FULL = np.int32(1 << 30)
_MANY = 3


@dataclass(frozen=True, eq=False)
class Dealt:
    """Entries of end ports by switch, in the order in which they were dealt out.

    Attributes
    ----------
    end : (W,) int64
        End port at each place of the walk.
    target : (W,) int64
        Place of the switch at which it is.
    first, size : (S,) int64
        Where in the walk the end ports of each switch begin, and how many there are.
    port : (S, W) uint8
    ports : int
        P + 1: ports of a switch, 0 among them.
    """

    end: Ints
    target: Ints
    first: Ints
    size: Ints
    port: Bytes
    ports: int

    def entry(self, key: Ints) -> Ints:
        """Return the ports of some entries, (n,), each given as ``switch * W + place``."""
        return self.port.ravel()[key].astype(np.int64)

    @cached_property
    def _step(self) -> int:
        return max(16, -(-self.port.size * (self.ports + 1) // _CELLS))

    @cached_property
    def _behind(self) -> Ints32:
        """Destinations behind each port at every so many places of the walk, (n, S, P + 2)."""
        switches, walk = self.port.shape
        wide = self.ports + 1
        marks = -(-walk // self._step)
        kind = np.uint16 if walk < 1 << 16 else np.int32
        found = np.zeros((marks + 1, switches, wide), kind)
        base = np.arange(switches)[:, None] * wide
        for mark in range(marks):
            some = np.minimum(self.port[:, mark * self._step : (mark + 1) * self._step], self.ports)
            count = np.bincount((base + some).ravel(), minlength=switches * wide)
            found[mark + 1] = found[mark] + count.reshape(switches, wide).astype(kind)
        return found

    def before(self, group: Ints, place: Ints) -> Ints32:
        """Return how many destinations a switch has dealt to each port before a place of the walk, (n, P + 1).

        Of the entries given of the same group, those before are left out.

        Parameters
        ----------
        group, place : (n,) int64
            In ascending order; a group is a switch, or that and a multiple of the number of switches.
        """
        wide, step = self.ports + 1, self._step
        switch, row = group % len(self.port), np.arange(len(place))
        mark = place // step
        since = (mark * step)[:, None] + np.arange(step)
        some = self.port[switch[:, None], np.minimum(since, self.port.shape[1] - 1)]
        some = np.where(since < place[:, None], np.minimum(some, self.ports), self.ports)
        late = np.bincount((row[:, None] * wide + some).ravel(), minlength=len(row) * wide)
        own = np.zeros((len(row) + 1, wide), np.int32)
        own[row + 1, np.minimum(self.port[switch, place], self.ports)] = 1
        own = np.cumsum(own, axis=0, dtype=np.int32)
        first = np.searchsorted(group, group)
        count = self._behind[mark, switch] + late.reshape(-1, wide).astype(np.int32)
        return (count - (own[row] - own[first]))[:, : self.ports].astype(np.int32)


def dealt(tables: Tables, ports: int) -> Dealt:
    """Return the entries of tables in the order of OpenSM's walk.

    Parameters
    ----------
    tables : Tables
    ports : int
        Ports of a switch, 0 among them.
    """
    wires = tables.wiring
    blocks = destinations(wires)
    walked = [np.arange(block.start, block.stop) for _, block in blocks]
    end = np.concatenate([np.empty(0, np.int64), *walked])
    first, size = np.zeros((2, len(wires.switches)), np.int64)
    first[blocks.switch] = np.cumsum(blocks.count) - blocks.count
    size[blocks.switch] = blocks.count
    return Dealt(
        end,
        np.repeat(blocks.switch, blocks.count),
        first,
        size,
        np.ascontiguousarray(tables.to_end[end].T),
        ports,
    )


def choose_in_turn(count: Ints32, good: Bools, group: Ints) -> Ints:
    """Choose ports one after the other, each group for itself, the least loaded first.

    Parameters
    ----------
    count : (n, P + 1) int32
        Destinations behind each port, but for those chosen here.
    good : (n, P + 1) bool
        Which ports serve.
    group : (n,) int64
        In ascending order.

    Returns
    -------
    (n,) int64
    """
    weight = np.where(good, count, _FULL)
    first = np.flatnonzero(np.diff(group, prepend=-1))
    size = np.diff(first, append=len(group))
    order = np.argsort(-size, kind="stable")
    first, size = first[order], size[order]
    added = np.zeros((len(first), count.shape[1]), np.int32)
    chosen = np.zeros(len(group), np.int64)
    every = np.arange(len(first))
    turns = int(size[min(_MANY, len(size) - 1)]) if len(size) else 0
    for turn, active in enumerate(np.searchsorted(-size, -np.arange(turns)).tolist()):
        at = first[:active] + turn
        port = (weight[at] + added[:active]).argmin(axis=1)
        chosen[at] = port
        added[every[:active], port] += 1
    for own, begin, number in zip(added[:_MANY], first.tolist(), size.tolist(), strict=False):
        for place in range(begin + turns, begin + number):
            chosen[place] = port = int((weight[place] + own).argmin())
            own[port] += 1
    return chosen
