"""The hover card: a few facts beside the pointer, plain text whatever a fabric's names hold."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ibviz.drawing.qtfonts import font
from ibviz.drawing.theme import Theme, theme
from ibviz.gui.canvas.facts import Facts

AWAY, PADDING, ROW, GAP, SHADOW = 16, 12, 20, 16, 10
WIDEST = 380
TITLE, KEY, VALUE = (12.0, 600), (12.0, 400), (12.0, 500)


class Card(QWidget):
    """Shows facts over the canvas; the pointer goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._facts: Facts | None = None
        self._theme: Theme = theme("dark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def facts(self) -> Facts | None:
        """What it says; None while it is hidden."""
        return self._facts if self.isVisible() else None

    def tell(self, facts: Facts, spot: QPoint, tokens: Theme) -> None:
        """Say something beside a spot of the canvas, never over it."""
        self._facts, self._theme = facts, tokens
        wide, tall = self._size(facts)
        self.resize(wide + 2 * SHADOW, tall + 2 * SHADOW)
        ground = self.parentWidget()
        self.move(placed(spot, self.width(), self.height(), ground.rect() if ground else self.rect()))
        self.setAccessibleName("\n".join([facts.title, *(f"{key}: {value}" for key, value in facts.rows)]))
        self.show()
        self.raise_()
        self.update()

    def _size(self, facts: Facts) -> tuple[int, int]:
        title = QFontMetricsF(font(*TITLE)).horizontalAdvance(facts.title)
        key, value = QFontMetricsF(font(*KEY)), QFontMetricsF(font(*VALUE))
        rows = [key.horizontalAdvance(k) + GAP + value.horizontalAdvance(v) for k, v in facts.rows]
        wide = min(max([title, *rows, 120.0]) + 2 * PADDING, WIDEST)
        return round(wide + 0.5), round(2 * PADDING + ROW - 2 + ROW * len(facts.rows))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the card with its shadow."""
        if self._facts is None:
            return
        painter, tokens = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        painter.setPen(Qt.PenStyle.NoPen)
        for step in range(SHADOW, 0, -2):
            painter.setBrush(QColor(0, 0, 0, 9 if tokens.is_dark else 5))
            painter.drawRoundedRect(box.adjusted(-step, 3 - step, step, 3 + step - 3), 8 + step, 8 + step)
        painter.setPen(QPen(QColor.fromRgba(tokens.line2), 1))
        painter.setBrush(QColor.fromRgba(tokens.pop))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        self._write(painter, box, self._facts)
        painter.end()

    def _write(self, painter: QPainter, box: QRectF, facts: Facts) -> None:
        tokens = self._theme
        left, right, y = box.left() + PADDING, box.right() - PADDING, box.top() + PADDING
        _line(
            painter,
            facts.title,
            QRectF(left, y, right - left, 16),
            TITLE,
            tokens.t1,
            Qt.AlignmentFlag.AlignLeft,
        )
        y += ROW
        for key, value in facts.rows:
            wide = QFontMetricsF(font(*KEY)).horizontalAdvance(key)
            _line(painter, key, QRectF(left, y, wide + 2, 16), KEY, tokens.t3, Qt.AlignmentFlag.AlignLeft)
            room = QRectF(left + wide + GAP / 2, y, right - left - wide - GAP / 2, 16)
            _line(painter, value, room, VALUE, tokens.t1, Qt.AlignmentFlag.AlignRight)
            y += ROW


def _line(
    painter: QPainter, text: str, room: QRectF, face: tuple[float, int], color: int, align: Qt.AlignmentFlag
) -> None:
    painter.setFont(font(*face))
    painter.setPen(QColor.fromRgba(color))
    fitted = QFontMetricsF(font(*face)).elidedText(text, Qt.TextElideMode.ElideMiddle, room.width() + 1)
    flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    painter.drawText(room, int(flags), fitted)


def placed(spot: QPoint | QPointF, wide: int, tall: int, ground: QRect) -> QPoint:
    """Return where a card goes: to the lower right of the spot, on the other side where there is no room."""
    away = AWAY - SHADOW
    x = spot.x() + away if spot.x() + away + wide <= ground.right() else spot.x() - away - wide
    y = spot.y() + away if spot.y() + away + tall <= ground.bottom() else spot.y() - away - tall
    return QPoint(round(max(ground.left() - SHADOW, x)), round(max(ground.top() - SHADOW, y)))
