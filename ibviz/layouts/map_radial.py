"""The radial arrangement: top switches in the middle, leaves on a ring around them, hosts outwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.placing import turns
from ibviz.layouts.shelving import best_rows, in_rows
from ibviz.layouts.stacking import PART_GAP
from ibviz.layouts.tiles import GAP, Family, Tiles, parked_below
from ibviz.layouts.wheels import (
    RING_GAP,
    RING_SHARE,
    SQUASH,
    Spokes,
    around,
    polar,
    ring_of,
    spoke_plan,
    spokes_for,
    switch_reach,
)

NO_POD = -10

LEAST_SHARE = 0.25
"""Switches of a ring that are nearer than this part of their even share are spread evenly."""


@arrangements.add("radial", "Radial")
def radial(structure: Structure, bands: Bands) -> Floats:
    """Return a wheel for each subnet: its top switches in the middle, leaves and hosts around them in order.

    A wheel of many leaves has several on a spoke, each with its hosts outwards.
    """
    places = np.full((len(structure.level), 2), np.nan)
    family = Family.of(bands, structure.wiring.node_up)
    subnet = structure.subnet[family.switch]
    at, host_offset = np.zeros((len(subnet), 2)), np.zeros((len(family.host), 2))
    count = int(subnet.max(initial=-1)) + 1
    low, high = np.zeros((count, 2)), np.zeros((count, 2))
    for number in range(count):
        wheel = _Wheel(bands, family, np.flatnonzero(subnet == number))
        low[number], high[number] = wheel.put(at, host_offset)
    for values in (at, host_offset, low, high):
        values[:, 1] *= SQUASH
    rows = best_rows(low, high, PART_GAP)
    at += in_rows(low, high, rows, PART_GAP)[subnet]
    Tiles.of(family, host_offset).spread(places, at)
    parked_below(places, family.loose, PART_GAP[1])
    return places


@dataclass(frozen=True, eq=False)
class _Wheel:
    """The wheel of one subnet.

    Attributes
    ----------
    bands : Bands
    family : Family
    here : (k,) int64
        Its switches, as indices into the family, leaves first.
    """

    bands: Bands
    family: Family
    here: Ints

    def put(self, at: Floats, host_offset: Floats) -> tuple[Floats, Floats]:
        """Write where switches stand, and their hosts beside them; return the corners of it all."""
        family, structure = self.family, self.bands.structure
        level = structure.level[family.switch[self.here]]
        turns = np.bincount(family.aggregation_of, minlength=len(family.switch))[self.here]
        reach = switch_reach(int(turns.max(initial=0)))
        mine = np.flatnonzero(np.isin(family.host_of, self.here))
        if len(self.here) == 1:
            host_offset[mine] = around(len(mine), reach)
            return self._corners(at, host_offset, mine, reach)
        holders, pod = self._holders(level)
        inner = self._rings(at, level, pod, spoke_plan(pod), reach)
        hosts = family.hosts[self.here[holders]]
        spokes = spokes_for(pod, hosts, inner, reach)
        leaf = level[holders] == 1
        stand = spokes.leaves()
        at[self.here[holders[leaf]]] = stand[leaf]
        place = np.empty(len(family.switch), np.int64)
        place[self.here[holders]] = np.arange(len(holders))
        of = family.host_of[mine]
        host_offset[mine] = spokes.hosts(place[of], family.host_turn[mine], hosts) - at[of]
        return self._corners(at, host_offset, mine, reach)

    def _holders(self, level: Ints) -> tuple[Ints, Ints]:
        """Return the switches that have spokes, in the order of their columns, and the pod of each."""
        rows = self.family.switch[self.here]
        host = self.family.host[np.isin(self.family.host_of, self.here)]
        column = np.full(len(self.bands.column), -1)
        column[self.bands.block[host]] = self.bands.column[host]
        column = np.where(level == 1, self.bands.column[rows], column[rows])
        holders = np.flatnonzero(column >= 0)
        holders = holders[np.argsort(column[holders], kind="stable")]
        return holders, self._pods(rows, level)[holders]

    def _pods(self, rows: Ints, level: Ints) -> Ints:
        shown = np.array([strip.index for strip in self.bands.pods], np.int64)
        pod = self.bands.structure.pod[rows]
        return np.where(np.isin(pod, shown), pod, NO_POD - (level > 1))

    def _rings(self, at: Floats, level: Ints, pod: Ints, plan: Spokes, reach: float) -> float:
        """Put the switches above the leaves on rings, the top in the middle; return the radius of them all."""
        rows = self.family.switch[self.here]
        inner, pods = 0.0, self._pods(rows, level)
        for band in np.unique(level[level > 1])[::-1]:
            here = np.flatnonzero(level == band)
            here, place = _apart(here, _spread(pods[here], pod, plan), plan.count)
            angle = plan.angle(place)
            radius, out = ring_of(angle, inner, 2 * reach + GAP)
            at[self.here[here]] = polar(radius, angle)
            inner = out + max(RING_GAP, RING_SHARE * out)
        return inner

    def _corners(self, at: Floats, host_offset: Floats, mine: Ints, reach: float) -> tuple[Floats, Floats]:
        hosts = at[self.family.host_of[mine]] + host_offset[mine]
        ends = (np.hypot(*points.T).max(initial=0.0) for points in (at[self.here], hosts))
        radius = np.full(2, max(ends) + reach)
        return -radius, radius


def _spread(pods: Ints, pod: Ints, plan: Spokes) -> Floats:
    """Return the place of switches of one level, counted in spokes: spread over their pod, or over all."""
    first = np.full(int(max(pods.max(initial=0), pod.max(initial=0))) + 1, -1)
    last = first.copy()
    held = pod >= 0
    first[pod[held][::-1]], last[pod[held]] = plan.spoke[held][::-1], plan.spoke[held]
    place, total = turns(pods)
    known = np.append(first, -1)[np.maximum(pods, -1)] >= 0
    start = np.where(known, first[np.maximum(pods, 0)], 0)
    size = np.where(known, (last - first)[np.maximum(pods, 0)] + 1, plan.count)
    spread: Floats = start + (place + 0.5) / total * size - 0.5
    return spread


def _apart(here: Ints, place: Floats, count: int) -> tuple[Ints, Floats]:
    """Return switches in the order of their places, evenly spread where two would stand in nearly one direction."""
    order = np.argsort(place, kind="stable")
    count = max(count, 1)
    place, share = place[order], count / len(here)
    if np.diff(np.append(place, place[0] + count)).min() < LEAST_SHARE * share:
        return here[order], np.asarray((np.arange(len(here)) + 0.5) * share - 0.5, np.float64)
    return here[order], place
