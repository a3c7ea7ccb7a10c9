"""The kept picture: painted once, off the GUI thread, then shown moved and stretched until there is a newer one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from ibviz.drawing.composed import Composed
from ibviz.drawing.draw import compose
from ibviz.drawing.drawing import Boxes, Cells, Curves, Layer, Lines, Primitive, Words
from ibviz.drawing.frame import HEADER, Frame
from ibviz.drawing.lettering import boxes_of
from ibviz.drawing.margins import lens
from ibviz.drawing.plane import Plane
from ibviz.drawing.qpainter import CROWD, hairlines, paint_layer, thinner
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View
from ibviz.gui.canvas.shift import Shift, Strip

PIECE = 200
"""Rows that are painted between two looks at whether the picture is still wanted."""


@dataclass(frozen=True, eq=False)
class Kept:
    """A picture with its pixels.

    Parameters
    ----------
    scene : Scene
    view : View
    picture : Composed
    ground : QImage
        What scrolls, wider than the view by its reach on both sides; of a plane also higher.
    chrome : QImage
        What does not.
    ratio : float
        Pixels of the screen a device-independent one.
    fast : bool
        Whether it was painted for motion: without smooth edges.
    """

    scene: Scene
    view: View
    picture: Composed
    ground: QImage
    chrome: QImage
    ratio: float
    fast: bool

    @property
    def frame(self) -> Frame:
        """Where things are in a picture of bands."""
        frame = self.picture.ground
        assert isinstance(frame, Frame)
        return frame

    @property
    def is_whole(self) -> bool:
        """Whether nothing lies beyond its edges."""
        return self.view.reach == 0


def keep(scene: Scene, view: View, ratio: float, fast: bool, halt: Callable[[], None]) -> Kept:
    """Return the picture of a scene, painted; `halt` is called often and may raise to give it up."""
    halt()
    picture = compose(scene, view)
    halt()
    drawing = picture.drawing
    reach = view.reach, 0.0 if view.kind == "layered" else view.reach
    wide, tall = drawing.width + 2 * reach[0], drawing.height + 2 * reach[1]
    ground = _image(wide, tall, ratio, QImage.Format.Format_RGB32)
    ground.fill(QColor.fromRgba(drawing.background))
    chrome = _image(drawing.width, drawing.height, ratio, QImage.Format.Format_RGB32)
    chrome.fill(QColor.fromRgba(drawing.background))
    scrolling = [layer if fast else whole_words(layer, picture) for layer in drawing.layers if layer.scrolls]
    _paint(ground, scrolling, reach, (drawing.width, drawing.height), fast, halt)
    fixed = [layer for layer in drawing.layers if not layer.scrolls and layer.name != "lens"]
    _paint(chrome, fixed, (0.0, 0.0), (drawing.width, drawing.height), False, halt)
    return Kept(scene, view, picture, ground, chrome, ratio, fast)


def whole_words(layer: Layer, picture: Composed) -> Layer:
    """Return a layer without the words that an edge of the view cuts, as an export leaves them out."""
    ground = picture.ground
    if isinstance(ground, Plane):
        x, y, wide, tall = ground.window
        edges = [(0, x), (0, x + wide), (1, y), (1, y + tall)]
    elif isinstance(ground, Frame):
        edges = [(0, ground.left - 6), (0, ground.left + ground.room + 6)]
    items = tuple(_uncut(item, edges) if isinstance(item, Words) else item for item in layer.items)
    return replace(layer, items=items)


def _uncut(item: Words, edges: list[tuple[int, float]]) -> Words:
    box = boxes_of(item)
    cut = np.zeros(len(box), bool)
    for axis, edge in edges:
        cut |= (box[:, axis] < edge) & (box[:, axis + 2] > edge)
    return replace(item, **{each.name: getattr(item, each.name)[~cut] for each in fields(item)})


def _image(width: float, height: float, ratio: float, form: QImage.Format) -> QImage:
    image = QImage(max(1, round(width * ratio)), max(1, round(height * ratio)), form)
    image.setDevicePixelRatio(ratio)
    return image


def _paint(
    image: QImage,
    layers: list[Layer],
    reach: tuple[float, float],
    size: tuple[int, int],
    fast: bool,
    halt: Callable[[], None],
) -> None:
    painter = QPainter(image)
    try:
        painter.translate(*reach)
        whole = QRectF(-reach[0], -reach[1], size[0] + 2 * reach[0], size[1] + 2 * reach[1])
        for layer in layers:
            for item in layer.items:
                for piece in pieces(item):
                    halt()
                    paint_layer(painter, replace(layer, items=(piece,)), whole, fast=fast)
    finally:
        painter.end()


def pieces(item: Primitive) -> Iterator[Primitive]:
    """Return a primitive in pieces of few rows, in order."""
    if isinstance(item, Cells):
        yield item
        return
    columns = {each.name: getattr(item, each.name) for each in fields(item)}
    count = len(next(iter(columns.values())))
    if isinstance(item, Curves) and count > CROWD:
        columns["width"] = thinner(item.width)
    if isinstance(item, Lines) and count > CROWD:
        columns["width"] = hairlines(item.width)
    for start in range(0, count, PIECE):
        yield replace(item, **{name: values[start : start + PIECE] for name, values in columns.items()})


def show(
    painter: QPainter,
    kept: Kept,
    move: Shift,
    veil: QColor | None = None,
    under: Callable[[], None] | None = None,
) -> None:
    """Paint a kept picture where it lies under the view of now.

    Parameters
    ----------
    painter : QPainter
    kept : Kept
    move : Shift
    veil : QColor or None
        Painted over what scrolls.
    under : callable or None
        Paints what is seen where the picture does not reach; else that stays empty.
    """
    now = move.now
    left, right, tall = now.left - 6, now.left + now.room + 6, float(now.view.height)
    middle = QRectF(left, HEADER, right - left, tall - HEADER)
    still = move.is_still and kept.view.height == now.view.height
    if not still:
        painter.fillRect(middle, QColor.fromRgba(kept.picture.drawing.background))
        if under is not None:
            under()
    strips = [Strip(HEADER, float(kept.view.height), 1.0, 0.0)] if still else move.strips()
    for strip in strips:
        _show_strip(painter, kept, strip, left, right)
    if veil is not None:
        painter.fillRect(middle, veil)
    for place in _fixed(kept, now):
        scale = kept.ratio
        source = QRectF(place.x() * scale, place.y() * scale, place.width() * scale, place.height() * scale)
        painter.drawImage(place, kept.chrome, source)


def _fixed(kept: Kept, now: Frame) -> list[QRectF]:
    """Return the parts of the picture that do not scroll: header, gutter, right margin, overview."""
    wide, tall = float(now.view.width), float(now.view.height)
    left, right = now.left - 6, now.left + now.room + 6
    below = tall - HEADER
    parts = [
        QRectF(0, 0, wide, HEADER),
        QRectF(0, HEADER, left, below),
        QRectF(right, HEADER, wide - right, below),
    ]
    ruler = kept.frame.places.get("ruler")
    return parts + ([QRectF(left, ruler[0] - 3, right - left, tall - ruler[0] + 3)] if ruler else [])


def _show_strip(painter: QPainter, kept: Kept, strip: Strip, left: float, right: float) -> None:
    ratio, reach, scale = kept.ratio, kept.view.reach, strip.scale
    offset = round(strip.offset * ratio) / ratio if abs(scale - 1) < 1e-6 else strip.offset
    start = max((left - offset) / scale, -reach)
    stop = min((right - offset) / scale, kept.view.width + reach)
    if stop <= start:
        return
    tall = strip.bottom - strip.top
    target = QRectF(scale * start + offset, strip.top, scale * (stop - start), tall)
    source = QRectF((start + reach) * ratio, strip.top * ratio, (stop - start) * ratio, tall * ratio)
    painter.drawImage(target, kept.ground, source)


def lens_of(kept: Kept, now: Frame) -> tuple[Boxes, ...]:
    """Return the window on the overview for the view of now; none where there is no overview."""
    place = kept.frame.places.get("ruler")
    return tuple(lens(now, theme(now.view.theme), place)) if place else ()
