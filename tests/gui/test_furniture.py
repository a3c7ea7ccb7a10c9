"""Bars and panels: made one by one, shown with a fabric, where they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from ibviz.core.state import State
from ibviz.drawing.picture import scene_of
from ibviz.gui import furniture
from ibviz.gui.desk import Desk
from ibviz.gui.docks import Place
from ibviz.gui.window import Window

BROKEN = "no panel today"


def panel(desk: Desk) -> QWidget:
    return QLabel("a panel")


def broken(desk: Desk) -> QWidget:
    raise ValueError(BROKEN)


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let these be the places; `maker` names a function of this module."""

    def put(*places: tuple[str, str, str]) -> None:
        made = []
        for name, side, maker in places:
            place = Place(name, name.title(), side, __name__, maker, "info", opened=side != "left")
            made.append(place)
        makers = {"panel": panel, "broken": broken}
        monkeypatch.setattr(Place, "factory", lambda self, desk: makers[self.maker](desk))
        monkeypatch.setattr(furniture, "DOCKS", tuple(made))

    return put


def window_with(make_window: Callable[..., Window], places: Callable[..., None], *which: Any) -> Window:
    window = make_window(furnished=False)
    places(*which)
    window.furnish()
    return window


def test_that_panels_are_made_while_idle_and_shown_with_a_fabric(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    window = window_with(
        make_window, places, ("left", "left", "panel"), ("right", "right", "panel"), ("top", "above", "panel")
    )
    qtbot.waitUntil(lambda: len(window.furniture.panes) == 2)
    assert not any(pane.isVisible() for pane in window.furniture.panes.values())
    window.adopt(state, None)
    assert window.furniture.panes["right"].isVisible()
    assert not window.furniture.panes["left"].isVisible()
    assert window.furniture._activity.isVisible()
    window.furniture.show_panel("left")
    assert window.furniture.panes["left"].isVisible()
    window.furniture.show_panel("nonsense")


def test_that_no_panel_is_made_before_the_first_picture(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    which = [(side, side, "panel") for side in ("left", "right", "bottom")]
    window = window_with(make_window, places, *which, ("other", "bottom", "panel"))
    made: list[int] = []
    window.canvas.keeper.taken.connect(lambda: made.append(len(window.furniture.made)))
    window.adopt(state, None)
    assert not window.furniture.made
    qtbot.waitUntil(lambda: len(window.furniture.made) == 3, timeout=8000)
    assert made[0] == 0
    assert window.furniture.made == ["right", "bottom", "other"], "what is seen comes first"
    qtbot.wait(20)
    assert "left" not in window.furniture.made, "what is closed is made when it is opened"
    window.furniture.show_panel("left")
    assert window.furniture.made[-1] == "left"


def test_that_of_a_file_that_is_opened_at_the_start_one_picture_is_painted(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    window = make_window(furnished=False)
    places(("right", "right", "panel"), ("one", "bottom", "panel"))
    window.furnish(expecting=True)
    qtbot.wait(50)
    assert window.canvas.painted == 0, "there is nothing to paint yet"
    window.canvas.stager.offer(scene_of(state))
    window.adopt(state, None)
    qtbot.waitUntil(lambda: window.canvas.resting, timeout=8000)
    assert window.canvas.painted == 1
    assert window.canvas.kept is not None and window.canvas.kept.view.width == window.canvas.width()


def test_that_panels_come_even_if_there_is_no_picture(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    window = window_with(make_window, places, ("right", "right", "panel"))
    window.furniture.make_room()
    window.canvas.stager.made.emit(None)
    qtbot.waitUntil(lambda: window.furniture.made == ["right"], timeout=8000)


def test_that_a_panel_that_fails_is_reported_and_the_others_stand(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    with qtbot.captureExceptions() as caught:
        window = window_with(
            make_window,
            places,
            *((side, side, "broken") for side in ("left", "above", "bar", "bottom")),
            ("right", "right", "panel"),
        )
        window.adopt(state, None)
        window.furniture.finish()
    assert [str(error[1]) for error in caught] == [BROKEN] * 4
    assert [name for name, pane in window.furniture.panes.items() if pane.panel] == ["right"]


def test_that_the_bottom_closes_to_its_tabs_and_remembers(
    qtbot: Any, make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    window = window_with(make_window, places, ("one", "bottom", "panel"), ("notes", "bottom", "panel"))
    window.adopt(state, None)
    bottom = window.furniture.bottom
    assert bottom is not None
    qtbot.waitUntil(lambda: bottom.height() == 34)
    window.status.notes_asked.emit()
    assert bottom.opened
    qtbot.waitUntil(lambda: "notes" in bottom.panels)
    assert bottom.panels["notes"].isVisible()
    qtbot.waitUntil(lambda: bottom.height() >= 200)
    assert window.settings.tables_open
    bottom._clicked(1)
    assert not bottom.opened
    bottom._clicked(0)
    assert bottom.opened
    bottom._clicked(-1)
    assert bottom.opened
    bottom._button.click()
    qtbot.waitUntil(lambda: bottom.height() == 34)


def test_that_the_menu_of_panels_lists_them(
    make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    window = window_with(make_window, places, ("right", "right", "panel"), ("one", "bottom", "panel"))
    menu = QMenu()
    window.furniture.list_panels(menu)
    assert [(a.text(), a.isEnabled()) for a in menu.actions()] == [("Panels come with a fabric", False)]
    window.adopt(state, None)
    window.furniture.list_panels(menu)
    assert [action.text() for action in menu.actions()] == ["Right", "Tables"]


def test_that_panels_come_back_where_they_were(
    make_window: Callable[..., Window], places: Callable[..., None], state: State
) -> None:
    which = (("left", "left", "panel"), ("right", "right", "panel"))
    window = window_with(make_window, places, *which)
    window.adopt(state, None)
    window.furniture.panes["right"].close()
    window.furniture.panes["left"].show()
    window.close()
    again = window_with(make_window, places, *which)
    again.adopt(state, None)
    assert not again.furniture.panes["right"].isVisible()
    assert again.furniture.panes["left"].isVisible()


def test_that_all_real_panels_stand_in_a_window(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state, panels=True)
    assert window.furniture.bottom is not None
    for name in (*window.furniture.panes, *window.furniture.bottom.panels):
        window.furniture.show_panel(name)
        qtbot.wait(1)
    window.wear("light")
    window.resize(1000, 640)
    qtbot.wait(1)
