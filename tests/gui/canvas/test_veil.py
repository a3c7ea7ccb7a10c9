"""An old load is dimmed, and only that."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from fabrics import tree3
from gui_canvas import Make, rest

from ibviz.drawing.theme import theme
from ibviz.gui.canvas.veil import DIM_MS, DIMMED
from ibviz.gui.results import Results

TREE = tree3(4, 4, 4, 3, 4)


def test_that_an_old_load_is_dimmed_until_the_new_one_is_there(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    before = canvas.grab().toImage()
    canvas.veil.is_down = True
    assert canvas.grab().toImage() != before
    canvas.desk.results.changed.emit(canvas.desk.results.load)
    rest(qtbot, canvas)
    assert canvas.grab().toImage() == before


def test_that_a_load_is_dimmed_only_if_the_new_one_takes_long(
    qtbot: Any, make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = make_canvas(TREE, traffic=True)
    results, veil = canvas.desk.results, canvas.veil
    monkeypatch.setattr(Results, "current", property(lambda self: False))
    results.waiting.emit()
    assert not veil.is_down
    results.failed.emit("no")
    qtbot.wait(DIM_MS + 60)
    assert not veil.is_down
    results.waiting.emit()
    qtbot.waitUntil(lambda: veil.is_down, timeout=2000)
    color = veil.color(theme("dark"))
    assert color is not None
    assert (color.alpha(), color.rgb()) == (DIMMED, theme("dark").canvas | 0xFF000000)
    results.failed.emit("no")
    assert veil.color(theme("dark")) is None


def test_that_without_a_load_nothing_is_dimmed(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.results.waiting.emit()
    qtbot.wait(DIM_MS + 60)
    assert not canvas.veil.is_down


def test_that_a_new_load_has_nothing_painted_where_nothing_was_dimmed(make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    touched = canvas.touch = Mock()  # type: ignore[method-assign]
    canvas.veil._lift()
    assert not touched.called
    canvas.veil.is_down = True
    canvas.veil._lift()
    assert touched.called
