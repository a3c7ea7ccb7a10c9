"""Flows that meet some nodes or cables, and what they load by themselves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows, Part, Simulation
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.channels import Channels, channels_of
from ibviz.flow.exchange import Walk, excluded_pairs, senders_of
from ibviz.flow.parts import Parts, parts_of
from ibviz.flow.simulate import live_places
from ibviz.flow.traffic_of import traffic_of

MOST_LISTED = 500_000
"""Flows up to which each is followed by itself."""

MOST_PAIRS = 60_000_000
"""Pairs of leaf and endpoint up to which an exchange is followed."""

_BLOCK = 50_000


@dataclass(frozen=True, eq=False)
class Followed:
    """Some flows and what they load.

    Attributes
    ----------
    flow : (n,) int64
        Their places; empty where they are not listed one by one.
    number : float
        How many they are.
    load : (C, 2) float64, Gbit/s
    """

    flow: Ints
    number: float
    load: Floats


def meeting(fabric: Fabric, nodes: Ints, cables: Ints) -> Bools:
    """Return which channels touch one of some nodes or belong to one of some cables, (2 C + 1,).

    The last one stands for no channel.
    """
    picked = np.zeros(len(fabric.nodes), bool)
    picked[nodes] = True
    marked: Bools = np.logical_or(*picked[fabric.cables.node].T)
    marked[cables] = True
    return np.append(np.repeat(marked, 2), False)


def followed(
    simulation: Simulation,
    tables: Tables,
    flows: Flows,
    *,
    marked: Bools | None = None,
    ends: Bools | None = None,
    flow: Ints | None = None,
    progress: Progress = silent,
) -> Followed:
    """Follow flows that are listed one by one.

    Parameters
    ----------
    simulation : Simulation
    tables : Tables
        Those that it was made with.
    flows : Flows
    marked : (2 C + 1,) bool or None
        Those flows that cross one of these channels; see `meeting`.
    ends : (E,) bool or None
        Beside those, the flows from and to these endpoints, even where they have no route.
    flow : (n,) int64 or None
        Only some of the flows, by their places.
    progress : Progress
    """
    asked = np.arange(len(flows)) if flow is None else flow
    load = np.zeros(2 * len(simulation.load) + 1)
    found = [asked[:0]]
    for first in range(0, len(asked), _BLOCK):
        progress(first / len(asked), "Following flows")
        rows = asked[first : first + _BLOCK]
        crosses, part = _crossing(tables, flows, rows, marked, ends)
        load += part.summed(np.where(crosses, flows.rate[rows], 0.0), len(load))
        found.append(rows[crosses])
    crossed = np.concatenate(found)
    return Followed(crossed, float(len(crossed)), load[:-1].reshape(-1, 2))


def _crossing(
    tables: Tables, flows: Flows, rows: Ints, marked: Bools | None, ends: Bools | None
) -> tuple[Bools, Parts]:
    """Return which of some flows are asked for, and what of each crosses which channel."""
    part = parts_of(tables, flows.src[rows], flows.dst[rows])
    crosses = np.full(len(rows), marked is None)
    if marked is not None:
        crosses[part.flow[marked[part.channel]]] = True
        if ends is not None:
            crosses |= ends[flows.src[rows]] | ends[flows.dst[rows]]
    return crosses, part


def followed_exchange(
    simulation: Simulation,
    tables: Tables,
    marked: Bools,
    *,
    structure: Structure,
    progress: Progress = silent,
) -> Followed:
    """Follow the flows of an exchange of equal rates that cross marked channels, without listing them.

    Parameters
    ----------
    simulation : Simulation
    tables : Tables
        Those that it was made with.
    marked : (2 C + 1,) bool
        See `meeting`.
    structure : Structure
        Of the fabric as built.
    progress : Progress

    Raises
    ------
    OptionError
        If the flows are too many, or get unequal rates, or it is not tables that say their ways.
    """
    wires = simulation.wiring
    rate = simulation.summary["rate_gbps"]
    by_tables = tables.by_source is None and tables.groups is None
    many = len(wires.endpoints) * len(wires.switches) > MOST_PAIRS
    if many or rate["min"] != rate["max"] or not by_tables:
        raise OptionError("the flows are too many to follow some of them; pick fewer hosts in the traffic")
    groups, apart = partners(simulation, structure)
    channels = channels_of(wires)
    walk = Walk(tables, channels)
    on, number = np.zeros(channels.cables), 0.0
    for at, group in enumerate(groups):
        some = _Some(walk, channels, group, apart, marked)
        for first in range(0, len(group), walk.block):
            progress((at + first / len(group)) / len(groups), "Following flows")
            on += some.towards(first)
        on[channels.into[group]] += some.sent
        number += float(some.sent.sum())
    return Followed(np.empty(0, np.int64), number, (on * (rate["max"] or 0.0)).reshape(-1, 2))


def part_of(
    simulation: Simulation,
    tables: Tables,
    node: int,
    name: str,
    *,
    structure: Structure,
    progress: Progress = silent,
) -> Part:
    """Return what the flows from, to and through a node load; parameters and errors as in `followed_exchange`."""
    marked = meeting(simulation.wiring.fabric, np.array([node]), np.empty(0, np.int64))
    if simulation.listing is not None and simulation.summary["flows"] > MOST_LISTED:
        found = followed_exchange(simulation, tables, marked, structure=structure, progress=progress)
    else:
        found = followed(simulation, tables, simulation.all_flows(), marked=marked, progress=progress)
    return Part(f"Flows of {name}", found.number, found.load)


def partners(simulation: Simulation, structure: Structure) -> tuple[tuple[Ints, ...], Ints]:
    """Return groups and labels of an exchange as `exchange_flows` takes them."""
    laid = traffic_of(structure, simulation.traffic)
    live = live_places(structure.wiring, simulation.wiring)
    given = laid.exchange.groups if laid.exchange is not None else ()
    groups = tuple(live[group][live[group] >= 0] for group in given)
    apart = np.arange(len(simulation.wiring.endpoints))
    if not laid.ends.local:
        apart[live[live >= 0]] = laid.ends.host[live >= 0]
    return tuple(group for group in groups if len(group)), apart


@dataclass(frozen=True, eq=False)
class _Sent:
    """Flows from each switch to each endpoint of a block, (D, K), and how many each member sends, (n,)."""

    on: Floats
    by_each: Floats


class _Some:
    """Counts the flows within one group that cross marked channels, block by block of their destinations."""

    def __init__(self, walk: Walk, channels: Channels, group: Ints, apart: Ints, marked: Bools) -> None:
        self._walk, self._group, self._marked = walk, group, marked
        self._switches, self._column, self._senders = senders_of(walk.wires, group)
        self._own = marked[channels.into[group]]
        self._own_senders = np.bincount(self._column[self._own], minlength=len(self._switches))
        self._not_from, self._not_to = excluded_pairs(apart[group])
        self.sent = np.zeros(len(group))

    def towards(self, first: int) -> Floats:
        """Return the flows on the channels of cables, (2 C,), towards the block that begins at `first`."""
        walk = self._walk
        ends = self._group[first : first + walk.block]
        every = walk.met(ends, self._switches, self._marked)
        every_one = np.ones(every.shape, bool)
        flows = self._sent(first, every, every_one)
        on, complete = walk.push(ends, self._switches, flows.on)
        if not complete:
            reached = walk.reached(ends, self._switches)
            flows = self._sent(first, every & reached, reached)
            on, _ = walk.push(ends, self._switches, flows.on)
        self.sent += flows.by_each
        return on

    def _sent(self, first: int, every: Bools, reached: Bools) -> _Sent:
        """Return what is sent where a class of senders reaches, all of it where it crosses a marked channel."""
        flows = np.where(every, self._senders, self._own_senders) * reached.astype(np.float64)
        low, high = np.searchsorted(self._not_to, (first, first + len(every)))
        source, target = self._not_from[low:high], self._not_to[low:high] - first
        column = self._column[source]
        left_out = reached[target, column] & (every[target, column] | self._own[source])
        np.subtract.at(flows, (target[left_out], column[left_out]), 1.0)
        by_each = np.where(self._own, reached.sum(axis=0)[self._column], every.sum(axis=0)[self._column])
        by_each = by_each - np.bincount(source[left_out], minlength=len(by_each))
        return _Sent(flows, by_each.astype(np.float64))
