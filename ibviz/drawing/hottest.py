"""The hottest: the few cables that are drawn over all others."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Ints
from ibviz.drawing.board import Board

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
