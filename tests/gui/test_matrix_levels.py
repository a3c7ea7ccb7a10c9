"""Two levels of the matrix are chosen from a menu, or by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fabrics import tree3
from PySide6.QtWidgets import QMenu

from ibviz.core.state import State
from ibviz.gui.matrix_levels import KEY, choices, list_levels, no_choice, show_levels, show_next
from ibviz.gui.window import Window


@pytest.fixture
def tree(make_window: Callable[..., Window], qtbot: Any) -> Window:
    window = make_window(State(tree3(3, 3, 2, 2, 2), name="tree"))
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    return window


def settled(window: Window, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not window.desk.jobs.running(KEY), timeout=8000)


def test_that_a_menu_lists_the_pairs_of_levels_and_checks_what_is_shown(tree: Window, qtbot: Any) -> None:
    menu = QMenu(tree)
    list_levels(tree, menu)
    assert [action.text() for action in menu.actions()] == ["Leaf by aggregation", "Aggregation by core"]
    assert not any(action.isChecked() for action in menu.actions())
    menu.actions()[1].trigger()
    settled(tree, qtbot)
    view = tree.desk.gaze.view
    assert (view.kind, view.pair) == ("matrix", (2, 3))
    list_levels(tree, menu)
    assert [action.isChecked() for action in menu.actions()] == [False, True]


def test_that_the_whole_of_the_chosen_matrix_is_shown(tree: Window, qtbot: Any) -> None:
    from ibviz.drawing.draw import view_for

    show_levels(tree, (2, 3))
    settled(tree, qtbot)
    view, scene = tree.desk.gaze.view, tree.canvas.scene
    assert scene is not None
    whole = view_for(scene, view)
    assert (view.zoom, view.center, view.center_y) == (whole.zoom, whole.center, whole.center_y)


def test_that_a_key_goes_round_the_pairs(tree: Window, qtbot: Any) -> None:
    seen = []
    for _ in range(4):
        show_next(tree)
        settled(tree, qtbot)
        seen.append(tree.desk.gaze.view.pair)
    assert seen == [(1, 2), (2, 3), (1, 2), (2, 3)]


def test_that_without_a_choice_there_is_no_menu_and_a_reason(window: Window, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    menu = QMenu(window)
    list_levels(window, menu)
    assert not menu.menuAction().isVisible()
    assert choices(window) == ((1, 2),)
    assert "two levels" in no_choice(window)


def test_that_the_menu_of_views_has_the_levels_where_there_is_a_choice(tree: Window) -> None:
    menu = next(action.menu() for action in tree.top.actions() if action.text() == "View")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    inner = next(action for action in menu.actions() if action.text() == "Matrix of")
    assert inner.isVisible()
    assert isinstance(inner.menu(), QMenu) and len(inner.menu().actions()) == 2


def test_that_before_there_is_a_fabric_nothing_happens(make_window: Callable[..., Window]) -> None:
    window = make_window()
    menu = QMenu(window)
    list_levels(window, menu)
    show_next(window)
    show_levels(window, (1, 2))
    assert menu.isEmpty() and window.desk.gaze.view.kind == "layered"
    assert no_choice(window)
