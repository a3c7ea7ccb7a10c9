"""The channels that flows cross: both directions of each cable, and of each stated PCIe slot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.references import References
from ibviz.core.table import Floats, Ints
from ibviz.core.units import pcie_gbps
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class SlotUse:
    """What the channels of PCIe slots carry: out of and into each.

    Attributes
    ----------
    node : (2 n,) int64
        Rows of the HCAs.
    capacity, on, load : (2 n,) float64
        Gbit/s, flows, Gbit/s.
    """

    node: Ints
    capacity: Floats
    on: Floats
    load: Floats


@dataclass(frozen=True, eq=False)
class Channels:
    """Channels of one wiring.

    Attributes
    ----------
    capacity : (L,) float64, Gbit/s
        Direction d of cable c is channel 2 c + d; behind those come out of and into each PCIe slot.
    cables : int
        Number of channels that are a cable's.
    into, out_of : (E,) int64
        Channels from each endpoint into the fabric, and out of the fabric to it.
    slot_out, slot_in : (E,) int64
        Channels of its HCA's PCIe slot, from the host's memory and to it; -1 where none is stated. All
        ports of one HCA share them.
    port_rate : (E,) float64, Gbit/s
        What the endpoint's port carries, its PCIe slot counted.
    slot_node : (n,) int64
        Rows of the HCAs whose PCIe slots are stated; slot n has the channels ``cables + 2 n`` and the next.
    """

    capacity: Floats
    cables: int
    into: Ints
    out_of: Ints
    slot_out: Ints
    slot_in: Ints
    port_rate: Floats
    slot_node: Ints

    @property
    def has_slots(self) -> bool:
        """Whether any PCIe slot is stated."""
        return len(self.capacity) > self.cables

    def on_slots(self, src: Ints, dst: Ints, each: Floats) -> Floats:
        """Sum a value of each flow between endpoints, (F,), over the channels of PCIe slots, (2 n,)."""
        at = np.concatenate([self.slot_out[src], self.slot_in[dst]]) - self.cables
        stated = at >= 0
        both = np.concatenate([each, each])[stated]
        sums = np.bincount(at[stated], both, minlength=2 * len(self.slot_node))
        return sums.astype(np.float64)

    def slots_used(self, on: Floats, load: Floats) -> SlotUse:
        """Return what PCIe slots carry, from flows and load of their channels, (2 n,)."""
        return SlotUse(np.repeat(self.slot_node, 2), self.capacity[self.cables :], on, load)

    def slots_at(self, channel: Ints) -> Ints:
        """Return the rows of the HCAs whose PCIe slots channels are, (n,); -1 for every other channel."""
        number = (channel - self.cables) // 2
        known = (channel >= self.cables) & (channel < len(self.capacity))
        found: Ints = np.where(known, np.append(self.slot_node, -1)[np.where(known, number, -1)], -1)
        return found


def channels_of(wires: Wiring) -> Channels:
    """Return the channels of a wiring and what they carry.

    Raises
    ------
    OptionError
        If the PCIe slot of an HCA is none.
    """
    fabric, ends = wires.fabric, wires.endpoints
    slot = _slots(fabric)
    stated = np.flatnonzero(~np.isnan(slot))
    place = np.full(len(slot), -1)
    place[stated] = np.arange(len(stated))
    cables = 2 * len(fabric.cables)
    first = np.where(place[ends.node] >= 0, cables + 2 * place[ends.node], -1)
    return Channels(
        capacity=np.concatenate([np.repeat(fabric.capacity, 2), np.repeat(slot[stated], 2)]),
        cables=cables,
        into=2 * ends.cable + ends.side,
        out_of=2 * ends.cable + 1 - ends.side,
        slot_out=first,
        slot_in=np.where(first >= 0, first + 1, -1),
        port_rate=np.fmin(fabric.capacity[ends.cable], slot[ends.node]),
        slot_node=stated,
    )


def _slots(fabric: Fabric) -> Floats:
    """Return what the PCIe slot of each live HCA carries one way, (N,) Gbit/s, NaN where none is stated."""
    nodes = fabric.nodes
    rows = np.flatnonzero((nodes.pcie != "") & (nodes.kind == Kind.HCA) & nodes.alive)
    slot = np.full(len(nodes), np.nan)
    texts, first, inverse = np.unique(nodes.pcie[rows].astype(str), return_index=True, return_inverse=True)
    rates = np.zeros(len(texts))
    for at, text in enumerate(texts.tolist()):
        try:
            rates[at] = pcie_gbps(text)
        except OptionError as error:
            raise OptionError(f"{References(fabric).text(int(rows[first[at]]))}: {error}") from None
    slot[rows] = rates[inverse]
    return slot
