"""The list of scenarios: cards with a box each, by which they are chosen to be compared."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ibviz.drawing.qtfonts import font
from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of

UNDER = Qt.ItemDataRole.UserRole + 1
COST = Qt.ItemDataRole.UserRole + 2
TOKEN = Qt.ItemDataRole.UserRole + 3
CARD, BOX = 52, 15
TEXT = 38
"""Where the words begin, right of the box, pixels."""


class Cards(QListWidget):
    """A list in which a click on a box, or the space bar, chooses, and any other click shows a scenario."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tick, or pick."""
        item = self._boxed(event)
        if item is None:
            super().mousePressEvent(event)
        else:
            self.tick(item)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Do nothing more where a box was ticked."""
        if self._boxed(event) is None:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take it as two clicks on a box; elsewhere it renames."""
        if self._boxed(event) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Tick by the space bar."""
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Space and item is not None:
            self.tick(item)
        else:
            super().keyPressEvent(event)

    def tick(self, item: QListWidgetItem) -> None:
        """Choose a scenario, or no longer."""
        now = is_ticked(self.indexFromItem(item))
        if now is not None:
            item.setCheckState(Qt.CheckState.Unchecked if now else Qt.CheckState.Checked)

    def _boxed(self, event: QMouseEvent) -> QListWidgetItem | None:
        """Return the item whose box is under the pointer."""
        at = event.position().toPoint()
        item = self.itemAt(at)
        has_box = item is not None and is_ticked(self.indexFromItem(item)) is not None
        return item if has_box and at.x() < TEXT - 4 else None


def is_ticked(index: QModelIndex | QPersistentModelIndex) -> bool | None:
    """Return whether a scenario is chosen to be compared; None for what cannot be."""
    value = index.data(Qt.ItemDataRole.CheckStateRole)
    return None if value is None else Qt.CheckState(value) == Qt.CheckState.Checked


class Card(QStyledItemDelegate):
    """Paints a scenario: box to choose it, name, what is down under it, its cost at the right."""

    def __init__(self, cards: QListWidget) -> None:
        super().__init__(cards)
        self.theme = "dark"

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size of a card."""
        return QSize(100, CARD)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a card."""
        tokens = tokens_of(self.theme)
        state, rect = option.state, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            token = "acc_bg" if state & QStyle.StateFlag.State_Selected else "hover"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tokens[token]))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 8, 8)
        self._paint_box(painter, rect, index)
        inner = rect.adjusted(TEXT, 7, -12, -7)
        upper = QRect(inner.left(), inner.top(), inner.width(), 19)
        lower = QRect(inner.left(), inner.top() + 19, inner.width(), 19)
        cost = str(index.data(COST) or "")
        painter.setFont(font(12, 500))
        wide = painter.fontMetrics().horizontalAdvance(cost) + (10 if cost else 0)
        painter.setPen(color(tokens[str(index.data(TOKEN) or "t3")]))
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), cost)
        for where, text, token, face in (
            (upper, str(index.data()), "t1", font(13, 500)),
            (lower.adjusted(0, 0, -wide, 0), str(index.data(UNDER)), "t3", font(12, 400)),
        ):
            painter.setFont(face)
            painter.setPen(color(tokens[token]))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, where.width())
            painter.drawText(where, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()

    def _paint_box(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the box that says whether it is chosen to be compared; what cannot be chosen has none."""
        checked = is_ticked(index)
        if checked is None:
            return
        tokens, box = tokens_of(self.theme), QRectF(rect.left() + 12.5, rect.top() + 9.5, BOX, BOX)
        painter.setPen(QPen(color(tokens["acc_solid" if checked else "line2"]), 1))
        painter.setBrush(color(tokens["acc_solid"]) if checked else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)
        if checked:
            pen = QPen(color(tokens["on_acc"]), 1.8)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            at = [box.topLeft() + QPointF(*spot) for spot in ((3.5, 7.5), (6.2, 10.2), (11.0, 4.6))]
            painter.drawPolyline(at)

    def editorEvent(self, *_: Any) -> bool:  # noqa: N802
        """Leave the box to the list, which does not show a scenario for a click on it."""
        return False

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Put the field for another name where the name stands."""
        rect = option.rect
        editor.setGeometry(rect.left() + TEXT - 6, rect.top() + 4, rect.width() - TEXT, 26)
