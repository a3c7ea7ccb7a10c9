from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ibviz.gui.jobs import Jobs
from ibviz.gui.models.listing import Column, Listing, Wish
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.panels.tables_view import HEAD, ROW, TableView


def listing_of(count: int) -> Listing:
    names = np.empty(count, object)
    names[:] = [f"n{row}" for row in range(count)]
    load = np.linspace(0, 1, count)
    columns = (
        Column("name", "Name", names),
        Column("load", "Load", load, "share", lambda v: f"{v:.0%}"),
        Column("guid", "GUID", names, "mono"),
    )
    return Listing(np.arange(count), columns)


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def view(qapp: QApplication) -> Iterator[TableView]:
    jobs = Jobs()
    made = TableView(TableModel("things", jobs))
    made._model.show(listing_of(100))
    made.resize(500, 240)
    made.show()
    made.picked.connect(lambda rows, how: picked.append((rows.tolist(), how)))
    picked.clear()
    QTest.qWaitForWindowExposed(made)
    yield made
    made.close()
    assert jobs.close()


picked: list[tuple[list[int], str]] = []


def click(view: TableView, row: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    where = QPoint(20, view.rowViewportPosition(row) + 5)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, keys, where)


def test_that_heads_and_rows_have_their_heights(view: TableView) -> None:
    assert view.horizontalHeader().height() == HEAD == 28
    assert view.rowHeight(0) == ROW == 26


def test_that_clicks_pick_add_and_span(view: TableView) -> None:
    click(view, 2)
    click(view, 4, Qt.KeyboardModifier.ControlModifier)
    click(view, 6, Qt.KeyboardModifier.ShiftModifier)
    assert picked == [([2], "only"), ([4], "toggle"), ([4, 5, 6], "only")]


def test_that_a_drag_picks_all_rows_between(view: TableView) -> None:
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(20, 5))
    QTest.mouseMove(port, QPoint(20, 3 * ROW + 5))
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QMouseEvent

    spot = QPointF(20, 3 * ROW + 5)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        spot,
        spot,
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(port, move)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(20, 3 * ROW + 5))
    assert picked[-1] == ([0, 1, 2, 3], "only")


def test_that_keys_walk_span_and_take_all(view: TableView) -> None:
    click(view, 0)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert picked[-2:] == [([1], "only"), ([1, 2], "only")]
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(picked[-1][0]) == 100


def test_that_a_right_click_keeps_what_is_selected(view: TableView) -> None:
    view._model.mark(np.array([1, 2]))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=QPoint(20, ROW + 5))
    assert picked == []
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 5))
    assert picked[-1] == ([0], "only")
    view._model.arrange(Wish(text="n1"))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 235))
    assert picked[-1][0] != []


def test_that_nothing_below_the_rows_is_picked(view: TableView) -> None:
    view._model.arrange(Wish(text="n99"))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 100))
    assert picked == []


def test_that_a_head_sorts(view: TableView) -> None:
    head = view.horizontalHeader()
    head.setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    assert view._model.index(0, 0).data() == "n99"
    view._model.arrange(Wish(0))
    assert (head.sortIndicatorSection(), head.sortIndicatorOrder()) == (0, Qt.SortOrder.AscendingOrder)


def test_that_columns_can_be_hidden_but_the_last(view: TableView) -> None:
    menu = view.columns_menu()
    menu.actions()[1].setChecked(False)
    menu.actions()[2].setChecked(False)
    assert view.isColumnHidden(1)
    assert [action.isEnabled() for action in view.columns_menu().actions()] == [False, True, True]
    view._model.mark(np.array([3]))
    assert view.text() == "Name\nn3\n"


def with_another(first: bool) -> Listing:
    """The same table with one more column."""
    listing = listing_of(100)
    more = Column("more", "More", listing.columns[0].values)
    columns = (more, *listing.columns) if first else (*listing.columns, more)
    return Listing(listing.ids, columns)


def heads(view: TableView) -> list[str]:
    """Titles as they stand."""
    return tsv_heads(view.text())


def tsv_heads(text: str) -> list[str]:
    return text.split("\n", 1)[0].split("\t")


