"""How cells of tables are painted: plain text elided in the middle, figures right, a bar for utilizations."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ibviz.gui.models.table_model import LookRole, MarkedRole, ShareRole
from ibviz.gui.panels.inspector_look import Look, bar, font, mono, write

PADDING = 12
FIGURE = 48
"""Width of the figure beside a bar."""


class CellDelegate(QStyledItemDelegate):
    """Paints the cells of one table.

    Attributes
    ----------
    look : Look
    hovered : int
        The row under the pointer; -1 for none.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = Look("dark")
        self.hovered = -1

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        place = QRectF(option.rect)
        if index.data(MarkedRole):
            painter.fillRect(place, self.look["acc_bg"])
        elif index.row() == self.hovered:
            painter.fillRect(place, self.look["hover"])
        inner = place.adjusted(PADDING, 0, -PADDING, 0)
        kind, text = index.data(LookRole), str(index.data(Qt.ItemDataRole.DisplayRole))
        if kind == "share":
            share = float(index.data(ShareRole))
            trough = QRectF(inner.left(), inner.center().y() - 2, max(inner.width() - FIGURE, 0), 5)
            if share == share:
                bar(painter, trough, share, self.look)
            write(painter, inner, text, font(12, 400), self.look["t1"], right=True)
        else:
            face = mono(11) if kind == "mono" else font(12, 400)
            ink = self.look["down" if text == "down" else "t1"]
            write(painter, inner, text, face, ink, right=kind == "number")

    def sizeHint(  # noqa: N802
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a cell."""
        return QSize(100, 26)
