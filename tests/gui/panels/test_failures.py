from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import tree2
from gui_desks import close, desk_of, settle, small
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.flow import sweep_run
from ibviz.gui.desk import Desk
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.panels.failures import Failures
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Desk:
    made = desk_of(small(), tmp_path)
    settle(made)
    return made


@pytest.fixture
def table(desk: Desk) -> Iterator[Failures]:
    made = Failures(desk)
    made.resize(1100, 240)
    made.show()
    settle(desk)
    yield made
    close(desk, made)


def rank(table: Failures, desk: Desk) -> None:
    table.run.click()
    settle(desk)
    table._on_ranked()
    settle(desk)


def test_that_the_empty_table_says_what_would_be_in_it(table: Failures) -> None:
    assert table._stack.currentIndex() == 1
    assert table._empty.text().startswith("Each of the cables between switches fails once")
    assert (table.run.text(), table.run.isEnabled(), table.try_one.isEnabled()) == ("Rank", True, False)


def test_that_all_failures_are_listed_once_they_were_tried(table: Failures, desk: Desk, qtbot: Any) -> None:
    with qtbot.waitSignal(table.count, check_params_cb=lambda text: text == "8"):
        table.run.click()
    settle(desk)
    assert table.model.rowCount() == 8
    assert table.said.text() == "All 8 tried"
    assert table.run.isHidden()


def test_that_a_row_selects_its_cable_and_a_cable_marks_its_row(table: Failures, desk: Desk) -> None:
    rank(table, desk)
    sought: list[bool] = []
    desk.gaze.sought.connect(sought.append)
    table._on_picked(np.array([2]), "only")
    cable = int(table.model.ids_at(np.array([2]))[0])
    assert desk.document.selection == Selection(cables=frozenset([cable]))
    assert sought == [False]
    other = int(table.model.ids_at(np.array([5]))[0])
    desk.document.select(Selection(cables=frozenset([other])))
    assert np.flatnonzero(table.model.marked).tolist() == [5]


def test_that_switches_are_nodes(table: Failures, desk: Desk) -> None:
    table.choose("switches")
    assert table._empty.text().startswith("Each of the switches")
    rank(table, desk)
    table._on_picked(np.array([0]), "only")
    assert desk.document.selection.nodes and not desk.document.selection.cables
    assert table.model.rowCount() == 6 and table.try_one.isEnabled()


def test_that_what_passes_the_filter_is_counted(table: Failures, desk: Desk) -> None:
    rank(table, desk)
    name = table.model.listing.columns[1].texts(slice(0, 1))[0].partition("[")[0]
    table.filter.setText(name)
    table._filter()
    assert table.said.text() == "All 8 tried, 2 of 8 shown"


def test_that_rows_are_copied_as_text(table: Failures, desk: Desk) -> None:
    rank(table, desk)
    table.view.copy()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:2] == ["Rank", "If this fails"] and "Throughput lost" in lines[0]
    assert len(lines) == 9


def test_that_stop_keeps_what_is_done_and_go_on_does_the_rest(
    table: Failures, desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    whole = sweep_run.damages

    def slow(sweep: Any, todo: Any, **named: Any) -> Iterator[Any]:
        import time

        for each in whole(sweep, todo, **named):
            yield each
            time.sleep(0.05)

    with monkeypatch.context() as patched:
        patched.setattr(sweep_run, "damages", slow)
        table.run.click()
        qtbot.waitUntil(lambda: table.run.text() == "Stop")
        rankings = rankings_of(desk)
        qtbot.waitUntil(lambda: bool(rankings.ranking("cables") and rankings.ranking("cables").done))  # type: ignore[union-attr]
        table.run.click()
        settle(desk)
    table._on_ranked()
    settle(desk)
    assert table.run.text() == "Go on" and 0 < table.model.rowCount() < 8
    assert table.said.text().endswith("of 8 tried")
    rank(table, desk)
    assert table.said.text() == "All 8 tried"


def test_that_rows_stay_in_their_places_under_the_pointer(
    table: Failures, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank(table, desk)
    rankings = rankings_of(desk)
    made: list[object] = []
    monkeypatch.setattr(table, "_spoil", lambda: made.append(None))
    monkeypatch.setattr(type(rankings), "running", property(lambda self: "cables"))
    monkeypatch.setattr(table.view, "underMouse", lambda: True)
    table._on_ranked()
    assert not made
    monkeypatch.setattr(table.view, "underMouse", lambda: False)
    table._on_ranked()
    assert made


def test_that_the_rows_go_with_the_traffic_and_come_back(table: Failures, desk: Desk) -> None:
    rank(table, desk)
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice.parse("shift:k=1")))
    settle(desk)
    assert table.model.rowCount() == 0 and table.run.text() == "Rank"
    desk.document.stack.undo()
    settle(desk)
    assert table.model.rowCount() == 8


def test_that_why_nothing_can_be_tried_is_said(table: Failures, desk: Desk) -> None:
    rankings_of(desk).failed.emit("No way.")
    assert table._empty.text() == table.said.text() == "No way."


def test_that_no_failures_are_a_result(qapp: QApplication, tmp_path: Path) -> None:
    desk = desk_of(State(tree2(1, 0, 3), traffic=Choice.parse("shift:k=1")), tmp_path)
    settle(desk)
    table = Failures(desk)
    table.show()
    settle(desk)
    rank(table, desk)
    assert table._empty.text().startswith("There is nothing of that kind")
    close(desk, table)


def test_that_without_traffic_it_says_so(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    desk = desk_of(replace(small(), traffic=None), tmp_path)
    table = Failures(desk)
    table.show()
    settle(desk)
    assert table._empty.text().startswith("No traffic is simulated") and not table.run.isEnabled()
    close(desk, table)


def test_that_fail_this_makes_a_scenario_of_the_row_alone(make_window: Callable[..., Window]) -> None:
    window = make_window(small_state(), panels=True)
    settle(window.desk)
    window.desk.document.apply("Fail", lambda s: fail(s, nodes=[1]))
    window.actions_["simulate.rank"].trigger()
    settle(window.desk)
    assert window.furniture.bottom is not None
    table = window.furniture.bottom.panels["failures"]
    assert isinstance(table, Failures)
    table._on_ranked()
    settle(window.desk)
    table._on_picked(np.array([0]), "only")
    action = table.menu().actions()[0]
    assert (action.text(), action.isEnabled()) == ("Fail this", True)
    action.trigger()
    scenario = window.desk.document.state.scenario
    assert scenario.down_cables == window.desk.document.selection.cables and not scenario.down_nodes
    assert len(window.desk.document.state.scenarios) == 2
    settle(window.desk)
    assert not table.try_one.isEnabled()
    assert table.model.rowCount() == 2


def test_that_it_takes_on_a_theme(table: Failures, desk: Desk) -> None:
    dark = table.run.styleSheet()
    desk.gaze.change(theme="light")
    assert table.run.styleSheet() != dark


def test_that_alone_nothing_fails_without_a_window(table: Failures, desk: Desk) -> None:
    table.fail()
    assert not desk.document.state.scenarios
