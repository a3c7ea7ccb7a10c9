"""Cards of the welcome page: one button each, with a sign or a picture, a title and a sentence."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from ibviz.drawing.qtfonts import font
from ibviz.gui.style import color, icon
from ibviz.gui.tips import tip
from ibviz.gui.tokens import tokens_of

CARD_WIDTH, RECENT_WIDTH = (256, 336), (240, 320)
"""Least and greatest width of a card, and of a recent file, pixels."""

STEP = QSize(CARD_WIDTH[1], 112)
SAMPLE = QSize(CARD_WIDTH[1], 220)
PICTURE = 150
"""Height of the picture in a card, pixels."""

WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class Card(QAbstractButton):
    """A button on a card of its own; text is drawn as it is, never as markup."""

    def __init__(self, title: str, sentence: str, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.sentence = title, sentence
        self._theme = "dark"
        self.setFixedSize(size)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self.update()

    def tell(self, sentence: str) -> None:
        """Change the sentence."""
        self.sentence = sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def token(self, name: str) -> QColor:
        """Return a colour of the theme."""
        return color(tokens_of(self._theme)[name])

    def ground(self) -> tuple[str, str]:
        """Return the tokens of ground and border."""
        return ("hover" if self.underMouse() or self.isDown() else "panel"), "line"

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, border = self.ground()
        painter.setBrush(self.token(fill))
        painter.setPen(QPen(self.token("acc" if self.hasFocus() else border), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        self.fill(painter)
        painter.end()

    def fill(self, painter: QPainter) -> None:
        """Paint what stands in the card."""
        self.write(painter, QRect(12, 12, self.width() - 24, self.height() - 24))

    def write(self, painter: QPainter, place: QRect, *, room: int = 0) -> None:
        """Write title and sentence; `room` is kept free at the right of the title."""
        painter.setFont(font(13, 600))
        painter.setPen(self.token("t1"))
        line = QRect(place.left(), place.top(), place.width() - room, 20)
        painter.drawText(
            line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _cut(painter, self.title, line)
        )
        painter.setFont(font(12, 400))
        painter.setPen(self.token("t2"))
        painter.drawText(place.adjusted(0, 24, 0, 0), WRAPPED, self.sentence)


def _cut(painter: QPainter, text: str, place: QRect) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, place.width())


class Step(Card):
    """A first step: a sign in a tile, what it is, its key."""

    def __init__(self, title: str, sentence: str, sign: str, key: str = "", *, primary: bool = False) -> None:
        super().__init__(title, sentence, STEP)
        self._sign, self._key, self._primary = sign, key, primary
        self.setToolTip(f"{title} ({key})" if key else title)

    def ground(self) -> tuple[str, str]:
        """Return the tokens of ground and border: iris for the primary one."""
        return ("acc_bg", "acc") if self._primary else super().ground()

    def fill(self, painter: QPainter) -> None:
        """Paint the tile, the words and the key."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.token("acc_solid" if self._primary else "raised"))
        painter.drawRoundedRect(QRectF(20, 20, 40, 40), 6, 6)
        sign = icon(self._sign, self._theme, "on_acc" if self._primary else "t2", 20)
        sign.paint(painter, QRect(30, 30, 20, 20))
        room = self._write_key(painter) if self._key else 0
        self.write(painter, QRect(76, 18, self.width() - 92, self.height() - 30), room=room)

    def _write_key(self, painter: QPainter) -> int:
        painter.setFont(font(11, 500))
        wide = painter.fontMetrics().horizontalAdvance(self._key) + 12
        place = QRect(self.width() - 16 - wide, 19, wide, 18)
        painter.setPen(self.token("line2"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(place), 4, 4)
        painter.setPen(self.token("t2"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._key)
        return wide + 8


class Sample(Card):
    """A sample with its picture, which comes when it is drawn."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "", SAMPLE)
        self._picture = self._small = QImage()
        self.setToolTip(tip(f"Open {title}"))

    def show_picture(self, picture: QImage) -> None:
        """Show the picture."""
        self._picture, self._small = picture, QImage()
        self.update()

    def _fitted(self, room: QSize) -> QImage:
        """Return the picture as large as fits, made smaller once and well: painting would skip pixels."""
        ratio = self.devicePixelRatioF()
        wanted = self._picture.size().scaled(room * ratio, Qt.AspectRatioMode.KeepAspectRatio)
        if self._small.size() != wanted:
            self._small = self._picture.scaled(
                wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        self._small.setDevicePixelRatio(ratio)
        return self._small

    def fill(self, painter: QPainter) -> None:
        """Paint the picture and the words under it."""
        frame = QRect(8, 8, self.width() - 16, PICTURE)
        painter.setBrush(self.token("canvas"))
        painter.setPen(self.token("line"))
        painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if not self._picture.isNull():
            room = frame.adjusted(8, 8, -8, -8)
            small = self._fitted(room.size())
            size = small.deviceIndependentSize().toSize()
            corner = room.center() - QRect(QPoint(), size).center()
            painter.drawImage(corner, small)
        self.write(painter, QRect(16, 168, self.width() - 32, 46))


class Recent(Card):
    """A file opened lately: its name, where it lies, how long ago; greyed if it is gone."""

    def __init__(self, title: str, sentence: str, when: str, *, there: bool) -> None:
        super().__init__(title, sentence, QSize(RECENT_WIDTH[1], 52))
        self._when = when
        self.setEnabled(there)
        self.setToolTip("")

    def ground(self) -> tuple[str, str]:
        """Return the tokens of ground and border: none at rest."""
        return ("hover", "hover") if self.underMouse() and self.isEnabled() else ("canvas", "canvas")

    def fill(self, painter: QPainter) -> None:
        """Paint name and age above the folder."""
        there = self.isEnabled()
        painter.fillRect(QRect(8, self.height() - 1, self.width() - 16, 1), self.token("line"))
        place = QRect(8, 5, self.width() - 16, 20)
        painter.setFont(font(12, 400))
        painter.setPen(self.token("t3" if there else "t4"))
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._when)
        room = painter.fontMetrics().horizontalAdvance(self._when) + 12
        under = place.translated(0, 20)
        painter.drawText(
            under,
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            _cut(painter, self.sentence, under),
        )
        painter.setFont(font(13, 600))
        painter.setPen(self.token("t1" if there else "t4"))
        name = place.adjusted(0, 0, -room, 0)
        painter.drawText(
            name, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _cut(painter, self.title, name)
        )
