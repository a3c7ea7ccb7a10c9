"""Tiles: a switch with its hosts as one piece, of which most arrangements of the free map are made."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.table import Bools, Floats, Ints

SWITCH = (154.0, 62.0)
"""Width and height of a switch on the map, pixels at 100 %."""
HOST = (92.0, 34.0)
GAP = 12.0
"""Gaps between boxes are multiples of this."""
HOST_STEP = (HOST[0] + GAP, HOST[1] + GAP)
HANGING = SWITCH[1] / 2 + 2 * GAP + HOST[1] / 2
"""From the middle of a switch down to that of its first row of hosts."""


@dataclass(frozen=True, eq=False)
class Family:
    """Who belongs to which switch.

    Attributes
    ----------
    switch : (K,) int64
        Rows of the live switches, leaves first, each band from left to right.
    host, aggregation : (H,), (A,) int64
        Rows of hosts and aggregation nodes at a switch, switch by switch.
    host_of, aggregation_of : (H,), (A,) int64
        Their switch, as an index into `switch`.
    host_turn, aggregation_turn : (H,), (A,) int64
        Their place among those of their switch, from 0.
    hosts : (K,) int64
        How many hosts each switch has.
    loose : (L,) int64
        Rows of what is up and at no switch.
    """

    switch: Ints
    host: Ints
    aggregation: Ints
    host_of: Ints
    aggregation_of: Ints
    host_turn: Ints
    aggregation_turn: Ints
    hosts: Ints
    loose: Ints

    @classmethod
    def of(cls, bands: Bands, chosen: Bools) -> Family:
        """Return the family of the chosen nodes, (N,); a node whose switch is not chosen is loose."""
        structure = bands.structure
        wires = structure.wiring
        levels = [rows[chosen[rows]] for rows in bands.levels]
        switch = np.concatenate([np.empty(0, np.int64), *levels[1:]])
        place = np.full(len(chosen) + 1, -1)
        place[switch] = np.arange(len(switch))
        others = np.flatnonzero((structure.level < 0) & wires.node_up & chosen)
        host_of, aggregation_of = place[structure.leaf[levels[0]]], place[structure.leaf[others]]
        loose = np.concatenate([levels[0][host_of < 0], others[aggregation_of < 0]])
        host, host_of, turn = _by_switch(levels[0], host_of)
        aggregation, aggregation_of, aggregation_turn = _by_switch(others, aggregation_of)
        hosts = np.bincount(host_of, minlength=len(switch))
        return cls(switch, host, aggregation, host_of, aggregation_of, turn, aggregation_turn, hosts, loose)


def _by_switch(rows: Ints, of: Ints) -> tuple[Ints, Ints, Ints]:
    """Return those at a switch sorted by it, their switch, and their place among those of it."""
    order = np.argsort(of, kind="stable")
    order = order[of[order] >= 0]
    of = of[order]
    number = np.bincount(of)
    return rows[order], of, np.arange(len(of)) - (np.cumsum(number) - number)[of]


@dataclass(frozen=True, eq=False)
class Tiles:
    """A tile for each switch: the switch, its hosts and its aggregation nodes.

    Attributes
    ----------
    family : Family
    host_offset, aggregation_offset : (H, 2), (A, 2) float64
        Middle of each, seen from the middle of its switch.
    low, high : (K, 2) float64
        Upper left and lower right corner of each tile, seen from the middle of its switch.
    """

    family: Family
    host_offset: Floats
    aggregation_offset: Floats
    low: Floats
    high: Floats

    @classmethod
    def of(cls, family: Family, host_offset: Floats) -> Tiles:
        """Return the tiles for hosts that stand somewhere around their switch."""
        low, high = (np.tile(np.array(SWITCH) * side / 2, (len(family.switch), 1)) for side in (-1, 1))
        beside = SWITCH[0] / 2 + GAP + HOST[0] / 2 + HOST_STEP[0] * family.aggregation_turn
        aggregation_offset = np.column_stack([beside, np.zeros(len(beside))])
        for of, offset in ((family.host_of, host_offset), (family.aggregation_of, aggregation_offset)):
            np.minimum.at(low, of, offset - np.array(HOST) / 2)
            np.maximum.at(high, of, offset + np.array(HOST) / 2)
        return cls(family, host_offset, aggregation_offset, low, high)

    def flipped(self, turned: Bools) -> Tiles:
        """Return the tiles with some of them upside down, (K,)."""
        family = self.family
        host, low, high = self.host_offset.copy(), self.low.copy(), self.high.copy()
        host[turned[family.host_of], 1] *= -1
        low[turned, 1], high[turned, 1] = -self.high[turned, 1], -self.low[turned, 1]
        return replace(self, host_offset=host, low=low, high=high)

    def spread(self, places: Floats, at: Floats) -> None:
        """Write where all nodes of the tiles stand into `places`, (N, 2); `at` (K, 2) are their switches."""
        family = self.family
        places[family.switch] = at
        places[family.host] = at[family.host_of] + self.host_offset
        places[family.aggregation] = at[family.aggregation_of] + self.aggregation_offset


def hanging(family: Family, deep: int) -> Tiles:
    """Return tiles with the hosts in rows below their switch, at most so many rows.

    Hosts of switches above the leaves stand on them, so that no cable downwards runs through them.
    """
    columns = np.maximum(1, -(-family.hosts // max(deep, 1)))[family.host_of]
    last = family.hosts[family.host_of] - family.host_turn // columns * columns
    line, place = np.divmod(family.host_turn, columns)
    offset = np.column_stack([place - (np.minimum(columns, last) - 1) / 2, line]) * HOST_STEP
    return Tiles.of(family, offset + np.array((0.0, HANGING)))


def beside(family: Family, deep: int) -> Tiles:
    """Return tiles with the hosts in rows to the lower right of their switch, at most so many rows.

    Cables that leave the switch straight down or aside meet no host of its own.
    """
    columns = np.maximum(1, -(-family.hosts // max(deep, 1)))[family.host_of]
    line, place = np.divmod(family.host_turn, columns)
    corner = np.array((3 * GAP + HOST[0] / 2, HANGING))
    return Tiles.of(family, np.column_stack([place, line]) * HOST_STEP + corner)


def parked(places: Floats, rows: Ints, wide: float, beneath: float) -> None:
    """Put hosts at no switch in rows below all else, into `places`; about so wide, beginning so low."""
    columns = max(1, min(int(wide // HOST_STEP[0]), len(rows)), round(np.sqrt(len(rows) * 0.7)))
    line, place = np.divmod(np.arange(len(rows)), columns)
    left = -(columns - 1) / 2 * HOST_STEP[0]
    places[rows] = np.column_stack([left + place * HOST_STEP[0], beneath + line * HOST_STEP[1]])


def parked_below(places: Floats, rows: Ints, gap: float) -> None:
    """Put hosts at no switch in rows below what stands in `places` already."""
    known = places[np.isfinite(places[:, 0])]
    wide, beneath = (float(np.ptp(known[:, 0])), float(known[:, 1].max()) + gap) if len(known) else (0.0, 0.0)
    parked(places, rows, wide, beneath)
