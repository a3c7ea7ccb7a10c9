"""The order in which OpenSM deals out destinations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Ints
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class Destinations:
    """End ports in blocks, one block for each switch that has any, in OpenSM's order.

    Attributes
    ----------
    switch : (B,) int64
        Place of the block's switch.
    start, count : (B,) int64
        The block's end ports are ``start`` to ``start + count - 1``, by ascending port of the switch. All
        blocks together are the first end ports; behind them are those at no switch.
    """

    switch: Ints
    start: Ints
    count: Ints

    def __iter__(self) -> Iterator[tuple[int, slice]]:
        stop = self.start + self.count
        for switch, first, last in zip(self.switch.tolist(), self.start.tolist(), stop.tolist(), strict=True):
            yield switch, slice(first, last)


def destinations(wires: Wiring) -> Destinations:
    """Return the end ports in the order in which OpenSM routes them.

    Switches with more end ports come first, ties in routing order; within a switch by ascending port.
    End ports at no switch are left out. Switch LIDs come after all of these.

    Notes
    -----
    osm_ucast_mgr.c: sort_ports_by_switch_load. One order serves all subnets: no switch sees another's.
    """
    place = wires.place[wires.end_ports.switch]
    place = place[wires.end_ports.switch >= 0]
    start = np.flatnonzero(np.diff(place, prepend=-1))
    count = np.diff(start, append=len(place))
    order = np.lexsort((place[start], -count))
    return Destinations(place[start][order], start[order], count[order])
