"""The hottest: the few cables that are drawn over all others."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Dash
from ibviz.drawing.ink import curves

HOTTEST = 7
"""How many cables are drawn singly over a halo; more would be noise."""


def hottest(board: Board, cable: Ints) -> Bools:
    """Tell which cables are the few that stand out: hot ones, if hot is the exception."""
    value = board.overlay.value[cable]
    hot = board.overlay.is_hot(value)
    picked = np.zeros(len(cable), bool)
    if hot.any() and hot.sum() <= max(HOTTEST, 0.05 * len(cable)):
        rows = np.flatnonzero(hot)
        picked[rows[np.argsort(-value[rows], kind="stable")[:HOTTEST]]] = True
    return picked


def draw_hottest(board: Board, cable: Ints, xy: Floats) -> None:
    """Draw the few hottest cables as curves (n, 8) over a halo, the hottest last."""
    order = np.argsort(board.value[cable], kind="stable")
    halo, own = np.arange(0, 2 * len(order), 2), np.arange(1, 2 * len(order), 2)
    color = np.full(2 * len(order), board.theme.canvas, np.uint32)
    color[own] = board.line_colors(board.value[cable[order]], 0.0)
    width, row = np.full(len(color), 1.8), np.full(len(color), -1)
    width[halo], row[own] = 5.0, cable[order]
    board.add("hot", curves(np.repeat(xy[order], 2, axis=0), color, width, Dash.SOLID, row))
