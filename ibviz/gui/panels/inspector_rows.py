"""The rows of the inspector as widgets: each paints itself, and is a button where a click does something."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QCursor,
    QEnterEvent,
    QFont,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from ibviz.gui.models.page import (
    Act,
    Button,
    Buttons,
    Fact,
    Figure,
    Gauge,
    Item,
    Line,
    Pick,
    Row,
    Sentence,
    Spread,
)
from ibviz.gui.panels.inspector_look import Look, bar, font, mono, told_apart, width_of, write
from ibviz.gui.style import icon
from ibviz.gui.tips import tip

Do = Callable[[Act], None]
LEFT, RIGHT = 28, 16
"""Where text begins, and how far from the right edge everything ends."""

LEAST = 260
"""Least width of the dock, pixels: names that do not fit it beside each other stand below each other."""

KEY = 12
GAP = 12


class RowWidget(QAbstractButton):
    """One row; with Ctrl held a click copies its value."""

    def __init__(
        self, row: Row, look: Look, do: Do, height: int, name: str, value: str, act: Act | None
    ) -> None:
        super().__init__()
        self.row, self.look, self.value, self.act = row, look, value, act
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setText("")
        hint = getattr(row, "hint", "")
        self.setToolTip(tip("\n".join(part for part in (name, hint) if part)))
        if act is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.clicked.connect(lambda: do(act))
        else:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Copy the value with Ctrl held, else press."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.value:
            QGuiApplication.clipboard().setText(self.value)
            QToolTip.showText(QCursor.pos(), tip(f"Copied {self.value}"), self)
            event.accept()
        elif self.act is None:
            event.ignore()
        else:
            super().mousePressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Show that it can be clicked."""
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Show it as before."""
        self.update()

    @property
    def lit(self) -> bool:
        """Whether the pointer is over something that can be clicked."""
        return self.act is not None and self.underMouse()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the ground, the focus, and the row."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(self.rect()).adjusted(16.5, 0.5, -8.5, -0.5)
        if self.lit and not isinstance(self.row, Fact):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.look["hover"])
            painter.drawRoundedRect(ground, 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(self.look["acc"], 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground, 6, 6)
        self.fill(painter, QRectF(LEFT, 0, self.width() - LEFT - RIGHT, self.height()))
        painter.end()

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Paint what the row says."""


class FactRow(RowWidget):
    """A key at the left, its value at the right."""

    row: Fact

    def __init__(self, row: Fact, look: Look, do: Do) -> None:
        super().__init__(row, look, do, 24, f"{row.key}: {row.value}", row.value, row.act)

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Write both; the value is underlined where a click opens something."""
        row, look = self.row, self.look
        taken = write(painter, place, row.key, font(KEY, 400), look["t3"], middle=False)
        face = QFont(mono(11) if row.mono else font(KEY, 500))
        face.setUnderline(self.lit)
        rest = place.adjusted(taken + GAP, 0, 0, 0)
        write(painter, rest, row.value, face, look[row.tone or "t1"], right=True)


class FigureRow(RowWidget):
    """A large figure under its name, behind what it was; what it comes to at the right."""

    row: Figure

    def __init__(self, row: Figure, look: Look, do: Do) -> None:
        name = ", ".join(part for part in (f"{row.key}: {row.value}", row.note) if part)
        super().__init__(row, look, do, 50, name, row.value, None)

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Write the name, then old, arrow and new; what does not fit beside the note loses the old value."""
        row, look = self.row, self.look
        write(painter, QRectF(place.left(), 3, place.width(), 18), row.key, font(KEY, 400), look["t3"])
        line = QRectF(place.left(), 21, place.width(), 26)
        taken = write(painter, line, row.note, font(13, 600), look[row.tone or "t3"], right=True)
        room = line.width() - taken - (GAP if taken else 0)
        small, large = font(18, 500), font(20, 600)
        tail = width_of(row.new, large) + (width_of(row.unit, font(KEY, 400)) + 6 if row.unit else 0)
        x = line.left()
        if row.old != row.new and width_of(row.old, small) + 28 + tail <= room:
            x += write(painter, line, row.old, small, look["t3"]) + 8
            icon("arrow-right", look.name, "t3", 12).paint(painter, QRect(int(x), 29, 12, 12))
            x += 20
        x += write(painter, QRectF(x, 21, line.left() + room - x, 26), row.new, large, look["t1"]) + 6
        unit = QRectF(x, 24, max(line.left() + room - x, 0), 24)
        write(painter, unit, row.unit, font(KEY, 400), look["t2"], middle=False)


