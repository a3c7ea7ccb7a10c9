"""Several files at once: one fabric, or apart, or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication, QMessageBox

from ibviz.door import save
from ibviz.gui.together import APART, TOGETHER
from ibviz.gui.window import Window

BUTTONS = QMessageBox.StandardButton


def windows() -> list[Window]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one.isVisible()]


@pytest.fixture
def planes(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "plane1.ibviz.yaml", tmp_path / "plane2.ibviz.yaml"]
    for path in paths:
        save(small_state(path.stem), path)
    return paths


def test_that_planes_become_one_fabric_after_asking(
    qtbot: Any, make_window: Callable[..., Window], planes: list[Path], answers: list[Any]
) -> None:
    asked: list[str] = []
    answers.append(lambda title, sentence, buttons: asked.append(sentence) or TOGETHER)
    window = make_window()
    window.files.dropped(planes)
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    assert asked[0].startswith("4 hosts are in more than one of these 2 files.")
    fabric = window.desk.document.state.fabric
    assert (len(fabric.nodes), len(fabric.cables)) == (14, 12)
    assert window.desk.document.modified
    assert window.desk.document.path is None


def test_that_several_files_can_be_opened_apart(
    qtbot: Any, make_window: Callable[..., Window], planes: list[Path], answers: list[Any]
) -> None:
    answers.append(APART)
    make_window().files.dropped(planes)
    qtbot.waitUntil(lambda: len(windows()) == 2, timeout=8000)
    qtbot.waitUntil(lambda: all(one.ready and not one.unused for one in windows()), timeout=8000)
    assert {one.files.title() for one in windows()} == {"plane1", "plane2"}


def test_that_cancel_opens_none_of_several(
    qtbot: Any, make_window: Callable[..., Window], planes: list[Path], answers: list[Any]
) -> None:
    answers.append(BUTTONS.Cancel)
    window = make_window()
    window.files.dropped(planes)
    qtbot.waitUntil(lambda: not answers, timeout=8000)
    qtbot.wait(20)
    assert window.unused
