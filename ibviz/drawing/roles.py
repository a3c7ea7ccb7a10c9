"""Marks of congestion roles, told by shape: diamonds and thick lines, chevrons along the flow, rings and dots."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.carpet import thinned
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.ink import CLEAR, curves, lines, marks, middles
from ibviz.drawing.ramps import with_alpha

VICTIM, TREE, ROOT = range(3)

THICK, DIAMOND, RING, WING = 3.4, 12.0, 8.0, 4.5
"""Width of the line of a root, sizes of the marks, pixels."""

CHEVRONS = ((24, (0.25, 0.45, 0.65)), (160, (0.4,)))
"""Cables of trees in view up to which each has chevrons at so many places; more have none."""

RINGS = 160
"""Cables of victims in view up to which each has its ring."""


DIAMONDS = 60
"""Roots in view up to which each is a thick line with a diamond."""


def kinds_of(board: Board, cable: Ints) -> Ints:
    """Return the role of each cable, -1 for none or where the overlay is of something else."""
    if not board.overlay.ranked:
        return np.full(len(cable), -1)
    value = board.overlay.value[cable]
    kind: Ints = np.where(np.isnan(value), -1, np.nan_to_num(value) * len(board.overlay.labels)).astype(
        np.int64
    )
    return kind


def dotted(board: Board, cable: Ints) -> Bools:
    """Tell which cables are dotted, as only victims cross them."""
    found: Bools = kinds_of(board, cable) == VICTIM
    return found


def mark_roles(board: Board, xy: Floats, cable: Ints, start: Ints) -> None:
    """Mark the roles of cables that are curves.

    Parameters
    ----------
    board : Board
    xy : (n, 8) float64, pixels
    cable : (n,) int64
    start : (n,) int64
        Which end of each cable its curve begins at.
    """
    kind = kinds_of(board, cable)
    if not (kind >= 0).any():
        return
    _draw_chevrons(board, xy, cable, start, kind == TREE)
    victims = np.flatnonzero(kind == VICTIM)
    theme = board.theme
    if len(victims) <= RINGS:
        middle = middles(xy[victims])
        kept = thinned(middle, RING)
        board.add(
            "marks", marks(middle[kept], Shape.RING, RING, theme.victim, theme.canvas, cable[victims[kept]])
        )
    roots = kind == ROOT
    if roots.sum() > DIAMONDS:
        board.add("hot", curves(xy[roots], with_alpha(theme.root, 190), 1.6, Dash.SOLID, cable[roots]))
        return
    board.add("hot", curves(xy[roots], theme.canvas, THICK + 3, Dash.SOLID))
    board.add("hot", curves(xy[roots], theme.root, THICK, Dash.SOLID, cable[roots]))
    mark_roots(board, middles(xy[roots]), cable[roots])


def mark_roots(board: Board, xy: Floats, cable: Ints) -> None:
    """Put a diamond at each root, one for each crowd of them; none where roots are the rule."""
    if len(cable) > DIAMONDS:
        return
    kept = thinned(xy, DIAMOND)
    halo = with_alpha(board.theme.canvas, 230).item()
    board.add("marks", marks(xy[kept], Shape.DIAMOND, DIAMOND, board.theme.root, halo, cable[kept]))


def roots_of(board: Board, cable: Ints) -> Bools:
    """Tell which cables are roots."""
    found: Bools = kinds_of(board, cable) == ROOT
    return found


def mark_cells(board: Board, xy: Floats, cable: Ints) -> None:
    """Put a diamond at the cells (n, 2) of those cables that are roots."""
    if len(xy):
        mark_roots(board, xy, cable[roots_of(board, cable)])


def _draw_chevrons(board: Board, xy: Floats, cable: Ints, start: Ints, tree: Bools) -> None:
    """Draw chevrons along the blocked direction of each cable of a tree, along both where both are."""
    places = next((places for most, places in CHEVRONS if tree.sum() <= most), ())
    both = board.overlay.both
    assert both is not None
    for side in (0, 1):
        stands = np.nan_to_num(both[cable, side]) * len(board.overlay.labels) > TREE
        own = np.flatnonzero(tree & stands)
        for place in places:
            at = np.where(start[own] == side, place, 1 - place)
            xy_own = xy[own]
            _chevrons(board, *_point(xy_own, at, np.where(start[own] == side, 1.0, -1.0)))


def _point(xy: Floats, at: Floats, way: Floats) -> tuple[Floats, Floats]:
    """Return points of curves at shares of their length, and unit vectors of the way there, (n, 2) each."""
    p, t = xy.reshape(-1, 4, 2), at[:, None]
    point = (1 - t) ** 3 * p[:, 0] + 3 * (1 - t) ** 2 * t * p[:, 1] + 3 * (1 - t) * t**2 * p[:, 2]
    point = point + t**3 * p[:, 3]
    along = (1 - t) ** 2 * (p[:, 1] - p[:, 0]) + 2 * (1 - t) * t * (p[:, 2] - p[:, 1])
    along = (along + t**2 * (p[:, 3] - p[:, 2])) * way[:, None]
    return point, along / np.maximum(np.hypot(*along.T), 1e-9)[:, None]


def _chevrons(board: Board, tip: Floats, along: Floats) -> None:
    """Draw two wings behind each tip, over the colour of the canvas."""
    across = np.column_stack([-along[:, 1], along[:, 0]])
    back = tip - along * WING
    wings = [np.column_stack([back + side * across * WING, tip]) for side in (1.0, -1.0)]
    both = np.concatenate(wings) if len(tip) else np.empty((0, 4))
    board.add("marks", lines(both, with_alpha(board.theme.canvas, 230).item(), 4.4))
    board.add("marks", lines(both, board.theme.contrib, 2.0))


def draw_legend_marks(board: Board, left: float, wide: float, y: float) -> None:
    """Draw the mark of each role before its stretch of the legend."""
    theme, pitch = board.theme, wide / len(board.overlay.labels)
    x = [left + (kind + 0.5) * pitch for kind in range(len(board.overlay.labels))]
    board.add("chrome", marks([[x[VICTIM], y]], Shape.RING, RING, theme.victim, theme.canvas))
    board.add("chrome", marks([[x[ROOT], y]], Shape.DIAMOND, DIAMOND - 2, theme.root, CLEAR))
    tip = np.array([[x[TREE] - 3.0, y], [x[TREE] + 5.0, y]])
    back = tip - np.array([WING, 0.0])
    aside = np.array([0.0, WING])
    wings = [np.column_stack([back + side * aside, tip]) for side in (1.0, -1.0)]
    board.add("chrome", lines(np.concatenate(wings), theme.contrib, 2.0))