def test_that_hidden_and_moved_columns_stay_so_when_others_come(view: TableView) -> None:
    view.hide_column("load", hidden=True)
    view.horizontalHeader().moveSection(2, 0)
    assert heads(view) == ["GUID", "Name"]
    view._model.show(with_another(first=True))
    assert heads(view) == ["More", "GUID", "Name"]
    view._model.show(with_another(first=False))
    assert heads(view) == ["GUID", "More", "Name"]
    view.hide_column("load", hidden=False)
    view.hide_column("gone", hidden=True)
    view._model.show(listing_of(100))
    assert heads(view) == ["GUID", "Name", "Load"]


def test_that_the_focus_is_round_its_cell(view: TableView) -> None:
    view.activateWindow()
    view.setFocus()
    QTest.qWait(20)
    view.setCurrentIndex(view._model.index(2, 1))
    ring = view._look["acc"]
    place = view.visualRect(view._model.index(2, 1))
    picture = view.viewport().grab().toImage()
    assert view.hasFocus()
    assert picture.pixelColor(place.center().x(), place.top() + 2) == ring
    assert picture.pixelColor(view.visualRect(view._model.index(2, 0)).center().x(), place.top() + 2) != ring
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().column() == 0


def test_that_a_right_click_on_a_head_offers_the_columns(view: TableView) -> None:
    view.horizontalHeader().customContextMenuRequested.emit(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["Name", "Load", "GUID"]
    menu.close()


def test_that_columns_are_copied_as_they_were_moved(view: TableView) -> None:
    view.horizontalHeader().moveSection(0, 1)
    view._model.mark(np.array([99]))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Load\tName\tGUID\n100%\tn99\tn99\n"


def test_that_a_row_under_the_pointer_and_a_selected_one_are_seen(view: TableView) -> None:
    port = view.viewport()
    before = port.grab().toImage()
    QTest.mouseMove(port, QPoint(20, 2 * ROW + 5))
    QTest.qWait(10)
    hovered = port.grab().toImage()
    assert hovered.pixel(450, 2 * ROW + 3) != before.pixel(450, 2 * ROW + 3)
    view._model.mark(np.array([2]))
    assert port.grab().toImage().pixel(450, 2 * ROW + 3) != hovered.pixel(450, 2 * ROW + 3)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    view._model.mark(np.empty(0, np.int64))
    assert port.grab().toImage().pixel(450, 2 * ROW + 3) == before.pixel(450, 2 * ROW + 3)


def test_that_the_first_marked_row_is_brought_into_view_unless_one_is(view: TableView) -> None:
    view._model.mark(np.array([80, 90]))
    view.reveal()
    assert 80 in view.seen_rows()
    top = view.verticalScrollBar().value()
    view._model.mark(np.array([1, 80]))
    view.reveal()
    assert view.verticalScrollBar().value() == top
    view._model.mark(np.empty(0, np.int64))
    view.reveal()
    assert view.verticalScrollBar().value() == top


def test_that_ten_thousand_rows_are_marked_at_once(view: TableView, qtbot: object) -> None:
    view._model.show(listing_of(30_000))
    with qtbot.waitSignal(view._model.arranged, timeout=5000):  # type: ignore[attr-defined]
        pass
    best = 1.0
    for _ in range(3):
        began = time.perf_counter()
        view._model.mark(np.arange(0, 30_000, 3))
        view.viewport().repaint()
        best = min(best, time.perf_counter() - began)
    assert view._model.marked.sum() == 10_000
    assert best < 0.05


def test_that_an_empty_table_is_painted(view: TableView) -> None:
    view._model.arrange(Wish(text="nothing like this"))
    assert len(view.seen_rows()) == 0
    assert not view.viewport().grab().isNull()


def test_that_a_double_click_and_enter_go_to_what_is_selected(view: TableView) -> None:
    gone: list[int] = []
    view.entered.connect(lambda: gone.append(1))
    where = QPoint(20, view.rowViewportPosition(3) + 5)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert picked[-1] == ([3], "only") and len(gone) == 1
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert len(gone) == 2
