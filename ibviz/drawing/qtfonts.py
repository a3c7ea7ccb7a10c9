"""Qt for pictures without a screen: the application, and Inter as the painters use it."""

from __future__ import annotations

import os
import sys
import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QTextLayout

from ibviz.drawing.tabular import renamed, with_digits

FAMILIES = ("Ibviz", "Inter", "Segoe UI Variable", "SF Pro Text", "Noto Sans", "DejaVu Sans")
"""The first is Inter as we load it, under a name of its own: an Inter of the system may be another."""

FEATURES = {"calt": 0}
"""No contextual alternates, which would turn a name such as 3x4 into another."""

_FILE = "Inter[opsz,wght].ttf"


@cache
def ready() -> QGuiApplication:
    """Return the application with our font loaded, made without a display where there is none yet."""
    application = QGuiApplication.instance()
    if application is None:  # pragma: no cover - tests make theirs first, the command line's run apart
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application = QGuiApplication(sys.argv[:1])
    _load()
    assert isinstance(application, QGuiApplication)
    return application


def _load() -> None:
    """Load Inter with tabular digits as its only ones; without the package Qt takes the next family."""
    spec = find_spec("fontpkg_inter")
    path = Path(spec.origin if spec is not None and spec.origin is not None else "").parent / "files" / _FILE
    if not path.is_file():
        return
    plain = renamed(path.read_bytes(), "Inter", FAMILIES[0])
    number = QFontDatabase.addApplicationFontFromData(plain)
    made = with_digits(plain, _tabular_glyphs())
    QFontDatabase.removeApplicationFont(number)
    QFontDatabase.addApplicationFontFromData(made)


def _tabular_glyphs() -> list[int]:
    face = QFont(FAMILIES[0])
    face.setFeature(QFont.Tag("tnum"), 1)
    layout = QTextLayout("0123456789", face)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]


def font(px: float, weight: int) -> QFont:
    """Return our font in a size and a weight, laid out alike at every scale; each thread has its own.

    Parameters
    ----------
    px : float
        Size in pixels; Qt takes whole ones, so a font of another size must be painted scaled.
    weight : int
        400, 500 or 600.
    """
    return _font(px, weight, threading.get_ident())


@cache
def _font(px: float, weight: int, thread: int) -> QFont:
    made = QFont(list(FAMILIES))
    made.setPixelSize(round(px))
    made.setWeight(QFont.Weight(weight))
    made.setVariableAxis(QFont.Tag("wght"), weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature, value in FEATURES.items():
        made.setFeature(QFont.Tag(feature), value)
    return made
