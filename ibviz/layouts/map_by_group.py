"""The arrangement by group: a ring of groups of switches, as a dragonfly is drawn, hosts outwards."""

from __future__ import annotations

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.grouping import find_groups
from ibviz.core.natural import natural_rank
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.hops import cabled_pairs
from ibviz.layouts.petals import best_petal
from ibviz.layouts.placing import turns
from ibviz.layouts.stacking import PART_GAP, pod_units, stacked
from ibviz.layouts.tiles import Family, Tiles
from ibviz.layouts.wheels import SQUASH, polar, switch_reach


@arrangements.add("by-group", "By group")
def by_group(structure: Structure, bands: Bands) -> Floats:
    """Return a ring of groups, each a fan of switches that is open to the middle, with its hosts outwards.

    So the cables inside a group are beside each other, and those between groups cross the ring. Groups are
    switches that are cabled much among themselves and little to others. Subnets without stand below, in rows
    by level.

    Raises
    ------
    OptionError
        If the switches of no subnet form groups.
    """
    places = np.full((len(structure.level), 2), np.nan)
    wires, beneath = structure.wiring, 0.0
    for subnet in range(wires.subnets):
        rows = wires.switches[structure.subnet[wires.switches] == subnet]
        rows = rows[np.argsort(natural_rank(wires.fabric.nodes.name[rows], np.arange(len(rows))))]
        groups = find_groups(wires.fabric.nodes.name[rows], cabled_pairs(structure, rows))
        if groups is not None:
            beneath = _put(bands, rows, groups, places, beneath) + PART_GAP[1]
    if not beneath:
        raise OptionError("the cables between switches make no groups")
    family = Family.of(bands, wires.node_up & np.isnan(places[:, 0]))
    part = structure.subnet[family.switch]
    stacked(bands, family, part, pod_units(bands, family, part)).put(places, beneath=beneath)
    return places


def _put(bands: Bands, rows: Ints, groups: Ints, places: Floats, beneath: float) -> float:
    """Write where the switches of groups and what is at them stand; return how low they end."""
    structure = bands.structure
    number, place = (np.full(len(structure.level), -1) for _ in range(2))
    number[rows], place[rows] = groups, np.arange(len(rows))
    chosen = number >= 0
    chosen |= structure.wiring.node_up & np.append(chosen, False)[structure.leaf]
    family = Family.of(bands, chosen)
    at, host_offset = _ring(family, number[family.switch], place[family.switch])
    for values in (at, host_offset):
        values[:, 1] *= SQUASH
    tiles = Tiles.of(family, host_offset)
    at[:, 1] += beneath - (at + tiles.low)[:, 1].min()
    tiles.spread(places, at)
    return float((at + tiles.high)[:, 1].max())


def _ring(family: Family, group: Ints, place: Ints) -> tuple[Floats, Floats]:
    """Return where switches stand around the middle of their ring, and their hosts beside them.

    Parameters
    ----------
    family : Family
    group, place : (K,) int64
        The group of each switch, and its place by name.
    """
    outer = (family.hosts > 0).astype(np.int64) if family.hosts.any() else np.ones(len(group), np.int64)
    count = int(group.max()) + 1
    order = np.lexsort((place, outer, group))
    turn, total = np.empty_like(group), np.empty_like(group)
    turn[order], total[order] = turns((2 * group + outer)[order])
    few, many = (int(total[outer == arc].max(initial=0)) for arc in (0, 1))
    beside = int(np.bincount(family.aggregation_of, minlength=1).max())
    petal = best_petal(few, many, int(family.hosts.max()), switch_reach(beside), count)
    radius, angle = petal.switch_at(turn, total, outer)
    out = group * 2 * np.pi / count - np.pi / 2
    stand = polar(radius, angle + out)
    of = family.host_of
    hosts = petal.host_at(angle[of] + out[of], family.host_turn, family.hosts[of])
    return stand + polar(np.full(len(out), petal.base), out), hosts - stand[of]
