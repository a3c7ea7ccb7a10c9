"""What is under a point of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.drawing import Boxes, Curves, Lines, Primitive
from ibviz.drawing.hit import PORT_REACH, REACH, Hit, as_group, nearest_curve, nearest_of
from ibviz.drawing.map.ground import Detail
from ibviz.drawing.map.nodes import port_boxes
from ibviz.drawing.map.overview import inset
from ibviz.drawing.map.ports import ports

if TYPE_CHECKING:
    from ibviz.drawing.map.picture import MapPicture

NEAR = 2.0
"""How far from a small box it is still meant, pixels."""


def find(picture: MapPicture, x: float, y: float) -> Hit:
    """Return what is under a point, topmost first; nothing on the overview."""
    left, top, wide, tall = picture.ground.clip
    if not (left <= x <= left + wide and top <= y <= top + tall):
        return Hit()
    box = inset(picture.ground)
    if box is not None and box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]:
        return Hit()
    for look in (_port, _node, _cable):
        found = look(picture, x, y)
        if found is not None:
            return as_group(picture.ground.scene, found)
    return Hit()


def _items(picture: MapPicture, name: str) -> tuple[Primitive, ...]:
    return next((layer.items for layer in picture.drawing.layers if layer.name == name), ())


def _at(picture: MapPicture, x: float, y: float, beyond: float) -> Ints:
    """Return the nodes whose box is at a point, the topmost last."""
    found = [np.empty(0, np.int64)]
    for item in _items(picture, "nodes"):
        if isinstance(item, Boxes):
            box = item.xywh
            inside = (item.row >= 0) & (box[:, 0] - beyond <= x) & (x <= box[:, 0] + box[:, 2] + beyond)
            inside &= (box[:, 1] - beyond <= y) & (y <= box[:, 1] + box[:, 3] + beyond)
            found.append(item.row[inside])
    return np.concatenate(found)


def _port(picture: MapPicture, x: float, y: float) -> Hit | None:
    ground = picture.ground
    if ground.detail < Detail.PORTS:
        return None
    found = ports(ground.scene)
    at = found.at(_at(picture, x, y, PORT_REACH)[::-1])
    at = at[found.port[at] > 0] if len(at) else at
    box = port_boxes(ground, at)
    away = np.hypot(box[:, 0] + box[:, 2] / 2 - x, box[:, 1] + box[:, 3] / 2 - y)
    if not len(away) or away.min() > PORT_REACH:
        return None
    best = at[int(np.argmin(away))]
    return Hit("port", node=int(found.node[best]), port=int(found.port[best]), cable=int(found.cable[best]))


def _node(picture: MapPicture, x: float, y: float) -> Hit | None:
    rows = _at(picture, x, y, 0.0)
    if len(rows):
        return Hit("node", node=int(rows[-1]))
    rows = _at(picture, x, y, NEAR)
    if not len(rows):
        return None
    box = picture.ground.boxes(rows)
    away = np.hypot(box[:, 0] + box[:, 2] / 2 - x, box[:, 1] + box[:, 3] / 2 - y)
    return Hit("node", node=int(rows[np.argmin(away)]))


def _cable(picture: MapPicture, x: float, y: float) -> Hit | None:
    for name in ("hot", "cables"):
        row = nearest_of(_away(item, x, y) for item in _items(picture, name))
        if row is not None and row < -1:
            return Hit("bundle", cables=tuple(picture.bundle(row).tolist()))
        if row is not None:
            return Hit("cable", cable=row)
    return None


def _away(item: Primitive, x: float, y: float) -> tuple[float, int] | None:
    if isinstance(item, Curves):
        return nearest_curve(item.xy, item.row, x, y)
    return nearest_line(item.xy, item.row, x, y) if isinstance(item, Lines) else None


def nearest_line(xy: Floats, row: Ints, x: float, y: float) -> tuple[float, int] | None:
    """Return distance and row of the nearest line within reach, of several the one drawn last."""
    x0, y0, x1, y1 = xy.T
    about = (np.minimum(x0, x1) - REACH <= x) & (x <= np.maximum(x0, x1) + REACH)
    kept = np.flatnonzero(about & (np.minimum(y0, y1) - REACH <= y) & (y <= np.maximum(y0, y1) + REACH))
    if not len(kept):
        return None
    start, way = xy[kept, :2], xy[kept, 2:] - xy[kept, :2]
    to = np.array([x, y]) - start
    share = np.clip((to * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-12), 0, 1)
    away = np.hypot(*(to - share[:, None] * way).T)
    best = float(away.min())
    return (best, int(row[kept[np.flatnonzero(away <= best + 1e-9)[-1]]])) if best <= REACH else None
