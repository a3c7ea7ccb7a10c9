from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_that_inter_is_used_in_the_weight_asked_for() -> None:
    from PySide6.QtGui import QFontInfo, QFontMetricsF

    from ibviz.drawing.qtfonts import font, ready

    ready()
    assert QFontInfo(font(12, 400)).family() == "Ibviz"
    widths = [QFontMetricsF(font(100, weight)).horizontalAdvance("leaf") for weight in (400, 500, 600)]
    assert widths[0] < widths[1] < widths[2]


def test_that_names_keep_their_letters_and_hyphens_stay_narrow() -> None:
    from PySide6.QtGui import QFontMetricsF

    from ibviz.drawing.qtfonts import font, ready

    ready()
    measure = QFontMetricsF(font(1000, 400)).horizontalAdvance
    assert measure("3x4") == pytest.approx(measure("3") + measure("x") + measure("4"), abs=1)
    assert measure("->") == pytest.approx(measure("-") + measure(">"), abs=1)
    assert len({measure(str(digit)) for digit in range(10)}) == 1
    assert measure("-") < 0.8 * measure("0")


def test_that_the_application_is_made_once() -> None:
    from ibviz.drawing.qtfonts import ready

    assert ready() is ready()


def test_that_a_missing_font_package_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from ibviz.drawing import qtfonts

    monkeypatch.setattr(qtfonts, "find_spec", lambda name: None)
    qtfonts._load()


def test_that_a_picture_needs_no_display() -> None:
    code = (
        "from sample_drawings import everything\n"
        "from ibviz.drawing.png import png\n"
        "import sys; sys.stdout.buffer.write(png(everything())[:4])"
    )
    hidden = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    known = {name: value for name, value in os.environ.items() if name not in hidden}
    folder = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], env=known | {"PYTHONPATH": folder}, capture_output=True, check=True
    )
    assert done.stdout == b"\x89PNG"


def test_that_this_release_of_qt_does_not_lose_references_to_none() -> None:
    """PySide6 6.12 on Python before 3.12 loses one a call, and ends the interpreter after some thousand."""
    from PySide6.QtGui import QPen

    pen = QPen()
    before = sys.getrefcount(None)
    for _ in range(200):
        pen.setWidth(1)
    assert sys.getrefcount(None) > before - 50
