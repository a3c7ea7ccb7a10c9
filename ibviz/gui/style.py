"""The look of widgets: palettes and one style sheet from the theme's tokens, icons in its colours."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Protocol

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from ibviz.core.resources import resource
from ibviz.gui.tokens import tokens_of

SYSTEM = "system"
FUSION = "fusion"
"""Property of an application that has the style Fusion."""


class Named(Protocol):
    """Colours by the names of the tokens."""

    def __getitem__(self, token: str) -> int: ...


def color(value: int) -> QColor:
    """Return a token's colour."""
    return QColor.fromRgba(value)


def chosen(wish: str) -> str:
    """Return the theme's name for a wish: ``dark``, ``light``, or ``system`` for what the desktop says."""
    if wish != SYSTEM:
        return wish
    hints = QApplication.styleHints()
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def dress(app: QApplication, name: str) -> None:
    """Give a running program the look of a theme; `setColorScheme` would do nothing on most platforms.

    Notes
    -----
    From one sheet to another Qt would style at once what is hidden too, which takes twice as long as
    from none.
    """
    if app.property("theme") == name:
        return
    app.setProperty("theme", name)
    tokens = tokens_of(name)
    if not app.property(FUSION):
        app.setStyle("Fusion")
        app.setProperty(FUSION, True)
    app.setStyleSheet("")
    app.setPalette(palette(tokens))
    app.setStyleSheet(sheet(tokens))


_ROLES = {
    QPalette.ColorRole.Window: "bar",
    QPalette.ColorRole.WindowText: "t1",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "panel",
    QPalette.ColorRole.ToolTipBase: "pop",
    QPalette.ColorRole.ToolTipText: "t1",
    QPalette.ColorRole.Text: "t1",
    QPalette.ColorRole.PlaceholderText: "t3",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "t1",
    QPalette.ColorRole.BrightText: "sel",
    QPalette.ColorRole.Link: "acc",
    QPalette.ColorRole.Highlight: "acc_bg",
    QPalette.ColorRole.HighlightedText: "t1",
    QPalette.ColorRole.Light: "hover",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Mid: "line2",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Shadow: "line",
    QPalette.ColorRole.Accent: "acc",
}


def palette(tokens: Named) -> QPalette:
    """Return the palette of a theme."""
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(role, color(tokens[token]))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, color(tokens["t4"]))
    return made


def sheet(tokens: Named) -> str:
    """Return the style sheet, only what the palette cannot say: ``@name`` stands for a token."""
    text = resource("themes", "window.qss").read_text(encoding="utf-8")
    return re.sub(r"@(\w+)", lambda match: color(tokens[match[1]]).name(), text)


@cache
def icon(name: str, theme_name: str, token: str = "t2", size: int = 18) -> QIcon:
    """Return an icon of the set in a token's colour, sharp at any ratio; disabled it is in ``t4``."""
    made, tokens = QIcon(), tokens_of(theme_name)
    for ratio in sorted({math.ceil(screen.devicePixelRatio()) for screen in QGuiApplication.screens()}):
        picture = _drawn(name, color(tokens[token]), size, ratio)
        made.addPixmap(picture, QIcon.Mode.Normal)
        made.addPixmap(_tinted(picture, color(tokens["t4"])), QIcon.Mode.Disabled)
    return made


def _drawn(name: str, value: QColor, size: int, ratio: int) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    text = _source(name).replace("currentColor", value.name())
    pixmap = QPixmap(size * ratio, size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _tinted(picture: QPixmap, value: QColor) -> QPixmap:
    """Return the same shape in another colour, which is quicker than drawing it anew."""
    made = picture.copy()
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(QRectF(0, 0, picture.width(), picture.height()), value)
    painter.end()
    return made


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")
