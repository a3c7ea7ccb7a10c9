"""D-mod-K: the destination's number says which way up, at every level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.levels import node_levels
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.text import shown
from ibviz.core.wiring import Wiring, as_built, matching
from ibviz.flow.delivery import deliver
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import hops
from ibviz.flow.leastload import to_least
from ibviz.flow.refusals import refusing


@engines.add("dmodk", "D-mod-K: the destination's number says which way up; for trees")
def dmodk(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Route a tree by destination modulo number of up-ports.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Where given, numbers, levels and up-ports are those of the fabric as built, and only where a port
        is down or no longer on a shortest path the next one that is takes its place, in port order,
        cyclic. None: those of what is up.
    progress : Progress

    Returns
    -------
    Tables

    Notes
    -----
    A subnet in which two switches of the same level are cabled to each other is refused: it has no up and
    down. Endpoint d, counted within its subnet, goes up from a leaf with U up-ports by the one with index
    d mod U, in port order. Its number one level up is floor(d / U) times the cables between the two
    switches, plus the rank of that port among them: in a tree of single cables, floor(d / w), as in Zahavi's
    rule. Down there is one way; of parallel cables the one of the same rank. Other end ports go as the
    next endpoint; LIDs of switches by the lowest port on a shortest path.
    """
    built = wires if before is None else as_built(wires)
    tree = _tree(built)
    near = hops(wires)
    natural = near if built is wires else hops(built)
    rows = built.place[wires.switches]
    end = matching(built.end_ports, wires.end_ports, len(wires.fabric.nodes))
    to_end = _upwards(tree, rows, end)
    targets = destinations(wires)
    for number, (switch, block) in enumerate(targets):
        if number % 64 == 0:
            progress(number / len(targets.switch), "routing")
        _downwards(to_end[block], tree, natural.minimal(int(rows[switch]), rows), rows, end[block])
        _replace(to_end[block], near.minimal(switch))
    to_end[int(targets.count.sum()) :] = NO_PATH
    deliver(to_end, wires)
    load = np.zeros(near.neighbour.shape, np.int32)
    to_switch = to_least(near, np.arange(len(near)), load).T
    made = Tables(wires, to_end, np.ascontiguousarray(to_switch), Routing("dmodk", "dmodk", "asked for"))
    return refusing(made, same_level(wires, built))


@dataclass(frozen=True, eq=False)
class _Tree:
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


def _tree(built: Wiring) -> _Tree:
    level = node_levels(built)
    mine = level[built.switches]
    peer = built.switch_ports.switch
    is_up: Bools = (peer >= 0) & (np.append(mine, -1)[peer] > mine[:, None])
    width = is_up.sum(axis=1)
    ups = np.argsort(~is_up, axis=1, kind="stable")[:, : max(int(width.max(initial=0)), 1)]
    number, lane = _numbers(built, mine, ups, width)
    return _Tree(mine, is_up, ups, width, number, lane)


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


def _upwards(tree: _Tree, rows: Ints, ends: Ints) -> Bytes:
    """Return for each end port, (E, R), the port by which the switches `rows` send up what is for it."""
    table = np.full((len(ends), len(rows)), NO_PATH, np.uint8)
    level, width = tree.level[rows], tree.width[rows]
    for alike in np.unique(level * (NO_PATH + 1) + width).tolist():
        at_level, ports = divmod(alike, NO_PATH + 1)
        group = np.flatnonzero((level == at_level) & (width == ports))
        if ports:
            index = tree.number[at_level, ends] % ports
            table[:, group] = tree.ups[rows[group], :ports].T.astype(np.uint8)[index]
    return table


def _downwards(entries: Bytes, tree: _Tree, minimal: Bools, rows: Ints, ends: Ints) -> None:
    """Enter the ways down to the end ports of one switch, (n, R): of parallel cables that of the same lane."""
    falls = np.flatnonzero(~np.logical_or.reduce(minimal & tree.is_up[rows], axis=1))
    at, port = np.nonzero(minimal[falls])
    width = np.bincount(at, minlength=len(falls))
    start = (np.cumsum(width) - width)[width > 0]
    falls = falls[width > 0]
    lane = tree.lane[:, ends][tree.level[rows[falls]] - 1]
    entries[:, falls] = port[start[:, None] + lane % width[width > 0][:, None]].T


def _replace(entries: Bytes, minimal: Bools) -> None:
    """Replace ports that do not serve by the next that does, in port order, cyclic."""
    number = minimal.shape[1]
    inside = np.minimum(entries, number - 1)
    bad = np.flatnonzero(~(minimal[np.arange(len(minimal)), inside] & (entries < number)).all(axis=0))
    following = np.where(minimal[bad], np.arange(number), NO_PATH)
    following = np.minimum.accumulate(following[:, ::-1], axis=1)[:, ::-1]
    first = following[:, 0]
    following = np.where(following == NO_PATH, first[:, None], following)
    found = following[np.arange(len(bad)), inside[:, bad]]
    entries[:, bad] = np.where(entries[:, bad] < number, found, first)
