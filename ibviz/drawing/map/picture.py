"""The picture of the map."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.board import Board
from ibviz.drawing.composed import Composed, Rect
from ibviz.drawing.drawing import Primitive
from ibviz.drawing.finish import finished, say_empty, sized
from ibviz.drawing.ground import Ground
from ibviz.drawing.header import draw_header
from ibviz.drawing.hit import Hit
from ibviz.drawing.ink import CLEAR, boxes
from ibviz.drawing.map.cables import draw_cables
from ibviz.drawing.map.finding import find
from ibviz.drawing.map.ground import GRID_FROM, MapGround
from ibviz.drawing.map.nodes import draw_nodes
from ibviz.drawing.map.overview import draw_overview, inset, keep_clear, lens, off
from ibviz.drawing.map.places import places
from ibviz.drawing.map.span import extent
from ibviz.drawing.map.strands import blocks_of, name_blocks
from ibviz.drawing.map.tracing import trace
from ibviz.drawing.noteworthy import noteworthy
from ibviz.drawing.plane import AIR, fitting
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import theme
from ibviz.drawing.trace import Trace
from ibviz.drawing.view import View

GRID = 24.0
"""Distance of the dots on the ground, units."""

MID, CLOSE = 0.5, 1.0
"""Zoom at which there are names, and ports."""

NEARER = {"mid": 1.5, "close": 2.25}
"""How many times nearer than the whole they are at least."""

LARGEST = 1.5
"""Zoom at fit at most: few nodes are large, yet not a poster."""


@dataclass(frozen=True, eq=False)
class MapPicture(Composed):
    """A picture of the map; attributes as in `Composed`.

    Parameters
    ----------
    plane : MapGround
    """

    plane: MapGround

    @property
    def ground(self) -> MapGround:
        """Where its boxes lie."""
        return self.plane

    @property
    def fixed(self) -> tuple[Rect, ...]:
        """The header, and the card of the overview."""
        card = inset(self.plane)
        return super().fixed + ((card,) if card is not None else ())

    def lens(self, now: Ground) -> tuple[Primitive, ...]:
        """Return the frame, on the overview of this picture, round what is in view now."""
        card = inset(self.plane)
        if card is None or not isinstance(now, MapGround):
            return ()
        return tuple(lens(now, theme(now.view.theme), card))

    def overview_at(self, x: float, y: float) -> tuple[float, float] | None:
        """Return which point of the plane a pixel of the overview shows; None off it."""
        card = inset(self.plane)
        if card is None or not (0 <= x - card[0] <= card[2] and 0 <= y - card[1] <= card[3]):
            return None
        return off(self.plane, card, x, y)

    def find(self, x: float, y: float) -> Hit:
        """Return what is under a point, topmost first."""
        return find(self, x, y)

    def trace(self, nodes: Ints, cables: Ints) -> Trace:
        """Return where some nodes and cables are; what is out of its reach is left out."""
        return trace(self, nodes, cables)


def compose(scene: Scene, view: View) -> MapPicture:
    """Return the picture of a scene."""
    ground = MapGround(scene, sized(view))
    board = Board(ground)
    if len(scene.nodes):
        keep_clear(board, ground)
        _draw_grid(board, ground)
        draw_cables(board, ground)
        draw_nodes(board, ground)
        if (found := blocks_of(ground)) is not None:
            name_blocks(board, ground, found)
        _draw_focus(board, ground)
        draw_overview(board, ground)
    else:
        say_empty(board)
    draw_header(board)
    return MapPicture(finished(board), board.bundles, board.cables, ground)


def _draw_grid(board: Board, ground: MapGround) -> None:
    """Draw dots on the ground, which nodes snap to."""
    if ground.scale < GRID_FROM:
        return
    x, y, wide, tall = ground.clip
    low, high = ground.back(x, y), ground.back(x + wide, y + tall)
    across, down = (np.arange(np.ceil(a / GRID), b / GRID) * GRID for a, b in zip(low, high, strict=True))
    spots = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    corner = np.floor(ground.at(spots))
    dots = np.column_stack([corner, np.ones_like(corner)])
    board.add("ground", boxes(dots, with_alpha(board.theme.line2, 128)))


def _draw_focus(board: Board, ground: MapGround) -> None:
    """Outline the node that the view looks for: 4 pixels outside, over a halo."""
    node = ground.view.focus
    if node not in ground.scene.nodes:
        return
    away = 4.0 if ground.scale > 0.2 else 3.0
    box = ground.boxes(np.array([node]))
    around = box[ground.seen(box)] + np.array([-away, -away, 2 * away, 2 * away])
    halo = with_alpha(board.theme.canvas, 200)
    board.add("marks", boxes(around, CLEAR, halo, 5.0, 6.0), boxes(around, CLEAR, board.theme.acc, 1.8, 6.0))


def fit(scene: Scene, view: View, zoom: str = "fit", focus: int = -1) -> View:
    """Return a view that shows the whole (``fit``), names (``mid``) or ports (``close``) around a node."""
    whole, x, y = fitting(extent(scene), view, LARGEST)
    if zoom == "fit":
        return replace(view, zoom=whole, center=x, center_y=y, focus=focus)
    near = max(whole * NEARER[zoom], {"mid": MID, "close": CLOSE}[zoom])
    node = focus if focus >= 0 else noteworthy(scene, view)
    spot = places(scene)[node] if node >= 0 else np.array([np.nan, np.nan])
    at = (x, y) if np.isnan(spot).any() else (float(spot[0]), float(spot[1]))
    seen = replace(view, zoom=near, focus=focus)
    return kept_inside(scene, replace(seen, center=at[0], center_y=at[1]))


def kept_inside(scene: Scene, view: View) -> View:
    """Return a view moved so that it shows no more beyond the ends of the map than some air."""
    ground = MapGround(scene, view)
    _, _, wide, tall = ground.window
    left, top, right, bottom = extent(scene)
    middle = []
    for place, low, high, size in ((view.center, left, right, wide), (view.center_y, top, bottom, tall)):
        half = (size / 2 - AIR) / view.zoom
        ends = (low + half, high - half)
        middle.append(min(max(place, ends[0]), ends[1]) if ends[0] < ends[1] else (low + high) / 2)
    return replace(view, center=middle[0], center_y=middle[1])
