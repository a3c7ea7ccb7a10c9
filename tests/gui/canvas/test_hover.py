"""What is under the pointer: found, told, lit, and let go."""

from __future__ import annotations

from typing import Any

import pytest
from fabrics import tree3
from gui_canvas import Make, move, rest, spot_of, wheel
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ibviz.drawing.hit import Hit

TREE = tree3(4, 4, 4, 3, 4)
NONE = Qt.MouseButton.NoButton


def test_that_a_card_comes_after_a_moment_and_goes_with_the_pointer(
    qtbot: Any, make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = make_canvas(TREE)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    spot = spot_of(canvas, 0)
    move(canvas, QPointF(spot), NONE)
    qtbot.wait(10)
    assert canvas.card.facts is None
    qtbot.waitUntil(lambda: canvas.card.facts is not None, timeout=2000)
    assert canvas.card.facts is not None
    assert canvas.card.facts.title == "S0"
    assert not canvas.card.geometry().adjusted(10, 10, -10, -10).contains(spot)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.card.facts is None


def test_that_what_is_hovered_is_told(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    found: list[Any] = []
    canvas.hovered.connect(found.append)
    move(canvas, QPointF(spot_of(canvas, 5)), NONE)
    assert found[-1].node == 5
    wheel(canvas, 120)
    assert found[-1].kind == "nothing"


def test_that_a_click_while_in_motion_means_what_is_there_then(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    rest(qtbot, canvas)
    canvas.pan_by(-100)
    spot = spot_of(canvas, 8)
    assert canvas.at(QPointF(spot)).node == 8
    canvas.hover(QPointF(spot))
    assert canvas.card.facts is None


def test_that_beside_the_bands_there_is_nothing(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.at(QPointF(20, 300)).kind == "nothing"


def test_that_no_card_comes_during_a_drag(make_canvas: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = make_canvas(TREE)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    move(canvas, QPointF(spot_of(canvas, 0)), NONE)
    QTest.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=spot_of(canvas, 0))
    canvas.hovering.tell()
    assert canvas.card.facts is None


def test_that_what_is_hovered_is_told_once(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    found: list[Any] = []
    canvas.hovered.connect(found.append)
    for _ in range(3):
        canvas.hover(QPointF(spot_of(canvas, 5)))
    canvas.hover(QPointF(20, 300))
    assert [each.kind for each in found] == ["node", "nothing"]


def test_that_there_is_no_card_of_nothing(make_canvas: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = make_canvas(TREE)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    canvas.hovering.tell()
    assert canvas.card.facts is None


def test_that_a_card_goes_when_what_it_is_of_fails(
    qtbot: Any, make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ibviz.core.edit_scenarios import fail

    canvas = make_canvas(TREE)
    rest(qtbot, canvas)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    canvas.hovering._found = Hit("cable", cable=0)
    canvas.hovering.tell()
    assert canvas.card.isVisible()
    canvas.desk.document.apply("Fail", lambda s: fail(s, cables=[0]))
    assert not canvas.card.isVisible()
    qtbot.waitUntil(lambda: canvas.card.isVisible(), timeout=5000)
    assert canvas.card.facts is not None
    assert ("State", "failed (what-if)") in canvas.card.facts.rows
