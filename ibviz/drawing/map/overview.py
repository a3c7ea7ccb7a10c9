"""The overview of the map: all of it, small, at the lower right, with a frame round what is in view."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats
from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Boxes, Cells
from ibviz.drawing.ink import CLEAR, boxes
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.places import places
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.theme import Theme

WIDEST, TALLEST = 220.0, 140.0
EDGE, PAD = 16.0, 8.0
"""From the edges of the picture to the card, and from those of the card to what it shows, pixels."""

CLEARANCE = 4.0
"""From the card to words beside it at least, pixels."""

NARROW = 560
"""Width of a picture below which it has no room for an overview, pixels."""

Rect = tuple[float, float, float, float]


def inset(ground: MapGround) -> Rect | None:
    """Return the card of the overview, x, y, width, height; None where all is in view."""
    if ground.shows_all or ground.view.width < NARROW or not len(ground.scene.nodes):
        return None
    left, top, right, bottom = ground.extent
    scale = min((WIDEST - 2 * PAD) / (right - left), (TALLEST - 2 * PAD) / (bottom - top))
    wide = max((right - left) * scale, 24.0) + 2 * PAD
    tall = max((bottom - top) * scale, 16.0) + 2 * PAD
    x, y, view_wide, view_tall = ground.window
    return round(x + view_wide - EDGE - wide), round(y + view_tall - EDGE - tall), round(wide), round(tall)


def keep_clear(board: Board, ground: MapGround) -> None:
    """Write no word where the card would cover or cut it."""
    card = inset(ground)
    if card is not None:
        x, y, wide, tall = card
        board.words.keep_clear(x - CLEARANCE, y - CLEARANCE, x + wide, y + tall + EDGE)


def draw_overview(board: Board, ground: MapGround) -> None:
    """Draw the card, the nodes on it in the colours of their load, and the frame."""
    card = inset(ground)
    if card is None:
        return
    theme = board.theme
    board.add("chrome", boxes([card], theme.panel, theme.line2, 1.0))
    board.add("chrome", _nodes(board, ground, card))
    board.add("lens", *lens(ground, theme, card))


def _nodes(board: Board, ground: MapGround, card: Rect) -> Cells:
    """Return a picture of all nodes, a pixel each or for several."""
    x, y, wide, tall = card[0] + PAD, card[1] + PAD, card[2] - 2 * PAD, card[3] - 2 * PAD
    left, top, right, bottom = ground.extent
    columns, rows = max(1, round(wide / 2)), max(1, round(tall / 2))
    at = places(ground.scene)[ground.scene.nodes]
    known = ~np.isnan(at).any(axis=1)
    across = np.clip((at[known, 0] - left) / (right - left) * columns, 0, columns - 1).astype(np.int64)
    down = np.clip((at[known, 1] - top) / (bottom - top) * rows, 0, rows - 1).astype(np.int64)
    value = board.node_value[ground.scene.nodes[known]]
    where, count = down * columns + across, rows * columns
    number = np.bincount(where, minlength=count)
    told = ~np.isnan(value)
    total = np.bincount(where[told], value[told], count)
    with np.errstate(invalid="ignore"):
        mean: Floats = total / np.bincount(where[told], minlength=count)
    colors = np.where(number > 0, board.cell_colors(mean), np.uint32(CLEAR)).reshape(rows, columns)
    return Cells(x, y, wide, tall, colors, np.full((rows, columns), -1), "node")


def lens(ground: MapGround, theme: Theme, card: Rect) -> list[Boxes]:
    """Return the frame round what is in view, on the overview of a card."""
    box = lens_box(ground, card)
    return [boxes([box], with_alpha(theme.t1, 14), theme.t2, 1.4)]


def lens_box(ground: MapGround, card: Rect) -> Rect:
    """Return what is in view, in pixels of the overview of a card: x, y, width, height."""
    x, y, wide, tall = ground.window
    low, high = ground.back(x, y), ground.back(x + wide, y + tall)
    spots = [onto(ground, card, *low), onto(ground, card, *high)]
    ends = [card[0] + 1, card[1] + 1, card[0] + card[2] - 1, card[1] + card[3] - 1]
    left, right = (min(max(spot[0], ends[0]), ends[2]) for spot in spots)
    top, bottom = (min(max(spot[1], ends[1]), ends[3]) for spot in spots)
    return left, top, max(right - left, 4.0), max(bottom - top, 4.0)


def onto(ground: MapGround, card: Rect, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the plane lies on the overview, pixels."""
    left, top, right, bottom = ground.extent
    return (
        card[0] + PAD + (x - left) / (right - left) * (card[2] - 2 * PAD),
        card[1] + PAD + (y - top) / (bottom - top) * (card[3] - 2 * PAD),
    )


def off(ground: MapGround, card: Rect, x: float, y: float) -> tuple[float, float]:
    """Return which point of the plane a pixel of the overview shows."""
    left, top, right, bottom = ground.extent
    return (
        left + (x - card[0] - PAD) / (card[2] - 2 * PAD) * (right - left),
        top + (y - card[1] - PAD) / (card[3] - 2 * PAD) * (bottom - top),
    )
