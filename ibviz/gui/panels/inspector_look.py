"""What the rows of the inspector are painted with: tokens, the ramp of the load, fonts, plain tooltips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPainter

from ibviz.core.table import Words32
from ibviz.drawing.qtfonts import font
from ibviz.drawing.theme import theme
from ibviz.gui.style import color

MONO = ("JetBrains Mono", "DejaVu Sans Mono")
_FILE = "JetBrainsMono[wght].ttf"


@dataclass(frozen=True, eq=False)
class Look:
    """A theme for painters of panels."""

    name: str

    def __getitem__(self, token: str) -> QColor:
        return color(theme(self.name)[token])

    @property
    def ramp(self) -> Words32:
        """The 256 colours of the load."""
        return theme(self.name).ramp()

    def heat(self, share: float) -> QColor:
        """Return the colour of a utilization."""
        ramp = self.ramp
        return color(int(ramp[min(max(int(share * len(ramp)), 0), len(ramp) - 1)]))


@cache
def mono(px: int) -> QFont:
    """Return the fixed font, for GUIDs and what is typed."""
    spec = find_spec("fontpkg_jetbrains_mono")
    if spec is not None and spec.origin is not None:
        for path in sorted((Path(spec.origin).parent / "files").glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))
    made = QFont([*MONO, *QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()])
    made.setPixelSize(px)
    made.setWeight(QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def tip(text: str) -> str:
    """Return a text as a tooltip that is shown as it stands and wrapped; empty for an empty one.

    Examples
    --------
    >>> tip("a <b>")
    '<p>a &lt;b&gt;</p>'
    """
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n")) if text else ""


def write(
    painter: QPainter,
    place: QRectF,
    text: str,
    face: QFont,
    ink: QColor,
    *,
    right: bool = False,
    middle: bool = True,
) -> float:
    """Write one line, elided where it is too long, and return its width."""
    painter.setFont(face)
    painter.setPen(ink)
    mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    cut = painter.fontMetrics().elidedText(text, mode, max(int(place.width()), 0))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), cut)
    return float(painter.fontMetrics().horizontalAdvance(cut))


def bar(painter: QPainter, place: QRectF, share: float, look: Look) -> None:
    """Paint a bar of the load in its trough."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = place.height() / 2
    painter.setBrush(look["hover"])
    painter.drawRoundedRect(place, radius, radius)
    if share == share and share > 0:
        full = QRectF(place)
        full.setWidth(max(place.width() * min(share, 1.0), place.height()))
        painter.setBrush(look.heat(share))
        painter.drawRoundedRect(full, radius, radius)
    painter.restore()


def width_of(text: str, face: QFont) -> float:
    """Return how wide a text is."""
    from PySide6.QtGui import QFontMetricsF

    return QFontMetricsF(face).horizontalAdvance(text)


__all__ = ["Look", "bar", "font", "mono", "tip", "width_of", "write"]
