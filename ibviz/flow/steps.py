"""Forwarding tables as steps from switch to switch, some destinations at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bytes, Ints, Ints32
from ibviz.core.tables import Tables

CELLS = 1 << 21
"""Entries looked at in one go, so that memory stays small."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Where packets for some destinations go next.

    Attributes
    ----------
    target : (D,) int64
        Places of the destinations in their table.
    goal : (D,) int64
        Place of the switch that delivers to each; -1 where none does.
    port : (D, S) uint8
        What the tables say.
    onward : (D, S + 2) int32
        Switch where that leads to; S for "delivered", S + 1 for "nowhere", which both lead to themselves.
    """

    target: Ints
    goal: Ints
    port: Bytes
    onward: Ints32

    @property
    def delivered(self) -> int:
        """What stands for "delivered" in `onward`."""
        return int(self.onward.shape[1]) - 2


def to_ends(tables: Tables, only: Ints | None = None) -> Iterator[Steps]:
    """Go through the end ports, all or only some, that are plugged into a switch."""
    ends = tables.wiring.end_ports
    goal = np.append(tables.wiring.place, -1)[ends.switch]
    targets = np.flatnonzero(goal >= 0) if only is None else only[goal[only] >= 0]
    return _steps(tables, tables.to_end, targets, goal, ends.switch_port)


def to_switches(tables: Tables) -> Iterator[Steps]:
    """Go through the switches as destinations."""
    every = np.arange(len(tables.to_switch))
    return _steps(tables, tables.to_switch, every, every, np.zeros(len(every), np.int64))


def _steps(tables: Tables, table: Bytes, targets: Ints, goal: Ints, last_port: Ints) -> Iterator[Steps]:
    plugs = tables.wiring.switch_ports.switch
    size, ports = plugs.shape
    nowhere = size + 1
    beyond = np.full((size, 256), nowhere, np.int32)
    beyond[:, :ports] = np.where(plugs < 0, nowhere, plugs)
    beyond[:, 0] = nowhere
    here = np.arange(size)
    for start in range(0, len(targets), max(1, CELLS // max(size, 1))):
        some = targets[start : start + max(1, CELLS // max(size, 1))]
        port = table[some]
        onward = np.empty((len(some), size + 2), np.int32)
        onward[:, :size] = beyond[here, port]
        onward[:, size:] = size, nowhere
        row = np.arange(len(some))
        right = port[row, goal[some]] == last_port[some]
        onward[row, goal[some]] = np.where(right, size, onward[row, goal[some]])
        yield Steps(some, goal[some], port, onward)
