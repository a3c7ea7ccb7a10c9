"""The heads of a matrix: names, groups and strips of rows and columns, which stay in view when it is panned."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.drawing.board import Board, Shown
from ibviz.drawing.drawing import Primitive, Shape
from ibviz.drawing.frame import HEADER
from ibviz.drawing.ink import CLEAR, boxes, marks
from ibviz.drawing.lettering import LEFT, MIDDLE, RIGHT, Lettering
from ibviz.drawing.matrix.ground import BETWEEN, CAPTION, EDGE, LABEL, Matrix
from ibviz.drawing.matrix.naming import FONT
from ibviz.drawing.matrix.side import Side, bands_of, sides
from ibviz.drawing.matrix.values import summary
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.widths import advance

EVERY = (1, 2, 5, 10, 20, 50, 100)
"""Of crowded numbers, every so-manyth is written."""


def draw_heads(board: Board, ground: Matrix) -> None:
    """Draw the heads of all blocks in view, above what scrolls."""
    letters = Lettering((0.0, HEADER + CAPTION - 4, ground.view.width, ground.view.height))
    _draw_shelves(board, ground)
    for side in sides(ground):
        _draw_strips(board, side)
        _draw_names(board, side, letters)
        _draw_groups(board, side, letters)
        board.nodes[side.axis.node[side.seen]] = np.where(
            side.room > 0, Shown.SINGLE, np.maximum(board.nodes[side.axis.node[side.seen]], Shown.CELL)
        )
    _draw_block_names(board, ground, letters)
    board.add("lens", letters.words())


def heads_of(ground: Matrix) -> tuple[Primitive, ...]:
    """Return the heads of a ground by themselves, for a picture in motion."""
    if ground.sheet is None:
        return ()
    board = Board(ground)
    draw_heads(board, ground)
    draw_focus(board, ground)
    return tuple(board.layers["lens"])


def _draw_shelves(board: Board, ground: Matrix) -> None:
    """Draw the ground of heads that lie over their cells, below what is said under the header."""
    front, low, high = ground.front, ground.box[:, :2], ground.box[:, 2:]
    left, top = ground.heads[0] + EDGE, ground.heads[1] + ground.named_blocks + EDGE
    ceiling = HEADER + CAPTION - 4
    for axis in (0, 1):
        over = np.flatnonzero(ground.seen_block & (front[:, axis] > low[:, axis] + 0.5))
        x, y = front[over, 0] - left, np.maximum(front[over, 1] - top, ceiling)
        right = front[over, 0] if axis == 0 else high[over, 0]
        bottom = high[over, 1] if axis == 0 else np.maximum(front[over, 1], ceiling)
        board.add(
            "lens", boxes(np.column_stack([x, y, right - x, np.maximum(bottom - y, 0.0)]), board.theme.canvas)
        )


def _draw_strips(board: Board, side: Side) -> None:
    """Draw mean and highest value of each row or column; of several on a pixel the strongest is on top."""
    ground, seen = side.ground, side.seen
    if not ground.strip or not len(seen):
        return
    found, block = summary(board, side.sheet, side.is_columns), side.axis.block[seen]
    start, long = _pixels(side.place[seen], ground.cell, side.starts[block])
    thick, row = np.full(len(seen), ground.strip), side.axis.node[seen]
    dead = board.scene.failed_node[row]
    for number, value in enumerate((found.worst[seen], found.mean[seen])):
        colors = np.where(dead, with_alpha(board.theme.down, 70), board.cell_colors(value))
        order = np.argsort(np.nan_to_num(board.overlay.strength(value), nan=-1.0), kind="stable")
        at = side.strip_at(number)[block]
        placed = (start, at, long, thick) if side.is_columns else (at, start, thick, long)
        board.add("lens", boxes(np.column_stack(placed)[order], colors[order], row=row[order]))
    _mark_dead(board, side, seen[dead])


def _pixels(place: Floats, cell: float, least: Floats) -> tuple[Floats, Floats]:
    """Return first pixel and length of rows or columns: whole pixels, one at least, a gap where there is room."""
    start, stop = np.maximum(np.floor(place), np.floor(least)), np.floor(place + cell)
    long: Floats = np.where(stop - start >= 4, stop - start - 1, np.maximum(stop - start, 1.0))
    return start, long


def _mark_dead(board: Board, side: Side, which: Ints) -> None:
    """Put a ring and cross on the strips of switches that are down."""
    box = side.boxes(which)
    middle = side.front[side.axis.block[which]] - side.ground.strips / 2
    along = side.place[which] + side.ground.cell / 2
    xy = np.column_stack([along, middle] if side.is_columns else [middle, along])
    theme = board.theme
    halo = with_alpha(theme.canvas, 215).item()
    board.add("lens", marks(xy[: len(box)], Shape.RING_CROSS, 12.0, theme.down, halo, side.axis.node[which]))


def _draw_names(board: Board, side: Side, letters: Lettering) -> None:
    if not side.room:
        return
    theme, node = board.theme, side.axis.node[side.seen]
    along = side.place[side.seen] + side.ground.cell / 2
    end = side.names_end[side.axis.block[side.seen]]
    color = np.where(board.scene.failed_node[node], theme.down, theme.t2)
    look: dict[str, Any] = {"px": FONT[0], "weight": FONT[1], "color": color, "background": theme.canvas}
    upright = side.is_columns and side.ground.upright
    texts = side.naming.fitted(side.seen, side.ground.cell - 6 if upright else side.room)
    if not side.is_columns:
        letters.put(texts, end, along, align=RIGHT, **look)
    elif upright:
        letters.put(texts, along, end - 5, align=MIDDLE, **look)
    else:
        letters.put(texts, along, end, turned=True, **look)


def _draw_groups(board: Board, side: Side, letters: Lettering) -> None:
    """Write what the groups of blocks are called, in the middle of what is in view of them."""
    named = np.flatnonzero(side.axis.names != "")
    if not len(named):
        return
    ground, axis = side.ground, side.axis
    first = axis.group_begins[named]
    block = axis.block[first]
    clip = ground.clip[1 if not side.is_columns else 0]
    length = ground.clip[3 if not side.is_columns else 2]
    low = np.maximum(side.place[first], ground.front[block, 0 if side.is_columns else 1])
    high = side.place[axis.group_begins[named + 1] - 1] + ground.cell
    high = np.minimum(high, clip + length)
    shown = ground.seen_block[block] & (high - low > 4)
    texts = np.where(shown, numbered(axis.names[named], high - low), "")
    deep = ground.strips + (side.room + BETWEEN if side.room else 4.0)
    at = side.front[block] - deep - LABEL / 2 + 2
    look: dict[str, Any] = {
        "px": 11.0,
        "weight": 600,
        "color": board.theme.t3,
        "background": board.theme.canvas,
    }
    middle = (low + high) / 2
    if side.is_columns:
        letters.put(texts, middle, at, align=MIDDLE, **look)
    else:
        letters.put(texts, at, middle, align=MIDDLE, turned=True, **look)


def numbered(names: Texts, room: Floats) -> Texts:
    """Return names where all have room, else their last words, else every so-manyth of those.

    Examples
    --------
    >>> numbered(np.array(["Pod 1", "Pod 2"], object), np.array([90.0, 90.0])).tolist()
    ['Pod 1', 'Pod 2']
    >>> numbered(np.array(["Pod 1", "Pod 2"], object), np.array([20.0, 20.0])).tolist()
    ['1', '2']
    """
    if (np.asarray(advance(names, 11.0, 600)) + 8 <= room).all():
        return names
    short = np.array([*(name.rsplit(" ", 1)[-1] for name in names.tolist()), None], object)[:-1]
    wide = float(np.max(np.asarray(advance(short, 11.0, 600)), initial=0)) + 6
    pitch = max(float(np.median(room)), 1e-6)
    every = next((n for n in EVERY if n * pitch >= wide), EVERY[-1])
    kept: Bools = (np.arange(len(short)) + 1) % every == 0
    return np.where(kept, short, "")


def _draw_block_names(board: Board, ground: Matrix, letters: Lettering) -> None:
    """Write what blocks are called above them."""
    made = ground.sheet
    assert made is not None
    if not ground.named_blocks:
        return
    names = np.array([*made.blocks.names, None], object)[:-1]
    texts = np.where(ground.seen_block, numbered(names, ground.box[:, 2] - ground.box[:, 0] + 8), "")
    y = ground.front[:, 1] - ground.heads[1] - LABEL / 2
    letters.put(
        texts,
        ground.front[:, 0],
        y,
        px=11.0,
        weight=600,
        color=board.theme.t2,
        background=board.theme.canvas,
        align=LEFT,
    )


def draw_focus(board: Board, ground: Matrix) -> None:
    """Outline the row and the column of the node that the view looks for."""
    if ground.view.focus < 0:
        return
    box = np.concatenate(bands_of(ground, np.array([ground.view.focus])))
    away = np.array([-3.0, -3.0, 6.0, 6.0])
    halo = with_alpha(board.theme.canvas, 200)
    board.add(
        "lens", boxes(box + away, CLEAR, halo, 5.0, 6.0), boxes(box + away, CLEAR, board.theme.acc, 1.8, 6.0)
    )
