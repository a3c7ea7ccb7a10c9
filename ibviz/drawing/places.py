"""Places: rectangles of nodes and ends of cables in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.frame import Frame, Look
from ibviz.drawing.scene import Scene
from ibviz.drawing.widths import advance

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
    rows = np.flatnonzero((fabric.nodes.kind == Kind.SWITCH) & (scene.band > 0))
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


def _wanted_widths(scene: Scene, rows: Ints, band: int) -> tuple[float, float]:
    """Return how wide boxes of a band would be for their ports, and for their names, pixels."""
    plugs = sockets(scene)
    most = int(plugs.count[scene.band[plugs.node] == band].max(initial=0))
    longest = float(np.asarray(advance(scene.names(rows), 13.0, 600)).max())
    chips = int(scene.chips.place[np.isin(scene.chips.switch, rows)].max(initial=-1)) + 1
    return 16.0 * most + 24, longest + 24 + 24 * chips


@dataclass(frozen=True, eq=False)
class Places:
    """Where nodes and the ends of cables are, for one frame."""

    frame: Frame

    @property
    def scene(self) -> Scene:
        """What is drawn."""
        return self.frame.scene

    def box_width(self, band: int) -> float:
        """Return the width of the switch boxes of a band, pixels."""
        return self._box_widths[band]

    def widths(self, band: int, rows: Ints) -> Floats:
        """Return the widths of the boxes of switches of a band, none wider than its own room, pixels."""
        own = self.scene.bands.span[rows] * self.frame.scale(band) * 0.9
        widths: Floats = np.minimum(self.box_width(band), own)
        return widths

    @cached_property
    def _box_widths(self) -> tuple[float, ...]:
        return tuple(self._box_width(band) for band in range(self.frame.count))

    def _box_width(self, band: int) -> float:
        px = float(self.frame.node_px[band])
        if self.frame.looks[band] == Look.BOXES:
            return min(px * 0.84, 150.0)
        rows = self.scene.bands.levels[band]
        if not len(rows):
            return px * 0.9
        ports, names = self.scene.once(f"box widths {band}", lambda: _wanted_widths(self.scene, rows, band))
        return min(px * 0.9, max(150.0, ports, names))

    def boxes(self, band: int) -> Floats:
        """Return the rectangles of the switches of a band, (n, 4) pixels, in the order of the band."""
        rows = self.scene.bands.levels[band]
        y, tall = self.frame.row(band)
        middle = self.frame.at(band, self.scene.bands.x[rows])
        if self.frame.looks[band] == Look.CELLS:
            half = self.scene.bands.span[rows] * self.frame.scale(band) / 2
        else:
            half = self.widths(band, rows) / 2
        return np.column_stack([middle - half, np.full(len(rows), y), 2 * half, np.full(len(rows), tall)])

    def seen(self, band: int) -> Bools:
        """Tell which nodes of a band of switches are in view, in the order of the band."""
        box = self.boxes(band)
        return self.frame.in_view(box[:, 0], box[:, 0] + box[:, 2])

    def node_in_view(self) -> Bools:
        """Tell which nodes are in view, (N,): a host by any of its tiles."""
        shown = np.zeros(len(self.scene.band), bool)
        for band in range(1, self.frame.count):
            shown[self.scene.bands.levels[band]] = self.seen(band)
        tiles = self.scene.tiles
        shown[tiles.node[self.tile_in_view()]] = True
        shown[self.scene.chips.node] = shown[self.scene.chips.switch]
        return shown

    def tile_in_view(self) -> Bools:
        """Tell which tiles stand in a column that is at least partly in view."""
        column = self.scene.tiles.column
        wide = self.frame.leaf_px * 0.94 / 2
        middle = self.frame.at(0, column + 0.5)
        return self.frame.in_view(middle - wide, middle + wide)

    def socket_x(self, band: int, box: Floats, place: Ints, count: Ints) -> Floats:
        """Return the middle of ports on boxes (n, 4) of a band, pixels."""
        pitch = self.pitch(box, count)
        middle: Floats = box[:, 0] + box[:, 2] / 2 + (place - (count - 1) / 2) * pitch
        return middle

    def pitch(self, box: Floats, count: Ints) -> Floats:
        """Return how far ports on boxes are apart, pixels."""
        pitch: Floats = np.minimum((box[:, 2] - np.minimum(12, box[:, 2] * 0.2)) / np.maximum(count, 1), 16.0)
        return pitch

    def ends(self, node: Ints, port: Ints, side: int) -> Floats:
        """Return where cables end at nodes, (n, 2) pixels: on their own port where ports are drawn apart."""
        xy = np.full((len(node), 2), np.nan)
        band = self.scene.end_band[node]
        for each in range(1, self.frame.count):
            mine = np.flatnonzero(band == each)
            if len(mine):
                xy[mine] = self._switch_ends(each, node[mine], port[mine], side)
        hosts = np.flatnonzero((band == 0) & (self.scene.tiles.first[node] >= 0))
        if len(hosts):
            xy[hosts] = self._host_ends(self.scene.tiles.first[node[hosts]])
        return xy

    def _host_ends(self, tiles: Ints) -> Floats:
        """Return where cables reach hosts: side by side on top of their column, in the order of its tiles."""
        kept, frame = self.scene.tiles, self.frame
        middle = frame.at(0, kept.column[tiles] + 0.5)
        wide = min(frame.leaf_px * 0.94, frame.tile_size[0] * frame.tile_columns)
        share = (kept.slot[tiles] + 0.5) / kept.counts[tiles] - 0.5
        y = np.full(len(tiles), frame.row(0)[0] - 1)
        return np.column_stack([middle + share * np.minimum(wide, 16.0 * kept.counts[tiles]), y])

    def _switch_ends(self, band: int, node: Ints, port: Ints, side: int) -> Floats:
        scene, frame = self.scene, self.frame
        y, tall = frame.row(band)
        middle = frame.at(band, scene.bands.x[node])
        if frame.looks[band] != Look.CELLS:
            plugs = sockets(scene)
            wide = self.widths(band, node)
            box = np.column_stack([middle - wide / 2, np.full(len(node), y), wide, np.full(len(node), tall)])
            known = (plugs.start[node] >= 0) & (port > 0)
            at = plugs.at(node[known], port[known])
            middle[known] = self.socket_x(band, box[known], plugs.place[at], plugs.count[at])
        return np.column_stack([middle, np.full(len(node), y if side == UP else y + tall)])
