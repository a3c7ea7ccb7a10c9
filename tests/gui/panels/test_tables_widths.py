"""Widths of the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from ibviz.core.table import Texts
from ibviz.gui.desk import Desk
from ibviz.gui.models.listing import Column
from ibviz.gui.panels import tables, tables_widths
from ibviz.gui.panels.inspector_look import font, width_of
from ibviz.gui.panels.tables import Table
from ibviz.gui.panels.tables_cells import PADDING
from ibviz.gui.panels.tables_widths import LEAST, MOST, SAMPLED, fitting, is_drawn

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


def texts(*values: str) -> Texts:
    made: Texts = np.array([*values, None], object)[:-1]
    return made


def test_that_no_cell_and_no_title_is_cut_where_there_is_room(qapp: QApplication) -> None:
    name = "S-0008f10500200b50"
    assert (
        fitting(Column("leaf", "From leaf", texts("x", name))) >= width_of(name, font(12, 400)) + 2 * PADDING
    )
    title = "A title longer than its cells"
    assert fitting(Column("t", title, texts("x"))) > width_of(title, font(11, 500)) + 2 * PADDING
    assert LEAST <= fitting(Column("x", "X", texts("x"))) < 60


def test_that_one_long_text_takes_not_the_whole_table(qapp: QApplication) -> None:
    assert fitting(Column("n", "Name", texts("x" * 900))) == MOST


def test_that_an_empty_column_and_one_of_bars_have_a_width(qapp: QApplication) -> None:
    assert fitting(Column("n", "Name", texts(), width=110)) == 110
    assert fitting(Column("u", "U", np.array([0.5]), "share", width=140)) == 140


def test_that_a_long_table_is_only_sampled(qapp: QApplication) -> None:
    shown: list[float] = []
    column = Column("n", "N", np.arange(1e6), "number", lambda value: shown.append(value) or str(value))  # type: ignore[func-returns-value]
    fitting(column)
    assert 0 < len(shown) <= SAMPLED


@pytest.fixture(autouse=True)
def mouse_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No button is held: one that another test pressed and never let go would count."""
    monkeypatch.setattr(tables_widths, "is_drawn", lambda: False)


def test_that_a_width_is_drawn_while_the_left_button_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Qt.MouseButton.LeftButton
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: held)
    assert is_drawn()
    held = Qt.MouseButton.RightButton
    assert not is_drawn()


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small(), tmp_path)
    yield made
    close(made)


def table_of(desk: Desk) -> Table:
    made = tables.cables(desk)
    made.resize(1200, 400)
    made.show()
    settle(desk)
    return made


def width(table: Table, name: str) -> int:
    names = [column.name for column in table.model.listing.columns]
    return table.view.columnWidth(names.index(name))


def test_that_a_width_the_user_gave_lasts_and_a_double_click_gives_it_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(desk)
    plain = width(table, "to")
    with monkeypatch.context() as drawn:
        drawn.setattr(tables_widths, "is_drawn", lambda: True)
        table.view.horizontalHeader().resizeSection(1, 277)
    table.view.horizontalHeader().resizeSection(2, 99)
    table.resize(1000, 300)
    other = table_of(desk)
    assert width(other, "to") == 277
    assert desk.settings.widths("cables") == {"to": 277}, "the last one only takes the rest"
    other.view.horizontalHeader().sectionHandleDoubleClicked.emit(1)
    assert width(other, "to") == plain
    assert desk.settings.widths("cables") == {}
    close(desk, table, other)


def test_that_hiding_and_showing_a_column_is_no_width_of_the_users(desk: Desk) -> None:
    table = table_of(desk)
    table.view.hide_column("layer", hidden=True)
    table.view.hide_column("layer", hidden=False)
    assert desk.settings.widths("cables") == {}
    assert width(table, "layer") == fitting(table.model.listing.columns[2])
    close(desk, table)
