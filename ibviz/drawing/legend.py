"""The legend: what the colours say, with a histogram of the fabric's own values and two handles for the range."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Cells, Dash, Shape
from ibviz.drawing.ink import boxes, lines, marks
from ibviz.drawing.lettering import LEFT, MIDDLE, RIGHT
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.ramps import STEPS, steps
from ibviz.drawing.roles import draw_legend_marks
from ibviz.drawing.scene import Scene
from ibviz.drawing.stretch import MARGIN
from ibviz.drawing.view import View
from ibviz.drawing.widths import advance

RAMP, TALL, HISTOGRAM = 176.0, 8.0, 14.0
"""Width and height of the ramp, height of the histogram above it, pixels."""

BARS = 44
"""Bars of the histogram."""

SIGN = 26.0
"""Length of the dashed line that stands for down, pixels."""

GRIP = 9.0
"""How far from a handle it is still meant, pixels."""

LEAST = 0.02
"""How far apart the ends of the range stay."""


@dataclass(frozen=True)
class Spot:
    """What of the legend is at a point.

    Parameters
    ----------
    part : str
        ``low`` or ``high`` for a handle, ``color`` for a place on the ramp, empty for none.
    value : float
        Value there, 0 to 1.
    """

    part: str = ""
    value: float = 0.0


def has_down(scene: Scene) -> bool:
    """Tell whether the legend has the sign for down."""
    return bool(scene.failed.any() or scene.failed_node.any())


def has_handles(overlay: Overlay) -> bool:
    """Tell whether the overlay has a range that can be set."""
    return overlay.is_measure and not overlay.is_kinds


def ramp_left(scene: Scene, view: View) -> float:
    """Return where the ramp begins, pixels."""
    return _right(scene, view) - RAMP


def _right(scene: Scene, view: View) -> float:
    right = view.width - MARGIN
    return right - (float(advance("Down", 11.0, 500)) + 8 + SIGN + 22 if has_down(scene) else 0.0)


def legend_left(scene: Scene, view: View, *, titled: bool) -> float:
    """Return where the legend begins, pixels."""
    overlay = scene.overlay(view.overlay)
    wide = float(advance(overlay.title, 11.0, 500))
    if not overlay.is_measure:
        return _right(scene, view) - wide
    return ramp_left(scene, view) - (14 + wide if titled else 0.0)


def legend_at(scene: Scene, view: View, x: float, y: float) -> Spot:
    """Return what of the legend is at a point of the picture."""
    overlay, left = scene.overlay(view.overlay), ramp_left(scene, view)
    if not (overlay.is_measure and len(scene.nodes) and 6 <= y <= 40):
        return Spot()
    value = (x - left) / RAMP
    if has_handles(overlay):
        away = {"high": abs(value - view.high) * RAMP, "low": abs(value - view.low) * RAMP}
        part = min(away, key=lambda each: away[each])
        if away[part] <= GRIP:
            return Spot(part, float(np.clip(value, 0, 1)))
    return Spot("color", float(value)) if 0 <= value < 1 else Spot()


def moved_range(overlay: Overlay, view: View, part: str, value: float) -> tuple[float, float]:
    """Return the range after a handle was moved: of opposites both ends move alike.

    Parameters
    ----------
    overlay : Overlay
    view : View
    part : str
        ``low`` or ``high``.
    value : float
        Where the handle is dragged to, 0 to 1.
    """
    value = float(np.clip(value, 0, 1))
    if overlay.is_opposed:
        half = max(abs(value - 0.5), LEAST)
        return 0.5 - half, 0.5 + half
    if part == "low":
        return min(value, view.high - LEAST), view.high
    return view.low, max(value, view.low + LEAST)


def values_range(scene: Scene, view: View) -> tuple[float, float]:
    """Return the range from the least to the greatest value of the cables; the whole one where they are alike."""
    overlay = scene.overlay(view.overlay)
    value = overlay.value[scene.whole.cables]
    value = value[~np.isnan(value)]
    if not has_handles(overlay) or not len(value):
        return 0.0, 1.0
    if overlay.is_opposed:
        half = max(float(np.abs(value - 0.5).max()), LEAST)
        return 0.5 - half, 0.5 + half
    low, high = float(value.min()), float(value.max())
    return (low, high) if high - low >= LEAST else (0.0, 1.0)


def cables_of_color(scene: Scene, view: View, value: float) -> Ints:
    """Return the live cables whose value has the colour at a place of the legend: of a kind, or of a bar."""
    overlay = scene.overlay(view.overlay)
    count = len(overlay.labels) if overlay.is_kinds else BARS
    own = overlay.value[scene.whole.cables]
    known = ~np.isnan(own)
    wanted = min(int(value * count), count - 1)
    found: Ints = scene.whole.cables[known & (steps(own, count) == wanted)]
    return found


def draw_legend(easel: Board, *, titled: bool) -> None:
    """Draw the legend at the right of the header.

    Parameters
    ----------
    titled : bool
        Whether there is room for its title.
    """
    overlay, scene, view = easel.overlay, easel.scene, easel.frame.view
    right = _right(scene, view)
    if has_down(scene):
        _draw_down(easel)
    if not overlay.is_measure:
        _say(easel, overlay.title, right, 26.0)
        return
    left = right - RAMP
    _draw_ramp(easel, left)
    if overlay.ranked:
        draw_legend_marks(easel, left, RAMP, 14.0)
    else:
        _draw_histogram(easel, left)
    said = overlay.title, overlay.low, overlay.middle, overlay.high, overlay.labels, overlay.limit
    name = f"legend {said} {titled} {left} {view.low} {view.high}"
    easel.still(name, lambda own: _draw_words(own, overlay, left, titled))


def _draw_words(easel: Board, overlay: Overlay, left: float, titled: bool) -> None:
    """Draw what of the legend no load changes: its handles, what stands under the ramp, and its title."""
    theme, view = easel.theme, easel.frame.view
    if has_handles(overlay):
        grips = [[left + RAMP * end - 2.5, 21, 5, 14] for end in (view.low, view.high)]
        easel.add("chrome", boxes(grips, theme.t2, theme.canvas, 1.0, 2.0))
    _write_ends(easel, left)
    if titled:
        _say(easel, overlay.title, left - 14, 28.0)


def _write_ends(easel: Board, left: float) -> None:
    """Write what stands under the ramp: ends and middle, the kinds, or first where the handles stand."""
    overlay, view, theme = easel.overlay, easel.frame.view, easel.theme
    for text, x, align, color in [
        *(_handle_words(overlay, view, left, theme.t1) if has_handles(overlay) else ()),
        *((text, x, align, theme.t3) for text, x, align in _marks_of(overlay, left)),
    ]:
        easel.chrome.put([text], x, 41, px=11.0, color=color, background=theme.canvas, align=align)


def _handle_words(
    overlay: Overlay, view: View, left: float, color: int
) -> list[tuple[str, float, float, int]]:
    """Return the values at the handles that do not stand at the ends, each kept within the ramp."""
    said = []
    for value, end in ((view.low, 0.0), (view.high, 1.0)):
        if abs(value - end) > 1e-9:
            text = overlay.words(value)
            half = float(advance(text, 11.0, 400)) / 2
            said.append(
                (text, float(np.clip(left + RAMP * value, left + half, left + RAMP - half)), MIDDLE, color)
            )
    return said


def _marks_of(overlay: Overlay, left: float) -> list[tuple[str, float, float]]:
    """Return what stands under the whole ramp: its ends and middle, or each kind under its stretch."""
    if overlay.is_kinds:
        wide = RAMP / len(overlay.labels)
        return [(label, left + (at + 0.5) * wide, MIDDLE) for at, label in enumerate(overlay.labels)]
    ends = [(overlay.low, left, LEFT), (overlay.high, left + RAMP, RIGHT)]
    return ends + ([(overlay.middle, left + RAMP / 2, MIDDLE)] if overlay.is_opposed else [])


def _say(easel: Board, text: str, right: float, y: float) -> float:
    theme = easel.theme
    easel.chrome.put(
        [text], right, y, px=11.0, weight=500, color=theme.t2, background=theme.canvas, align=RIGHT
    )
    return right - float(advance(text, 11.0, 500))


def _draw_down(easel: Board) -> None:
    theme, y = easel.theme, 28.0
    left = _say(easel, "Down", easel.frame.view.width - MARGIN, y) - 8
    easel.add("chrome", lines([[left - SIGN, y, left, y]], theme.down, 1.8, Dash.DASHED))
    easel.add("chrome", marks([[left - SIGN / 2, y]], Shape.CROSS, 7, theme.down, theme.canvas))


def _axis(easel: Board, values: Floats) -> Floats:
    """Return the shares of the range at values of the legend: kinds have no range."""
    return values if easel.overlay.is_kinds else easel.shares(values)


def _draw_ramp(easel: Board, left: float) -> None:
    """Draw the colours that values have: in the upper half on cables between switches, in the lower on hosts."""
    value = _axis(easel, (np.arange(STEPS) + 0.5) / STEPS)
    ramp = np.stack([easel.cell_colors(value), easel.cell_colors(value, hosts=True)])
    easel.add("chrome", Cells(left, 24.0, RAMP, TALL, ramp, np.full(ramp.shape, -1), "cable"))


def _draw_histogram(easel: Board, left: float) -> None:
    """Draw how many cables have each value, by the logarithm of their number."""
    value = easel.overlay.value[easel.scene.whole.cables]
    value = value[~np.isnan(value)]
    number = np.bincount(steps(value, BARS), minlength=BARS)
    tall = np.log1p(number) / max(float(np.log1p(number.max(initial=1))), 1e-9) * HISTOGRAM
    some = np.flatnonzero(number)
    pitch = RAMP / BARS
    tall = np.maximum(tall[some], 1.0)
    bars = np.column_stack([left + some * pitch, 22 - tall, np.full(len(some), pitch - 1), tall])
    easel.add("chrome", boxes(bars, easel.cell_colors(_axis(easel, (some + 0.5) / BARS))))
