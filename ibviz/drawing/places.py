"""Places: rectangles of nodes and ends of cables in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.frame import Frame, Look
from ibviz.drawing.scene import Scene
from ibviz.drawing.sockets import UP, sockets
from ibviz.drawing.widths import advance

PORTS = 512
"""More than any device has: makes one number of a node and its port."""


def _wanted_widths(scene: Scene, rows: Ints, band: int) -> tuple[float, float]:
    """Return how wide boxes of a band would be for their ports, and for their names, pixels."""
    plugs = sockets(scene)
    most = int(plugs.count[scene.band[plugs.node] == band].max(initial=0))
    longest = float(np.asarray(advance(scene.names(rows), 13.0, 600)).max())
    chips = int(scene.chips.place[np.isin(scene.chips.switch, rows)].max(initial=-1)) + 1
    return 16.0 * most + 24, longest + 24 + 24 * chips


def tiles_of(scene: Scene, node: Ints, port: Ints) -> Ints:
    """Return the tile at which a cable that is drawn ends at each of some hosts: its own, else the host's first."""
    kept = scene.tiles
    ports = scene.once("sockets, tile ports", lambda: tile_ports(scene))
    order, keys = scene.once("sockets, tile keys", lambda: _tile_keys(kept.node, ports))
    wanted = node * PORTS + port
    at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    found: Ints = np.where(keys[at] == wanted, order[at], kept.first[node])
    return found


def _tile_keys(node: Ints, port: Ints) -> tuple[Ints, Ints]:
    keys = node * PORTS + port
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


def tile_ports(scene: Scene) -> Ints:
    """Return the host's port of the cable that each tile shows, (t,); 0 for none."""
    kept, cables = scene.tiles, scene.fabric.cables
    side = (cables.node[kept.cable, 1] == kept.node).astype(np.int64)
    ports: Ints = np.where(kept.cable >= 0, cables.port[kept.cable, side], 0)
    return ports


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

    @property
    def _box_widths(self) -> tuple[float, ...]:
        found: tuple[float, ...] = self.frame.once(
            "box widths", lambda: tuple(self._box_width(band) for band in range(self.frame.count))
        )
        return found

    def _box_width(self, band: int) -> float:
        px = float(self.frame.node_px[band])
        if self.frame.looks[band] == Look.BOXES:
            return min(px * 0.84, 150.0)
        rows = self.scene.bands.levels[band]
        if band == 0 or not len(rows):
            return px * 0.9
        ports, names = self.scene.once(f"box widths {band}", lambda: _wanted_widths(self.scene, rows, band))
        return float(min(px * 0.9, max(150.0, ports, names)))

    def boxes(self, band: int) -> Floats:
        """Return the rectangles of the switches of a band, (n, 4) pixels, in the order of the band."""
        found: Floats = self.frame.once(f"boxes {band}", lambda: self._boxes(band))
        return found

    def _boxes(self, band: int) -> Floats:
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
        found: Bools = self.frame.once(
            f"seen {band}", lambda: self.frame.in_view(box[:, 0], box[:, 0] + box[:, 2])
        )
        return found

    def node_in_view(self) -> Bools:
        """Tell which nodes are in view, (N,): a host by any of its tiles."""
        found: Bools = self.frame.once("nodes in view", self._node_in_view)
        return found

    def _node_in_view(self) -> Bools:
        shown = np.zeros(len(self.scene.band), bool)
        for band in range(1, self.frame.count):
            shown[self.scene.bands.levels[band]] = self.seen(band)
        tiles = self.scene.tiles
        shown[tiles.node[self.tile_in_view()]] = True
        shown[self.scene.chips.node] = shown[self.scene.chips.switch]
        return shown

    def tile_in_view(self) -> Bools:
        """Tell which tiles stand in a column that is at least partly in view."""
        found: Bools = self.frame.once("tiles in view", self._tile_in_view)
        return found

    def _tile_in_view(self) -> Bools:
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

    def port_px(self, node: Ints, port: Ints) -> Floats:
        """Return the pixels that ports have on switches with port rows; 0 elsewhere."""
        px = np.zeros(len(node))
        plugs, band = sockets(self.scene), self.scene.band[node]
        for each in range(1, self.frame.count):
            mine = np.flatnonzero((band == each) & (plugs.start[node] >= 0) & (port > 0))
            if len(mine) and self.frame.looks[each] == Look.PORTS:
                box = np.zeros((len(mine), 4))
                box[:, 2] = self.widths(each, node[mine])
                px[mine] = self.pitch(box, plugs.count[plugs.at(node[mine], port[mine])])
        return px

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
            xy[hosts] = self._host_ends(tiles_of(self.scene, node[hosts], port[hosts]))
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
