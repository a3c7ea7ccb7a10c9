"""The picture of the layered view: bands of switches over their hosts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.cables import draw_cables
from ibviz.drawing.composed import Composed
from ibviz.drawing.easel import Easel
from ibviz.drawing.finish import finished, say_empty, sized
from ibviz.drawing.focus import draw_focus
from ibviz.drawing.folds import draw_folds
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.header import draw_header
from ibviz.drawing.hit import Hit
from ibviz.drawing.lasting import frame_of, keep
from ibviz.drawing.layered.finding import find
from ibviz.drawing.layered.tracing import trace
from ibviz.drawing.margins import draw_gutter, draw_ruler, draw_strips
from ibviz.drawing.noteworthy import noteworthy
from ibviz.drawing.places import Places
from ibviz.drawing.scene import Scene
from ibviz.drawing.switches import draw_switches
from ibviz.drawing.tiles import draw_hosts
from ibviz.drawing.trace import Trace
from ibviz.drawing.view import View

CLOSE = 3
"""Columns that a close view shows."""

ROOMY = 132.0
"""Pixels of a column in which a switch has its ports and name, and a tile its words: no need to go closer."""


@dataclass(frozen=True, eq=False)
class Picture(Composed):
    """A picture of the layered view; attributes as in `Composed`.

    Parameters
    ----------
    places : Places
    """

    places: Places

    @property
    def ground(self) -> Frame:
        """Where its bands and tiles lie."""
        return self.places.frame

    def find(self, x: float, y: float) -> Hit:
        """Return what is under a point, topmost first."""
        return find(self, x, y)

    def trace(self, nodes: Ints, cables: Ints) -> Trace:
        """Return where some nodes and cables are; what is out of its reach is left out."""
        return trace(self, nodes, cables)


TILE, TALLEST = 22.0, 0.42
"""Height of a tile with its words, pixels, and the share of the picture up to which a column of them is as wide as it."""

HALFWAY = 40.0
"""Pixels of a column from which a mid view is halfway between the whole and a close view; else words need fewer."""


def compose(scene: Scene, view: View) -> Picture:
    """Return the picture of a scene."""
    frame = frame_of(scene, sized(view))
    easel, places = Easel(frame), Places(frame)
    if len(scene.nodes):
        easel.still("strips", draw_strips)
        draw_cables(easel, places)
        draw_hosts(easel, places)
        draw_switches(easel, places)
        draw_folds(easel)
        draw_focus(easel, places)
        easel.still("gutter", draw_gutter)
        draw_ruler(easel)
    else:
        say_empty(easel)
    draw_header(easel)
    keep(frame)
    return Picture(finished(easel), easel.bundles, easel.cables, places)


def fit(scene: Scene, view: View, zoom: str = "fit", focus: int = -1) -> View:
    """Return a view that shows the whole (``fit``), some pods (``mid``) or some leaves (``close``).

    Where whole columns have room for ports and names, all views show all of them; else a close one cuts none.

    Parameters
    ----------
    scene : Scene
    view : View
        What is kept: size, theme, overlay.
    zoom : str
        ``fit``, ``mid`` or ``close``.
    focus : int
        Row of a node to put in the middle; -1 for the part that needs attention most.
    """
    room, width = max(40.0, view.width - GUTTER - MARGIN), scene.bands.width
    crowded = scene.tiles.most * TILE > TALLEST * view.height
    columns = width if room / width >= ROOMY and not crowded else _columns(room / width, width, zoom)
    columns = min(columns, width)
    level = width / columns
    whole = round(columns) if zoom != "fit" and level > 1 and columns == round(columns) else 0
    return replace(view, zoom=level, center=_center(scene, view, level, focus, whole), focus=focus)


def _columns(unit: float, width: float, zoom: str) -> float:
    """Return how many columns are in view, given the pixels of one where all are."""
    if zoom == "fit":
        return width
    if zoom == "close":
        return CLOSE
    if unit < HALFWAY:
        return width * unit / (14.0 if unit < 7 else 60.0)
    return round(float(np.sqrt(width * CLOSE)))


def _center(scene: Scene, view: View, zoom: float, focus: int, columns: int) -> float:
    """Return the middle of the view: the node looked for, a leaf at something dead, at the hottest, or in the middle.

    Where a number of columns fills the view, the middle is moved so that none is cut.
    """
    node = focus if focus >= 0 else noteworthy(scene, view)
    width = scene.bands.width
    x = float(scene.bands.x[node]) if node >= 0 else width / 2
    if node >= 0 and scene.band[node] == 0 and scene.bands.column[node] >= 0:
        x = float(scene.bands.column[node]) + 0.5
    if not np.isfinite(x):
        x = width / 2
    if columns:
        left = round(x - columns / 2)
        x = min(max(left, 0), int(width) - columns) + columns / 2
    half = 0.5 / zoom
    return float(np.clip(x / width, half, 1 - half))
