"""Folds: a box for each group that is folded, with its name, what is in it, and a strip of its heat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.carpet import strip_picture, thinned
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.folding import NONE
from ibviz.drawing.frame import Frame
from ibviz.drawing.heat import heat
from ibviz.drawing.ink import boxes, marks
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.telling import counts_of, names_of, number_down
from ibviz.drawing.widths import advance

PAD = 3.0
"""What is free between the edge of a box and its strips, pixels."""

STRIP = 12.0
"""Height of a strip, pixels."""

LINE = 15.0
"""Distance of lines of words, pixels."""

TITLE, BODY = (12.0, 600), (11.0, 400)
"""Size and weight of the name of a fold, and of what is in it."""


Line = tuple[str, tuple[float, int]]
"""Words with their size and weight."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Boxes of folds: one for each stretch of bands that moves alike.

    Attributes
    ----------
    fold : (n,) int64
        Which of the folds it is of.
    low, high : (n,) int64
        Lowest and highest band that it covers.
    xywh : (n, 4) float64, pixels
    """

    fold: Ints
    low: Ints
    high: Ints
    xywh: Floats


def pieces(frame: Frame) -> Pieces:
    """Return the boxes of all folds but those that are tiles, the top ones first."""
    plots = frame.scene.plots
    if plots is None:
        return Pieces(NONE, NONE, NONE, np.empty((0, 4)))
    fold, low, high = [], [], []
    for place in np.flatnonzero(plots.high > 0).tolist():
        for bottom, top in _runs(frame, int(plots.low[place]), int(plots.high[place])):
            fold.append(place)
            low.append(bottom)
            high.append(top)
    which, bottom_of, top_of = (np.array(each, np.int64) for each in (fold, low, high))
    box = np.empty((len(which), 4))
    for band in range(1, frame.count):
        mine = np.flatnonzero(top_of == band)
        left, right = (frame.at(band, edge[which[mine]]) for edge in (plots.left, plots.right))
        air = np.minimum(3.0, (right - left) * 0.05) * (bottom_of[mine] == band)
        box[mine, 0], box[mine, 2] = left + air, right - left - 2 * air
    for place, (bottom, top) in enumerate(zip(bottom_of.tolist(), top_of.tolist(), strict=True)):
        box[place, 1], box[place, 3] = _upright(frame, bottom, top)
    return Pieces(which, bottom_of, top_of, box)


def _runs(frame: Frame, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Return the stretches of bands that zoom alike, from the top."""
    top = high
    for band in range(high - 1, low - 1, -1):
        if abs(frame.zooms[band] - frame.zooms[top]) > 1e-9:
            yield band + 1, top
            top = band
    yield low, top


def _upright(frame: Frame, low: int, high: int) -> tuple[float, float]:
    """Return top and height of a box that covers bands: where cables end, and to the foot of the hosts."""
    top = frame.row(high)[0]
    if frame.pod_frame is not None and frame.pod_heads and low < high:
        top = min(top, frame.pod_frame[0])
    y, tall = frame.row(low)
    return top, y + tall + (6.0 if low == 0 else 0.0) - top


def draw_folds(easel: Easel) -> None:
    """Draw the boxes in view."""
    every = pieces(easel.frame)
    if not len(every.fold):
        return
    seen = np.flatnonzero(easel.frame.in_view(every.xywh[:, 0], every.xywh[:, 0] + every.xywh[:, 2]))
    shown = Pieces(every.fold[seen], every.low[seen], every.high[seen], every.xywh[seen])
    scene, theme = easel.scene, easel.theme
    head = scene.folding.heads[shown.fold]
    easel.nodes[head] = Shown.FOLDED
    radius = np.minimum(5.0, shown.xywh[:, 2] / 4)
    easel.add("nodes", boxes(shown.xywh, theme.sw, theme.swb, 1.2, radius, Dash.SOLID, head))
    for band in range(easel.frame.count):
        _draw_strip(easel, shown, band)
    _mark_down(easel, shown)
    _write(easel, shown)


def _rows(easel: Easel, shown: Pieces, band: int) -> tuple[Ints, Floats]:
    """Return the switches of a band that are in the boxes which cover it, and where the cell of each lies."""
    scene, frame = easel.scene, easel.frame
    level = max(band, 1)
    rows = scene.whole.bands.levels[level]
    place = np.full(len(scene.folding.folds) + 1, -1)
    here = (shown.low <= band) & (band <= shown.high)
    place[shown.fold[here]] = np.flatnonzero(here)
    rows = rows[place[scene.folding.group[rows]] >= 0]
    at = place[scene.folding.group[rows]]
    turn = np.argsort(at, kind="stable")
    rows, at = rows[turn], at[turn]
    number = np.bincount(at, minlength=len(shown.fold))
    rank = np.arange(len(at)) - (np.cumsum(number) - number)[at]
    x, wide = shown.xywh[at, 0] + PAD, np.maximum(shown.xywh[at, 2] - 2 * PAD, 1.0)
    each = wide / number[at]
    y, tall = strip_place(frame, band)
    box = np.column_stack([x + rank * each, np.full(len(at), y), each, np.full(len(at), tall)])
    return rows, box


