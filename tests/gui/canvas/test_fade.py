"""Fading."""

from __future__ import annotations

from typing import Any

from fabrics import tree2
from PySide6.QtWidgets import QWidget
from scenes import scene_of

from ibviz.drawing.view import View
from ibviz.gui.canvas.fade import Fade
from ibviz.gui.canvas.kept import keep


def test_that_a_fade_ends_by_itself(qtbot: Any) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    fade = Fade(widget)
    old = keep(scene_of(tree2(2, 2, 2)), View(width=400, height=300), 1.0, True, lambda: None)
    fade.begin(old, 60)
    assert fade.old is old
    assert fade.share < 1
    qtbot.waitUntil(lambda: fade.old is None, timeout=2000)
    assert fade.share == 1
    assert not fade.isActive()


def test_that_a_fade_can_be_ended(qtbot: Any) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    fade = Fade(widget)
    old = keep(scene_of(tree2(2, 2, 2)), View(width=400, height=300), 1.0, True, lambda: None)
    fade.begin(old, 10_000)
    fade.end()
    assert fade.old is None
