"""The look of widgets: palettes and one style sheet from the theme's tokens, icons in its colours."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from ibviz.core.resources import resource
from ibviz.drawing.qtfonts import font
from ibviz.drawing.theme import Theme, theme

SYSTEM = "system"


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
    """Give a running program the look of a theme; `setColorScheme` would do nothing on most platforms."""
    tokens = theme(name)
    app.setStyle("Fusion")
    app.setPalette(palette(tokens))
    app.setFont(font(13, 400))
    app.setStyleSheet(sheet(tokens))


def palette(tokens: Theme) -> QPalette:
    """Return the palette of a theme."""
    roles = QPalette.ColorRole
    made = QPalette()
    pairs = {
        roles.Window: tokens.bar,
        roles.WindowText: tokens.t1,
        roles.Base: tokens.panel,
        roles.AlternateBase: tokens.panel,
        roles.ToolTipBase: tokens.pop,
        roles.ToolTipText: tokens.t1,
        roles.Text: tokens.t1,
        roles.PlaceholderText: tokens.t3,
        roles.Button: tokens.raised,
        roles.ButtonText: tokens.t1,
        roles.BrightText: tokens.sel,
        roles.Link: tokens.acc,
        roles.Highlight: tokens.acc_bg,
        roles.HighlightedText: tokens.t1,
        roles.Accent: tokens.acc,
        roles.Light: tokens.hover,
        roles.Midlight: tokens.hover,
        roles.Mid: tokens.line2,
        roles.Dark: tokens.line,
        roles.Shadow: tokens.line,
    }
    for role, value in pairs.items():
        made.setColor(role, color(value))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, color(tokens.t4))
    return made


def sheet(tokens: Theme) -> str:
    """Return the style sheet: only what the palette cannot say."""
    names = ("canvas", "bar", "panel", "raised", "hover", "pop", "line", "line2", "t1", "t2", "t3", "t4", "acc", "acc_bg", "acc_solid", "on_acc", "down", "err")
    text = resource("themes", "window.qss").read_text(encoding="utf-8")
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(f"@{name};", f"{color(tokens[name]).name()};").replace(f"@{name} ", f"{color(tokens[name]).name()} ")
    return text


@cache
def icon(name: str, theme_name: str, token: str = "t2", size: int = 18) -> QIcon:
    """Return an icon of the set in a token's colour, sharp at any ratio; disabled it is in ``t4``."""
    made = QIcon()
    tokens = theme(theme_name)
    for mode, value in ((QIcon.Mode.Normal, tokens[token]), (QIcon.Mode.Disabled, tokens.t4)):
        for ratio in (1, 2):
            made.addPixmap(_drawn(name, color(value), size, ratio), mode)
    return made


def _drawn(name: str, value: QColor, size: int, ratio: int) -> QPixmap:
    text = resource("icons", f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", value.name())
    pixmap = QPixmap(size * ratio, size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
