"""What a failure changes of a known simulation: only the ways to destinations whose entries changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.simulation import Simulation
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.arrival import arrival, lost_towards
from ibviz.flow.channels import Channels, channels_of
from ibviz.flow.exchange import Walk, end_port_places, excluded_pairs, senders_of
from ibviz.flow.exchange_rates import least, of_hosts
from ibviz.flow.pairs import Exchange
from ibviz.flow.traffic_of import DEFAULT, Traffic, traffic_of

Costs = tuple[float, float | None, int, float | None]
"""Throughput, completion efficiency, pairs cut off, rate of the slowest flow."""


@dataclass(frozen=True, eq=False)
class Increment:
    """A simulation of the fabric as built, to start from.

    Attributes
    ----------
    structure : Structure
    tables : Tables
    before : Simulation

    Notes
    -----
    Flows are counted in whole numbers, which float64 adds and takes away without error, so that the result
    is that of a full count, bit for bit. It holds where the same switches and end ports are up, all flows
    of an exchange have a route, and switches look at the destination only.
    """

    structure: Structure
    tables: Tables
    before: Simulation

    @cached_property
    def _traffic(self) -> Traffic:
        return traffic_of(self.structure, self.before.traffic or DEFAULT)

    @cached_property
    def _channels(self) -> Channels:
        return channels_of(self.structure.wiring)

    @cached_property
    def _walk(self) -> Walk:
        return Walk(self.tables, self._channels)

    @cached_property
    def _lost(self) -> int:
        return arrival(self.tables).lost_pairs

    @cached_property
    def _subnet(self) -> Ints:
        wires = self.structure.wiring
        subnet: Ints = wires.subnet[wires.switches]
        return subnet

    @cached_property
    def senders(self) -> tuple[Sending, ...]:
        """Who sends to whom, group by group."""
        exchange = self._traffic.exchange
        ends = self._traffic.ends
        apart = np.arange(len(self.structure.wiring.endpoints)) if ends.local else ends.host
        groups = exchange.groups if exchange else ()
        return tuple(_sending(self.structure, group, apart) for group in groups if len(group))

    @cached_property
    def on(self) -> Floats:
        """Flows on every channel, PCIe slots too, of the fabric as built."""
        channels = self._channels
        on = np.zeros(len(channels.capacity))
        on[: channels.cables] = self.before.flows_on.ravel()
        for sending in self.senders:
            for slots, of in ((channels.slot_out, channels.into), (channels.slot_in, channels.out_of)):
                slot = slots[sending.group]
                np.add.at(on, slot[slot >= 0], on[of[sending.group]][slot >= 0])
        return on

    @property
    def serves(self) -> bool:
        """Whether the traffic is one of whose changes the costs can be told."""
        exchange: Exchange | None = self._traffic.exchange
        by_tables = self.tables.by_source is None and self.tables.groups is None
        return (
            by_tables and exchange is not None and not exchange.fair and not self.before.summary["unroutable"]
        )

    def after(self, after: Tables) -> Costs | None:
        """Return what the traffic gets by other tables; None where that is to be computed in full."""
        on = self.recounted(after)
        if on is None:
            return None
        lost = self._lost
        rows = np.flatnonzero(self._changed(after))
        if len(rows):
            lost += lost_towards(after, rows, self._subnet) - lost_towards(self.tables, rows, self._subnet)
        rate, _ = least(on, self.capacity, np.ones(len(on), bool))
        return self._costs(rate, lost)

    def recounted(self, after: Tables, most: float = 1.0) -> Floats | None:
        """Return the flows on each channel by other tables, (L,); None where they are to be counted in full.

        Parameters
        ----------
        after : Tables
        most : float
            Share of the destinations to which entries may have changed; with more, a full count is quicker.
        """
        if not self.serves or not self._alike(after):
            return None
        changed = self._changed(after)
        if changed.sum() > most * len(changed):
            return None
        walks = (self._walk, Walk(after, self._channels))
        on = self.on.copy()
        for sending in self.senders:
            rows = np.flatnonzero(changed[sending.end_port])
            for walk, sign in zip(walks, (-1, 1), strict=True):
                counted = sending.towards(walk, rows)
                if counted is None:
                    return None
                on[: self._channels.cables] += sign * counted
        return on

    @property
    def capacity(self) -> Floats:
        """What each channel carries, PCIe slots too, Gbit/s."""
        return self._channels.capacity

    @cached_property
    def _ideal(self) -> float:
        """The rate if only HCA ports limited, which no cable between switches changes."""
        groups = tuple(sending.group for sending in self.senders)
        return least(self.on, self.capacity, of_hosts(self._channels, groups))[0]

    def priced(self, rate: float) -> Costs:
        """Return what it costs if all flows run at a rate and all pairs keep their routes."""
        return self._costs(rate, self._lost)

    def _costs(self, rate: float, lost: int) -> Costs:
        ideal = self._ideal
        routed = int(self.before.summary["routed"])
        if not routed:
            return 0.0, None, lost, None
        return float(rate * routed), float(rate / ideal), lost, rate

    def _alike(self, after: Tables) -> bool:
        """Tell whether the same switches and end ports are up, in the same order."""
        old, new = self.structure.wiring, after.wiring
        by_tables = after.by_source is None and after.groups is None
        if (
            not by_tables
            or not np.array_equal(old.switches, new.switches)
            or len(old.end_ports) != len(new.end_ports)
        ):
            return False
        same = np.array_equal(old.end_ports.cable, new.end_ports.cable)
        return same and np.array_equal(old.end_ports.side, new.end_ports.side)

    def _changed(self, after: Tables) -> Bools:
        """Return to which end ports, (E,), some entry changed, or leads by a port that is dead."""
        old = self.tables.wiring.switch_ports.channel
        new = np.full_like(old, -1)
        new[:, : after.wiring.switch_ports.channel.shape[1]] = after.wiring.switch_ports.channel
        changed: Bools = (self.tables.to_end != after.to_end).any(axis=1)
        for switch, port in zip(*np.nonzero((old >= 0) & (new != old)), strict=True):
            changed |= self.tables.to_end[:, switch] == port
        return changed


@dataclass(frozen=True, eq=False)
class Sending:
    """Who sends how much to whom within a group of an exchange.

    Attributes
    ----------
    group, end_port : (n,) int64
        Places among the endpoints, and among the end ports.
    switches : (K,) int64
        At which the group sits.
    senders : (K,) float64
    column : (n,) int64
        Which of the switches each member sits at.
    source, target : (m,) int64
        Pairs that send nothing to each other, by the second.
    """

    group: Ints
    end_port: Ints
    switches: Ints
    senders: Floats
    column: Ints
    source: Ints
    target: Ints

    def towards(self, walk: Walk, rows: Ints) -> Floats | None:
        """Return the flows towards some members on the channels of cables; None if one has no route."""
        on = np.zeros(walk.nowhere)
        for first in range(0, len(rows), walk.block):
            block = rows[first : first + walk.block]
            counted, complete = walk.push(self.group[block], self.switches, self.flows(block))
            if not complete:
                return None
            on += counted
        return on

    def flows(self, rows: Ints) -> Floats:
        """Return what each of the switches sends to some members, (n, K)."""
        flows = np.tile(self.senders, (len(rows), 1))
        low, high = np.searchsorted(self.target, rows), np.searchsorted(self.target, rows, "right")
        size = high - low
        which = np.repeat(np.arange(len(rows)), size)
        within = np.arange(len(which)) - np.repeat(np.cumsum(size) - size, size)
        np.subtract.at(flows, (which, self.column[self.source[low[which] + within]]), 1.0)
        return flows


def _sending(structure: Structure, group: Ints, apart: Ints) -> Sending:
    wires = structure.wiring
    switches, column, senders = senders_of(wires, group)
    source, target = excluded_pairs(apart[group])
    return Sending(group, end_port_places(wires)[group], switches, senders, column, source, target)
