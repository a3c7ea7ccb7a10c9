"""Ports on the map: on which side of its box each cable leaves, and where along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Floats, Ints
from ibviz.drawing.map.bends import APART, BOTTOM, LEFT, NORMALS, RIGHT, TOP, facing
from ibviz.drawing.map.places import places, sizes
from ibviz.drawing.parts import rank_within
from ibviz.drawing.scene import Scene
from ibviz.drawing.suiting import kind_of

LOOKED = 600_000
"""Cables times nodes up to which cables are led around the nodes of a fabric without levels."""

NEAR = 2.0
"""Boxes beside each other with less than so many of them between are joined straight, others by an arch."""

PITCH, PAD = 12.0, 8.0
"""Greatest distance of ports, and what stays free at the ends of a side, units."""

NEXT = 4
"""How many unused ports of a switch are shown."""


@dataclass(frozen=True, eq=False)
class Ports:
    """Ports that are shown, node by node, side by side.

    Attributes
    ----------
    node, port, cable, side : (p,) int64
        Port -1 where the input names none, cable -1 for an unused port.
    offset : (p, 2) float64
        From the middle of the node, units.
    pitch : (p,) float64
        How far it is to the next one, units.
    of : (C, 2) int64
        Place of both ends of a cable in these columns; -1 where it is not drawn.
    begin : (N + 1,) int64
        Where the ports of each node begin.
    """

    node: Ints
    port: Ints
    cable: Ints
    side: Ints
    offset: Floats
    pitch: Floats
    of: Ints
    begin: Ints

    def at(self, nodes: Ints) -> Ints:
        """Return the places of all ports of some nodes in these columns."""
        first, sizes = self.begin[nodes], self.begin[nodes + 1] - self.begin[nodes]
        ahead = np.cumsum(sizes) - sizes
        found: Ints = np.repeat(first - ahead, sizes) + np.arange(int(sizes.sum()))
        return found


def ports(scene: Scene) -> Ports:
    """Return the ports of a scene, found once for it."""
    kept: Ports = scene.once("map ports", lambda: make_ports(scene))
    return kept


def make_ports(scene: Scene) -> Ports:
    """Return the ports that are shown: all used ones, and the next few unused ones below each switch."""
    cables = scene.cables[~np.isnan(places(scene)[scene.ends[scene.cables]]).any(axis=(1, 2))]
    ends, numbers = scene.ends[cables], scene.fabric.cables.port[cables].astype(np.int64)
    free_node, free_port = _free(scene, ends, numbers)
    node = np.concatenate([ends[:, 0], ends[:, 1], free_node]).astype(np.int64)
    port = np.concatenate([numbers[:, 0], numbers[:, 1], free_port])
    cable = np.concatenate([cables, cables, np.full(len(free_node), -1)])
    side = np.concatenate([*sides(scene, ends), np.full(len(free_node), BOTTOM)])
    order = np.lexsort((cable, port, cable < 0, side, node))
    node, port, cable, side = node[order], port[order], cable[order], side[order]
    offset, pitch = _along(scene, node, side)
    of = np.full((len(scene.failed), 2), -1)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    of[cables, 0], of[cables, 1] = place[: len(cables)], place[len(cables) : 2 * len(cables)]
    begin = np.searchsorted(node, np.arange(len(scene.band) + 1))
    return Ports(node, port, cable, side, offset, pitch, of, begin)


def sides(scene: Scene, ends: Ints) -> tuple[Ints, Ints]:
    """Return on which side cables leave both their nodes (n, 2): towards the other, or upwards for an arch."""
    at, half = places(scene), sizes(scene) / 2
    if len(ends) * len(scene.nodes) <= LOOKED and kind_of(scene) == "map":
        return facing(at, half, ends, scene.nodes[np.isfinite(at[scene.nodes]).all(axis=1)])
    away = at[ends[:, 1]] - at[ends[:, 0]]
    room = half[ends[:, 1]] + half[ends[:, 0]]
    upright = np.abs(away[:, 1]) >= room[:, 1] + APART
    beside = ~upright & (np.abs(away[:, 0]) < NEAR * 2 * room[:, 0]) & (np.abs(away[:, 0]) > room[:, 0])
    down, right = away[:, 1] > 0, away[:, 0] > 0
    flat = [
        np.where(beside, np.where(right, one, other), TOP) for one, other in ((RIGHT, LEFT), (LEFT, RIGHT))
    ]
    return (
        np.where(upright, np.where(down, BOTTOM, TOP), flat[0]),
        np.where(upright, np.where(down, TOP, BOTTOM), flat[1]),
    )


def _free(scene: Scene, ends: Ints, numbers: Ints) -> tuple[Ints, Ints]:
    """Return nodes and numbers of the unused ports that are shown: the lowest ones."""
    nodes = scene.fabric.nodes
    count = np.where((nodes.kind == Kind.SWITCH) & nodes.alive, nodes.ports.astype(np.int64), 0)
    begin = np.cumsum(count) - count
    node = np.repeat(np.arange(len(count)), count)
    number = np.arange(len(node)) - begin[node] + 1
    used = np.zeros(len(node), bool)
    known = (numbers > 0) & (numbers <= count[ends])
    used[(begin[ends] + numbers - 1)[known]] = True
    node, number = node[~used], number[~used]
    kept = rank_within(node) < NEXT
    return node[kept], number[kept]


def _along(scene: Scene, node: Ints, side: Ints) -> tuple[Floats, Floats]:
    """Return offset from the middle of the node and pitch of ports, sorted by node and side."""
    key = node * 4 + side
    rank = rank_within(key)
    begins = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if len(key) else np.empty(0, np.int64)
    number = np.diff(np.append(begins, len(key)))
    count = np.repeat(number, number)
    size = sizes(scene)[node]
    lies = side % 2 == 0
    pitch = np.minimum((np.where(lies, size[:, 0], size[:, 1]) - 2 * PAD) / np.maximum(count, 1), PITCH)
    along = (rank - (count - 1) / 2) * pitch
    edge = NORMALS[side] * size / 2
    return edge + np.where(lies[:, None], [[1.0, 0.0]], [[0.0, 1.0]]) * along[:, None], pitch
