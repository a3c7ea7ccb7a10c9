"""The arrangement by forces, for small irregular fabrics: cabled switches near each other, hosts around them."""

from __future__ import annotations

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats
from ibviz.layouts.hops import cabled_pairs, hops
from ibviz.layouts.shelving import best_rows, in_rows
from ibviz.layouts.stacking import PART_GAP
from ibviz.layouts.stress import embedded, parted
from ibviz.layouts.tiles import GAP, Family, Tiles, parked_below
from ibviz.layouts.wheels import HOST_REACH, SQUASH, around, switch_reach

MOST = 1_500
"""Switches of one subnet that are arranged at most: all pairs of them are looked at, again and again."""
CABLE = 8 * GAP
"""Length of a cable from edge to edge that is aimed at."""


@arrangements.add("force", "By force")
def force(structure: Structure, bands: Bands) -> Floats:
    """Return a map on which switches are as far apart as there are cables between them.

    Hosts stand on circles around their switch. It is made for small irregular fabrics.

    Raises
    ------
    OptionError
        If a subnet has more switches than `MOST`.
    """
    wires = structure.wiring
    size = np.bincount(structure.subnet[wires.switches], minlength=wires.subnets)
    if int(size.max(initial=0)) > MOST:
        raise OptionError(
            f"{int(size.max()):,} switches are too many to arrange by force; {MOST:,} are the most"
        )
    places = np.full((len(structure.level), 2), np.nan)
    family = Family.of(bands, wires.node_up)
    reach = _reaches(family)
    host_offset = _around(family, reach)
    radius = reach.copy()
    np.maximum.at(radius, family.host_of, np.hypot(*host_offset.T) + HOST_REACH)
    at = _placed(structure, family, radius)
    for values in (at, host_offset):
        values[:, 1] *= SQUASH
    Tiles.of(family, host_offset).spread(places, at)
    parked_below(places, family.loose, PART_GAP[1])
    return places


def _reaches(family: Family) -> Floats:
    number = np.bincount(family.aggregation_of, minlength=len(family.switch))
    return np.array([switch_reach(count) for count in number.tolist()], np.float64)


def _around(family: Family, reach: Floats) -> Floats:
    """Return where hosts stand around their switch, (H, 2)."""
    offset = np.zeros((len(family.host), 2))
    for number, far in {*zip(family.hosts.tolist(), reach.tolist(), strict=True)}:
        mine = np.flatnonzero((family.hosts == number) & (reach == far))
        here = np.isin(family.host_of, mine)
        offset[here] = around(number, far)[family.host_turn[here]]
    return offset


def _placed(structure: Structure, family: Family, radius: Floats) -> Floats:
    """Return where the switches stand, subnets side by side, (K, 2)."""
    at = np.zeros((len(radius), 2))
    subnet = structure.subnet[family.switch]
    count = int(subnet.max(initial=-1)) + 1
    low, high = np.zeros((count, 2)), np.zeros((count, 2))
    for number in range(count):
        here = np.flatnonzero(subnet == number)
        pairs = cabled_pairs(structure, family.switch[here])
        distance = hops(len(here), pairs, np.arange(len(here))).astype(np.float64)
        length = 2 * float(radius[here].mean()) + CABLE
        at[here] = parted(embedded(distance * length), radius[here], GAP)
        reach = radius[here, None]
        low[number], high[number] = (at[here] - reach).min(axis=0), (at[here] + reach).max(axis=0)
    at += in_rows(low, high, best_rows(low, high, PART_GAP), PART_GAP)[subnet]
    return at
