from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import desk_of, settle
from gui_windows import small_state
from PySide6.QtWidgets import QLineEdit

from ibviz.core.edit_scenarios import add_scenario, set_traffic
from ibviz.core.scenario import Choice
from ibviz.gui.desk import Desk
from ibviz.gui.panels.traffic import Chooser, Traffic, choose, chosen_of, flows_words, used_words

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small_state(), tmp_path)
    settle(made)
    yield made
    assert made.jobs.close()


@pytest.fixture
def panel(qtbot: Any, desk: Desk) -> Traffic:
    made = Traffic(desk)
    qtbot.addWidget(made)
    made.show()
    return made


def chooser(panel: Traffic, what: str) -> Chooser:
    return next(each for each in panel.findChildren(Chooser) if each._what == what)


def pick(panel: Traffic, what: str, kind: str) -> None:
    box = chooser(panel, what)._kind
    box.setCurrentIndex(box.findData(kind))
    box.activated.emit(box.currentIndex())


def typed(panel: Traffic, what: str, name: str, text: str) -> None:
    fields = chooser(panel, what)._form.findChildren(QLineEdit)
    line = next(f for f in fields if f.accessibleName() == name and f.isVisible())
    line.setText(text)
    line.textEdited.emit(text)
    line.editingFinished.emit()


def faults(panel: Traffic, what: str) -> list[str]:
    rows = chooser(panel, what)._form._rows.values()
    return [row._wrong.text() for row in rows if row._wrong.text()]


def test_that_a_pattern_is_taken_when_it_is_picked(desk: Desk, panel: Traffic) -> None:
    pick(panel, "traffic", "shift")
    settle(desk)
    assert desk.document.state.traffic == Choice("shift")
    assert desk.document.stack.undoText() == "Traffic Shift"
    typed(panel, "traffic", "K", "2")
    settle(desk)
    assert str(desk.document.state.traffic) == "shift:k=2"
    desk.document.stack.undo()
    settle(desk)
    fields = chooser(panel, "traffic")._form.findChildren(QLineEdit)
    assert next(f for f in fields if f.accessibleName() == "K" and f.isVisible()).text() == ""


def test_that_a_pattern_waits_for_what_must_be_given(desk: Desk, panel: Traffic) -> None:
    pick(panel, "traffic", "incast")
    settle(desk)
    assert desk.document.state.traffic is None
    typed(panel, "traffic", "Dst", "nobody")
    settle(desk)
    assert desk.document.state.traffic is None
    assert chooser(panel, "traffic")._wrong.text() or faults(panel, "traffic")
    typed(panel, "traffic", "Dst", "host1")
    settle(desk)
    assert str(desk.document.state.traffic) == "incast:dst=host1"
    assert not faults(panel, "traffic") and not chooser(panel, "traffic")._wrong.text()


def test_that_hosts_that_do_not_exist_are_said_under_their_field(desk: Desk, panel: Traffic) -> None:
    typed(panel, "traffic", "Hosts", "zebra*")
    settle(desk)
    assert faults(panel, "traffic") == ["hosts: no endpoint, node or host fits 'zebra*'"]
    assert desk.document.state.traffic is None


def test_that_the_engine_used_stands_beside_the_one_asked_for(desk: Desk, panel: Traffic) -> None:
    assert used_words(desk) == "minhop is used, assumed; newer switches usually adapt."
    pick(panel, "routing", "dmodk")
    settle(desk)
    assert desk.document.state.routing == Choice("dmodk")
    assert chooser(panel, "routing")._used.text() == used_words(desk)
    assert "dmodk" in used_words(desk)


def test_that_flows_are_said_to_be_simulated(desk: Desk) -> None:
    assert flows_words(desk) == "12 flows, all routed, simulated."


def test_that_the_traffic_of_a_scenario_stays_its_own(desk: Desk) -> None:
    desk.document.apply("New", lambda s: add_scenario(s, "own"))
    desk.document.apply("Own", lambda s: set_traffic(s, Choice("shift"), scenario="own"))
    choose(desk, "traffic", Choice("bisection"))
    settle(desk)
    state = desk.document.state
    assert state.traffic is None
    assert chosen_of(state, "traffic") == Choice("bisection")
    count = desk.document.stack.count()
    choose(desk, "traffic", Choice("bisection"))
    assert desk.document.stack.count() == count


def test_that_nothing_is_said_of_what_is_not_known(qtbot: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    bare = desk_of(small_state(), tmp_path)
    assert used_words(bare) == flows_words(bare) == ""
    assert bare.jobs.close()
