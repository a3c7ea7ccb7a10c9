"""Where to look at a matrix: all of it, a part, or a few cells close up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.frame import HEADER
from ibviz.drawing.matrix.axis import CELL
from ibviz.drawing.matrix.entries import split
from ibviz.drawing.matrix.ground import CAPTION, EDGE, Matrix
from ibviz.drawing.matrix.sheet import Sheet
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

NEAR, NEAREST = 48.0, 144.0
"""Width of a cable's part of a cell close up, and of a cell at most, pixels."""

AIR = 24.0
"""What stays free at the right and below, pixels."""

GAPPED = 4.0
"""Side of a cell from which there are gaps between cells at fit, pixels."""

FAIREST = 72.0
"""Side of a cell at fit at most, pixels: a small matrix is large, yet not a poster."""

NEARER = 1.5
"""How many times nearer than the whole the next zoom is at least."""

TRIES = 20
"""How often the room for heads is reckoned anew for another zoom."""


def fit(scene: Scene, view: View, zoom: str = "fit", focus: int = -1) -> View:
    """Return a view of a matrix: all of it, cells at 100 %, or cells that bear figures; each nearer than the last.

    Parameters
    ----------
    scene : Scene
    view : View
        What is kept: size, theme, overlay, pair.
    zoom : str
        ``fit``, ``mid`` or ``close``.
    focus : int
        Row of a node to put in the middle; -1 for the part that needs attention most.
    """
    view = replace(view, focus=focus, held=())
    made = Matrix(scene, view).sheet
    if made is None:
        return replace(view, zoom=1.0, center=0.0, center_y=0.0)
    whole = _whole(scene, view, made)
    if zoom == "fit":
        return whole
    mid = max(NEARER * whole.zoom, 1.0)
    scale = mid if zoom == "mid" else max(_near(made) / CELL, NEARER * mid)
    near = Matrix(scene, replace(whole, zoom=scale))
    return _centered(near, made, _spot(scene, view, made, focus))


def _near(made: Sheet) -> float:
    """Return the side of a cell whose parts have room for figures, pixels."""
    across, _ = split(made.entries.slots)
    return min(NEAR * float(np.median(across)), NEAREST)


def _whole(scene: Scene, view: View, made: Sheet) -> View:
    """Return the view of all of it, heads included: their room depends on the zoom, and that on their room."""
    left, top, right, bottom = made.extent

    def allowed(scale: float) -> float:
        wide, tall = _room(Matrix(scene, replace(view, zoom=scale)))
        return min(most_at_fit, _even(min(wide / (right - left), tall / (bottom - top))))

    most_at_fit = FAIREST / CELL
    scale = max(_settled(allowed, start) for start in (most_at_fit, 1.0))
    return _placed(Matrix(scene, replace(view, zoom=scale)), (left + right) / 2, (top + bottom) / 2)


def _settled(allowed: Callable[[float], float], scale: float) -> float:
    """Return a scale that its own room allows, found from one that may be too large; that one if it is none."""
    most = allowed(scale)
    for _ in range(TRIES):
        if most >= scale:
            break
        scale, most = most, allowed(most)
    return most if allowed(most) >= most else scale


def _even(scale: float) -> float:
    """Return a scale somewhat smaller, so that cells with gaps between them are whole pixels."""
    cell = CELL * scale
    return float(np.floor(cell)) / CELL if cell >= GAPPED else scale


def _room(ground: Matrix) -> tuple[float, float]:
    """Return the room for cells beside the heads, pixels."""
    view = ground.view
    wide = view.width - EDGE - AIR - ground.heads[0]
    return max(wide, 40.0), max(view.height - HEADER - CAPTION - AIR - _above(ground), 40.0)


def _above(ground: Matrix) -> float:
    return ground.heads[1] + ground.named_blocks


def _placed(ground: Matrix, x: float, y: float) -> View:
    """Return the view with a point of the plane in the middle of the room beside the heads."""
    view = ground.view
    wide, tall = _room(ground)
    spot = EDGE + ground.heads[0] + wide / 2, HEADER + CAPTION + _above(ground) + tall / 2
    center = x + (ground.middle[0] - spot[0]) / ground.scale
    return replace(view, center=center, center_y=y + (ground.middle[1] - spot[1]) / ground.scale)


def _centered(ground: Matrix, made: Sheet, spot: tuple[float, float]) -> View:
    """Return the view with a spot in the middle, moved so that nothing beyond the cells takes room."""
    extent, half = made.extent, [room / 2 / ground.scale for room in _room(ground)]
    kept = [
        (low + high) / 2 if high - low <= 2 * reach else float(np.clip(at, low + reach, high - reach))
        for at, low, high, reach in zip(spot, extent[:2], extent[2:], half, strict=True)
    ]
    return _placed(ground, kept[0], kept[1])


def _spot(scene: Scene, view: View, made: Sheet, focus: int) -> tuple[float, float]:
    """Return the middle of a switch's first cells, or of the cell that needs attention most."""
    rows, columns = made.places_of(focus)
    box = made.blocks.box
    if len(rows):
        return float(box[made.rows.block[rows[0]], 0]), float(made.rows.place[rows[0]]) + CELL / 2
    if len(columns):
        return float(made.columns.place[columns[0]]) + CELL / 2, float(box[made.columns.block[columns[0]], 1])
    entry = made.boxes[noteworthy(scene, view, made)]
    return float(entry[0] + entry[2] / 2), float(entry[1] + entry[3] / 2)


def noteworthy(scene: Scene, view: View, made: Sheet) -> int:
    """Return the entry worth looking at: the first that is down, else the strongest, else the first missing, else 0."""
    cable = made.entries.cable
    overlay = scene.overlay(view.overlay)
    strength: Floats = np.nan_to_num(overlay.strength(np.append(overlay.value, np.nan)[cable]), nan=-1.0)
    dead: Ints = np.flatnonzero(scene.is_failed(cable))
    if len(dead):
        return int(dead[0])
    if overlay.is_measure and strength.max() > 0:
        return int(np.argmax(strength))
    return int(np.argmin(cable >= 0))
