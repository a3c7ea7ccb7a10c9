"""Numbers of end ports and of up-ports in a tree, level by level: what D-mod-K and S-mod-K go by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.levels import node_levels
from ibviz.core.table import Bools, Ints
from ibviz.core.text import shown
from ibviz.core.wiring import Wiring


@dataclass(frozen=True, eq=False)
class Numbered:
    """Levels of a wiring, and the numbers that its end ports have on each.

    Attributes
    ----------
    level : (S,) int64
    is_up : (S, P + 1) bool
        Ports that lead to a higher level.
    ups : (S, U) int64
        Up-ports in order.
    width : (S,) int64
        Number of up-ports.
    number, lane : (levels + 1, E) int64
        Number of each end port at switches of a level, and rank of the cable that it takes up from there
        among those to the same switch.
    """

    level: Ints
    is_up: Bools
    ups: Ints
    width: Ints
    number: Ints
    lane: Ints


def numbered(built: Wiring) -> Numbered:
    """Return the levels of a wiring, its up-ports, and the numbers of its end ports."""
    level = node_levels(built)
    mine = level[built.switches]
    peer = built.switch_ports.switch
    is_up: Bools = (peer >= 0) & (np.append(mine, -1)[peer] > mine[:, None])
    width = is_up.sum(axis=1)
    ups = np.argsort(~is_up, axis=1, kind="stable")[:, : max(int(width.max(initial=0)), 1)]
    number, lane = _numbers(built, mine, ups, width)
    return Numbered(mine, is_up, ups, width, number, lane)


def same_level(wires: Wiring, built: Wiring) -> dict[int, str]:
    """Return the subnets that have no up and down, by the levels of the fabric as built, and why."""
    level = node_levels(built)
    pairs = built.node[built.trunks]
    at = built.endpoints.subnet
    served = np.isin(built.subnet[pairs[:, 0]], at[at >= 0])
    of_ends = level[pairs]
    found: dict[int, str] = {}
    for first, second in pairs[served & (of_ends[:, 0] == of_ends[:, 1])].tolist():
        whole = built.subnet == built.subnet[first]
        a, b = (shown(str(built.fabric.nodes.name[row])) for row in (first, second))
        why = f"{a} and {b} are cabled to each other on one level, so there is no up and down"
        for subnet in np.unique(wires.subnet[whole & wires.is_switch]).tolist():
            found.setdefault(subnet, why)
    return found


def _numbers(built: Wiring, level: Ints, ups: Ints, width: Ints) -> tuple[Ints, Ints]:
    """Follow each end port up from its leaf, and note its number and lane at every level."""
    ends, peer = built.end_ports, built.switch_ports.switch.astype(np.int64)
    at = np.append(built.place, -1)[ends.switch]
    mine = _endpoints_before(built)
    top = int(level.max(initial=0))
    number, lane = np.zeros((top + 1, len(ends)), np.int64), np.zeros((top + 1, len(ends)), np.int64)
    rank, among = _parallel(peer, ups, width)
    for step in range(1, top + 1):
        number[step] = mine
        climbs = np.flatnonzero((at >= 0) & (level[at] == step) & (width[at] > 0))
        here, of = at[climbs], mine[climbs]
        index = of % width[here]
        lane[step, climbs] = rank[here, index]
        mine[climbs] = of // width[here] * among[here, index] + rank[here, index]
        at[climbs] = peer[here, ups[here, index]]
    return number, lane


def _endpoints_before(built: Wiring) -> Ints:
    """Return how many endpoints of its subnet come before each end port."""
    ends = built.end_ports
    is_endpoint = built.fabric.nodes.kind[ends.node] == Kind.HCA
    before: Ints = np.cumsum(is_endpoint) - is_endpoint
    _, first, inverse = np.unique(ends.subnet, return_index=True, return_inverse=True)
    counted: Ints = before - before[first][inverse]
    return counted


def _parallel(peer: Ints, ups: Ints, width: Ints) -> tuple[Ints, Ints]:
    """Return for each up-port its rank among those to the same switch, and how many those are, (S, U)."""
    to = np.where(np.arange(ups.shape[1]) < width[:, None], np.take_along_axis(peer, ups, axis=1), -1)
    order = np.argsort(to, axis=1, kind="stable")
    ordered = np.take_along_axis(to, order, axis=1)
    column = np.arange(ups.shape[1])
    is_first = np.diff(ordered, axis=1, prepend=-2) != 0
    start = np.maximum.accumulate(np.where(is_first, column, 0), axis=1)
    is_last = np.diff(ordered, axis=1, append=-2) != 0
    stop = np.minimum.accumulate(np.where(is_last, column, ups.shape[1])[:, ::-1], axis=1)[:, ::-1]
    rank, among = np.empty_like(order), np.empty_like(order)
    np.put_along_axis(rank, order, column - start, axis=1)
    np.put_along_axis(among, order, stop - start + 1, axis=1)
    return rank, among
