"""Strands: the cables from each pod to each plane as one curve, where single ones would be a ball of wool."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board, Shown
from ibviz.drawing.drawing import Dash
from ibviz.drawing.header import plural
from ibviz.drawing.ink import boxes, curves, lines
from ibviz.drawing.lettering import LEFT, MIDDLE
from ibviz.drawing.map.blocks import Blocks, blocks
from ibviz.drawing.map.ground import Detail, MapGround
from ibviz.drawing.map.lines import around
from ibviz.drawing.map.texture import coverage, dimmed, strengths
from ibviz.drawing.ramps import BUCKETS, steps, with_alpha
from ibviz.drawing.widths import advance

COVER = 0.45
"""How often strands of full strength may cover the picture on average."""

MOST = 1_000
"""Strands that can be told apart; where there would be more, all those of a pod are one."""

CAP = 10.0, 5.0
"""Width and height of the mark at the end of such a strand, in the colour of its hottest cable, pixels."""

PLATE = 18.0
"""Height of the plate under a name, pixels."""


def blocks_of(ground: MapGround) -> Blocks | None:
    """Return the blocks whose strands are drawn; None close by, and where there are none."""
    return blocks(ground.scene) if ground.detail < Detail.NAMES else None


def draw_blocks(board: Board, ground: MapGround, found: Blocks) -> None:
    """Draw the frames of pods and core, under all else."""
    box = np.vstack([found.box, found.core])
    xywh = _pixels(ground, box)
    seen = ground.seen(xywh)
    board.add("ground", boxes(xywh[seen], board.theme.band, board.theme.line, 1.0, 6.0))


@dataclass(frozen=True, eq=False)
class Ways:
    """The strands that are drawn: those of each pod to each plane, or one of each pod.

    Attributes
    ----------
    merged : bool
    pod, begins, sizes : (s,) int64
        Its pod, and where its cables begin in those of the blocks, and how many it has.
    joined : (s, 2) float64
        Where it ends at the core, units.
    """

    merged: bool
    pod: Ints
    begins: Ints
    sizes: Ints
    joined: Floats


def ways(found: Blocks) -> Ways:
    """Return the strands of blocks; where they are too many to be told apart, one for each pod, side by side."""
    if len(found.strand) <= MOST:
        return Ways(False, found.strand[:, 0], found.begins, found.sizes, found.joined)
    first = np.flatnonzero(np.append(True, np.diff(found.strand[:, 0]) > 0))
    pod = found.strand[first, 0]
    joined = np.empty((len(first), 2))
    joined[:, 1] = found.joined[first, 1]
    for edge in np.unique(joined[:, 1]):
        here = np.flatnonzero(joined[:, 1] == edge)
        here = here[np.lexsort((pod[here], found.gate[pod[here], 2]))]
        joined[here, 0] = found.core[0] + (np.arange(len(here)) + 0.5) / len(here) * (
            found.core[2] - found.core[0]
        )
    return Ways(True, pod, found.begins[first], np.add.reduceat(found.sizes, first), joined)


def draw_strands(board: Board, ground: MapGround, found: Blocks) -> Bools:
    """Draw the strands in view; tell which cables are in strands, (C,), and so are not drawn by themselves."""
    gate = np.column_stack([ground.at(found.gate[:, :2]), ground.at(found.gate[:, 2:])])
    way = ways(found)
    end = ground.at(way.joined)
    start = gate[way.pod, 2:]
    half = (start[:, 1] + end[:, 1]) / 2
    xy = np.column_stack([start, start[:, 0], half, end[:, 0], half, end])
    row = board.bundle(found.cable, way.begins, way.sizes)
    value = _values(board, found.cable, way.begins, way.sizes)
    seen = around(xy, ground.clip)
    up = np.flatnonzero(seen)
    up = up[np.argsort(np.nan_to_num(board.overlay.strength(value[up]), nan=0.0), kind="stable")]
    if way.merged:
        width = board.line_widths(value[up]) + 1.2
        board.add("cables", curves(xy[up], board.line_colors(value[up], 0.0), width, Dash.SOLID, row[up]))
        away = np.sign(start[:, 1] - end[:, 1])[:, None] * (0.0, CAP[1])
        _draw_caps(board, found, way, end + away, up)
    else:
        width = np.minimum(board.line_widths(value[up], 1.0), 2.4)
        color = dimmed(board.line_colors(value[up], 1.0), _shares(board, ground, xy[up], value[up]))
        board.add("cables", curves(xy[up], color, width, Dash.SOLID, row[up]))
    _draw_trunks(board, gate, found)
    taken = np.zeros(len(board.cables), bool)
    taken[found.cable] = True
    shown = np.repeat(seen, way.sizes)
    board.cables[found.cable[shown]] = Shown.BUNDLED
    return taken


def _shares(board: Board, ground: MapGround, xy: Floats, value: Floats) -> Floats:
    """Return the share of its alpha that each strand keeps."""
    strength = steps(np.nan_to_num(board.overlay.strength(value), nan=0.0), BUCKETS).astype(np.int64)
    _, _, wide, tall = ground.clip
    return strengths(coverage(xy[:, [0, 1, 6, 7]], wide * tall), strength, COVER)


def _draw_caps(board: Board, found: Blocks, way: Ways, end: Floats, up: Ints) -> None:
    """Mark where strands of whole pods end at the core by the strongest value of their cables, the mean being drawn."""
    if not board.overlay.is_measure:
        return
    value = board.value[found.cable]
    strength = np.nan_to_num(board.overlay.strength(value), nan=0.0)
    order = np.lexsort((strength, np.repeat(np.arange(len(way.sizes)), way.sizes)))
    hottest = value[order[way.begins + way.sizes - 1]]
    size = np.broadcast_to(CAP, (len(end), 2))
    box = np.column_stack([end - size / 2, size])[up]
    color = board.cell_colors(hottest[up])
    board.add("marks", boxes(box, color, board.theme.canvas, 1.0, 1.5))


def _draw_trunks(board: Board, gate: Floats, found: Blocks) -> None:
    """Draw all cables of a pod as one way past the pods before it: aside in the gap, then along the aisle."""
    first = np.flatnonzero(np.append(True, np.diff(found.strand[:, 0]) > 0))
    pods = found.strand[first, 0]
    number = np.add.reduceat(found.sizes, first)
    value = _values(board, found.cable, found.begins[first], number)
    x0, y0, x1, y1 = gate[pods].T
    far = np.abs(y1 - y0) > 1
    turn = y0 + np.clip(y1 - y0, -8.0, 8.0)
    color = board.line_colors(value, 0.0)[far]
    bend = np.column_stack([x0, y0, x0, turn, x1, y0, x1, turn])[far]
    straight = np.column_stack([x1, turn, x1, y1])[far]
    board.add("cables", curves(bend, color, 2.0), lines(straight, color, 2.0))


def _values(board: Board, cable: Ints, begins: Ints, sizes: Ints) -> Floats:
    if not board.overlay.is_measure:
        return np.full(len(begins), np.nan)
    return board.summed_up(board.value[cable], begins, sizes)


def name_blocks(board: Board, ground: MapGround, found: Blocks) -> None:
    """Write the names of pods that have room for them on plates in their middle, and that of the core."""
    theme, xywh = board.theme, _pixels(ground, found.box)
    counts = np.bincount(found.strand[:, 0], found.sizes, len(found.label)).astype(int)
    forms = [
        [
            f"Pod {name}: {plural(int(many), 'host')}, {up:,} uplinks"
            for name, many, up in _rows(found, counts)
        ],
        [f"Pod {name}: {plural(int(many), 'host')}" for name, many, _ in _rows(found, counts)],
        [f"Pod {name}" for name in found.label],
        list(found.label),
    ]
    room = xywh[:, 2] - 24
    widths = [np.asarray(advance(np.array(form, object), 11.0, 600), np.float64) for form in forms]
    fits = [float(wide.max()) <= room.min() for wide in widths]
    if not any(fits) or xywh[:, 3].min() < 2 * PLATE:
        return
    which = fits.index(True)
    wide = widths[which] + 16
    middle = ground.at(found.name)
    plate = np.column_stack([middle - np.column_stack([wide, wide * 0 + PLATE]) / 2, wide, wide * 0 + PLATE])
    seen = ground.seen(plate)
    text = np.array([*forms[which], None], object)[:-1][seen]
    at = middle[seen]
    written = board.words.put(
        text, at[:, 0], at[:, 1], px=11.0, weight=600, color=theme.t1, background=theme.canvas, align=MIDDLE
    )
    board.add("marks", boxes(plate[seen][written], with_alpha(theme.canvas, 235), theme.line2, 1.0, 4.0))
    _name_core(board, ground, found)


def _rows(found: Blocks, counts: Ints) -> zip[tuple[str, int, int]]:
    return zip(found.label, found.hosts.tolist(), counts.tolist(), strict=True)


def _name_core(board: Board, ground: MapGround, found: Blocks) -> None:
    """Write at the left end of the core what it is."""
    theme, (box,) = board.theme, _pixels(ground, found.core[None])
    planes = len(np.unique(found.strand[:, 1]))
    text = f"Core, {plural(planes, 'plane')}" if planes > 1 else "Core"
    wide = float(advance(text, 11.0, 600)) + 16
    plate = np.array([[box[0], box[1] - PLATE - 4, wide, PLATE]])
    if not ground.seen(plate)[0]:
        return
    x, y = plate[0, 0] + 8, plate[0, 1] + PLATE / 2
    put = partial(board.words.put, color=theme.t1, background=theme.canvas, align=LEFT)
    if put([text], x, y, px=11.0, weight=600).all():
        board.add("marks", boxes(plate, with_alpha(theme.canvas, 235), theme.line2, 1.0, 4.0))


def _pixels(ground: MapGround, box: Floats) -> Floats:
    low, high = ground.at(box[:, :2]), ground.at(box[:, 2:])
    return np.column_stack([low, high - low])
