"""Every control of a window has a name for those who do not see it, and a way to it without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMainWindow,
    QMenu,
    QScrollBar,
    QTabBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from ibviz.gui.docks import DOCKS
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


@pytest.fixture
def window(qtbot: Any, make_window: Callable[..., Window]) -> Window:
    made = make_window(small_state(), panels=True)
    desk = made.desk
    qtbot.waitUntil(lambda: desk.results.load is not None and desk.results.current, timeout=20_000)
    made.furniture.finish()
    for place in DOCKS:
        made.furniture.show_panel(place.name)
        qtbot.wait(20)
    desk.document.select(Selection(nodes=frozenset([0])))
    qtbot.waitUntil(lambda: not desk.jobs.keys, timeout=20_000)
    qtbot.wait(50)
    return made


def is_of_qt(widget: QWidget) -> bool:
    """Tell whether Qt makes it as a part of something that has a name of its own."""
    above = widget.parentWidget()
    inside = isinstance(above, QLineEdit | QHeaderView | QComboBox)
    inside |= isinstance(widget, QTabBar) and isinstance(above, QMainWindow)  # each tab has its text
    return inside or isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")


def controls(window: Window) -> list[QWidget]:
    """Return what can be clicked, typed into or focused."""
    found = [w for w in window.findChildren(QWidget) if not is_of_qt(w)]
    return [w for w in found if isinstance(w, CONTROLS) or w.focusPolicy() != Qt.FocusPolicy.NoFocus]


def described(widget: QWidget) -> str:
    chain, above = [], widget
    while above is not None:
        chain.append(f"{type(above).__name__} {above.objectName()}".strip())
        above = above.parentWidget()
    return " in ".join(chain[:4])


def test_that_every_control_has_a_name(window: Window) -> None:
    every = controls(window)
    assert len(every) > 60
    bare = [
        described(w)
        for w in every
        if not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
    ]
    assert not bare, bare


def in_menus(window: Window) -> set[str]:
    """Return the texts of all actions that stand in a menu, or have a key."""
    bar = window.top
    menus = list(bar.findChildren(QMenu))
    found = {action.text() for menu in menus for action in menu.actions()}
    return found | {
        window.actions_[name].text() for name in window.actions_ if window.actions_[name].shortcuts()
    }


def test_that_every_button_is_reached_without_a_mouse(window: Window) -> None:
    known = in_menus(window)
    out_of_reach = []
    for widget in controls(window):
        if not isinstance(widget, QAbstractButton) or not widget.isEnabled():
            continue
        by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        action = widget.defaultAction() if isinstance(widget, QToolButton) else None
        by_menu = action is not None and action.text() in known
        is_row = getattr(widget, "act", "none") is None  # a row of the inspector that only says something
        in_bar = isinstance(widget.parentWidget(), QToolBar)
        if not (by_tab or by_menu or is_row or in_bar):
            out_of_reach.append(f"{widget.accessibleName() or widget.text()}: {described(widget)}")
    assert not out_of_reach, out_of_reach
