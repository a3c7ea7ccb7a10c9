from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gui_desks import desk_of, settle
from gui_windows import small_state
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from ibviz.core.edit_scenarios import activate, fail
from ibviz.gui.compared import compared_of
from ibviz.gui.desk import Desk
from ibviz.gui.panels.scenarios import Scenarios
from ibviz.gui.panels.scenarios_cards import COST, TOKEN, UNDER

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small_state(), tmp_path)
    settle(made)
    made.document.apply("Fail", lambda s: fail(s, nodes=[2]))
    made.document.apply("Leave", lambda s: activate(s, ""))
    made.document.apply("Fail", lambda s: fail(s, cables=[0]))
    settle(made)
    yield made
    assert made.jobs.close()


@pytest.fixture
def panel(qtbot: Any, desk: Desk) -> Scenarios:
    made = Scenarios(desk)
    qtbot.addWidget(made)
    made.resize(264, 600)
    made.show()
    settle(desk)
    return made


def told(panel: Scenarios) -> list[tuple[str, str]]:
    items = [panel.cards.item(row) for row in range(panel.cards.count())]
    return [(item.text(), item.data(UNDER)) for item in items]


def test_that_scenarios_are_listed_with_what_is_down(panel: Scenarios) -> None:
    rows = told(panel)
    assert rows[0] == ("As built", "Nothing failed")
    assert rows[1] == ("what if", "spine1")
    assert rows[2][0] == "what if 2" and "leaf1[1]" in rows[2][1]
    assert panel.cards.currentRow() == 2


def test_that_each_has_its_cost(panel: Scenarios) -> None:
    costs = [panel.cards.item(row).data(COST) for row in range(3)]
    assert costs[0] == ""
    assert all(cost for cost in costs[1:])
    assert {panel.cards.item(row).data(TOKEN) for row in (1, 2)} <= {"ok", "warn", "err"}


def test_that_a_click_shows_a_scenario_and_undo_comes_back(desk: Desk, panel: Scenarios) -> None:
    panel.cards.setCurrentRow(1)
    assert desk.document.state.active == "what if"
    assert desk.document.stack.undoText() == "Show what if"
    desk.document.stack.undo()
    assert panel.cards.currentRow() == 2


def test_that_a_scenario_is_renamed_in_place(desk: Desk, panel: Scenarios) -> None:
    panel.cards.currentItem().setText("half a leaf")
    assert desk.document.state.active == "half a leaf"
    panel.cards.currentItem().setText("what if")
    assert "already" in panel._wrong.text()
    assert panel.cards.currentItem().text() == "half a leaf"
    panel.rename()
    panel.cards.closePersistentEditor(panel.cards.currentItem())


def test_that_scenarios_are_added_and_removed(qtbot: Any, desk: Desk, panel: Scenarios) -> None:
    panel.add()
    assert desk.document.state.active == "Scenario"
    panel.remove()
    assert [s.name for s in desk.document.state.scenarios] == ["what if", "what if 2"]
    panel.cards.setCurrentRow(1)
    panel.cards.setFocus()
    qtbot.keyClick(panel.cards, Qt.Key.Key_Delete)
    panel.remove()
    assert len(desk.document.state.scenarios) == 1
    assert not panel._remove.isEnabled()


def test_that_a_scenario_is_duplicated_and_undo_takes_the_copy_away(desk: Desk, panel: Scenarios) -> None:
    before = desk.document.state
    panel._copy.click()
    assert [name for name, _ in told(panel)] == ["As built", "what if", "what if 2", "what if 2 copy"]
    assert panel.cards.currentRow() == 3
    assert desk.document.state.scenario.down_cables == {0}
    desk.document.stack.undo()
    assert desk.document.state == before
    panel.cards.setCurrentRow(0)
    panel.duplicate()
    assert len(desk.document.state.scenarios) == 2 and not panel._copy.isEnabled()


def test_that_the_buttons_fit_the_panel_when_it_is_narrow(panel: Scenarios) -> None:
    assert panel.minimumSizeHint().width() <= 264
    assert [button.accessibleName() for button in panel._buttons] == ["New", "Duplicate", "Rename", "Remove"]
    assert all(button.toolTip() for button in panel._buttons)


def test_that_what_failed_is_listed_selected_and_repaired(desk: Desk, panel: Scenarios) -> None:
    assert panel.failed.count() == 1
    item = panel.failed.item(0)
    panel.failed.itemClicked.emit(item)
    assert desk.document.selection.cables == {0}
    panel.mend()
    assert desk.document.state.scenario.down_cables == {0}
    item.setSelected(True)
    panel.mend()
    assert desk.document.state.scenario.down_cables == frozenset()
    assert not panel.failed.isVisible()


def test_that_long_lists_of_what_failed_are_cut(
    desk: Desk, panel: Scenarios, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.panels.scenarios.MOST_LISTED", 2)
    desk.document.apply("Fail", lambda s: fail(s, cables=[1, 2, 3]))
    assert [panel.failed.item(row).text() for row in range(3)][-1] == "and 2 more"
    panel.failed.itemClicked.emit(panel.failed.item(2))


def test_that_it_is_painted_in_both_themes(desk: Desk, panel: Scenarios) -> None:
    dark = panel.grab().toImage()
    desk.gaze.change(theme="light")
    assert panel.grab().toImage() != dark


def test_that_scenarios_are_chosen_to_be_compared_without_being_shown(
    qtbot: Any, desk: Desk, panel: Scenarios
) -> None:
    assert not panel._compare.isEnabled() and "Tick" in panel._compare.toolTip()
    box = panel.cards.visualItemRect(panel.cards.item(1)).topLeft() + QPoint(18, 16)
    qtbot.mouseClick(panel.cards.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert [one.name for one in compared_of(desk).chosen] == ["what if"]
    assert desk.document.state.active == "what if 2"
    qtbot.keyClick(panel.cards, Qt.Key.Key_Space)
    assert panel._compare.text() == "Compare 2 with as built"
    qtbot.mouseClick(panel.cards.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert panel._compare.text() == "Compare 1 with as built"
    panel.cards.currentItem().setText("half a leaf")
    desk.document.apply("Leave", lambda s: activate(s, ""))
    assert panel._compare.text() == "Compare 1 with as built"


def test_that_comparing_shows_the_table_of_scenarios(qtbot: Any, desk: Desk) -> None:
    shown: list[str] = []
    above = QWidget()
    qtbot.addWidget(above)
    above.furniture = SimpleNamespace(show_panel=shown.append)
    panel = Scenarios(desk)
    panel.compare()
    panel.setParent(above)
    compared_of(desk).choose("what if", True)
    panel.refresh()
    panel._compare.click()
    assert shown == ["comparison"]


def test_that_there_is_nothing_to_compare_before_there_is_a_scenario(qtbot: Any, tmp_path: Path) -> None:
    bare = desk_of(small_state(), tmp_path)
    panel = Scenarios(bare)
    qtbot.addWidget(panel)
    assert panel._compare.isHidden()
    assert bare.jobs.close()
