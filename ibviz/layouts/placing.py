"""Columns of leaves and hosts, and the places of what stands above them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.order import distinct
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.ordering import Order

POD_GAP = 2
SUBNET_GAP = 3
FEW = 4
"""Pods and subnets with fewer columns than this on the mean are parted by one column only."""


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns from left to right; each belongs to a switch, but those of hosts at no switch.

    Attributes
    ----------
    switch : (K,) int64
        A leaf, or a switch above the leaves that has hosts.
    column : (K,) int64
    of : (N,) int64
        Column of each switch that has one, -1 elsewhere.
    width : int
    """

    switch: Ints
    column: Ints
    of: Ints
    width: int


@dataclass(frozen=True, eq=False)
class Stacks:
    """The hosts, column by column.

    Attributes
    ----------
    row : (H,) int64
        From left to right.
    column, slot, slots : (H,) int64
    width : int
        Columns in all, those of hosts at no switch included.
    """

    row: Ints
    column: Ints
    slot: Ints
    slots: Ints
    width: int


def arranged(order: Order, wished: Floats | None) -> Order:
    """Return the order with the places that a user wished for; parts follow the median of their nodes."""
    if wished is None or np.isnan(wished).all():
        return order
    rank = order.rank.copy()
    for rows in order.bands():
        rank[rows[wished_order(rows, wished)]] = np.arange(len(rows))
    level, plane = order.structure.level, order.structure.plane
    switches = order.structure.wiring.switches
    telling = switches[(level[switches] == 1) | (plane[switches] >= 0)]
    part_rank = order.part_rank.copy()
    parts, medians = medians_of(order.part[telling], rank[telling])
    part_rank[parts] = medians
    return replace(order, rank=rank, part_rank=part_rank)


def wished_order(rows: Ints, wished: Floats) -> Ints:
    """Return the order of a band by the places wished for, and by its own where there is no wish."""
    own = np.arange(len(rows))
    order: Ints = np.lexsort((own, np.where(np.isnan(wished[rows]), own, wished[rows])))
    return order


def medians_of(group: Ints, values: Floats) -> tuple[Ints, Floats]:
    """Return the different groups and the median of the values of each (the lower one of two)."""
    order = np.lexsort((values, group))
    groups, first, number = np.unique(group[order], return_index=True, return_counts=True)
    return groups, values[order][first + (number - 1) // 2]


def columns_of(order: Order, leaves: Ints) -> Columns:
    """Return the columns of the leaves, in order, and of the switches above them that have hosts."""
    structure = order.structure
    hosts = np.flatnonzero((structure.level == 0) & (structure.leaf >= 0))
    holders = distinct(structure.leaf[hosts])
    extras = holders[structure.level[holders] > 1]
    switch = np.concatenate([leaves, extras])
    pod, subnet = shown_pods(order)[switch], structure.subnet[switch]
    above = structure.level[switch] > 1
    place = np.where(pod >= 0, order.part_rank[pod], np.where(above, np.inf, -np.inf))
    turn = np.lexsort((order.rank[switch], structure.level[switch], place, subnet))
    switch, pod, subnet, above = switch[turn], pod[turn], subnet[turn], above[turn]
    column = np.arange(len(switch)) + np.cumsum(_gaps(pod, subnet, above))
    of = np.full(len(structure.level), -1)
    of[switch] = column
    return Columns(switch, column, of, int(column[-1]) + 1 if len(column) else 0)


def shown_pods(order: Order) -> Ints:
    """Return the pod of each switch whose subnet has three switch levels or more, -1 elsewhere, (N,)."""
    return np.where(order.part < order.first_plane, order.part, -1)


def _loose_gap(width: int) -> int:
    """Return how many columns part the hosts at no switch from the rest: few where there are few columns."""
    return min(SUBNET_GAP, -(-width // 8))


def _gaps(pod: Ints, subnet: Ints, above: Ints) -> Ints:
    """Return the empty columns before each column."""
    new_subnet, new_pod, new_kind = (np.diff(v, prepend=v[:1]) != 0 for v in (subnet, pod, above.astype(int)))
    pods, subnets = 1 + int((new_pod | new_subnet).sum()), 1 + int(new_subnet.sum())
    pod_gap = POD_GAP if len(pod) >= FEW * pods else 1
    subnet_gap = SUBNET_GAP if len(pod) >= FEW * subnets else 1
    gaps: Ints = np.where(new_subnet, subnet_gap, np.where(new_pod, pod_gap, new_kind))
    return gaps


def stacked(structure: Structure, columns: Columns, wished: Floats | None) -> Stacks:
    """Return the hosts of each column by port of their switch, those at no switch behind all others."""
    rows = np.flatnonzero(structure.level == 0)
    column = columns.of[structure.leaf[rows]]
    column[structure.leaf[rows] < 0] = -1
    loose = np.flatnonzero(column < 0)
    high = int(np.bincount(column[column >= 0]).max(initial=0))
    if len(loose):
        deep = high or int(np.ceil(np.sqrt(len(loose))))
        column[loose] = np.arange(len(loose)) // deep + columns.width + _loose_gap(columns.width)
    turn = np.lexsort((_first_ports(structure)[rows], column))
    row, column = rows[turn], column[turn]
    if wished is not None and not np.isnan(wished[row]).all():
        row, column = _wished_hosts(row, column, wished)
    number = np.bincount(column, minlength=columns.width)
    slot = np.arange(len(row)) - (np.cumsum(number) - number)[column]
    return Stacks(row, column, slot, number[column], len(number))


def _wished_hosts(row: Ints, column: Ints, wished: Floats) -> tuple[Ints, Ints]:
    turn = wished_order(row, wished)
    turn = turn[np.argsort(column[turn], kind="stable")]
    return row[turn], column[turn]


def _first_ports(structure: Structure) -> Ints:
    """Return the switch's port at the first cabled port of each host, (N,)."""
    ends = structure.wiring.end_ports
    ends = ends.take(ends.switch >= 0)
    turn = np.lexsort((ends.port, ends.node))[::-1]
    port = np.zeros(len(structure.level), np.int64)
    port[ends.node[turn]] = ends.switch_port[turn]
    return port


def reaches(region: Ints, column: Ints, count: int) -> tuple[Floats, Floats]:
    """Return where each of `count` regions begins and ends, from the columns in it; infinite without any."""
    left, right = np.full(count, np.inf), np.full(count, -np.inf)
    here = region >= 0
    np.minimum.at(left, region[here], column[here])
    np.maximum.at(right, region[here], column[here] + 1)
    return left, right


def turns(region: Ints) -> tuple[Ints, Ints]:
    """Return the place of each within its region, in the order given, and how many are there."""
    order = np.argsort(region, kind="stable")
    _, first, number = np.unique(region[order], return_index=True, return_counts=True)
    place, total = np.empty(len(region), np.int64), np.empty(len(region), np.int64)
    place[order] = np.arange(len(region)) - np.repeat(first, number)
    total[order] = np.repeat(number, number)
    return place, total
