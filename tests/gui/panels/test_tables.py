from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gui_desks import close, desk_of, high, settle, small
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ibviz.core.edit_scenarios import fail
from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.gui.desk import Desk
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.panels import tables, tables_flows
from ibviz.gui.panels.tables import PAUSE_MS, Table
from ibviz.gui.selection import NOTHING, Selection

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Desk:
    made = desk_of(small(), tmp_path)
    settle(made)
    return made


@pytest.fixture
def make(desk: Desk) -> Iterator[Callable[[str], Table]]:
    made: list[Table] = []

    def one(name: str) -> Table:
        table: Table = getattr(tables, name)(desk)
        made.append(table)
        table.resize(1100, 240)
        table.show()
        settle(desk)
        return table

    yield one
    close(desk, *made)


def test_that_each_table_has_its_rows(make: Callable[[str], Table]) -> None:
    counts = {name: make(name).model.rowCount() for name in ("nodes", "cables", "ports", "flows", "notes")}
    assert counts == {"nodes": 18, "cables": 20, "ports": 40, "flows": 12, "notes": 2}


def test_that_a_tab_tells_how_many_rows_there_are_before_they_are_made(desk: Desk, qtbot: object) -> None:
    table = tables.cables(desk)
    said: list[str] = []
    table.count.connect(said.append)
    settle(desk)
    assert said[-1] == "20"
    assert table.model.rowCount() == 0
    close(desk, table)


def test_that_a_picked_row_is_selected_everywhere(make: Callable[[str], Table], desk: Desk) -> None:
    table, other = make("cables"), make("ports")
    table.view.picked.emit(np.array([2]), "only")
    chosen = int(table.model.ids_at(np.array([2]))[0])
    assert desk.document.selection == Selection(cables=frozenset([chosen]))
    assert table.model.marked.tolist().index(True) == 2
    assert other.model.marked.sum() == 2
    table.view.picked.emit(np.array([2]), "toggle")
    assert not desk.document.selection


def test_that_a_selection_from_elsewhere_is_marked_and_brought_into_view(
    make: Callable[[str], Table], desk: Desk
) -> None:
    table = make("nodes")
    table.model.sort(0, Qt.SortOrder.AscendingOrder)
    last = int(table.model.ids_at(np.array([17]))[0])
    desk.document.select(Selection(nodes=frozenset([last])))
    assert 17 in table.view.seen_rows()
    assert table.model.marked[17]


def test_that_rows_do_not_move_under_the_pointer_when_loads_change(
    make: Callable[[str], Table], desk: Desk
) -> None:
    table = make("cables")
    before = table.model.order.tolist()
    desk.document.apply("Fail", lambda state: fail(state, cables=[0]))
    settle(desk)
    assert table.model.order.tolist() == before
    states = [c.name for c in table.model.listing.columns].index("state")
    assert "down" in [table.model.index(row, states).data() for row in range(20)]


def test_that_a_filter_says_how_many_pass(make: Callable[[str], Table]) -> None:
    table = make("nodes")
    QTest.keyClicks(table.filter, "leaf s0")
    QTest.qWait(PAUSE_MS + 50)
    assert table.said.text() == "1 of 18"
    table.filter.clear()
    QTest.qWait(PAUSE_MS + 50)
    assert table.said.text() == ""


