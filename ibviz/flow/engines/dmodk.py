"""D-mod-K: the destination's number says which way up, at every level."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring, as_built, matching
from ibviz.flow.delivery import deliver
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import hops
from ibviz.flow.leastload import to_least
from ibviz.flow.numbering import Numbered, numbered, same_level
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
    tree = numbered(built)
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


def _upwards(tree: Numbered, rows: Ints, ends: Ints) -> Bytes:
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


def _downwards(entries: Bytes, tree: Numbered, minimal: Bools, rows: Ints, ends: Ints) -> None:
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
