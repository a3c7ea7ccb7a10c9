from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import desk_of, settle, small
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.gui.desk import Desk
from ibviz.gui.models.page import Copy, Open, Page, Pick, Sentence
from ibviz.gui.panels.changed import AWAITED, INTACT, Changed
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small(nodes=[4]), tmp_path)
    settle(made)
    yield made
    assert made.jobs.close()


@pytest.fixture
def panel(qtbot: Any, desk: Desk) -> Changed:
    made = Changed(desk)
    qtbot.addWidget(made)
    made.show()
    settle(desk)
    return made


def test_that_it_says_what_the_failure_costs(desk: Desk, panel: Changed) -> None:
    assert panel.page.title.endswith("is down")
    assert panel.page.sections[0].title.startswith("What it costs")


def test_that_without_failures_it_says_so(desk: Desk, panel: Changed) -> None:
    from ibviz.core.edit_scenarios import activate

    desk.document.apply("Leave", lambda s: activate(s, ""))
    settle(desk)
    assert panel.page == INTACT


def test_that_it_never_contradicts_the_scenario_while_its_load_is_awaited(
    desk: Desk, panel: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ibviz.core.edit_scenarios import activate

    fails = desk.results.load
    desk.document.apply("Leave", lambda s: activate(s, ""))
    monkeypatch.setattr(type(desk.results), "load", property(lambda results: fails))
    panel.refresh()
    assert panel.page == INTACT
    desk.document.stack.undo()
    monkeypatch.setattr(type(desk.results), "load", property(lambda results: None))
    panel.refresh()
    assert panel.page.title.endswith("is down")
    assert said(panel.page) == [AWAITED]


def said(page: Page) -> list[str]:
    return [row.text for section in page.sections for row in section.rows if isinstance(row, Sentence)]


def test_that_its_rows_select_copy_and_open(desk: Desk, panel: Changed) -> None:
    seen: list[bool] = []
    desk.document.selected.connect(lambda selection: seen.append(panel.picks))
    desk.results.look_back(True)
    panel.do(Pick(Selection(cables=frozenset([1]))))
    assert desk.document.selection.cables == {1}
    assert seen == [True] and not panel.picks
    assert not desk.results.looks_back
    panel.do(Copy("n[1-3]"))
    assert QApplication.clipboard().text() == "n[1-3]"
    opened: list[str] = []
    panel._knowledge.opened.connect(lambda table, text, only: opened.append(table))
    panel.do(Open("flows"))
    assert opened == ["flows"]


def test_that_sections_fold_and_themes_change(desk: Desk, panel: Changed) -> None:
    from ibviz.gui.panels.inspector import SectionWidget

    section = panel.widget().findChildren(SectionWidget)[0]
    section.head.click()
    assert "folded" in section.head.accessibleName()
    dark = panel.grab().toImage()
    desk.gaze.change(theme="light")
    assert panel.grab().toImage() != dark


def test_that_a_failure_opens_it_and_a_repair_puts_it_away(
    qtbot: Any, make_window: Callable[..., Window]
) -> None:
    window = make_window(small_state(), panels=True)
    qtbot.waitUntil(lambda: window.desk.results.load is not None)
    window.desk.document.select(Selection(nodes=frozenset([2])))
    with qtbot.waitSignal(window.desk.results.compared, timeout=5000):
        window.actions_["simulate.fail"].trigger()
    panes = window.furniture.panes
    qtbot.waitUntil(lambda: not panes["changed"].visibleRegion().isEmpty())
    window.desk.document.select(Selection(nodes=frozenset([0])))
    qtbot.waitUntil(lambda: not panes["inspector"].visibleRegion().isEmpty())
    window.desk.document.stack.undo()
    qtbot.waitUntil(lambda: not panes["changed"].isVisible())
