"""About: the versions, ready to be copied."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication

from ibviz import __version__
from ibviz.gui import about as module
from ibviz.gui.about import about, versions
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen plugin has none


def test_that_versions_name_what_ibviz_stands_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert versions().startswith(f"ibviz {__version__}\nPython 3.")
    assert f"Qt {qVersion()}" in versions()
    monkeypatch.setattr(module, "PACKAGES", ("no-such-package",))
    assert "no-such-package is not installed" in versions()


def test_that_they_can_be_copied(window: Window, answers: list[Any]) -> None:
    answers.append("Copy")
    about(window)
    assert QApplication.clipboard().text() == versions()
