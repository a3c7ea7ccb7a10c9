"""How the cells of a table are painted: all that is seen in one go, straight from the columns.

A delegate would be called for every cell, and would wait for the interpreter at each call while a job runs.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ibviz.core.table import Bools, Ints
from ibviz.gui.models.listing import Column
from ibviz.gui.panels.inspector_look import Look, bar, font, mono, write

PADDING = 12
FIGURE = 48
"""Width of the figure beside a bar."""


def paint_grounds(
    painter: QPainter, look: Look, width: int, tops: list[int], height: int, marked: Bools, hovered: int
) -> None:
    """Paint the grounds of the rows that are selected, and of the one under the pointer.

    Parameters
    ----------
    painter : QPainter
    look : Look
    width, height : int
        Of a row, pixels.
    tops : list of int
        Where each row begins.
    marked : (n,) bool
    hovered : int
        Which of the rows the pointer is over; -1 for none.
    """
    for at in np.flatnonzero(marked).tolist():
        painter.fillRect(0, tops[at], width, height, look["acc_bg"])
    if 0 <= hovered < len(tops) and not marked[hovered]:
        painter.fillRect(0, tops[hovered], width, height, look["hover"])


def paint_column(
    painter: QPainter,
    look: Look,
    column: Column,
    rows: Ints,
    left: int,
    width: int,
    tops: list[int],
    height: int,
) -> None:
    """Paint the cells of one column in the rows given."""
    texts = column.shown(rows)
    face = mono(11) if column.look == "mono" else font(12, 400)
    right, inner = column.look in ("number", "share"), float(max(width - 2 * PADDING, 0))
    if column.look == "share":
        for share, top in zip(column.values[rows].tolist(), tops, strict=True):
            if share == share:
                trough = QRectF(left + PADDING, top + height / 2 - 2.5, max(inner - FIGURE, 0), 5)
                bar(painter, trough, share, look)
    for text, top in zip(texts, tops, strict=True):
        ink = look["down" if text == "down" else "t1"]
        write(painter, QRectF(left + PADDING, top, inner, height), text, face, ink, right=right)
