"""The bar at the top: the document's name in the middle, the dot for modified."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from ibviz.gui.topbar import HEIGHT, Mark, TopBar


@pytest.fixture
def bar(qtbot: Any) -> TopBar:
    made = TopBar()
    qtbot.addWidget(made)
    made.resize(900, HEIGHT)
    made.show()
    return made


def test_that_the_name_stands_in_the_middle_and_is_plain(bar: TopBar) -> None:
    bar.set_font(QFont())
    bar.show_document("<b>a & b</b>", False)
    label = bar._name
    assert label.text() == "<b>a & b</b>"
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert abs(label.geometry().center().x() - 450) <= 1
    assert not bar._dot.isVisible()


def test_that_the_dot_tells_that_it_is_modified(bar: TopBar) -> None:
    bar.show_document("a", True)
    assert bar._dot.isVisible()
    assert bar._name.accessibleName() == "a, modified"
    bar.show_document("a", False)
    assert not bar._dot.isVisible()


def test_that_a_long_name_is_cut_in_the_middle_and_never_covers_a_menu(bar: TopBar) -> None:
    for title in ("File", "Edit", "View"):
        bar.addMenu(title)
    bar.show_document("x" * 400, True)
    assert "…" in bar._name.text()
    assert bar._name.x() > bar.actionGeometry(bar.actions()[-1]).right()
    bar.resize(200, HEIGHT)
    assert bar._name.text() in ("", "…")


def test_that_the_mark_takes_the_theme(qtbot: Any) -> None:
    mark = Mark(size=34, margin=(0, 0))
    qtbot.addWidget(mark)
    pictures = []
    for theme in ("dark", "light"):
        mark.dress(theme)
        pictures.append(mark.grab().toImage())
    assert pictures[0] != pictures[1]
