"""The painter's thread."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.view import View
from ibviz.gui.canvas.painting import Painter

SCENE = scene_of(tree2(4, 2, 3))


@pytest.fixture
def painter(qtbot: Any) -> Any:
    made = Painter()
    yield made
    made.close()
    qtbot.wait(1)


def test_that_the_newest_wish_is_the_one_that_comes(qtbot: Any, painter: Painter) -> None:
    came: list[float] = []
    painter.made.connect(lambda kept: came.append(kept.view.zoom))
    for zoom in (1.0, 2.0, 3.0):
        painter.want(SCENE, View(width=400, height=300, zoom=zoom), 1.0, fast=True)
    qtbot.waitUntil(lambda: painter.wish is None)
    qtbot.wait(30)
    assert came == [3.0]
    assert painter.count == 3


def test_that_the_same_wish_is_not_begun_twice(painter: Painter) -> None:
    for _ in range(3):
        painter.want(SCENE, View(width=400, height=300), 1.0, fast=False)
    assert painter.count == 1


def test_that_a_dropped_picture_never_comes(qtbot: Any, painter: Painter) -> None:
    came: list[Any] = []
    painter.made.connect(came.append)
    painter.want(SCENE, View(), 1.0, fast=False)
    painter.drop()
    qtbot.wait(100)
    assert not came


def test_that_a_fault_is_told_on_the_main_thread(
    qtbot: Any, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(
        "sys.excepthook", lambda kind, error, trace: told.append((kind, threading.current_thread()))
    )
    painter.want(None, View(), 1.0, fast=False)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: bool(told))
    assert told[0][1] is threading.main_thread()


def test_that_the_thread_ends_with_the_painter(qtbot: Any) -> None:
    painter = Painter()
    painter.want(SCENE, View(), 1.0, fast=False)
    painter.deleteLater()
    del painter
    qtbot.waitUntil(
        lambda: not any(t.name.startswith("ibviz-painter") for t in threading.enumerate()), timeout=5000
    )


def test_that_a_closed_painter_makes_no_more(painter: Painter) -> None:
    painter.close()
    painter.want(SCENE, View(), 1.0, fast=False)
    assert painter.count == 0
