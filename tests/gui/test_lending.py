from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget

from ibviz.gui.lending import LENT, rows_are_things
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def shown(qtbot: Any, make_window: Callable[..., Window]) -> Window:
    window = make_window(small_state())
    qtbot.waitUntil(lambda: window.ready and window.desk.results.load is not None)
    return window


def listing(window: Window, *, of_things: bool) -> QListWidget:
    made = QListWidget(window)
    made.addItems(["any", "rack", "far"])
    if of_things:
        rows_are_things(made)
    made.show()
    made.setFocus()
    return made


def test_that_f_and_r_act_in_a_table_of_nodes_and_letters_search_while_they_are_not_possible(
    qtbot: Any, shown: Window
) -> None:
    made = listing(shown, of_things=True)
    qtbot.keyClick(made, Qt.Key.Key_F)
    assert made.currentItem().text() == "far"
    shown.desk.document.select(Selection(nodes=frozenset([2])))
    qtbot.keyClick(made, Qt.Key.Key_F)
    assert shown.desk.document.state.scenario.down_nodes == {2}
    qtbot.keyClick(made, Qt.Key.Key_R)
    assert shown.desk.document.state.scenario.down_nodes == frozenset()


def test_that_each_key_is_lent_once(shown: Window) -> None:
    made = listing(shown, of_things=True)
    shown.canvas.setFocus()
    made.setFocus()
    assert [action.objectName() for action in made.actions()] == [
        name for name in LENT if name in list(shown.actions_)
    ]


def test_that_letters_are_typed_where_rows_are_no_things(qtbot: Any, shown: Window) -> None:
    shown.desk.document.select(Selection(nodes=frozenset([2])))
    made = listing(shown, of_things=False)
    qtbot.keyClick(made, Qt.Key.Key_F)
    field = QLineEdit(shown)
    field.show()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_F)
    assert field.text() == "f" and not shown.desk.document.state.scenario.down_nodes
