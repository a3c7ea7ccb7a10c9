"""The bar at the top: the mark, the menus, and the document's name in the middle with the dot for modified."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenuBar, QWidget

from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of

HEIGHT = 36
SIDE = 44
"""What the name leaves free for the mark at its left, pixels."""


class Mark(QWidget):
    """The sign of ibviz: two spines, three leaves, and the cables between them."""

    def __init__(
        self, parent: QWidget | None = None, *, size: int = 18, margin: tuple[int, int] = (12, 6)
    ) -> None:
        super().__init__(parent)
        self._size, self._margin = size, margin
        self._color = QColor(Qt.GlobalColor.gray)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return its size with the air around."""
        return QSize(self._size + sum(self._margin), max(self._size, HEIGHT - 2))

    def dress(self, theme_name: str) -> None:
        """Take the theme's iris."""
        self._color = color(tokens_of(theme_name).acc)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint two dots above three, all joined."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self._margin[0], (self.height() - self._size) / 2, self._size, self._size)
        scale = self._size / 18
        tops = [QPointF(box.left() + x * scale, box.top() + 4 * scale) for x in (4.5, 13.5)]
        feet = [QPointF(box.left() + x * scale, box.top() + 14 * scale) for x in (2.5, 9, 15.5)]
        painter.setPen(QPen(self._color, 2 * scale))
        for top in tops:
            for foot in feet:
                if abs(top.x() - foot.x()) < 9 * scale:
                    painter.drawLine(top, foot)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        for spot in (*tops, *feet):
            painter.drawEllipse(spot, 2.6 * scale, 2.6 * scale)
        painter.end()


class TopBar(QMenuBar):
    """A menu bar of 36 with the mark before its menus and the document's name in the middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setNativeMenuBar(False)
        self.setFixedHeight(HEIGHT)
        self.mark = Mark()
        self.setCornerWidget(self.mark, Qt.Corner.TopLeftCorner)
        self._name = QLabel(self)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setObjectName("document")
        self._dot = QLabel(self)
        self._dot.setObjectName("modified")
        self._dot.setFixedSize(7, 7)
        self._dot.setAccessibleName("Modified")
        self._text = ""
        for label in (self._name, self._dot):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.hide()

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self.mark.dress(theme_name)

    def set_font(self, face: QFont) -> None:
        """Set the font of the document's name."""
        self._name.setFont(face)

    def show_document(self, name: str, modified: bool) -> None:
        """Show the name of the document, and whether it has anything that its file has not."""
        self._text = name
        self._name.show()
        self._dot.setVisible(modified)
        self._name.setAccessibleName(f"{name}, modified" if modified else name)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the name in the middle."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        actions = self.actions()
        taken = self.actionGeometry(actions[-1]).right() if actions else SIDE
        room = max(self.width() - 2 * taken - 2 * SIDE, 0)
        shown = self._name.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideMiddle, room)
        self._name.setText(shown)
        self._name.adjustSize()
        x = (self.width() - self._name.width()) // 2
        self._name.move(x, (self.height() - self._name.height()) // 2)
        self._dot.move(x + self._name.width() + 8, (self.height() - self._dot.height()) // 2)
