"""The one table of actions: each is reachable, explained, triggered; no two share a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from grouped import small_racks
from gui_desks import settle
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QToolBar, QToolButton

from ibviz.core.edit_values import move
from ibviz.core.resources import resource
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.commands import CAPTIONED, MENUS, SUBMENUS, TABLE, TOOLBAR
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.selection import Selection
from ibviz.gui.settings import Settings
from ibviz.gui.window import Window

NAMES = [action.name for action in TABLE]


def test_that_no_two_actions_share_a_key_or_a_name() -> None:
    keys = Counter(QKeySequence(key).toString() for action in TABLE for key in action.keys)
    assert [key for key, times in keys.items() if times > 1] == []
    assert len(set(NAMES)) == len(NAMES)


def test_that_nothing_in_the_window_shares_a_key_with_an_action(make_window: Callable[..., Window]) -> None:
    """Panels and menus have keys of their own; those that act beside the table's would make both dead."""
    window = make_window(panels=True)
    made: list[tuple[QKeySequence, QObject]] = []
    made += [(key, one) for one in window.findChildren(QAction) for key in one.shortcuts()]
    made += [(one.key(), one) for one in window.findChildren(QShortcut)]
    owners: dict[str, list[str]] = {}
    for key, one in made:
        local = one.parent() not in (window, window.canvas)
        owners.setdefault(key.toString(), []).append("" if local else one.objectName() or "shortcut")
    table = {QKeySequence(key).toString() for action in TABLE for key in action.keys}
    assert {key: names for key, names in owners.items() if key in table and len(names) > 1} == {}
    assert table <= set(owners)


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


def _fail(window: Window) -> None:
    window.desk.document.select(Selection(nodes=frozenset([0])))
    window.actions_["simulate.fail"].trigger()


def _undo(window: Window) -> None:
    _fail(window)
    window.desk.document.stack.undo()


def _cable(window: Window) -> None:
    window.desk.document.select(Selection(cables=frozenset([0])))


def _chassis(window: Window) -> None:
    window.desk.document.select(Selection(nodes=frozenset([4])))


def _folded(window: Window) -> None:
    window.actions_["view.fold_pods"].trigger()


def _gone(window: Window) -> None:
    window.desk.gaze.go(3, 0.4)


def _returned(window: Window) -> None:
    _gone(window)
    window.desk.gaze.back()


def _on_map(window: Window) -> None:
    window.desk.gaze.turn("map", (3.0, 7.0, 7.0))


def _put(window: Window) -> None:
    window.desk.document.apply("Move", lambda state: move(state, [0], np.ones((1, 2))))


BEFORE: Mapping[str, Callable[[Window], object]] = {
    "file.close": _fail,
    "file.quit": _fail,
    "edit.undo": _fail,
    "edit.redo": _undo,
    "view.layered": _on_map,
    "view.full": _on_map,
    "view.fit": _gone,
    "view.out": _gone,
    "view.back": _gone,
    "view.forward": _returned,
    "view.selection": _cable,
    "view.unfold": _folded,
    "view.unfold_all": _folded,
    "view.range": lambda window: window.desk.gaze.change(low=0.21),
    "view.range_whole": lambda window: window.desk.gaze.change(low=0.21),
    "view.dark": lambda window: window.wear("light"),
    "tool.select": lambda window: window.desk.gaze.take("pan"),
    "simulate.fail_chassis": _chassis,
    "simulate.repair": _fail,
    "simulate.restore": _fail,
    "simulate.before": _fail,
    "simulate.victims": _fail,
    "arrange.forget": _put,
}
"""What is done first, so that an action is possible and changes something; a leaf is selected already."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the user was asked and told; each question is left with Cancel."""
    heard: list[str] = []

    def hear(name: str, answer: Any) -> Callable[..., Any]:
        def answered(*_: object, **__: object) -> Any:
            heard.append(name)
            return answer

        return answered

    monkeypatch.setattr(Window, "ask", hear("question", QMessageBox.StandardButton.Cancel))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", hear("files", ([], "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", hear("file", ("", "")))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", hear("file", ("", "")))
    monkeypatch.setattr(QInputDialog, "getText", hear("text", ("", False)))
    say = Window.say

    def said(window: Window, sentence: str) -> None:
        heard.append(sentence)
        say(window, sentence)

    monkeypatch.setattr(Window, "say", said)
    return heard


def footprint(window: Window, asked: list[str]) -> tuple[object, ...]:
    """Return all that an action can change."""
    desk = window.desk
    seen = desk.document.state, desk.document.selection, desk.gaze.view, desk.gaze.tool
    load = desk.results.reroute, desk.results.looks_back
    load = *load, rankings_of(desk).known
    return (*seen, *load, window.settings.theme, QGuiApplication.clipboard().text(), len(asked))


def begin(window: Window, state: State) -> None:
    """Show a State as if nobody had done anything yet, with a leaf selected."""
    desk = window.desk
    desk.document.load(replace(state), None)
    desk.gaze.forget()
    desk.gaze.change(folds=(), overlay="utilization", low=0.0, high=1.0)
    desk.gaze.take("select")
    desk.results.reroute = "keep"
    window.wear("dark")
    QGuiApplication.clipboard().clear()
    desk.document.select(Selection(nodes=frozenset([0])))


def test_that_every_action_can_be_triggered_and_leaves_a_trace(
    qtbot: Any, make_window: Callable[..., Window], settings: Settings, asked: list[str]
) -> None:
    """One window for all of them: what one leaves behind must not hinder the next."""
    settings.reduce_motion = True
    state = State(small_racks(), "racks", traffic=Choice.parse("all-to-all"))
    window = make_window(state)
    for name in NAMES:
        begin(window, state)
        settle(window.desk)
        if name in BEFORE:
            BEFORE[name](window)
        wait(qtbot, name, "is possible", lambda: possible(window, name))  # noqa: B023
        before = footprint(window, asked)
        window.actions_[name].trigger()
        wait(qtbot, name, "changes something", lambda: footprint(window, asked) != before)  # noqa: B023


def wait(qtbot: Any, name: str, what: str, known: Callable[[], bool]) -> None:
    """Wait until something is known of an action."""

    def check() -> None:
        assert known(), f"{name} never {what}"

    qtbot.waitUntil(check, timeout=8000)


def possible(window: Window, name: str) -> bool:
    """Return whether an action is enabled, asked anew."""
    window.actions_.refresh()
    return window.actions_[name].isEnabled()