class GaugeRow(RowWidget):
    """A key and a figure over a bar."""

    row: Gauge

    def __init__(self, row: Gauge, look: Look, do: Do) -> None:
        super().__init__(row, look, do, 40, f"{row.key}: {row.value}", row.value, row.act)

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Write both and paint the bar."""
        line = QRectF(place.left(), 2, place.width(), 22)
        taken = write(painter, line, self.row.key, font(KEY, 400), self.look["t2"], middle=False)
        write(
            painter,
            line.adjusted(taken + GAP, 0, 0, 0),
            self.row.value,
            font(KEY, 500),
            self.look["t1"],
            right=True,
        )
        bar(painter, QRectF(place.left(), 27, place.width(), 5), self.row.share, self.look)


class ItemRow(RowWidget):
    """A thing in two lines, with a figure, and a bar where it has a load."""

    row: Item

    def __init__(self, row: Item, look: Look, do: Do) -> None:
        name = f"{row.title}, {row.subtitle}: {row.value}"
        super().__init__(row, look, do, 40, name, row.title, row.act)

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Write title and subtitle, figure and bar."""
        row, look = self.row, self.look
        figure = width_of(row.value, font(KEY, 500))
        wide = max(figure, 64.0 if row.share == row.share else 0.0)
        upper = QRectF(place.left(), 3, place.width(), 18)
        lower = QRectF(place.left(), 20, place.width() - wide - GAP, 16)
        write(painter, upper.adjusted(0, 0, -figure - GAP, 0), row.title, font(KEY, 500), look["t1"])
        write(painter, lower, row.subtitle, font(11, 400), look["t3"])
        write(painter, upper, row.value, font(KEY, 500), look["t1"], right=True)
        if row.share == row.share:
            bar(painter, QRectF(place.right() - 64, 26, 64, 4), row.share, look)


class LineRow(RowWidget):
    """A thing in one line, behind an icon; with an arrow to another, in two lines where both are long."""

    row: Line

    def __init__(self, row: Line, look: Look, do: Do) -> None:
        name = f"{row.text} to {row.to}: {row.value}" if row.to else f"{row.text}: {row.value}"
        self.is_tall = bool(row.to) and self._needs(row) > LEAST - LEFT - RIGHT
        super().__init__(row, look, do, 44 if self.is_tall else 26, name, row.text, row.act)

    @staticmethod
    def _needs(row: Line) -> float:
        """Return how wide a line must be in which neither name is cut."""
        longer = max(width_of(name, font(KEY, 400)) for name in (row.text, row.to))
        return 2 * longer + 20 + GAP + width_of(row.value, font(KEY, 500))

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Write names and figure."""
        row, look = self.row, self.look
        if self.is_tall:
            self._fill_tall(painter, place)
            return
        figure = write(painter, place, row.value, font(KEY, 500), look["t1" if row.to else "t2"], right=True)
        names = place.adjusted(0, 0, -figure - GAP, 0)
        if row.to:
            half = (names.width() - 20) / 2
            write(
                painter, QRectF(names.left(), 0, half, names.height()), row.text, font(KEY, 400), look["t1"]
            )
            middle = int(names.left() + half)
            icon("arrow-right", look.name, "t3", 12).paint(
                painter, QRect(middle, self.height() // 2 - 6, 12, 12)
            )
            write(painter, QRectF(middle + 20, 0, half, names.height()), row.to, font(KEY, 400), look["t1"])
            return
        if row.icon:
            place_of_icon = QRect(int(names.left()), self.height() // 2 - 7, 14, 14)
            icon(row.icon, look.name, row.tone or "t3", 14).paint(painter, place_of_icon)
            names.setLeft(names.left() + 22)
        write(painter, names, row.text, font(KEY, 400), look["t1"], middle=False)

    def _fill_tall(self, painter: QPainter, place: QRectF) -> None:
        row, look = self.row, self.look
        upper = QRectF(place.left(), 3, place.width(), 18)
        figure = write(painter, upper, row.value, font(KEY, 500), look["t1"], right=True)
        room = min(place.width() - figure - GAP, place.width() - 20)
        name, to = told_apart(row.text, row.to, room, font(KEY, 400))
        write(painter, QRectF(place.left(), 3, room, 18), name, font(KEY, 400), look["t1"])
        icon("arrow-right", look.name, "t3", 12).paint(painter, QRect(int(place.left()), 26, 12, 12))
        write(painter, QRectF(place.left() + 20, 23, room, 18), to, font(KEY, 400), look["t1"])


class SpreadRow(RowWidget):
    """A histogram from 0 to 100 %, square-root scale, so that the few hot ones are seen beside the many cool."""

    row: Spread

    def __init__(self, row: Spread, look: Look, do: Do) -> None:
        super().__init__(row, look, do, 92, f"{row.words}, square-root scale", "", None)

    def fill(self, painter: QPainter, place: QRectF) -> None:
        """Paint the bars and the ends of the axis."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        counts, base, high = self.row.counts, 70.0, 56.0
        most = max(max(counts), 1) ** 0.5
        step = place.width() / len(counts)
        for at, number in enumerate(counts):
            if number:
                tall = max(high * number**0.5 / most, 2.0)
                cell = QRectF(place.left() + at * step, base - tall, max(step - 1, 1), tall)
                painter.fillRect(cell, self.look.heat((at + 0.5) / len(counts)))
        painter.fillRect(QRectF(place.left(), base, place.width(), 1), self.look["line2"])
        axis = QRectF(place.left(), 73, place.width(), 16)
        write(painter, axis, "0", font(11, 400), self.look["t3"])
        write(painter, axis, "100\u2009%", font(11, 400), self.look["t3"], right=True)


