"""Actions of a window: enabled, checked, explained."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ibviz.gui.actions import Action, Actions
from ibviz.gui.selection import Selection
from ibviz.gui.style import icon
from ibviz.gui.window import Window


def test_that_an_action_runs_and_says_why_it_cannot(window: Window) -> None:
    done: list[str] = []
    why = {"a": ""}
    table = (
        Action("a", "Do & this…", lambda w: done.append("a"), ("Ctrl+J",), "save", lambda w: why["a"]),
        Action("b", "Mark", lambda w: done.append("b"), checked=lambda w: len(done) > 1),
    )
    actions = Actions(window, table)
    actions.dress(lambda name: icon(name, "dark"))
    actions.refresh()
    assert list(actions) == ["a", "b"]
    assert actions["a"].text() == "Do && this…"
    assert actions["a"].toolTip() == "Do & this (Ctrl+J)"
    assert not actions["a"].icon().isNull()
    actions["a"].trigger()
    actions["b"].trigger()
    assert done == ["a", "b"]
    why["a"] = "there is nothing"
    actions.refresh()
    assert actions["b"].isChecked()
    assert not actions["a"].isEnabled()
    assert actions["a"].toolTip() == "Do & this: there is nothing"


def test_that_while_much_changes_actions_are_told_once_at_the_end(window: Window) -> None:
    asked: list[str] = []

    def why(w: Window) -> str:
        asked.append("a")
        return "busy"

    actions = Actions(window, [Action("a", "Do", lambda w: None, hindered=why)])
    with pytest.raises(ValueError, match="broken"), actions.quiet():
        actions.refresh()
        actions.refresh()
        assert asked == []
        raise ValueError("broken")
    assert asked == ["a"]
    assert not actions["a"].isEnabled()
    actions.refresh()
    assert asked == ["a", "a"]


def test_that_an_action_is_told_again_only_what_has_changed(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell = Actions._tell

    def counted(self: Actions, name: str, title: str, reason: str) -> None:
        told.append(name)
        tell(self, name, title, reason)

    monkeypatch.setattr(Actions, "_tell", counted)
    window.actions_.refresh()
    told.clear()
    window.actions_.refresh()
    assert told == []
    window.desk.document.select(Selection(frozenset([0])))
    assert "simulate.fail" in told and len(told) == len(set(told)) < len(list(window.actions_))


@pytest.mark.parametrize("key", ["F", "R", "B", "V", "H", "0", "Shift+2", "+", "-"])
def test_that_a_key_that_types_a_character_acts_on_the_canvas_alone(window: Window, key: str) -> None:
    """Neither what follows the window's focus nor a panel's search for names may fail a cable."""
    wanted = QKeySequence(key)
    found = [action for action in window.canvas.actions() if wanted in action.shortcuts()]
    shortcuts = [each for each in window.findChildren(QShortcut) if wanted == each.key()]
    assert len(found) + len(shortcuts) == 1
    for action in found:
        assert action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
        assert action not in window.actions()
    for shortcut in shortcuts:
        assert shortcut.context() == Qt.ShortcutContext.WidgetShortcut
        assert shortcut.parent() is window.canvas


def test_that_letters_act_only_while_the_canvas_has_the_focus(qtbot: Any, window: Window) -> None:
    elsewhere = QWidget(window)
    elsewhere.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    elsewhere.show()
    gaze, handle = window.desk.gaze, window.windowHandle()
    window.activateWindow()
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    gaze.move(1.5, 0.5)
    for key in (Qt.Key.Key_H, Qt.Key.Key_Plus, Qt.Key.Key_0):
        QTest.keyClick(handle, key)
    assert (gaze.tool, gaze.view.zoom) == ("select", 1.5)
    QTest.keyClick(handle, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: gaze.view.zoom == 1)
    gaze.move(1.5, 0.5)
    QTest.keyClick(handle, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: gaze.view.zoom == 1)
    window.canvas.setFocus()
    qtbot.waitUntil(window.canvas.hasFocus)
    QTest.keyClick(handle, Qt.Key.Key_H)
    assert gaze.tool == "pan"
    gaze.move(1.5, 0.5)
    QTest.keyClick(handle, Qt.Key.Key_Minus)
    qtbot.waitUntil(lambda: gaze.view.zoom == 1)
    gaze.move(1.5, 0.5)
    QTest.keyClick(handle, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: gaze.view.zoom == 1)


def test_that_the_canvas_of_a_new_window_has_the_focus(qtbot: Any, window: Window) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.canvas.hasFocus)


def test_that_a_key_of_what_is_not_possible_says_why(qtbot: Any, window: Window) -> None:
    def said() -> str:
        return window.status._said.text()

    handle = window.windowHandle()
    window.activateWindow()
    qtbot.waitUntil(window.canvas.hasFocus)
    QTest.keyClick(handle, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert said() == "Undo: nothing was changed yet"
    QTest.keyClick(handle, Qt.Key.Key_F)
    assert said() == "Fail: select cables, a switch or a host first"
    window.say("")
    window.canvas.clearFocus()
    for key in (Qt.Key.Key_F, Qt.Key.Key_Q, Qt.Key.Key_H):
        QTest.keyClick(handle, key)
    assert said() == "", "bare keys act on the canvas alone"
