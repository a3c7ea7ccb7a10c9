"""Fat tree: hosts take turns on the ways down from the top, leaf by leaf; for regular trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ibviz.core.errors import RoutingError
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Bytes
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.climbing import Climber
from ibviz.flow.fattree import FatTree, fat_tree
from ibviz.flow.hops import Hops, hops
from ibviz.flow.refusals import refusing
from ibviz.flow.rootfile import switches_of
from ibviz.flow.simpletrees import SimpleClimber, ways_down


@engines.add(
    "ftree", "Fat tree: hosts take turns on the ways down; for regular trees, or with their roots given"
)
def ftree(
    wires: Wiring,
    before: Tables | None = None,
    *,
    roots: Path | None = None,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's fat-tree routing does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Not looked at: a running subnet manager, too, computes these tables anew.
    roots : Path or None
        File with the GUIDs of the switches at the top, one a line. With it a tree need not be a pure one.
    progress : Progress

    Returns
    -------
    Tables
        Without ways from one root to another, and to routers.

    Raises
    ------
    ReadError
        If the file of roots cannot be read, or names no switch of the fabric.

    Notes
    -----
    A leaf with fewer hosts than the fullest counts as many as that, so that the turns of all leaves stay
    in step.
    """
    near = hops(wires)
    found = None if roots is None else switches_of(roots, wires)
    to_end = np.full((len(wires.end_ports), len(near)), NO_PATH, np.uint8)
    to_switch = np.full((len(near), len(near)), NO_PATH, np.uint8)
    refused: dict[int, str] = {}
    for subnet in range(wires.subnets):
        try:
            tree = fat_tree(wires, near, subnet, found)
        except RoutingError as error:
            refused[subnet] = str(error)
        else:
            _route(tree, near, wires, to_end, to_switch, progress)
    return refusing(Tables(wires, to_end, to_switch, Routing("ftree", "ftree", "asked for")), refused)


def _route(
    tree: FatTree, near: Hops, wires: Wiring, to_end: Bytes, to_switch: Bytes, progress: Progress
) -> None:
    climber, crowd = _climber(tree, near), tree.crowd
    ports = wires.end_ports.switch_port
    for number, leaf in enumerate(tree.leaves):
        progress(number / len(tree.leaves), "routing")
        ends = tree.ends.get(leaf, [])
        for end in ends:
            to_end[end] = climber.to_host(leaf, int(ports[end]))
        for _ in range(crowd - len(ends)):
            climber.to_nobody(leaf)
    for switch in tree.switches:
        to_switch[switch] = climber.to_switch(switch)


def _climber(tree: FatTree, near: Hops) -> Climber | SimpleClimber:
    ways = ways_down(tree)
    return Climber(tree, near) if ways is None else SimpleClimber(tree, *ways)
