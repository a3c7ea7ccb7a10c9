"""The kept picture: painted once, off the GUI thread, then shown moved and stretched until there is a newer one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from ibviz.drawing.draw import Picture, compose
from ibviz.drawing.drawing import Boxes, Cells, Layer, Primitive
from ibviz.drawing.frame import Frame
from ibviz.drawing.margins import lens
from ibviz.drawing.qpainter import paint_layer
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
    picture : Picture
    ground : QImage
        What scrolls, wider than the view by its reach on both sides.
    chrome : QImage
        What does not, over nothing.
    ratio : float
        Pixels of the screen a device-independent one.
    fast : bool
        Whether it was painted for motion: without smooth edges.
    """

    scene: Scene
    view: View
    picture: Picture
    ground: QImage
    chrome: QImage
    ratio: float
    fast: bool

    @property
    def frame(self) -> Frame:
        """Where things are in it."""
        return self.picture.places.frame


def keep(scene: Scene, view: View, ratio: float, fast: bool, halt: Callable[[], None]) -> Kept:
    """Return the picture of a scene, painted; `halt` is called often and may raise to give it up."""
    halt()
    picture = compose(scene, view)
    halt()
    drawing, reach = picture.drawing, view.reach
    ground = _image(drawing.width + 2 * reach, drawing.height, ratio, QImage.Format.Format_RGB32)
    ground.fill(QColor.fromRgba(drawing.background))
    chrome = _image(drawing.width, drawing.height, ratio, QImage.Format.Format_ARGB32_Premultiplied)
    chrome.fill(0)
    scrolling = [layer for layer in drawing.layers if layer.scrolls]
    _paint(ground, scrolling, reach, (drawing.width, drawing.height), fast, halt)
    fixed = [layer for layer in drawing.layers if not layer.scrolls and layer.name != "lens"]
    _paint(chrome, fixed, 0.0, (drawing.width, drawing.height), False, halt)
    return Kept(scene, view, picture, ground, chrome, ratio, fast)


def _image(width: float, height: float, ratio: float, form: QImage.Format) -> QImage:
    image = QImage(max(1, round(width * ratio)), max(1, round(height * ratio)), form)
    image.setDevicePixelRatio(ratio)
    return image


def _paint(
    image: QImage,
    layers: list[Layer],
    reach: float,
    size: tuple[int, int],
    fast: bool,
    halt: Callable[[], None],
) -> None:
    painter = QPainter(image)
    try:
        painter.translate(reach, 0)
        whole = QRectF(-reach, 0, size[0] + 2 * reach, size[1])
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
    for start in range(0, count, PIECE):
        yield replace(item, **{name: values[start : start + PIECE] for name, values in columns.items()})


def show(painter: QPainter, kept: Kept, move: Shift) -> None:
    """Paint a kept picture where it lies under the view of now; what it does not reach stays empty."""
    now = move.now
    left, right = now.left - 6, now.left + now.room + 6
    tall = float(now.view.height)
    painter.fillRect(QRectF(0, 0, now.view.width, tall), QColor.fromRgba(kept.picture.drawing.background))
    painter.setClipRect(QRectF(0, 0, now.view.width, tall))
    if move.is_still:
        strips = [Strip(0.0, float(kept.view.height), 1.0, 0.0)]
    else:
        strips = move.strips()
    for strip in strips:
        _show_strip(painter, kept, strip, left, right)
    painter.drawImage(QRectF(0, 0, kept.view.width, kept.view.height), kept.chrome)


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
