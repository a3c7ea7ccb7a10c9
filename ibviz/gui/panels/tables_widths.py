"""Widths of the columns of a table: by what stands in them, or as the user has drawn them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView

from ibviz.gui.models.listing import Column
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.panels.inspector_look import font, mono, width_of
from ibviz.gui.panels.tables_cells import PADDING

LEAST, MOST = 48, 300
"""Bounds of what is taken by itself, pixels."""

SAMPLED, MEASURED = 500, 12
"""Rows that are looked at, and the longest of their texts, which are measured."""

ARROW = 18
"""Room for the sign of the order beside the title."""


def fitting(column: Column) -> int:
    """Return a width in which the title and, as far as they were looked at, all cells of a column stand whole."""
    title = width_of(column.title, font(11, 500)) + ARROW
    rows = np.unique(np.linspace(0, len(column.values) - 1, SAMPLED).astype(np.int64))
    if column.look == "share" or not len(column.values):
        return max(column.width, math.ceil(title + 2 * PADDING))
    face = mono(11) if column.look == "mono" else font(12, 400)
    longest = sorted(set(column.shown(rows)), key=len)[-MEASURED:]
    widest = max(width_of(text, face) for text in longest)
    return min(max(math.ceil(max(widest, title)) + 2 * PADDING + 1, LEAST), MOST)


def is_drawn() -> bool:
    """Return whether somebody holds the mouse down: Qt itself moves widths, too, as columns come and go."""
    return bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)


class Widths:
    """Sets the widths of columns, and notes those that the user changes.

    Parameters
    ----------
    heads : QHeaderView
    model : TableModel

    Attributes
    ----------
    keep : callable
        Called with the name of a column and the width that the user gave it; 0 for none of his own.
    """

    def __init__(self, heads: QHeaderView, model: TableModel) -> None:
        self._heads, self._model = heads, model
        self._own: dict[str, int] = {}
        self._busy = False
        self.keep: Callable[[str, int], None] = lambda name, width: None
        heads.sectionResized.connect(self._on_resized)
        heads.sectionHandleDoubleClicked.connect(self._give_back)

    def take(self, own: Mapping[str, int]) -> None:
        """Take up what the user has chosen before."""
        self._own = dict(own)
        self.fit()

    def fit(self) -> None:
        """Give every column its width."""
        self._busy = True
        for at, column in enumerate(self._model.listing.columns):
            self._heads.resizeSection(at, self._own.get(column.name) or fitting(column))
        self._busy = False

    def _on_resized(self, at: int, before: int, after: int) -> None:
        """Note a width, unless it is of a column that was hidden or shown, or is last, which takes the rest."""
        shown = [one for one in range(self._heads.count()) if not self._heads.isSectionHidden(one)]
        last = max(shown, key=self._heads.visualIndex, default=-1)
        if self._busy or not before or not after or at == last or not is_drawn():
            return
        name = self._model.listing.columns[at].name
        self._own[name] = after
        self.keep(name, after)

    def _give_back(self, at: int) -> None:
        """Let a column be as wide as what stands in it again."""
        name = self._model.listing.columns[at].name
        self._own.pop(name, None)
        self.keep(name, 0)
        self.fit()
