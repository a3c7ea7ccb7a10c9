"""Qt for pictures without a screen: the application, and Inter as the painters use it."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

FAMILIES = ("Inter", "Segoe UI Variable", "SF Pro Text", "Noto Sans", "DejaVu Sans")
FEATURES = {"tnum": 1, "calt": 0}
"""Tabular figures; no contextual alternates, which would turn a name such as 3x4 into another."""

_FILE = "Inter[opsz,wght].ttf"


@cache
def ready() -> QGuiApplication:
    """Return the application with our font loaded, made without a display where there is none yet."""
    application = QGuiApplication.instance()
    if application is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application = QGuiApplication(sys.argv[:1])
    spec = find_spec("fontpkg_inter")
    if spec is not None and spec.origin is not None:
        QFontDatabase.addApplicationFont(str(Path(spec.origin).parent / "files" / _FILE))
    assert isinstance(application, QGuiApplication)
    return application


@cache
def font(px: float, weight: int) -> QFont:
    """Return our font in a size and a weight, laid out alike at every scale.

    Parameters
    ----------
    px : float
        Size in pixels; Qt takes whole ones, so a font of another size must be painted scaled.
    weight : int
        400, 500 or 600.
    """
    made = QFont(list(FAMILIES))
    made.setPixelSize(round(px))
    made.setWeight(QFont.Weight(weight))
    made.setVariableAxis(QFont.Tag("wght"), weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature, value in FEATURES.items():
        made.setFeature(QFont.Tag(feature), value)
    return made
