from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.gui.desk import Desk
from ibviz.gui.models.following import following_of
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.panels.tables_flows import FlowTable
from ibviz.gui.selection import NOTHING, Selection

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Desk:
    made = desk_of(small(), tmp_path)
    settle(made)
    return made


@pytest.fixture
def table(desk: Desk) -> Iterator[FlowTable]:
    made = FlowTable(desk)
    made.resize(1100, 240)
    made.show()
    settle(desk)
    yield made
    close(desk, made)


def shown(table: FlowTable) -> set[int]:
    return set(table.model.ids_at(np.arange(table.model.rowCount())).tolist())


def test_that_the_table_shows_the_flows_of_a_selected_leaf(table: FlowTable, desk: Desk) -> None:
    assert table.model.rowCount() == 12
    assert table.only.isHidden()
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert table.model.rowCount() == 6
    assert table.only.text().startswith("Flows of ")
    assert not table.only.isHidden()


def test_that_the_table_shows_the_flows_across_a_selected_cable(table: FlowTable, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([0])))
    settle(desk)
    ways = knowledge_of(desk).ways
    assert ways is not None
    crossing = {flow for flow in range(12) if 0 in (ways.path(flow) // 2).tolist()}
    assert shown(table) == crossing
    assert table.only.text().startswith("Flows across ")


def test_that_a_click_shows_all_again_until_another_selection(table: FlowTable, desk: Desk) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    table.only.click()
    settle(desk)
    assert table.model.rowCount() == 12
    assert table.only.isHidden()
    desk.document.select(Selection(nodes=frozenset([1])))
    settle(desk)
    assert table.model.rowCount() == 6
    desk.document.select(NOTHING)
    settle(desk)
    assert table.model.rowCount() == 12


def test_that_a_flow_picked_in_the_list_leaves_the_list(table: FlowTable, desk: Desk) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    table.view.picked.emit(np.array([2]), "only")
    settle(desk)
    assert table.model.rowCount() == 6
    assert table.model.marked.tolist() == [False, False, True, False, False, False]
    assert desk.document.selection.flow == table.model.ids_at(np.array([2]))[0]


def test_that_a_hidden_table_follows_when_it_is_seen(desk: Desk) -> None:
    made = FlowTable(desk)
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert following_of(desk).chosen is None
    made.show()
    settle(desk)
    assert made.model.rowCount() == 6
    close(desk, made)


def test_that_flows_listed_by_another_panel_narrow_all_lists(table: FlowTable, desk: Desk) -> None:
    knowledge_of(desk).opened.emit("flows", "", frozenset([1, 2]))
    assert shown(table) == {1, 2}
    scope = following_of(desk).scope
    assert scope is not None
    assert scope.flows == {1, 2}
    assert table.only.text() == "Only 2 flows"
