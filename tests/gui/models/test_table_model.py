from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from ibviz.gui.jobs import Jobs
from ibviz.gui.models.listing import Column, Listing, Wish
from ibviz.gui.models.table_model import AT_ONCE, TableModel


def listing_of(count: int, *, first: str = "-load", seed: int = 1) -> Listing:
    load = np.random.default_rng(seed).random(count)
    names = np.empty(count, object)
    names[:] = [f"n{row}" for row in range(count)]
    columns = (
        Column("name", "Name", names),
        Column("load", "Load", load, "number", lambda v: f"{v:.3f}", hint="Simulated"),
    )
    return Listing(np.arange(count) * 2, columns, first)


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    assert made.close()


@pytest.fixture
def model(jobs: Jobs, qtmodeltester: Any) -> TableModel:
    return TableModel("things", jobs)


def column(model: TableModel, at: int) -> list[str]:
    return [model.index(row, at).data() for row in range(model.rowCount())]


def test_that_the_model_keeps_the_rules_of_qt(model: TableModel, qtmodeltester: Any) -> None:
    model.show(listing_of(20))
    qtmodeltester.check(model)


def test_that_a_table_begins_in_its_own_order(model: TableModel) -> None:
    model.show(listing_of(20))
    values = [float(text) for text in column(model, 1)]
    assert values == sorted(values, reverse=True)
    assert (model.wish.column, model.wish.falling) == (1, True)


def test_that_heads_say_what_the_columns_are(model: TableModel) -> None:
    model.show(listing_of(3))
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in (0, 1, 2)]
    assert heads == ["Name", "Load", None]
    tips = [model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) for at in (0, 1)]
    assert tips == ["Sort by Name", "Load: Simulated"]
    sides = [
        model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole) for at in (0, 1)
    ]
    assert [side & int(Qt.AlignmentFlag.AlignRight) > 0 for side in sides] == [False, True]


def test_that_new_values_of_the_same_things_keep_their_places(model: TableModel, qtbot: Any) -> None:
    model.show(listing_of(20))
    names = column(model, 0)
    model.mark(np.array([4]))
    with qtbot.assertNotEmitted(model.modelReset):
        model.show(listing_of(20, seed=2))
    assert column(model, 0) == names
    assert model.marked.sum() == 1
    model.sort(0, Qt.SortOrder.AscendingOrder)
    assert column(model, 0)[:3] == ["n0", "n1", "n2"]


def test_that_the_order_asked_for_outlives_other_columns(model: TableModel) -> None:
    model.show(listing_of(5))
    model.sort(0, Qt.SortOrder.DescendingOrder)
    model.show(listing_of(7))
    assert column(model, 0)[0] == "n6"
    only = Listing(np.arange(2), (listing_of(2).columns[1],), "")
    model.show(only)
    assert model.wish.column == -1


def test_that_a_filter_lets_few_rows_pass(model: TableModel) -> None:
    model.show(listing_of(30))
    model.arrange(Wish(0, text="n1"))
    assert column(model, 0) == ["n1", *(f"n{row}" for row in range(10, 20))]
    assert model.ids_at(np.array([0, 1])).tolist() == [2, 20]


def test_that_marks_follow_the_things(model: TableModel) -> None:
    model.show(listing_of(10))
    model.mark(np.array([0, 6, 999, -1]))
    named = [name for name, marked in zip(column(model, 0), model.marked.tolist(), strict=True) if marked]
    assert sorted(named) == ["n0", "n3"]
    model.mark(np.empty(0, np.int64))
    assert not model.marked.any()
    assert model.marked_rows(np.array([0])).tolist() == [False]


def test_that_a_large_table_is_sorted_off_the_gui_thread(model: TableModel, jobs: Jobs, qtbot: Any) -> None:
    model.show(listing_of(AT_ONCE + 1))
    assert jobs.running("table things")
    with qtbot.waitSignal(model.arranged, timeout=5000):
        pass
    assert model.rowCount() == AT_ONCE + 1
    assert float(model.index(0, 1).data()) >= float(model.index(1, 1).data())


def test_that_only_the_last_wish_counts(model: TableModel, jobs: Jobs, qtbot: Any) -> None:
    model.show(listing_of(AT_ONCE + 1))
    model.arrange(Wish(0, text="n7"))
    model.show(listing_of(3))
    qtbot.wait(50)
    assert not jobs.running("table things")
    assert model.rowCount() == 0
    model.arrange(Wish())
    assert model.rowCount() == 3


def test_that_an_order_that_comes_late_is_dropped(model: TableModel) -> None:
    model.show(listing_of(3))
    model._take(listing_of(9), np.arange(9))
    assert model.rowCount() == 3


def test_that_nothing_outside_has_data(model: TableModel) -> None:
    model.show(listing_of(2))
    assert model.data(model.index(5, 0)) is None
    assert model.rowCount(model.index(0, 0)) == model.columnCount(model.index(0, 0)) == 0
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.index(0, 0).data(Qt.ItemDataRole.FontRole) is None


def test_that_a_screen_reader_is_told_value_column_and_selection(model: TableModel) -> None:
    model.show(listing_of(3, first="name"))
    model.mark(np.array([2]))
    said = [
        [model.index(row, 1).data(role) for row in range(3)]
        for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)
    ]
    assert said[0] == column(model, 1)
    assert said[1] == ["Load", "Load, selected", "Load"]
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.headerData(1, Qt.Orientation.Horizontal, role) == "Load"
