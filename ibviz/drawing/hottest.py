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
    color = board.line_colors(board.value[cable[order]], 0.0)
    for place, each in enumerate(order.tolist()):
        board.add(
            "hot",
            curves(xy[each], board.theme.canvas, 5.0),
            curves(xy[each], color[place], 1.8, Dash.SOLID, cable[each]),
        )
