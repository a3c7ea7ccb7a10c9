"""What the entries of a matrix are worth, and what that comes to for each row and column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.matrix.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Summary:
    """What comes together along an axis.

    Attributes
    ----------
    mean, worst : (n,) float64
        0 to 1 within the view's range; NaN for none.
    """

    mean: Floats
    worst: Floats


def is_directed(board: Board, sheet: Sheet) -> bool:
    """Tell whether a cell holds two values, one a direction: where rows and columns differ, and the overlay parts them."""
    return board.overlay.both is not None and not sheet.is_square


def raw(board: Board, sheet: Sheet) -> Floats:
    """Return what entries are worth, (e,), before the view's range; NaN for none."""
    overlay, entries = board.overlay, sheet.entries
    if sheet.is_square and overlay.both is not None:
        value = overlay.both[np.maximum(entries.cable, 0), entries.side]
    else:
        value = overlay.value[np.maximum(entries.cable, 0)]
    made: Floats = np.where(entries.cable >= 0, value, np.nan)
    return made


def direction(board: Board, sheet: Sheet, which: Ints, back: bool) -> Floats:
    """Return what crosses cables from their row to their column, or back, before the view's range."""
    entries, both = sheet.entries, board.overlay.both
    assert both is not None
    side = entries.side[which]
    value: Floats = both[entries.cable[which], 1 - side if back else side]
    return value


def is_dead(board: Board, sheet: Sheet) -> Bools:
    """Tell which entries are cables that are down."""
    return board.scene.is_failed(sheet.entries.cable)


def summary(board: Board, sheet: Sheet, columns: bool) -> Summary:
    """Return mean and worst of each row, or each column; what is down or missing counts for nothing."""
    name = f"matrix sums {sheet.pair} {columns} {board.frame.view.overlay} {board.frame.view.low} {board.frame.view.high}"
    made: Summary = board.scene.once(name, lambda: _summary(board, sheet, columns))
    return made


def _summary(board: Board, sheet: Sheet, columns: bool) -> Summary:
    entries = sheet.entries
    value, place = board.shares(raw(board, sheet)), entries.column if columns else entries.row
    known = np.flatnonzero(~np.isnan(value) & ~is_dead(board, sheet))
    count = len(sheet.columns if columns else sheet.rows)
    strength = board.overlay.strength(value[known])
    order = known[np.lexsort((strength, place[known]))]
    worst, mean = np.full(count, np.nan), np.full(count, np.nan)
    worst[place[order]] = value[order]
    if board.overlay.is_kinds:
        least = np.full(count, np.inf)
        np.minimum.at(least, place[known], value[known])
        return Summary(np.where(least == _most(value[known], place[known], count), worst, np.nan), worst)
    number = np.bincount(place[known], minlength=count)
    total = np.bincount(place[known], value[known], count)
    mean[number > 0] = total[number > 0] / number[number > 0]
    return Summary(mean, worst)


def _most(value: Floats, place: Ints, count: int) -> Floats:
    most = np.full(count, -np.inf)
    np.maximum.at(most, place, value)
    return most