def strip_place(frame: Frame, band: int) -> tuple[float, float]:
    """Return top and height of the strip of a band in the boxes that cover it: that of hosts on top of theirs."""
    y, tall = frame.row(band)
    if band == 0:
        return y, min(STRIP, max(tall, 0.0))
    wanted = min(STRIP, tall) if tall <= 2 * STRIP else STRIP
    return y + (tall - wanted) / 2, wanted


def _draw_strip(easel: Easel, shown: Pieces, band: int) -> None:
    """Draw a cell for each switch of a band in boxes; for band 0 one of the cables to the hosts of each leaf."""
    rows, box = _rows(easel, shown, band)
    seen = easel.frame.in_view(box[:, 0], box[:, 0] + box[:, 2])
    rows, box = rows[seen], box[seen]
    if not len(rows) or box[0, 3] < 1:
        return
    value = _values(easel, rows, band)
    picture = strip_picture(box, np.full(len(rows), -1), value, easel.cell_colors(value), *box[0, [1, 3]])
    easel.add("nodes", picture)


def _values(easel: Easel, rows: Ints, band: int) -> Floats:
    """Return what the cells of switches show: cables up, in a box of one band all, in the strip of hosts theirs."""
    found, plots = heat(easel), easel.scene.plots
    assert plots is not None
    if band == 0:
        return found.hosts[rows]
    alone = (plots.low == plots.high)[easel.scene.folding.group[rows]]
    values: Floats = np.where(alone, found.every[rows], found.up[rows])
    return values


def _mark_down(easel: Easel, shown: Pieces) -> None:
    """Put a cross into the corner of each box in which a switch, a host or a cable is down."""
    down = number_down(easel.scene)[shown.fold] > 0
    box = shown.xywh[down]
    size = np.minimum(np.minimum(box[:, 2], box[:, 3]) - 2, 8.0)
    spot = np.column_stack([box[:, 0] + box[:, 2] - size / 2 - 2, box[:, 1] + size / 2 + 2])
    kept = thinned(spot, 9.0)
    easel.add("marks", marks(spot[kept], Shape.CROSS, 7, easel.theme.down, easel.theme.sw))


def _write(easel: Easel, shown: Pieces) -> None:
    """Write the name and what is in it where a box has most room: upright, or turned where it is narrow."""
    scene = easel.scene
    names, counts = names_of(scene), counts_of(scene)
    for place, fold in enumerate(shown.fold.tolist()):
        lines = [(text, BODY) for text in counts[fold]]
        if not (easel.frame.pod_heads and scene.folding.folds[fold].kind == "pod"):
            lines.insert(0, (names[fold], TITLE))
        _write_one(easel, _free(easel.frame, shown, place), lines)


def _write_one(easel: Easel, free: tuple[float, float, float, float], lines: list[Line]) -> None:
    """Write lines into what is in view of a free place, as many as there is room for: the name, then the last ones."""
    (x, y, wide, tall), frame = free, easel.frame
    left, right = max(x, frame.left), min(x + wide, frame.left + frame.room)
    if right - left < min(wide, LINE):
        left, right = x, x + wide
    named = int(lines[0][1] == TITLE)
    for turned, length, depth in ((False, right - left, tall), (True, tall, right - left)):
        most = int(depth // LINE)
        chosen = lines[:named] + lines[max(named, len(lines) - most + named) :]
        fits = [line for line in chosen[:most] if float(advance(line[0], *line[1])) + 8 <= length]
        if fits and fits[0] == chosen[0]:
            _put(easel, fits, (left + right) / 2, y + tall / 2, turned=turned)
            return


def _put(easel: Easel, lines: list[Line], x: float, y: float, *, turned: bool) -> None:
    """Write lines round a middle."""
    theme = easel.theme
    for i, (text, (px, weight)) in enumerate(lines):
        away = (i - (len(lines) - 1) / 2) * LINE
        easel.words.put(
            [text],
            x + (away if turned else 0),
            y + (0 if turned else away),
            px=px,
            weight=weight,
            color=theme.t1 if weight == TITLE[1] else theme.t3,
            background=theme.sw,
            align=MIDDLE,
            turned=turned,
        )


def _free(frame: Frame, shown: Pieces, place: int) -> tuple[float, float, float, float]:
    """Return the tallest part of a box that no strip covers, pixels."""
    x, top, wide, tall = shown.xywh[place].tolist()
    edges = [top]
    for band in range(int(shown.high[place]), int(shown.low[place]) - 1, -1):
        y, high = strip_place(frame, band)
        edges += [y, y + high]
    edges.append(top + tall)
    gaps = [(below - above, above) for above, below in zip(edges[::2], edges[1::2], strict=True)]
    room, at = max(gaps)
    return x + 2, at, wide - 4, room
