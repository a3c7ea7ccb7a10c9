"""A Drawing: primitives in pixels, in layers; canvas and exporters paint the same one.

Coordinates are device-independent pixels from the top left corner; colours are 0xAARRGGBB.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bytes, Floats, Ints, Texts, Words32

Pixels = NDArray[np.uint32]


class Dash(IntEnum):
    """How a line is broken."""

    SOLID = 0
    DASHED = 1
    DOTTED = 2


class Shape(IntEnum):
    """A mark that does not depend on colour."""

    CROSS = 0
    RING_CROSS = 1
    TRIANGLE = 2
    DIAMOND = 3
    RING = 4


@dataclass(frozen=True, eq=False)
class Lines:
    """Straight lines.

    Attributes
    ----------
    xy : (n, 4) float64, pixels
        x1, y1, x2, y2.
    color : (n,) uint32
    width : (n,) float64, pixels
    dash : (n,) uint8
        A `Dash`.
    row : (n,) int64
        Row of the cable that it stands for; -1 for none, -2 and below for a bundle of cables.
    """

    xy: Floats
    color: Words32
    width: Floats
    dash: Bytes
    row: Ints


@dataclass(frozen=True, eq=False)
class Curves:
    """Cubic Bézier curves, each a cable or a bundle of cables; attributes as in `Lines`.

    Attributes
    ----------
    xy : (n, 8) float64, pixels
        Four points.
    """

    xy: Floats
    color: Words32
    width: Floats
    dash: Bytes
    row: Ints


@dataclass(frozen=True, eq=False)
class Boxes:
    """Rectangles, filled and bordered; the border lies inside.

    Attributes
    ----------
    xywh : (n, 4) float64, pixels
    fill, border : (n,) uint32
        Alpha 0 for none.
    border_width, radius : (n,) float64, pixels
    dash : (n,) uint8
    row : (n,) int64
        Row of the node that it stands for; -1 for none.
    """

    xywh: Floats
    fill: Words32
    border: Words32
    border_width: Floats
    radius: Floats
    dash: Bytes
    row: Ints


@dataclass(frozen=True, eq=False)
class Cells:
    """A picture of cells, painted over its rectangle without smoothing.

    Attributes
    ----------
    x, y, w, h : float, pixels
    pixels : (r, c) uint32
    row : (r, c) int64
        Row of the cable or node that each cell shows; -1 for none. Where a cell stands for several, the one
        whose value is shown.
    of : str
        ``cable`` or ``node``.
    """

    x: float
    y: float
    w: float
    h: float
    pixels: Pixels
    row: Ints
    of: str


@dataclass(frozen=True, eq=False)
class Marks:
    """Marks over cables and nodes.

    Attributes
    ----------
    xy : (n, 2) float64, pixels
        Centre.
    size : (n,) float64, pixels
        Diameter.
    shape : (n,) uint8
        A `Shape`.
    color, halo : (n,) uint32
        The halo is drawn under it, alpha 0 for none.
    row : (n,) int64
    """

    xy: Floats
    size: Floats
    shape: Bytes
    color: Words32
    halo: Words32
    row: Ints


@dataclass(frozen=True, eq=False)
class Words:
    """Texts, each in one line.

    Attributes
    ----------
    text : (n,) str
    xy : (n, 2) float64, pixels
        Start of the baseline.
    px : (n,) float64
        Font size in pixels.
    weight : (n,) int64
        400, 500 or 600.
    color, background : (n,) uint32
        The background is what it stands on, for contrast; nothing is painted for it.
    width : (n,) float64, pixels
        Advance width.
    turned : (n,) uint8
        1 where it reads upwards, turned by 90 degrees about its start.
    """

    text: Texts
    xy: Floats
    px: Floats
    weight: Ints
    color: Words32
    background: Words32
    width: Floats
    turned: Bytes


Primitive = Lines | Curves | Boxes | Cells | Marks | Words


@dataclass(frozen=True, eq=False)
class Layer:
    """Primitives that are painted together, in order.

    Parameters
    ----------
    name : str
    scrolls : bool
        Whether it moves with the view (a canvas then keeps its picture).
    clip : (x, y, w, h) or None
        Nothing is painted outside.
    items : tuple of primitives
    """

    name: str
    scrolls: bool
    clip: tuple[float, float, float, float] | None
    items: tuple[Primitive, ...]


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture: its size in pixels at scale 1, its ground, its layers from back to front.

    Parameters
    ----------
    width, height : int
    background : int
        Colour of the ground.
    layers : tuple of Layer
    title : str
        What it shows, for the file's metadata.
    cables, nodes : mapping of str to int
        How many cables are ``single``, ``bundled``, ``cell``, ``hidden``, and nodes ``single``, ``cell``,
        ``folded``, ``hidden``; each is in exactly one. Placeholders are drawn, but in no count of nodes.
    """

    width: int
    height: int
    background: int
    layers: tuple[Layer, ...]
    title: str
    cables: Mapping[str, int]
    nodes: Mapping[str, int]

    def primitives(self) -> Mapping[str, int]:
        """Return how many lines, curves, boxes, cells and marks there are."""
        counts = dict.fromkeys(("lines", "curves", "boxes", "cells", "marks"), 0)
        for item in (item for layer in self.layers for item in layer.items):
            name = type(item).__name__.lower()
            if name in counts:
                counts[name] += item.row.size if isinstance(item, Cells) else len(_first(item))
        return counts


def _first(item: Primitive) -> NDArray[Any]:
    return item.row if not isinstance(item, Words) else item.text
