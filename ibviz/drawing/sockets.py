"""Sockets: the ports of all switches, on which side of the box each is drawn, and where along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Ints
from ibviz.drawing.scene import Scene

DOWN, UP = 0, 1
"""Sides of a switch."""


@dataclass(frozen=True, eq=False)
class Sockets:
    """Ports of all switches, by node and port.

    Attributes
    ----------
    node, port : (p,) int64
    side : (p,) int64
        `DOWN` or `UP`: on which side of the box it is drawn.
    cable : (p,) int64
        -1 for an unused port.
    place, count : (p,) int64
        Its place on its side, and how many that side has.
    start : (N,) int64
        Where the ports of a node begin; the socket of port p is ``start + p - 1``. -1 for what is no switch.
    """

    node: Ints
    port: Ints
    side: Ints
    cable: Ints
    place: Ints
    count: Ints
    start: Ints

    def at(self, node: Ints, port: Ints) -> Ints:
        """Return the sockets of ports."""
        found: Ints = self.start[node] + port - 1
        return found


def make_sockets(scene: Scene) -> Sockets:
    """Return the ports of all switches of a scene: hosts and lower cables below, the others above."""
    fabric = scene.fabric
    rows = np.flatnonzero((fabric.nodes.kind == Kind.SWITCH) & (scene.band > 0) & (scene.folding.group < 0))
    ports = fabric.nodes.ports.astype(np.int64)
    np.maximum.at(
        ports,
        fabric.cables.node[scene.cables].ravel(),
        fabric.cables.port[scene.cables].ravel().astype(np.int64),
    )
    counts = ports[rows]
    start = np.full(len(ports), -1)
    start[rows] = np.cumsum(counts) - counts
    node = np.repeat(rows, counts)
    port = np.arange(len(node)) - start[node] + 1
    side = np.full(len(node), -1)
    cable = np.full(len(node), -1)
    _plug(scene, start, side, cable)
    side = _filled(side, node)
    order = np.lexsort((port, side, node))
    key = node[order] * 2 + side[order]
    begins = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if len(key) else np.empty(0, np.int64)
    sizes = np.diff(np.append(begins, len(key)))
    place, count = np.empty(len(node), np.int64), np.empty(len(node), np.int64)
    place[order] = np.arange(len(key)) - np.repeat(begins, sizes)
    count[order] = np.repeat(sizes, sizes)
    return Sockets(node, port, side, cable, place, count, start)


def _plug(scene: Scene, start: Ints, side: Ints, cable: Ints) -> None:
    ends = scene.fabric.cables
    links = scene.links
    upper = np.where(links.rise == 0, UP, DOWN)
    for end, sides in ((0, np.full(len(links), UP)), (1, upper)):
        here = np.flatnonzero((start[links.node[:, end]] >= 0) & (links.port[:, end] > 0))
        at = start[links.node[here, end]] + links.port[here, end] - 1
        side[at], cable[at] = sides[here], links.cable[here]
    others = np.concatenate([scene.tiles.cable[scene.tiles.stands], scene.chip_cable[:, 0]])
    for end in (0, 1):
        node = ends.node[others, end]
        here = others[(start[node] >= 0) & (ends.port[others, end] > 0)]
        at = start[ends.node[here, end]] + ends.port[here, end] - 1
        side[at], cable[at] = DOWN, here


LOOSE = 8
"""Unused ports at the end of a switch that still follow the used one before them."""


def _filled(side: Ints, node: Ints) -> Ints:
    """Give unused ports a side: that of the used ones around them, or before them if they are few; else below."""
    count = len(side)
    place = np.arange(count)
    before = np.maximum.accumulate(np.where(side >= 0, place, -1)) if count else place
    after = np.minimum.accumulate(np.where(side >= 0, place, count)[::-1])[::-1] if count else place
    sides, nodes = np.append(side, -1), np.append(node, -1)
    led = np.where((before >= 0) & (nodes[before] == node), sides[before], -1)
    followed = np.where(nodes[after] == node, sides[after], -1)
    end = np.zeros(int(node.max(initial=-1)) + 1, np.int64)
    end[node] = place
    few = end[node] - before <= LOOSE
    between = (led == followed) | ((followed < 0) & few) | (side >= 0)
    filled: Ints = np.where(between & (led >= 0), led, DOWN)
    return filled


def sockets(scene: Scene) -> Sockets:
    """Return the ports of all switches, made once for a scene."""
    kept: Sockets = scene.once("sockets", lambda: make_sockets(scene))
    return kept
