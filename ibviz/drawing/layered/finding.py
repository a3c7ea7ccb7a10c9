"""What is under a point of a layered picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Floats, Ints
from ibviz.drawing.carpet import grid
from ibviz.drawing.drawing import Boxes, Cells, Curves, Primitive
from ibviz.drawing.frame import Frame, Look
from ibviz.drawing.hit import PORT_REACH, Hit, as_group, nearest_curve, nearest_of
from ibviz.drawing.places import Places
from ibviz.drawing.sockets import sockets
from ibviz.drawing.switches import port_cells

if TYPE_CHECKING:
    from ibviz.drawing.layered.picture import Picture


def find(picture: Picture, x: float, y: float) -> Hit:
    """Return what is under a point of a picture that was composed, topmost first."""
    left, top, wide, tall = picture.places.frame.clip
    if not (left <= x <= left + wide and top <= y <= top + tall):
        return Hit()
    for look in (_port, _node, _cable, _cell, _group):
        found = look(picture, x, y)
        if found is not None:
            return as_group(picture.places.scene, found)
    return Hit()


def _layer(picture: Picture, name: str) -> tuple[Primitive, ...]:
    return next((layer.items for layer in picture.drawing.layers if layer.name == name), ())


def _port(picture: Picture, x: float, y: float) -> Hit | None:
    places, frame = picture.places, picture.places.frame
    for band in range(1, frame.count):
        row_y, tall = frame.row(band)
        if frame.looks[band] != Look.PORTS or not row_y <= y <= row_y + tall:
            continue
        box = places.boxes(band)
        inside = np.flatnonzero((box[:, 0] <= x) & (x <= box[:, 0] + box[:, 2]))
        cells, cable, at = port_cells(places, band, frame.scene.bands.levels[band][inside], box[inside])
        away = np.hypot(cells[:, 0] + cells[:, 2] / 2 - x, cells[:, 1] + cells[:, 3] / 2 - y)
        if len(away) and away.min() <= PORT_REACH:
            best = int(np.argmin(away))
            plugs = sockets(frame.scene)
            node, port = int(plugs.node[at[best]]), int(plugs.port[at[best]])
            return Hit("port", node=node, port=port, cable=int(cable[best]))
    return None


def _node(picture: Picture, x: float, y: float) -> Hit | None:
    for item in reversed(_layer(picture, "nodes")):
        if isinstance(item, Boxes):
            box = item.xywh
            inside = (item.row >= 0) & (box[:, 0] <= x) & (x <= box[:, 0] + box[:, 2])
            inside &= (box[:, 1] <= y) & (y <= box[:, 1] + box[:, 3])
            if inside.any():
                node = meant(picture.places, item.row[inside], box[inside, 2])
                return Hit("node", node=node, cable=_tile_cable(picture.places, node, x))
    return None


def meant(places: Places, rows: Ints, wide: Floats) -> int:
    """Return the topmost of the nodes at a point; the switch, where an aggregation node hides half of it."""
    kinds = places.scene.fabric.nodes.kind[rows]
    if kinds[-1] == Kind.AGGREGATION and len(rows) > 1 and wide[-1] * 2 > wide[-2]:
        return int(rows[-2])
    return int(rows[-1])


def _tile_cable(places: Places, node: int, x: float) -> int:
    """Return the cable of that tile of a host which is nearest to a place."""
    tiles = np.flatnonzero(places.scene.tiles.node == node)
    if not len(tiles):
        return -1
    box = places.frame.tile_boxes(tiles)
    nearest = tiles[np.argmin(np.abs(box[:, 0] + box[:, 2] / 2 - x))]
    return int(places.scene.tiles.cable[nearest])


def _cable(picture: Picture, x: float, y: float) -> Hit | None:
    for name in ("hot", "cables"):
        items = (item for item in _layer(picture, name) if isinstance(item, Curves))
        row = nearest_of(nearest_curve(item.xy, item.row, x, y) for item in items)
        if row is not None:
            return _cable_hit(picture, row)
    return None


def _cable_hit(picture: Picture, row: int) -> Hit:
    if row >= 0:
        return Hit("cable", cable=row)
    return Hit("bundle", cables=tuple(picture.bundle(row).tolist()))


def _cell(picture: Picture, x: float, y: float) -> Hit | None:
    for item in reversed(_layer(picture, "cells")):
        if isinstance(item, Cells) and item.x <= x < item.x + item.w and item.y <= y < item.y + item.h:
            rows, columns = item.row.shape
            row = int(item.row[int((y - item.y) / item.h * rows), int((x - item.x) / item.w * columns)])
            if row >= 0:
                return Hit("node", node=row) if item.of == "node" else _cell_hit(picture.places, row)
    return _uncabled(picture.places, x, y)


def _cell_hit(places: Places, cable: int) -> Hit:
    """Return a host with its cable where the cell is a host's, else the cable."""
    tiles = np.flatnonzero(places.scene.tiles.cable == cable)
    if len(tiles):
        return Hit("node", node=int(places.scene.tiles.node[tiles[0]]), cable=cable)
    return Hit("cable", cable=cable)


def _uncabled(places: Places, x: float, y: float) -> Hit | None:
    """Return the host without a cable whose cell is at a point of the carpet of hosts."""
    frame, tiles = places.frame, places.scene.tiles
    alone = np.flatnonzero((tiles.cable < 0) & places.tile_in_view())
    if not len(alone) or "row0" not in frame.places:
        return None
    top, tall = frame.row(0)
    cells, (down, across) = grid(frame, tiles.column[alone], tiles.slot[alone], tiles.most, top, tall)
    left, wide, columns, rows = cells[0], cells[2], cells[4], cells[5]
    spot = int((y - top) / tall * rows), int((x - left) / wide * columns)
    here = np.flatnonzero((down == spot[0]) & (across == spot[1]))
    return Hit("node", node=int(tiles.node[alone[here[0]]])) if len(here) and top <= y < top + tall else None


def _group(picture: Picture, x: float, y: float) -> Hit | None:
    frame: Frame = picture.places.frame
    if frame.pod_frame is None or not frame.pod_frame[0] <= y <= frame.pod_frame[1]:
        return None
    for pod in frame.scene.bands.pods:
        low, high = frame.at(1, np.array([pod.left, pod.right]))
        if low <= x <= high:
            return Hit("group", group="pod", number=pod.index)
    return None
