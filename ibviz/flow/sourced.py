"""Routes that the sender decides: no forwarding table holds them, so that they are worked out flow by flow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring, as_built, matching
from ibviz.flow.hops import Hops, hops
from ibviz.flow.numbering import Numbered, numbered

_BLOCK = 50_000


@dataclass(frozen=True, eq=False)
class SourceNumber:
    """The sender's number says which way up, at every level.

    Attributes
    ----------
    wires : Wiring
    tree : Numbered
        Of the fabric as built, or of what is up.
    natural, near : Hops
        Of the same, and of what is up.
    row : (S,) int64
        Place of each live switch among those of `tree`.
    end : (E,) int64
        Place of each live end port among those of `tree`.
    """

    wires: Wiring
    tree: Numbered
    natural: Hops
    near: Hops
    row: Ints
    end: Ints

    def ports(self, source: Ints, target: Ints, at: Ints) -> Ints:
        """Return by which port each flow leaves the switch at which it is; `NO_PATH` where there is none.

        Parameters
        ----------
        source, target : (F,) int64
            End ports.
        at : (F,) int64
            Places of live switches.
        """
        parts = [
            self._ports(source[k : k + _BLOCK], target[k : k + _BLOCK], at[k : k + _BLOCK])
            for k in range(0, max(len(at), 1), _BLOCK)
        ]
        return np.concatenate(parts)

    def _ports(self, source: Ints, target: Ints, at: Ints) -> Ints:
        ends = self.wires.end_ports
        goal = self.wires.place[ends.switch[target]]
        own, row, to = self.end[source], self.row[at], self.row[goal]
        level = self.tree.level[row]
        index = self.tree.number[level, own] % np.maximum(self.tree.width[row], 1)
        rises, lowest, several = (table[to, row] for table in self._natural)
        chosen = np.where(rises, self.tree.ups[row, index], lowest).astype(np.int64)
        parallel = np.flatnonzero(several & ~rises)
        lane = self.tree.lane[level[parallel] - 1, own[parallel]]
        chosen[parallel] = _nth(_minimal(self.natural, to[parallel], row[parallel]), lane)
        port = np.minimum(chosen, self.near.neighbour.shape[1] - 1)
        nearer = self.near.count[goal, self.near.neighbour[at, port]] == self.near.wanted[goal, at]
        serves = nearer & (chosen == port)
        lame = np.flatnonzero(~serves & (at != goal))
        chosen[lame] = _next_serving(_minimal(self.near, goal[lame], at[lame]), chosen[lame])
        return np.where(at == goal, ends.switch_port[target], chosen)

    @cached_property
    def _natural(self) -> tuple[Bools, Bytes, Bools]:
        """Whether the way to a switch rises, the lowest port to it, and whether there are several, by goal, (S, S)."""
        size = len(self.natural)
        every = np.arange(size)
        serving = self.natural.serving(every, every)
        rises, several = np.zeros((size, size), np.bool_), np.zeros((size, size), np.bool_)
        lowest = np.full((size, size), NO_PATH, np.uint8)
        for port in range(self.natural.neighbour.shape[1]):
            serves = serving(port)
            rises |= serves & self.tree.is_up[:, port, None]
            several |= serves & (lowest != NO_PATH)
            lowest[serves & (lowest == NO_PATH)] = port
        lowest[lowest == NO_PATH] = 0
        return rises.T.copy(), lowest.T.copy(), several.T.copy()


def sourced(wires: Wiring, *, fresh: bool = False) -> SourceNumber:
    """Return the routes of a wiring by source number: those of the fabric as built, or of what is up."""
    built = wires if fresh else as_built(wires)
    near = hops(wires)
    return SourceNumber(
        wires,
        numbered(built),
        near if built is wires else hops(built),
        near,
        built.place[wires.switches],
        matching(built.end_ports, wires.end_ports, len(wires.fabric.nodes)),
    )


def entered(tables: Tables) -> Tables:
    """Return tables without the entries of subnets in which the sender decides: no switch holds any there."""
    if tables.by_source is None:
        return tables
    wires = tables.wiring
    held = np.isin(wires.subnet[wires.switches], list(tables.routing.refused))
    to_end, to_switch = (
        np.where(held, table, NO_PATH).astype(np.uint8) for table in (tables.to_end, tables.to_switch)
    )
    return replace(tables, to_end=to_end, to_switch=to_switch)


def _minimal(near: Hops, goal: Ints, at: Ints) -> Bools:
    """Return which ports of the switches `at` lie on a shortest path to `goal`, (F, P)."""
    found: Bools = near.count[goal[:, None], near.neighbour[at]] == near.wanted[goal, at][:, None]
    return found


def _nth(serving: Bools, lane: Ints) -> Ints:
    """Return the serving port with so many others before it, counted round."""
    number = lane % np.maximum(serving.sum(axis=1), 1)
    port: Ints = (np.cumsum(serving, axis=1) > number[:, None]).argmax(axis=1)
    return port


def _next_serving(serving: Bools, port: Ints) -> Ints:
    """Return the port itself where it serves, else the next that does, in port order, cyclic."""
    later = serving & (np.arange(serving.shape[1]) >= port[:, None])
    first = np.where(later.any(axis=1), later.argmax(axis=1), serving.argmax(axis=1))
    return np.where(serving.any(axis=1), first, NO_PATH)
