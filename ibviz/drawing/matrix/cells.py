"""The cells of a matrix: one picture from afar, boxes near by, with both directions and figures close up."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Words32
from ibviz.drawing.board import Board, Shown
from ibviz.drawing.carpet import RING, mark_dead, thinned
from ibviz.drawing.drawing import Cells, Dash, Shape
from ibviz.drawing.frame import HEADER
from ibviz.drawing.ink import CLEAR, boxes, lines, marks
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.matrix.entries import PAD
from ibviz.drawing.matrix.ground import CAPTION, Detail, Matrix
from ibviz.drawing.matrix.legible import legible
from ibviz.drawing.matrix.side import sides
from ibviz.drawing.matrix.values import direction, is_dead, is_directed, raw
from ibviz.drawing.ramps import steps, with_alpha
from ibviz.drawing.widths import advance

HALVED = 5.0
"""Height of a half from which both directions are drawn apart, pixels."""

LEAST, MANY_HOT = 3.0, 300
"""Least side of a hot cell, pixels, as long as no more are hot."""

FIGURE = 11.0
"""Font size of a value, pixels."""

WIDE, TALL = 34.0, 15.0
"""Width and height that a value needs at least, pixels: cells bear figures alike."""


def draw_cells(board: Board, ground: Matrix) -> None:
    """Draw what is in view of all blocks: their ground, cables, what is missing and what is down."""
    made = ground.sheet
    assert made is not None
    _draw_ground(board, ground)
    seen = ground.seen
    cable = made.entries.cable[seen]
    box, dead = ground.boxes(seen), is_dead(board, made)[seen]
    there = cable >= 0
    if ground.detail == Detail.PICTURE:
        value = board.shares(raw(board, made)[seen])
        grown = _grown(board, ground, cable, box)
        parts = grown[there], value[there], dead[there], cable[there]
        board.add("cells", paint(board, *parts, apart=ground.is_even))
        _mark_lone(board, ground, seen[dead], box[dead])
    else:
        _draw_boxes(board, ground, seen[there & ~dead], box[there & ~dead])
        _draw_dead(board, box[dead], cable[dead])
    _draw_missing(board, box[~there])
    board.cables[cable[there]] = Shown.CELL


def _mark_lone(board: Board, ground: Matrix, which: Ints, box: Floats) -> None:
    """Mark cables that are down by themselves; those of a switch that is down have a frame round all of them."""
    made, failed = ground.sheet, board.scene.failed_node
    assert made is not None
    lost = (
        failed[made.rows.node[made.entries.row[which]]]
        | failed[made.columns.node[made.entries.column[which]]]
    )
    mark_dead(board, _middles(box[~lost]), made.entries.cable[which[~lost]])
    around = [np.empty((0, 4))]
    for side in sides(ground):
        down = side.seen[failed[side.axis.node[side.seen]]]
        around.append(side.cells(down) + np.array([-1.0, -1.0, 2.0, 2.0]))
    board.add("marks", boxes(np.concatenate(around), CLEAR, board.theme.down, 1.2, 2.0, Dash.DASHED))


def _grown(board: Board, ground: Matrix, cable: Ints, box: Floats) -> Floats:
    """Return cells without a gap where that would be uneven, and hot ones large enough to be seen, if they are few."""
    pad = PAD * ground.scale
    small = (box[:, 2:] < LEAST) | (not ground.is_even)
    low = np.where(small, box[:, :2] - pad, box[:, :2])
    size = np.where(small, box[:, 2:] + 2 * pad, box[:, 2:])
    hot = board.overlay.is_hot(np.append(board.overlay.value, np.nan)[cable])
    if hot.sum() <= MANY_HOT:
        middle = low + size / 2
        size = np.where(hot[:, None], np.maximum(size, LEAST), size)
        low = np.where(hot[:, None], middle - size / 2, low)
    return np.column_stack([low, size])


def _middles(box: Floats) -> Floats:
    middle: Floats = box[:, :2] + box[:, 2:] / 2
    return middle


def _draw_ground(board: Board, ground: Matrix) -> None:
    """Draw the ground of the blocks in view, and where a switch would meet itself."""
    made, theme = ground.sheet, board.theme
    assert made is not None
    box, away = ground.box[ground.seen_block], ground.air
    around = np.column_stack([box[:, :2] - away, box[:, 2:] - box[:, :2] + 2 * away])
    board.add(
        "ground", boxes(around, theme.band, CLEAR if theme.is_dark else theme.line, 1.0, min(4.0, away))
    )
    if made.is_square and ground.cell >= 2:
        seen = np.flatnonzero(ground.seen_rows & ground.seen_columns)
        size = np.full(len(seen), ground.cell)
        diagonal = np.column_stack([ground.column_x[seen], ground.row_y[seen], size, size])
        board.add("ground", boxes(_shrunk(diagonal), with_alpha(theme.line, 120)))


def paint(board: Board, box: Floats, value: Floats, dead: Bools, row: Ints, *, apart: bool = False) -> Cells:
    """Return one picture of many cells, a pixel each at least: the strongest on top, so that it never vanishes.

    Parameters
    ----------
    board : Board
    box : (n, 4) float64, pixels
    value : (n,) float64
        0 to 1 within the view's range.
    dead : (n,) bool
    row : (n,) int64
        The cable of each.
    apart : bool
        Whether cells that are large enough stand apart, all of one size.
    """
    colors = np.where(dead, with_alpha(board.theme.down, 70), board.cell_colors(value))
    rank = np.where(dead, 300, steps(np.nan_to_num(board.overlay.strength(value))).astype(np.int64))
    order = np.argsort(rank, kind="stable")
    left, top, wide, tall = (side.astype(np.int64) for side in _pixel_box(board, box, apart))
    x, y = (int(side.min()) if len(row) else 0 for side in (left, top))
    size = int((top + tall).max(initial=y + 1)) - y, int((left + wide).max(initial=x + 1)) - x
    pixels, shown = np.zeros(size, np.uint32), np.full(size, -1)
    left, top, wide, tall = (side[order] for side in (left - x, top - y, wide, tall))
    colors, row = colors[order], row[order]
    for down in range(int(tall.max(initial=0))):
        for across in range(int(wide.max(initial=0))):
            here = np.flatnonzero((wide > across) & (tall > down))
            spot = top[here] + down, left[here] + across
            pixels[spot], shown[spot] = colors[here], row[here]
    return Cells(float(x), float(y), float(size[1]), float(size[0]), pixels, shown, "cable")


def _pixel_box(board: Board, box: Floats, apart: bool) -> tuple[Floats, Floats, Floats, Floats]:
    """Return cells as whole pixels, cut at the edge of the picture: left, top, width, height.

    Cells that stand apart are all of one size; others leave no pixel between them.
    """
    x, y, width, height = board.frame.clip
    made = []
    for axis, (start, end) in enumerate(
        ((np.floor(x), np.ceil(x + width)), (np.floor(y), np.ceil(y + height)))
    ):
        low, long = np.floor(box[:, axis]), box[:, axis + 2]
        stop = np.where(apart & (long >= LEAST), low + np.floor(long), np.floor(box[:, axis] + long))
        high = np.maximum(stop, low + 1)
        low, high = np.clip(low, start, end - 1), np.clip(high, start + 1, end)
        made.append((low, np.maximum(high - low, 1)))
    return made[0][0], made[1][0], made[0][1], made[1][1]


def _shrunk(box: Floats) -> Floats:
    """Return boxes on whole pixels, so that their edges are sharp, with a gap of a pixel between them."""
    low, high = np.round(box[:, :2]), np.round(box[:, :2] + box[:, 2:])
    return np.column_stack([low, np.maximum(high - low - 1, 1.0)])


def _draw_boxes(board: Board, ground: Matrix, which: Ints, box: Floats) -> None:
    """Draw cables that are up as boxes: in two halves where directions differ and there is room."""
    made = ground.sheet
    assert made is not None
    inner = _shrunk(box)
    halved = is_directed(board, made) & (inner[:, 3] >= 2 * HALVED + 1)
    whole = np.flatnonzero(~halved)
    front = ground.front[made.rows.block[made.entries.row[which]]]
    _fill(board, ground, inner[whole], raw(board, made)[which[whole]], front[whole])
    part = np.flatnonzero(halved)
    if len(part):
        tall = np.ceil(inner[part, 3] / 2)
        upper = np.column_stack([inner[part, :3], tall])
        lower = np.column_stack(
            [inner[part, 0], inner[part, 1] + tall, inner[part, 2], inner[part, 3] - tall]
        )
        _fill(board, ground, upper, direction(board, made, which[part], back=False), front[part])
        _fill(board, ground, lower, direction(board, made, which[part], back=True), front[part])


def _fill(board: Board, ground: Matrix, box: Floats, value: Floats, front: Floats) -> None:
    """Draw boxes in the colour of their value, and the value in words where there is room and no head above.

    Parameters
    ----------
    board : Board
    ground : Matrix
    box : (n, 4) float64, pixels
    value : (n,) float64
        Before the view's range.
    front : (n, 2) float64, pixels
        Where the heads of the block of each end.
    """
    told = ground.detail == Detail.FIGURES and board.overlay.is_measure
    colors: Words32 = board.cell_colors(board.shares(value))
    fits = np.zeros(len(box), bool)
    if told and len(box):
        texts = np.array([board.overlay.words(each) for each in value.tolist()], object)
        wide = np.asarray(advance(texts, FIGURE, 500))
        fits = (wide > 0) & (max(wide.max(), WIDE) + 4 <= box[:, 2]) & (box[:, 3] >= TALL)
        ink, colors = legible(colors, fits, board.theme)
        fits &= (box[:, :2] >= front - 1).all(axis=1) & (box[:, 1] >= HEADER + CAPTION - 4)
        middle = _middles(box)[fits]
        board.words.put(
            texts[fits],
            middle[:, 0],
            middle[:, 1],
            px=FIGURE,
            weight=500,
            color=ink[fits],
            background=colors[fits],
            align=MIDDLE,
        )
    order = np.argsort(colors, kind="stable")
    board.add("cells", boxes(box[order], colors[order]))


def _draw_dead(board: Board, box: Floats, cable: Ints) -> None:
    """Draw cables that are down: dashed, with a cross; a ring with a cross for each crowd of small ones."""
    theme, inner = board.theme, _shrunk(box)
    board.add("cells", boxes(inner, with_alpha(theme.down, 40), theme.down, 1.2, 2.0, Dash.DASHED))
    large = inner[:, 2:].min(axis=1, initial=np.inf) >= RING + 4
    middle = _middles(inner)
    kept = np.flatnonzero(large)
    kept = kept[thinned(middle[kept], RING)]
    board.add("marks", marks(middle[kept], Shape.CROSS, 8.0, theme.down, row=cable[kept]))
    mark_dead(board, middle[~large], cable[~large])


def _draw_missing(board: Board, box: Floats) -> None:
    """Draw what a pair lacks and its neighbours have: hollow, with a stroke where there is room."""
    theme, inner = board.theme, _shrunk(box)
    wide = inner[:, 2:].min(axis=1, initial=np.inf)
    some = inner[wide >= 4]
    board.add("cells", boxes(some, theme.canvas, theme.line2, 1.0))
    roomy = inner[wide >= 9] + np.array([2.0, 2.0, -4.0, -4.0])
    x, y, width, height = roomy.T
    board.add("cells", lines(np.column_stack([x, y + height, x + width, y]), theme.line2, 1.2))
