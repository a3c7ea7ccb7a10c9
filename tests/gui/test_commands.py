"""The one table of actions: each is reachable, explained, triggered; no two share a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QToolBar, QToolButton

from ibviz.core.resources import resource
from ibviz.core.state import State
from ibviz.gui.commands import CAPTIONED, MENUS, SUBMENUS, TABLE, TOOLBAR
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

NAMES = [action.name for action in TABLE]


def test_that_no_two_actions_share_a_key_or_a_name() -> None:
    keys = Counter(QKeySequence(key).toString() for action in TABLE for key in action.keys)
    assert [key for key, times in keys.items() if times > 1] == []
    assert len(set(NAMES)) == len(NAMES)


def test_that_every_action_has_a_menu_or_a_key_and_menus_name_actions() -> None:
    menus = [*MENUS.values(), *(entries for _, entries in SUBMENUS.values())]
    listed = {entry for entries in menus for entry in entries if entry and not entry.startswith("@")}
    assert set(SUBMENUS) <= {entry for entries in MENUS.values() for entry in entries}
    assert listed <= set(NAMES)
    assert {action.name for action in TABLE if not action.keys} <= listed
    assert {name for name in TOOLBAR if name and not name.startswith("@")} <= set(NAMES)
    assert set(CAPTIONED) <= set(TOOLBAR)


def test_that_every_icon_is_in_the_set() -> None:
    assert all(resource("icons", f"{action.icon}.svg") for action in TABLE if action.icon)


def test_that_what_is_not_possible_says_why(make_window: Callable[..., Window]) -> None:
    window = make_window()
    for action in TABLE:
        made = window.actions_[action.name]
        if not made.isEnabled():
            assert ": " in made.toolTip(), action.name
            assert not made.toolTip().endswith(": ")


def test_that_every_button_of_the_toolbar_has_a_name_and_a_tooltip(window: Window) -> None:
    for bar in window.findChildren(QToolBar):
        for button in bar.findChildren(QToolButton):
            if button.defaultAction() is not None:
                assert button.accessibleName(), button.defaultAction().objectName()
                assert button.toolTip()


@pytest.mark.parametrize("name", NAMES)
def test_that_every_action_can_be_triggered(
    qtbot: Any,
    make_window: Callable[..., Window],
    state: State,
    name: str,
    answers: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers += [QMessageBox.StandardButton.Cancel] * 3
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: ("", ""))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    window = make_window(state)
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    window.desk.document.select(Selection(cables=frozenset([4])))
    action = window.actions_[name]
    if not action.isEnabled():
        window.actions_["simulate.fail"].trigger()
        qtbot.wait(5)
        window.actions_.refresh()
    action.trigger()
    qtbot.wait(2)