def test_that_another_part_can_show_some_things_alone(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("cables")
    knowledge_of(desk).opened.emit("nodes", "x", None)
    assert table.model.rowCount() == 20
    knowledge_of(desk).opened.emit("cables", "", frozenset([1, 2, 3]))
    assert table.model.rowCount() == 3
    assert table.only.text() == "Only 3"
    table.only.click()
    assert table.model.rowCount() == 20
    assert table.only.isHidden()
    table.show_only(frozenset([1]))
    assert table.only.text() == "Only 1"


def test_that_a_table_asked_for_is_opened(desk: Desk, qtbot: object) -> None:
    shown: list[str] = []

    class Dock(QWidget):
        def show_panel(self, name: str) -> None:
            shown.append(name)

    dock = Dock()
    table = tables.flows(desk)
    inner = QWidget(dock)
    table.setParent(inner)
    knowledge_of(desk).opened.emit("flows", "H6", None)
    assert shown == ["flows"]
    assert table.filter.text() == "H6"
    close(desk, dock)


def test_that_flows_are_selected_one_or_several(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("flows")
    table.view.picked.emit(np.array([3]), "only")
    assert desk.document.selection.flow == table.model.ids_at(np.array([3]))[0]
    assert table.model.marked.sum() == 1
    table.view.picked.emit(np.array([4]), "toggle")
    assert desk.document.selection.flow_ids == frozenset(table.model.ids_at(np.array([3, 4])).tolist())
    assert table.model.marked.sum() == 2
    desk.document.select(NOTHING)
    assert not table.model.marked.any()


def test_that_notes_select_nothing(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("notes")
    table.view.picked.emit(np.array([0]), "only")
    assert desk.document.selection == NOTHING
    assert table.model.index(1, 1).data() == "<b>no line</b>"


def test_that_an_exchange_too_large_is_explained(
    make: Callable[[str], Table], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_flows, "MOST_FLOWS", 5)
    table = make("flows")
    assert table._stack.currentIndex() == 1
    assert table._empty.text().startswith("12 flows are more than a table holds (5)")
    desk.results._show(None)
    settle(desk)
    assert table._empty.text() == "No traffic is simulated."


def test_that_flows_of_an_exchange_are_listed_when_seen(make: Callable[[str], Table], desk: Desk) -> None:
    desk.document.load(high(), None)
    settle(desk)
    assert make("flows").model.rowCount() == 56


def test_that_a_hidden_table_makes_no_rows(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("cables")
    table.hide()
    desk.document.load(replace(high()), None)
    settle(desk)
    assert table.model.rowCount() == 20
    desk.document.load(small("shift:k=2"), None)
    table.show()
    table.hide()
    table.show()
    settle(desk)
    assert table.model.rowCount() == 20


def test_that_rows_are_copied_as_they_stand(make: Callable[[str], Table]) -> None:
    table = make("nodes")
    table._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 19
    table.view.picked.emit(np.array([0]), "only")
    table._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2


def offered(table: Table) -> list[str]:
    """What can be copied."""
    return [action.text() for action in table.menu().actions() if action.text().startswith("Copy")]


def test_that_the_menu_sorts_and_hides_without_a_mouse(make: Callable[[str], Table]) -> None:
    table = make("cables")
    table.view.setCurrentIndex(table.model.index(0, 1))
    for falling in (False, True, False):
        action = next(one for one in table.menu().actions() if one.text() == "Sort by To")
        action.trigger()
        assert (table.model.wish.column, table.model.wish.falling) == (1, falling)
    columns = table.menu().actions()[-1].menu()
    assert isinstance(columns, QMenu)
    assert columns.title() == "Columns"
    columns.actions()[0].trigger()
    assert table.view.isColumnHidden(0)


def test_that_hosts_are_copied_as_a_host_list(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("nodes")
    desk.document.select(Selection(nodes=frozenset([6, 7, 8])))
    action = table.menu().actions()[1]
    assert action.text() == "Copy 3 hosts as a host list"
    action.trigger()
    assert QGuiApplication.clipboard().text() == "H[6-8]"
    desk.document.select(Selection(nodes=frozenset([0])))
    assert offered(table) == ["Copy rows"]


def test_that_a_right_click_offers_the_copies(make: Callable[[str], Table]) -> None:
    table = make("cables")
    table.view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions() if action.text()] == ["Copy rows", "Columns"]
    menu.close()
    table.view.picked.emit(np.array([0]), "only")
    assert offered(table) == ["Copy rows"]


def test_that_a_hidden_table_stops_its_work(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("cables")
    desk.document.load(high(), None)
    settle(desk)
    table._spoil()
    assert desk.jobs.running("listing cables")
    table.hide()
    assert not desk.jobs.running("listing cables")
    table.show()
    settle(desk)
    assert table.model.rowCount() == len(high().fabric.cables)


def test_that_a_port_gives_its_lines_for_a_shell(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("ports")
    assert offered(table) == ["Copy rows"]
    QTest.mouseClick(
        table.view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.view.visualRect(table.model.index(0, 0)).center(),
    )
    assert offered(table) == ["Copy rows", "Copy GUID", "Copy ibportstate line", "Copy perfquery line"]
    table.menu().actions()[3].trigger()
    assert QGuiApplication.clipboard().text().startswith("perfquery -G 0x")


def test_that_senders_of_the_flows_shown_are_a_host_list(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("flows")
    table.show_only(frozenset([0, 1]))
    table.view.picked.emit(np.array([0]), "only")
    action = table.menu().actions()[1]
    assert action.text() == "Copy 2 sending hosts of all rows as a host list"


def test_that_a_theme_is_taken_on_at_once(make: Callable[[str], Table], desk: Desk) -> None:
    table = make("cables")
    before = table.view.viewport().grab().toImage()
    desk.gaze.change(theme="light")
    assert table.view.viewport().grab().toImage() != before


def test_that_nodes_only_named_are_in_no_count(qapp: QApplication, tmp_path: Path) -> None:
    fabric = small().fabric
    desk = desk_of(
        State(Fabric(fabric.nodes.with_values([6, 7], described=[False] * 2), fabric.cables)), tmp_path
    )
    table, said = tables.nodes(desk), []
    table.count.connect(said.append)
    table.resize(900, 300)
    table.show()
    settle(desk)
    assert said[-1] == "16"
    assert table.said.text() == "2 more named only"
    table.filter.setText("named")
    table._filter()
    assert table.said.text() == "0 of 16, 2 more named only"
    close(desk, table)


def test_that_a_picked_row_is_sought_on_the_picture(make: Callable[[str], Table], desk: Desk) -> None:
    sought: list[bool] = []
    desk.gaze.sought.connect(sought.append)
    table = make("cables")
    table.view.picked.emit(np.array([1]), "only")
    table.view.entered.emit()
    assert sought == [False, True]
