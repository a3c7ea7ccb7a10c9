"""The header strip: counts at the left, the legend at the right."""

from __future__ import annotations

import numpy as np

from ibviz.drawing.board import Board
from ibviz.drawing.counts import counts
from ibviz.drawing.drawing import Cells, Dash, Shape
from ibviz.drawing.frame import MARGIN
from ibviz.drawing.ink import boxes, lines, marks
from ibviz.drawing.lettering import MIDDLE, RIGHT
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.ramps import STEPS, steps
from ibviz.drawing.widths import advance, elide_middle

RAMP, TALL, HISTOGRAM = 176.0, 8.0, 14.0
"""Width and height of the ramp, height of the histogram above it, pixels."""

NARROW = 620
"""Width of the picture below which the legend goes without its title, pixels."""

BARS = 44
"""Bars of the histogram."""

START = 12.0


def draw_header(easel: Board) -> None:
    """Draw title, counts, badges and legend."""
    some = bool(len(easel.scene.nodes))
    right = draw_legend(easel) if some else easel.frame.view.width - MARGIN
    _draw_title(easel, right)
    if some:
        _draw_counts(easel, right)


def _draw_title(easel: Board, right: float) -> None:
    theme, scene = easel.theme, easel.scene
    room = right - START - 24
    title = elide_middle(scene.state.name or "Fabric", 13.0, 600, room)
    easel.chrome.put([title], START, 16, px=13.0, weight=600, color=theme.t1, background=theme.canvas)
    x = START + float(advance(title, 13.0, 600)) + 10
    easel.chrome.put(
        [shape_words(easel) if len(scene.nodes) else ""],
        x,
        16,
        px=12.0,
        color=theme.t3,
        background=theme.canvas,
        room=right - x - 24,
    )


def shape_words(easel: Board) -> str:
    """Return what kind of fabric it is, such as ``fat-tree, 3 levels``."""
    levels = len(easel.scene.bands.levels) - 1
    kind = easel.scene.structure.kind.replace("-", "\u2011")
    return f"{kind}, {levels} levels" if levels > 1 else kind


def count_words(easel: Board) -> list[str]:
    """Return the counts: hosts, switches, cables, and what else there is."""
    number = counts(easel.scene)
    said = [(number.hosts, "host")] + ([(number.hcas, "HCA")] if number.hcas != number.hosts else [])
    said.append((number.switches, "switch"))
    rare = ((number.routers, "router"), (number.aggregation, "aggregation node"))
    said += [(many, word) for many, word in rare if many]
    return [plural(many, word) for many, word in [*said, (len(easel.scene.cables), "cable")]]


def plural(number: int, word: str) -> str:
    """Return a number with its word.

    Examples
    --------
    >>> plural(1296, "cable"), plural(1, "switch"), plural(2, "switch")
    ('1,296 cables', '1 switch', '2 switches')
    """
    ending = "" if number == 1 else "es" if word.endswith("ch") else "s"
    return f"{number:,} {word}{ending}"


def _draw_counts(easel: Board, right: float) -> None:
    theme, x, y = easel.theme, START, 35.0
    for text in count_words(easel):
        wide = float(advance(text, 12.0, 500))
        if x + wide > right - 16:
            return
        easel.chrome.put([text], x, y, px=12.0, weight=500, color=theme.t2, background=theme.canvas)
        x += wide + 14
    for text, color, ground in _badges(easel):
        wide = float(advance(text, 11.0, 500)) + 14
        if x + wide > right - 16:
            return
        easel.add("chrome", boxes([[x, y - 9, wide, 18]], ground, radius=4.0))
        easel.chrome.put(
            [text], x + wide / 2, y, px=11.0, weight=500, color=color, background=ground, align=MIDDLE
        )
        x += wide + 6


def _badges(easel: Board) -> list[tuple[str, int, int]]:
    scene, theme, overlay = easel.scene, easel.theme, easel.overlay
    down = int(scene.failed[scene.cables].sum())
    hot = int(overlay.is_hot(overlay.value[scene.cables]).sum())
    found = [(f"{down:,} down", theme.err, theme.err_bg)] if down else []
    return found + ([(f"{hot:,} {overlay.hot_words}", theme.warn, theme.warn_bg)] if hot else [])


def draw_legend(easel: Board) -> float:
    """Draw the legend from the right edge; returns where it begins."""
    right = easel.frame.view.width - MARGIN
    theme = easel.theme
    if easel.scene.failed.any() or easel.scene.failed_node.any():
        right = _draw_down(easel, right)
    if not easel.overlay.is_measure:
        return _say(easel, easel.overlay.title, right, 26.0)
    left = right - RAMP
    _draw_ramp(easel, left)
    _draw_histogram(easel, left)
    if not easel.overlay.is_kinds:
        grips = [[left - 2.5, 21, 5, 14], [left + RAMP - 2.5, 21, 5, 14]]
        easel.add("chrome", boxes(grips, theme.t2, theme.canvas, 1.0, 2.0))
    for text, x, align in _marks_of(easel.overlay, left):
        easel.chrome.put([text], x, 41, px=11.0, color=theme.t3, background=theme.canvas, align=align)
    if easel.frame.view.width < NARROW:
        return left
    return _say(easel, easel.overlay.title, left - 14, 28.0)


def _marks_of(overlay: Overlay, left: float) -> list[tuple[str, float, float]]:
    """Return what stands under the ramp: its ends and middle, or each kind under its stretch."""
    if overlay.is_kinds:
        wide = RAMP / len(overlay.labels)
        return [(label, left + (at + 0.5) * wide, MIDDLE) for at, label in enumerate(overlay.labels)]
    ends = [(overlay.low, left, 0.0), (overlay.high, left + RAMP, RIGHT)]
    return ends + ([(overlay.middle, left + RAMP / 2, MIDDLE)] if overlay.is_opposed else [])


def _say(easel: Board, text: str, right: float, y: float) -> float:
    theme = easel.theme
    easel.chrome.put(
        [text], right, y, px=11.0, weight=500, color=theme.t2, background=theme.canvas, align=RIGHT
    )
    return right - float(advance(text, 11.0, 500))


def _draw_down(easel: Board, right: float) -> float:
    theme, y = easel.theme, 28.0
    left = _say(easel, "Down", right, y) - 8
    easel.add("chrome", lines([[left - 26, y, left, y]], theme.down, 1.8, Dash.DASHED))
    easel.add("chrome", marks([[left - 13, y]], Shape.CROSS, 7, theme.down, theme.canvas))
    return left - 26 - 22


def _draw_ramp(easel: Board, left: float) -> None:
    ramp = easel.cell_colors((np.arange(STEPS) + 0.5) / STEPS)[None, :]
    easel.add("chrome", Cells(left, 24.0, RAMP, TALL, ramp, np.full((1, STEPS), -1), "cable"))


def _draw_histogram(easel: Board, left: float) -> None:
    """Draw how many cables have each value, by the logarithm of their number."""
    value = easel.value[easel.scene.cables]
    value = value[~np.isnan(value)]
    number = np.bincount(steps(value, BARS), minlength=BARS)
    tall = np.log1p(number) / max(float(np.log1p(number.max(initial=1))), 1e-9) * HISTOGRAM
    some = np.flatnonzero(number)
    pitch = RAMP / BARS
    tall = np.maximum(tall[some], 1.0)
    bars = np.column_stack([left + some * pitch, 22 - tall, np.full(len(some), pitch - 1), tall])
    easel.add("chrome", boxes(bars, easel.cell_colors((some + 0.5) / BARS)))
