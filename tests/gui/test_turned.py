"""A name that holds marks of direction turns nothing around it, wherever a window or a picture shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gui_windows import small_state
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QPainter
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QWidget

from ibviz.cli import main
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.drawing.hit import Hit
from ibviz.formats.project import write_project
from ibviz.gui.canvas.facts import facts
from ibviz.gui.docks import DOCKS
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.selection import Selection, of_flows
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def odd_state() -> State:
    """Every name ends in one that turns what follows."""
    state = small_state("odd\u202e")
    nodes = state.fabric.nodes
    names = np.array([f"{name}\u2067\u202e" for name in nodes.name], object)
    fabric = replace(state.fabric, nodes=replace(nodes, name=names))
    return replace(state, fabric=fabric, traffic=Choice.parse("shift:k=1"))


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What widgets paint."""
    said: list[str] = []
    draw = QPainter.drawText

    def note(self: QPainter, *args: Any) -> Any:
        said.extend(one for one in args if isinstance(one, str))
        return draw(self, *args)

    monkeypatch.setattr(QPainter, "drawText", note)
    return said


def texts_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.windowTitle(), widget.statusTip())
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from cells_of(widget)
    yield from (text for one in widget.actions() for text in (one.text(), one.toolTip()))


def cells_of(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    columns = model.columnCount() if isinstance(model, TableModel) else 1
    for row in range(min(model.rowCount(), 50)):
        for column in range(columns):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(model.data(model.index(row, column), role) or "")


def said_in(window: Window) -> set[str]:
    every = [window, *window.findChildren(QWidget)]
    words = {text for widget in every for text in texts_of(widget)}
    return words | {text for one in window.findChildren(QAction) for text in (one.text(), one.toolTip())}


@pytest.fixture
def window(qtbot: Any, make_window: Callable[..., Window]) -> Window:
    made = make_window(odd_state(), panels=True)
    for place in DOCKS:
        made.furniture.show_panel(place.name)
        qtbot.wait(10)
    qtbot.waitUntil(lambda: not made.desk.jobs.keys, timeout=20_000)
    return made


def test_that_no_widget_and_nothing_painted_holds_a_mark_of_direction(
    qtbot: Any, window: Window, painted: list[str]
) -> None:
    every = set(said_in(window))
    chosen = (
        Selection(nodes=frozenset([0])),
        Selection(nodes=frozenset([3])),
        Selection(nodes=frozenset([0, 1])),
        Selection(cables=frozenset([4])),
        of_flows([0]),
        of_flows([0, 1]),
    )
    for selection in chosen:
        window.desk.document.select(selection)
        qtbot.waitUntil(lambda: not window.desk.jobs.keys, timeout=20_000)
        qtbot.wait(40)
        every |= said_in(window)
    window.desk.document.select(Selection(cables=frozenset([4])))
    window.actions_["simulate.fail"].trigger()
    qtbot.waitUntil(lambda: not window.desk.jobs.keys, timeout=20_000)
    for place in DOCKS:
        window.furniture.show_panel(place.name)
        qtbot.wait(20)
        every |= said_in(window)
    assert any("leaf1" in text for text in every), "the names are shown at all"
    assert any("host1" in text for text in painted), "words painted are noted"
    wrong = [text for text in every | set(painted) if TURNING.search(text)]
    assert not wrong, wrong


def test_that_the_card_of_a_node_and_of_a_cable_hold_none(qtbot: Any, window: Window) -> None:
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=20_000)
    scene = window.canvas.scene
    assert scene is not None
    for found in (Hit("node", 3, cable=0), Hit("cable", cable=4)):
        card = facts(scene, None, found)
        assert card is not None
        words = " ".join([card.title, *(value for row in card.rows for value in row)])
        assert "leaf" in words
        assert not TURNING.search(words)


def test_that_what_is_copied_is_exact(qtbot: Any, window: Window) -> None:
    window.furniture.show_panel("nodes")
    qtbot.waitUntil(lambda: not window.desk.jobs.keys, timeout=20_000)
    bottom = window.furniture.bottom
    assert bottom is not None
    table: Any = bottom.panels["nodes"]
    qtbot.waitUntil(lambda: len(table.model.listing) == 7, timeout=20_000)
    table.view.copy()
    assert "leaf1\u2067\u202e\t" in QGuiApplication.clipboard().text()


@pytest.mark.parametrize("kind", ["layered", "map", "matrix"])
@pytest.mark.parametrize("zoom", ["fit", "close"])
def test_that_a_rendered_picture_holds_none(kind: str, zoom: str, tmp_path: Path) -> None:
    source, target = tmp_path / "odd.ibviz.yaml", tmp_path / "x.svg"
    source.write_bytes(write_project(odd_state()))
    assert main(["render", str(source), "-o", str(target), "--view", kind, "--zoom", zoom]) == 0
    drawn = target.read_text("utf-8")
    assert "leaf1" in drawn
    assert not TURNING.search(drawn)
    assert not re.search("&#(x20[26]|823[4-8]|829[4-7])", drawn)
