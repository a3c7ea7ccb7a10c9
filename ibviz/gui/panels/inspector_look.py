"""What the rows of the inspector are painted with: tokens, the ramp of the load, fonts, plain tooltips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter

from ibviz.core.table import Words32
from ibviz.drawing.qtfonts import font
from ibviz.drawing.theme import theme
from ibviz.gui.style import color

MONO = ("JetBrains Mono", "DejaVu Sans Mono")
KNOWN = 4
"""Characters that are shown before the first that differs."""

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
        return _ramp(self.name)

    def heat(self, share: float) -> QColor:
        """Return the colour of a utilization."""
        ramp = self.ramp
        return color(int(ramp[min(max(int(share * len(ramp)), 0), len(ramp) - 1)]))


@cache
def _ramp(name: str) -> Words32:
    return theme(name).ramp()


@cache
def _load_mono() -> None:
    spec = find_spec("fontpkg_jetbrains_mono")
    if spec is not None and spec.origin is not None:
        for path in sorted((Path(spec.origin).parent / "files").glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))


@cache
def mono(px: int) -> QFont:
    """Return the fixed font, for GUIDs and what is typed."""
    _load_mono()
    made = QFont([*MONO, *QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()])
    made.setPixelSize(px)
    made.setWeight(QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


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
    wide = width_of(text, face)
    if wide > place.width():
        mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(text, mode, max(int(place.width()), 0))
        wide = place.width()
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)
    return wide


def told_apart(one: str, other: str, room: float, face: QFont) -> tuple[str, str]:
    """Return two names cut to a width, pixels, so that what differs is seen."""

    def cut(text: str, mode: Qt.TextElideMode) -> str:
        return QFontMetricsF(face).elidedText(text, mode, room)

    middle = cut(one, Qt.TextElideMode.ElideMiddle), cut(other, Qt.TextElideMode.ElideMiddle)
    if one == other or middle[0] != middle[1]:
        return middle
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    alike = max(sum(1 for _ in same) - KNOWN, 0)
    first, second = (cut(f"\u2026{text[alike:]}", Qt.TextElideMode.ElideRight) for text in (one, other))
    return first, second


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
    """Return how wide a text is, pixels."""
    return _width(text, face.pixelSize(), int(face.weight()), face.family() == MONO[0])


@lru_cache(maxsize=8192)
def _width(text: str, px: int, weight: int, fixed: bool) -> float:
    return QFontMetricsF(mono(px) if fixed else font(px, weight)).horizontalAdvance(text)


__all__ = ["Look", "bar", "font", "mono", "told_apart", "width_of", "write"]
