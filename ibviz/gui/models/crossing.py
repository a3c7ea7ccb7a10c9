"""Which flows cross a cable, and which way a flow takes: found by following the forwarding tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows, Simulation
from ibviz.core.structure import shape
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import as_built
from ibviz.flow.leafwise import leafwise
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import MOST_HOPS, paths
from ibviz.flow.simulate import live_places
from ibviz.flow.through import flows_through
from ibviz.flow.traffic_of import traffic_of

BLOCK = 50_000
CELLS = 1 << 22


@dataclass(frozen=True, eq=False)
class Crossing:
    """The flows that cross one direction of a cable.

    Attributes
    ----------
    per_source : (E,) int64
        How many flows of each endpoint cross it.
    flow : (n,) int64
        Places of the flows, the slowest first; empty where the flows are not listed one by one.
    slowest : (E,) float64, Gbit/s
        Of each endpoint the slowest of these flows; NaN where none crosses or rates are not known apart.
    """

    per_source: Ints
    flow: Ints
    slowest: Floats

    @property
    def flows(self) -> int:
        """How many flows cross."""
        return int(self.per_source.sum())


def crossing(
    simulation: Simulation, tables: Tables, channel: int, flows: Flows, progress: Progress = silent
) -> Crossing:
    """Return which flows cross a channel (cable row times 2 plus direction).

    Parameters
    ----------
    simulation : Simulation
    tables : Tables
        Those that it was made with.
    channel : int
    flows : Flows
        The flows one by one; empty for an exchange too large to list.
    progress : Progress
    """
    if len(flows):
        return _of_listed(simulation, tables, channel, flows, progress)
    return _of_exchange(simulation, tables, channel, progress)


def _of_listed(
    simulation: Simulation, tables: Tables, channel: int, flows: Flows, progress: Progress
) -> Crossing:
    found = []
    for first in range(0, len(flows), BLOCK):
        progress(first / len(flows), "Following flows")
        rows = slice(first, first + BLOCK)
        part = parts_of(tables, flows.src[rows], flows.dst[rows])
        found.append(first + np.unique(part.flow[part.channel == channel]).astype(np.int64))
    crossed = np.concatenate(found)
    crossed = crossed[np.lexsort((crossed, flows.rate[crossed]))]
    count = len(simulation.wiring.endpoints)
    slowest = np.full(count, np.inf)
    np.minimum.at(slowest, flows.src[crossed], flows.rate[crossed])
    slowest[np.isinf(slowest)] = np.nan
    return Crossing(np.bincount(flows.src[crossed], minlength=count), crossed, slowest)


def _of_exchange(simulation: Simulation, tables: Tables, channel: int, progress: Progress) -> Crossing:
    wires = simulation.wiring
    ends = wires.endpoints
    group, apart = _groups(simulation)
    per_source = np.zeros(len(ends), np.int64)
    origin = np.flatnonzero(2 * ends.cable + ends.side == channel)
    if len(origin):
        others = (group == group[origin[0]]) & (group >= 0) & (apart != apart[origin[0]])
        per_source[origin[0]] = _reached(tables, int(origin[0]), np.flatnonzero(others))
    elif tables.by_source is None and tables.groups is None:
        _pass_through(tables, channel, group, apart, per_source, progress)
    else:
        for number in range(int(group.max(initial=-1)) + 1):
            part = leafwise(tables, np.flatnonzero(group == number), apart)
            per_source[part.group] = flows_through(tables, part, channel, progress)
    rate = simulation.summary["rate_gbps"]
    equal = rate["min"] is not None and rate["min"] == rate["max"]
    slowest = np.where((per_source > 0) & equal, rate["min"] if equal else np.nan, np.nan)
    return Crossing(per_source, np.empty(0, np.int64), slowest)


def _reached(tables: Tables, src: int, dst: Ints) -> int:
    """Return how many destinations have a route from an endpoint."""
    return int((paths(tables, np.full(len(dst), src), dst)[1] > 0).sum())


def _groups(simulation: Simulation) -> tuple[Ints, Ints]:
    """Return the group of each endpoint in the exchange, -1 for none, and a number that no two partners share."""
    built = shape(as_built(simulation.wiring))
    laid = traffic_of(built, simulation.traffic)
    live = live_places(built.wiring, simulation.wiring)
    count = len(simulation.wiring.endpoints)
    group, apart = np.full(count, -1), np.arange(count)
    if laid.exchange is not None:
        for number, members in enumerate(laid.exchange.groups):
            group[live[members][live[members] >= 0]] = number
    if not laid.ends.local:
        apart[live[live >= 0]] = laid.ends.host[live >= 0]
    return group, apart


def _pass_through(
    tables: Tables, channel: int, group: Ints, apart: Ints, per_source: Ints, progress: Progress
) -> None:
    """Count, per source, the destinations whose way leads through a channel that leaves a switch."""
    wires = tables.wiring
    cables = wires.fabric.cables
    at = int(wires.place[cables.node[channel // 2, channel % 2]])
    if at < 0:
        return
    of_endpoint = np.flatnonzero(wires.fabric.nodes.kind[wires.end_ports.node] == Kind.HCA)
    leads = tables.to_end[of_endpoint, at] == cables.port[channel // 2, channel % 2]
    targets = np.flatnonzero(leads & (group >= 0))
    home = np.append(wires.place, -1)[wires.endpoints.switch]
    step = max(1, CELLS // max(len(wires.switches), len(home), 1))
    for first in range(0, len(targets), step):
        progress(first / len(targets), "Following flows")
        some = targets[first : first + step]
        through = _visits(tables, of_endpoint[some], at)
        sent = np.column_stack([through, np.zeros(len(some), bool)])[:, home]
        sent &= (group == group[some, None]) & (apart != apart[some, None])
        per_source += sent.sum(axis=0)


def _visits(tables: Tables, ends: Ints, goal: int) -> Bools:
    """Return from which switches the way to each end port leads through a switch, and arrives, (D, S)."""
    plugs, last = tables.wiring.switch_ports, tables.wiring.end_ports
    size, width = plugs.switch.shape
    nowhere, arrived = size, size + 1
    port = tables.to_end[ends].astype(np.int64)
    known = port < width
    onward = np.full((len(ends), size + 2), nowhere, np.int64)
    onward[:, :size] = np.where(known, plugs.switch[np.arange(size), np.where(known, port, 0)], nowhere)
    onward[onward < 0] = nowhere
    onward[:, arrived] = arrived
    row, home = np.arange(len(ends)), tables.wiring.place[last.switch[ends]]
    right = port[row, home] == last.switch_port[ends]
    onward[row[right], home[right]] = arrived
    at = np.broadcast_to(np.arange(size), (len(ends), size)).copy()
    seen = at == goal
    for _ in range(MOST_HOPS):
        at = np.take_along_axis(onward, at, axis=1)
        if (at >= size).all():
            break
        seen |= at == goal
    arrives: Bools = seen & (at == arrived)
    return arrives
