from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_desks import desk_of, settle
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import activate, fail
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.drawing.qtfonts import font
from ibviz.gui.compared import compared_of
from ibviz.gui.desk import Desk
from ibviz.gui.panels.comparison import COLUMNS, Comparison
from ibviz.gui.panels.inspector_look import width_of
from ibviz.gui.panels.tables_cells import PADDING
from ibviz.gui.style import dress

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small_state(), tmp_path)
    settle(made)
    for what in ({"nodes": [2]}, {"nodes": [0]}):
        made.document.apply("Leave", lambda s: activate(s, ""))
        made.document.apply("Fail", lambda s, w=what: fail(s, **w))
    yield made
    assert made.jobs.close()


@pytest.fixture
def panel(qtbot: Any, desk: Desk) -> Comparison:
    made = Comparison(desk)
    qtbot.addWidget(made)
    made.show()
    settle(desk)
    return made


def test_that_scenarios_stand_side_by_side_with_their_figures(desk: Desk, panel: Comparison) -> None:
    cells = [panel.cells(s) for s in (AS_BUILT, *desk.document.state.scenarios)]
    assert [row[0] for row in cells] == ["As built", "what if", "what if 2"]
    assert cells[0][1].endswith("Gbit/s")
    assert cells[1][COLUMNS.index("Pairs cut off")] == "8"
    assert cells[1][COLUMNS.index("Worst flow")] == "cut off"
    assert cells[2][COLUMNS.index("Hosts lost")] == "2"
    assert panel.table.item(2, 6).text() == "2"


def test_that_a_double_click_shows_a_scenario(desk: Desk, panel: Comparison) -> None:
    panel.table.cellDoubleClicked.emit(0, 0)
    assert desk.document.state.active == ""
    assert desk.document.stack.undoText() == "Show As built"


def test_that_the_table_is_copied_as_text(panel: Comparison) -> None:
    panel.copy()
    lines = QApplication.clipboard().text().split("\n")
    assert lines[0].split("\t") == list(COLUMNS)
    assert len(lines) == 4


def test_that_what_is_not_known_is_a_dash(qtbot: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    bare = desk_of(small_state(), tmp_path)
    panel = Comparison(bare)
    qtbot.addWidget(panel)
    bare.document.apply("Fail", lambda s: fail(s, nodes=[2]))
    assert panel.cells(AS_BUILT)[1:] == ["\u2013"] * (len(COLUMNS) - 1)
    assert panel.cells(bare.document.state.scenario)[1:] == ["\u2013"] * (len(COLUMNS) - 1)
    assert bare.jobs.close()


def test_that_the_tab_tells_how_many_there_are(qtbot: Any, desk: Desk, panel: Comparison) -> None:
    with qtbot.waitSignal(panel.count) as told:
        panel.refresh()
    assert told.args == ["2"]


def test_that_the_chosen_ones_stand_beside_the_fabric_as_built(desk: Desk, panel: Comparison) -> None:
    compared_of(desk).choose("what if 2", True)
    assert [one.name for one in panel.shown] == ["", "what if 2"]
    assert panel.table.rowCount() == 2 and panel.table.item(1, 0).text() == "what if 2"
    panel.copy()
    assert len(QApplication.clipboard().text().split("\n")) == 3


def test_that_long_names_of_scenarios_stand_whole(desk: Desk, panel: Comparison) -> None:
    name = "aggregation-switch-16 is down copy"
    desk.document.apply("Add", lambda s: replace(s, scenarios=(*s.scenarios, Scenario(name=name))))
    assert panel.table.item(3, 0).text() == name
    assert panel.table.columnWidth(0) > width_of(name, font(12, 600)) + 2 * PADDING
    dress(QApplication.instance(), "light")
    assert panel.table.columnWidth(0) >= panel.table.sizeHintForColumn(0)


def test_that_heads_stand_over_their_cells(panel: Comparison) -> None:
    for column in range(len(COLUMNS)):
        head, cell = panel.table.horizontalHeaderItem(column), panel.table.item(1, column)
        assert head is not None and cell is not None
        assert head.textAlignment() == cell.textAlignment()
