"""The order of switches within their bands: names first, then as few crossings as can be had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ibviz.core.levels import both_ways
from ibviz.core.natural import natural_rank
from ibviz.core.order import distinct
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.budget import Budget
from ibviz.layouts.ladder import Ladder, Rung
from ibviz.layouts.untangling import mended, untangle
from ibviz.layouts.wholeness import NEARLY, Links, fullness, groups, is_complete


@dataclass(frozen=True, eq=False)
class Order:
    """Where each switch stands among those of its band.

    Attributes
    ----------
    structure : Structure
    part : (N,) int64
        The strip that a switch stays in: its pod below the top of a tree of three or more switch levels, its
        plane at the top (from `first_plane` on), its subnet else (from `first_subnet` on); -1 elsewhere.
    first_plane, first_subnet : int
    part_rank : (parts,) float64
        Parts from left to right within their subnet.
    rank : (N,) float64
        Comparable within a part and band.
    """

    structure: Structure
    part: Ints
    first_plane: int
    first_subnet: int
    part_rank: Floats
    rank: Floats

    def bands(self) -> list[Ints]:
        """Return the rows of the switches of each band from left to right, leaves first."""
        level = self.structure.level
        rows = self.structure.wiring.switches
        keys = (self.rank[rows], self.part_rank[self.part[rows]], self.structure.subnet[rows])
        rows = rows[np.lexsort(keys)]
        return [rows[level[rows] == band] for band in range(1, self.structure.levels)]


def switch_order(structure: Structure, budget: Budget | None = None) -> Order:
    """Return an order of the switches that keeps pods, planes and subnets together.

    Parameters
    ----------
    structure : Structure
    budget : Budget or None
        What may be spent on fewer crossings in fabrics that are not cabled completely; None: as much as is
        done at once.

    Notes
    -----
    Leaves and top switches go by their names, those between by the mean place of the top switches above
    them: where every pod and every plane is cabled completely this has the fewest crossings possible. Where
    little is missing all stays in its place but for what saves crossings, and in large fabrics that as well;
    where much is, `untangle` goes on from there.
    """
    links = links_between(structure)
    count = len(structure.level)
    labels = [groups(count, *pairs) for pairs in links]
    share = min(
        (fullness(count, *pairs, label) for pairs, label in zip(links, labels, strict=True)), default=1
    )
    order = _along_rings(_middle_by_planes(_by_name(structure), links, labels if share >= NEARLY else None))
    if share == 1 and all(is_complete(count, *pairs) for pairs in links):
        return order
    bands = order.bands()
    ladder = _ladder(order, bands, links)
    rank, part_rank = order.rank.copy(), order.part_rank.copy()
    orders = (mended if share >= NEARLY else untangle)(ladder, budget)
    for rows, place in zip(bands, orders, strict=True):
        rank[rows[place]] = np.arange(len(rows))
        part_rank[order.part[rows[place]]] = rank[rows[place]]
    return replace(order, rank=rank, part_rank=part_rank)


def _ladder(order: Order, bands: list[Ints], links: list[Links]) -> Ladder:
    place = np.zeros(len(order.rank), np.int64)
    for rows in bands:
        place[rows] = np.arange(len(rows))
    rungs = [
        Rung.of(place[lower], place[upper], len(low), len(high))
        for (lower, upper), (low, high) in zip(links, pairwise(bands), strict=True)
    ]
    return Ladder(tuple(rungs), tuple(order.part[rows] for rows in bands))


def _by_name(structure: Structure) -> Order:
    """Order everything by name, parts by their first switch."""
    wires = structure.wiring
    switches = wires.switches
    rank = np.zeros(len(structure.level))
    rank[switches] = natural_rank(wires.fabric.nodes.name[switches], np.arange(len(switches)))
    part, first_plane, first_subnet = _parts(structure)
    part_rank = np.full(first_subnet + wires.subnets, np.inf)
    telling = switches[(structure.level[switches] == 1) | (structure.plane[switches] >= 0)]
    np.minimum.at(part_rank, part[telling], rank[telling])
    return Order(structure, part, first_plane, first_subnet, part_rank, rank)


def _parts(structure: Structure) -> tuple[Ints, int, int]:
    switches = structure.wiring.switches
    subnet, pod, plane = (values[switches] for values in (structure.subnet, structure.pod, structure.plane))
    top = np.zeros(structure.wiring.subnets, np.int64)
    np.maximum.at(top, subnet, structure.level[switches])
    first_plane = int(structure.pod.max(initial=-1)) + 1
    first_subnet = first_plane + int(structure.plane.max(initial=-1)) + 1
    part = np.full(len(structure.level), -1)
    deep = top[subnet] > 2
    below = np.where(deep & (pod >= 0), pod, first_subnet + subnet)
    part[switches] = np.where(deep & (plane >= 0), first_plane + plane, below)
    return part, first_plane, first_subnet


def _middle_by_planes(order: Order, links: list[Links], labels: list[Ints] | None) -> Order:
    """Order the switches between leaves and top by the mean place of their neighbours above.

    With `labels`, by that of all that the cables to the band above join: the same where no cable is missing.
    """
    structure = order.structure
    rank = order.rank.copy()
    for band in range(structure.levels - 2, 1, -1):
        above = _places(order.bands()[band], len(rank))
        lower, upper = links[band - 1]
        if labels is None:
            mean = _means(lower, above[upper], len(rank))
        else:
            top, label = distinct(upper), labels[band - 1]
            mean = _means(label[top], above[top], len(rank))[label]
        here = np.flatnonzero((structure.level == band) & (structure.pod >= 0))
        rank[here[np.lexsort((rank[here], mean[here]))]] = np.arange(len(here))
        order = replace(order, rank=rank)
    return order


def links_between(structure: Structure) -> list[Links]:
    """Return lower and upper switch of each cable between neighbouring bands, from the leaves up."""
    wires = structure.wiring
    one, other = wires.node[wires.trunks].T
    climbs = structure.level[other] - structure.level[one]
    lower = np.where(climbs > 0, one, other)[climbs != 0]
    upper = np.where(climbs > 0, other, one)[climbs != 0]
    level = structure.level[lower]
    picked = [level == band for band in range(1, structure.levels - 1)]
    return [(lower[here], upper[here]) for here in picked]


def _along_rings(order: Order) -> Order:
    """Order the switches of each ring along it, from its first towards the neighbour that comes first."""
    wires = order.structure.wiring
    flat = wires.is_switch & (order.structure.level == 1)
    pairs = both_ways(wires, flat)
    degree = np.bincount(pairs[:, 0], minlength=len(flat))
    size = np.bincount(wires.subnet[wires.switches], minlength=wires.subnets)
    twofold = np.bincount(wires.subnet[flat & (degree == 2)], minlength=wires.subnets)
    rank = order.rank.copy()
    for subnet in np.flatnonzero((size == twofold) & (size > 3)).tolist():
        mine = pairs[wires.subnet[pairs[:, 0]] == subnet]
        walk = _walk(mine, rank)
        rank[walk] = np.arange(len(walk))
    return replace(order, rank=rank)


def _walk(pairs: Ints, rank: Floats) -> list[int]:
    """Return the switches of a ring in turn; `pairs` are sorted, each edge is in it in both directions."""
    first = rank[pairs[::2, 0]].argmin()
    beside = dict(zip(pairs[::2, 0].tolist(), pairs[:, 1].reshape(-1, 2).tolist(), strict=True))
    walk = [int(pairs[::2, 0][first])]
    here = min(beside[walk[0]], key=rank.__getitem__)
    while here != walk[0]:
        walk.append(here)
        left, right = beside[here]
        here = right if left == walk[-2] else left
    return walk


def _places(rows: Ints, count: int) -> Floats:
    place = np.zeros(count)
    place[rows] = np.arange(len(rows))
    return place


def _means(group: Ints, values: Floats, count: int) -> Floats:
    number = np.bincount(group, minlength=count)
    means: Floats = np.bincount(group, values, count) / np.maximum(number, 1)
    return means