class Words(QLabel):
    """A sentence, wrapped; never markup."""

    def __init__(self, row: Sentence, look: Look) -> None:
        super().__init__(row.text)
        self.row = row
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFont(font(KEY, 400))
        self.setContentsMargins(LEFT, 2, RIGHT, 6)
        self.setMinimumWidth(0)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, look[row.tone or "t2"])
        self.setPalette(palette)


class Flowing(QLayout):
    """Lays buttons beside each other, and below where they do not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Take in a button."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Return one."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Give one away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Say that it is higher where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return how high it is at a width."""
        return self._lay(QRect(0, 0, width, 0), place=False)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size in one line."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        """Return the size of its widest button."""
        sizes = [item.sizeHint() for item in self._items]
        wide = max((size.width() for size in sizes), default=0)
        return QSize(wide + LEFT + RIGHT, max((size.height() for size in sizes), default=0) + 12)

    def setGeometry(self, place: QRect) -> None:  # noqa: N802
        """Lay them."""
        super().setGeometry(place)
        self._lay(place, place=True)

    def _lay(self, room: QRect, *, place: bool) -> int:
        x, y, high = room.left() + LEFT, room.top() + 4, 0
        for item in self._items:
            size = item.sizeHint()
            if x + size.width() > room.right() - RIGHT + 1 and x > room.left() + LEFT:
                x, y, high = room.left() + LEFT, y + high + 8, 0
            if place:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, high = x + size.width() + 8, max(high, size.height())
        return y + high + 8 - room.top()


class ButtonsRow(QWidget):
    """Buttons beside each other."""

    def __init__(self, row: Buttons, look: Look, do: Do) -> None:
        super().__init__()
        layout = Flowing(self)
        for button in row.buttons:
            layout.addWidget(self._made(button, look, do))

    def _made(self, button: Button, look: Look, do: Do) -> QPushButton:
        made = QPushButton(button.text)
        made.setFont(font(KEY, 500))
        made.setProperty("small", "true")
        if button.icon:
            made.setIcon(icon(button.icon, look.name, "t2", 14))
            made.setIconSize(QSize(14, 14))
        made.setAccessibleName(f"{button.text}: {button.hint}" if button.hint else button.text)
        made.setToolTip(tip(button.hint or button.text))
        act = button.act
        made.clicked.connect(lambda: do(act))
        return made


_KINDS: dict[type, Callable[..., QWidget]] = {
    Fact: FactRow,
    Figure: FigureRow,
    Gauge: GaugeRow,
    Item: ItemRow,
    Line: LineRow,
    Spread: SpreadRow,
    Buttons: ButtonsRow,
}


def widget_of(row: Row, look: Look, do: Do) -> QWidget:
    """Return the widget of a row."""
    if isinstance(row, Sentence):
        return Words(row, look)
    return _KINDS[type(row)](row, look, do)


__all__ = ["LEFT", "RIGHT", "Do", "Pick", "RowWidget", "widget_of"]
