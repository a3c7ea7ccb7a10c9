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
    """

    capacity: Floats
    cables: int
    into: Ints
    out_of: Ints
    slot_out: Ints
    slot_in: Ints
    port_rate: Floats

    @property
    def has_slots(self) -> bool:
        """Whether any PCIe slot is stated."""
        return len(self.capacity) > self.cables


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
