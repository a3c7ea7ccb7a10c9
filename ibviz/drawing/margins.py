"""What stands round the bands: names in the gutter, numbers of pods and planes, pod frames, the overview."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ibviz.core.bands import Strip
from ibviz.core.order import median
from ibviz.core.table import Floats, Ints
from ibviz.drawing.counts import host_row, told
from ibviz.drawing.drawing import Boxes, Cells
from ibviz.drawing.easel import Easel
from ibviz.drawing.frame import Detail, Frame
from ibviz.drawing.in_view import in_view
from ibviz.drawing.ink import CLEAR, boxes, lines
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import Theme
from ibviz.drawing.widths import advance

INDENT = 12.0
TWO_LINES = 36.0
"""Height of a part from which its name and count stand in two lines."""


def band_names(levels: int) -> list[str]:
    """Return the names of the bands of switches, leaves first.

    Examples
    --------
    >>> band_names(3), band_names(5)
    (['Leaf', 'Aggregation', 'Core'], ['Leaf', 'Level 2', 'Level 3', 'Level 4', 'Core'])
    """
    if levels <= 3:
        return [[], ["Switches"], ["Leaf", "Spine"], ["Leaf", "Aggregation", "Core"]][levels]
    return ["Leaf", *(f"Level {level}" for level in range(2, levels)), "Core"]


def gap_names(levels: int) -> list[str]:
    """Return the names of what lies between the bands of switches, lowest first.

    Examples
    --------
    >>> gap_names(2), gap_names(3)
    (['Uplinks'], ['Leaf uplinks', 'Core cables'])
    """
    if levels <= 2:
        return ["Uplinks"][: max(0, levels - 1)]
    return ["Leaf uplinks", *(f"Level {level} uplinks" for level in range(2, levels - 1)), "Core cables"]


def draw_gutter(easel: Easel) -> None:
    """Write the name and count of each part beside it, and what of it is in view; placeholders are not counted."""
    frame = easel.frame
    whole = easel.scene.whole
    between, flat = whole.once("gap counts", lambda: _gap_counts(whole))
    tell = {
        f"row{i + 1}": (name, len(told(whole, whole.bands.levels[i + 1])))
        for i, name in enumerate(band_names(frame.top))
    }
    tell |= {f"gap{i + 1}": (name, int(between[i + 1])) for i, name in enumerate(gap_names(frame.top))}
    tell["row0"] = host_row(easel.scene)
    tell["arcs"] = ("Same level", int(flat[frame.top]) if frame.count else 0)
    seen = in_view(frame)
    for part, (name, number) in tell.items():
        if part in frame.places:
            write_part(easel, frame.places[part], name, number, seen.get(part, number))
    for part, name in (("planes", "Plane"), ("pods", "Pod"), ("labels", "Pod"), ("ruler", "Overview")):
        if part in frame.places:
            y, tall = frame.places[part]
            _caption(easel, name, y + tall / 2)


def _gap_counts(scene: Scene) -> tuple[Ints, Ints]:
    """Return how many cables rise from each band, and how many stay within it."""
    links, count = scene.links, len(scene.bands.levels) + 1
    low = np.maximum(links.band[:, 0], 0)
    return np.bincount(low[links.rise > 0], minlength=count), np.bincount(
        low[links.rise == 0], minlength=count
    )


def write_part(
    easel: Easel, place: tuple[float, float], name: str, number: int, seen: int | None = None
) -> None:
    """Write a name and its count beside a place (top, height): the count under it, beside it, or just below.

    Where fewer are in view, the count says how many of all: ``3 of 36 in view``, or what of that fits.
    """
    theme, (y, tall) = easel.theme, place
    middle, count = y + tall / 2, _counted(number, number if seen is None else seen, easel.frame.left - 18)
    two = tall >= TWO_LINES
    easel.chrome.put(
        [name],
        INDENT,
        middle - (8 if two else 0),
        px=12.0,
        weight=500,
        color=theme.t2,
        background=theme.canvas,
    )
    x = INDENT if two else INDENT + float(advance(name, 12.0, 500)) + 7
    room = easel.frame.left - 6 - x
    if not two and float(advance(count, 11.0, 400)) > room:
        x, room, middle = INDENT, easel.frame.left - 6 - INDENT, middle + 14
    easel.chrome.put(
        [count], x, middle + (8 if two else 0), px=11.0, color=theme.t3, background=theme.canvas, room=room
    )


def _counted(number: int, seen: int, room: float) -> str:
    """Return how many there are, or how many of them are in view, in words that fit into some room if any do."""
    if seen >= number:
        return f"{number:,}"
    least = f"{seen:,} in view"
    forms = (f"{seen:,} of {number:,} in view", f"{seen:,} of {number:,}")
    return next((form for form in forms if float(advance(form, 11.0, 400)) <= room), least)


def _caption(easel: Easel, text: str, y: float) -> None:
    theme = easel.theme
    easel.chrome.put([text], INDENT, y, px=11.0, color=theme.t3, background=theme.canvas)


def draw_strips(easel: Easel) -> None:
    """Draw the frames of the pods, and the numbers of pods and planes."""
    frame, theme = easel.frame, easel.theme
    if frame.pod_frame:
        _draw_frames(easel, frame.pod_frame)
    if frame.planes:
        _number(easel, easel.scene.bands.planes, frame.top, "planes", theme.canvas)
        _underline(easel, easel.scene.bands.planes)
    pods = [pod for pod in easel.scene.bands.pods if pod.bottom <= 1]
    if frame.pod_heads:
        _number(easel, pods, 1, "pods", theme.band)
    if frame.pod_feet:
        _number(easel, pods, 1, "labels", theme.canvas)


def _edges(frame: Frame, strips: Sequence[Strip], band: int) -> tuple[Floats, Floats]:
    low = frame.at(band, np.array([strip.left for strip in strips]))
    high = frame.at(band, np.array([strip.right for strip in strips]))
    return low, high


def _draw_frames(easel: Easel, frame_y: tuple[float, float]) -> None:
    frame, theme = easel.frame, easel.theme
    folded = {fold.number for fold in easel.scene.folding.folds if fold.kind == "pod"}
    low, high = _edges(frame, easel.scene.bands.pods, 1)
    seen = frame.in_view(low, high) & [pod.index not in folded for pod in easel.scene.bands.pods]
    pad = min(6.0, 0.5 * frame.scale(1))
    top, bottom = frame_y
    count = int(seen.sum())
    xywh = np.column_stack(
        [low[seen] - pad, np.full(count, top), (high - low)[seen] + 2 * pad, np.full(count, bottom - top)]
    )
    edge = CLEAR if theme.is_dark and frame.detail == Detail.CARPET else theme.line
    easel.add("ground", boxes(xywh, theme.band, edge, 1.0, 4.0 if frame.leaf_px > 3 else 2.0))


def _underline(easel: Easel, planes: Sequence[Strip]) -> None:
    """Draw a hairline along each plane, under its number."""
    frame = easel.frame
    low, high = _edges(frame, planes, frame.top)
    y, tall = frame.places["planes"]
    gap = np.minimum(3.0, (high - low) * 0.1)
    under = np.full(len(low), y + tall - 3.5)
    easel.add("ground", lines(np.column_stack([low + gap, under, high - gap, under]), easel.theme.line2))


def _number(easel: Easel, strips: Sequence[Strip], band: int, part: str, ground: int) -> None:
    """Write the numbers of strips in the middle of what is in view of them, every so-manyth if need be."""
    frame, theme = easel.frame, easel.theme
    low, high = _edges(frame, strips, band)
    seen = frame.in_view(low, high)
    low, high = np.maximum(low, frame.left), np.minimum(high, frame.left + frame.room)
    texts = np.array([strip.label for strip in strips], object)
    wide = float(np.max(np.asarray(advance(texts, 11.0, 500)), initial=0)) + 6
    pitch = median(np.diff((low + high) / 2)) if len(strips) > 1 else wide
    every = next((n for n in (1, 2, 5, 10, 20, 50, 100) if n * max(pitch, 1e-6) >= wide), 200)
    numbered = np.array([every == 1 or (i + 1) % every == 0 for i in range(len(strips))], bool)
    y, tall = frame.places[part]
    kept: Ints = np.flatnonzero(seen & numbered & (high - low >= min(wide, pitch) * 0.6))
    easel.words.put(
        texts[kept],
        (low + high)[kept] / 2,
        y + tall / 2,
        px=11.0,
        weight=500,
        color=theme.t3,
        background=ground,
        align=MIDDLE,
    )


def draw_ruler(easel: Easel) -> None:
    """Draw the overview: the mean load of the hosts of each leaf, and what of it is in view."""
    frame, scene, theme = easel.frame, easel.scene, easel.theme
    if "ruler" not in frame.places:
        return
    y, tall = frame.places["ruler"]
    columns = max(1, round(scene.bands.width))
    tiles = scene.tiles
    value = easel.value_of(tiles.cable)
    known = ~np.isnan(value)
    number = np.bincount(tiles.column, minlength=columns)
    total = np.bincount(tiles.column[known], value[known], columns)
    counted = np.bincount(tiles.column[known], minlength=columns)
    mean = np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
    mean, number = _with_folds(easel, mean, number)
    colors = np.where(number > 0, easel.cell_colors(mean, hosts=True), np.uint32(CLEAR))[None, :]
    picture = Cells(frame.left, y + 3, frame.room, tall - 6, colors, np.full((1, columns), -1), "node")
    easel.add("chrome", picture)
    easel.add("lens", *lens(frame, theme, frame.places["ruler"]))


def _with_folds(easel: Easel, mean: Floats, number: Ints) -> tuple[Floats, Ints]:
    """Return values and numbers of columns with those of folds, each the mean of its hosts' cables."""
    plots, whole = easel.scene.plots, easel.scene.whole
    if plots is None:
        return mean, number
    value, group = easel.value_of(whole.tiles.cable), easel.scene.folding.group[whole.tiles.node]
    for place in np.flatnonzero((plots.low == 0) & (plots.high > 0)).tolist():
        inside = slice(round(float(plots.left[place])), round(float(plots.right[place])))
        own = value[group == place]
        known = own[~np.isnan(own)]
        mean[inside], number[inside] = known.mean() if len(known) else np.nan, len(own)
    return mean, number


def lens_span(frame: Frame) -> tuple[float, float]:
    """Return left edge and width of the part of the overview that is in view, pixels."""
    half = 0.5 / max(1.0, frame.view.zoom)
    middle = float(np.clip(frame.view.center, half, 1 - half))
    return frame.left + (middle - half) * frame.room, max(6.0, 2 * half * frame.room)


def lens(frame: Frame, theme: Theme, place: tuple[float, float]) -> list[Boxes]:
    """Return the frame with two grips round what is in view, on the overview at a place (top, height)."""
    (x, wide), (y, tall) = lens_span(frame), place
    around = boxes([[x, y, wide, tall]], with_alpha(theme.t1, 14), theme.t2, 1.4, 4.0)
    grips = [[x - 2.5, y + 2, 5, tall - 4], [x + wide - 2.5, y + 2, 5, tall - 4]]
    return [around] + ([boxes(grips, theme.t2, theme.canvas, 1.0, 2.0)] if wide > 24 else [])
