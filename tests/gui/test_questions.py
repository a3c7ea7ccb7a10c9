from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import settle
from gui_windows import small_state
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from ibviz.core.edit_scenarios import activate, fail, set_routing, set_traffic
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.questions import Question, Questions, available, effective
from ibviz.gui.results import Results
from ibviz.gui.selection import NOTHING, Selection
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    document, jobs = Document(small_state()), Jobs()
    results = Results(document, jobs)
    made = Desk(document, results, Gaze(), jobs, Settings(tmp_path / "s.ini"), Timings())
    qtbot.waitUntil(lambda: results.load is not None)
    yield made
    assert jobs.close()


@pytest.fixture
def questions(qtbot: Any, desk: Desk) -> Questions:
    made = Questions(desk)
    qtbot.addWidget(made)
    made.show()
    return made


def choose(questions: Questions, question: Question, title: str) -> list[str]:
    """Choose an entry of a question's menu; returns all titles."""
    question.click()
    menu = questions.findChildren(QMenu)[-1]
    titles = [action.text() for action in menu.actions()]
    next(action for action in menu.actions() if action.text() == title).trigger()
    menu.close()
    return titles


def failed(desk: Desk, qtbot: Any, **what: Any) -> None:
    with qtbot.waitSignal(desk.results.compared, timeout=5000):
        desk.document.apply("Fail", lambda s: fail(s, **what))


def test_that_the_answers_are_those_of_a_fresh_dump(questions: Questions) -> None:
    said = [question.value for question in questions.each]
    assert said == ["Utilization, simulated", "All to all", "MinHop", "As built"]
    assert all(question.accessibleName() and question.toolTip() for question in questions.each)


def test_that_overlays_without_data_are_not_listed(qtbot: Any, desk: Desk, questions: Questions) -> None:
    listed = choose(questions, questions.overlay, "Speed")
    shown = ["Utilization, simulated", "Congestion, no control", "Speed", "Oversubscription", "Wiring only"]
    assert listed == shown
    assert desk.gaze.view.overlay == "speed"
    assert questions.overlay.value == "Speed"
    failed(desk, qtbot, nodes=[2])
    assert "Difference" in choose(questions, questions.overlay, "Difference")
    assert questions.overlay.value == "Difference"


def test_that_the_wish_for_a_difference_waits_for_the_next_failure(
    qtbot: Any, desk: Desk, questions: Questions
) -> None:
    failed(desk, qtbot, nodes=[2])
    desk.gaze.change(overlay="difference")
    desk.document.stack.undo()
    assert questions.overlay.value == "Utilization, simulated"
    desk.document.stack.redo()
    assert questions.overlay.value == "Difference"


def test_that_a_scenario_with_failures_is_shown_as_such(qtbot: Any, desk: Desk, questions: Questions) -> None:
    failed(desk, qtbot, nodes=[2])
    assert questions.scenario.value == "what if"
    assert choose(questions, questions.scenario, "As built") == ["As built", "what if"]
    assert desk.document.state.active == ""
    assert desk.document.stack.undoText() == "Show As built"


def test_that_traffic_and_routing_say_what_is_chosen(qtbot: Any, desk: Desk, questions: Questions) -> None:
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("shift", {"k": "2"})))
    desk.document.apply("Routing", lambda s: set_routing(s, Choice("dmodk")))
    qtbot.waitUntil(lambda: desk.results.current)
    assert questions.traffic.value == "Shift, k 2"
    assert questions.routing.value.startswith("D-mod-K")


def test_that_traffic_opens_below_with_its_form(desk: Desk, questions: Questions) -> None:
    questions.traffic.click()
    popup = questions._popups["traffic"]
    assert popup.isVisible()
    popup.hide()


def test_that_enter_opens_and_other_keys_do_not(qtbot: Any, questions: Questions) -> None:
    qtbot.keyClick(questions.routing, Qt.Key.Key_A)
    assert not questions._popups
    qtbot.keyClick(questions.routing, Qt.Key.Key_Return)
    assert questions._popups["routing"].isVisible()
    questions._popups["routing"].hide()


def test_that_it_is_painted_in_both_themes_and_narrow(questions: Questions, desk: Desk) -> None:
    dark = questions.grab().toImage()
    desk.gaze.change(theme="light")
    light = questions.grab().toImage()
    assert dark != light
    questions.resize(questions.minimumSizeHint())
    assert not questions.grab().isNull()


@pytest.mark.parametrize(
    ("wish", "shown"), [("speed", "speed"), ("plain", "plain"), ("utilization", "plain"), ("rail", "plain")]
)
def test_that_without_a_load_only_what_needs_none_is_shown(wish: str, shown: str) -> None:
    assert effective(wish, small_state(), None) == shown


def test_that_a_new_overlay_of_the_shelf_is_listed_if_it_has_data(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ibviz.core.errors import OptionError
    from ibviz.core.registry import overlays

    def shy(*sources: Any) -> None:
        raise OptionError("nothing to say")

    state, load = desk.document.state, desk.results.load
    getter: Callable[..., Any] = overlays.get
    names = [*overlays.names, "loud", "shy"]
    monkeypatch.setattr(type(overlays), "names", property(lambda self: names))
    monkeypatch.setattr(
        overlays, "get", lambda name: {"loud": lambda *s: None, "shy": shy}.get(name) or getter(name)
    )
    assert available(state, load)[-1] == "loud"


def test_that_the_active_scenario_can_be_left_and_entered(
    desk: Desk, questions: Questions, qtbot: Any
) -> None:
    failed(desk, qtbot, nodes=[2])
    desk.document.apply("Leave", lambda s: activate(s, ""))
    choose(questions, questions.scenario, "what if")
    state: State = desk.document.state
    assert state.active == "what if"


def test_that_flows_of_the_selection_are_offered_while_there_is_one(questions: Questions, desk: Desk) -> None:
    state, load = desk.document.state, desk.results.load
    assert "flows" not in available(state, load)
    assert available(state, load, selected=True)[:2] == ["utilization", "flows"]
    desk.gaze.change(overlay="flows")
    assert questions.overlay.value == "Utilization, simulated"
    desk.document.select(Selection(nodes=frozenset([0])))
    assert questions.overlay.value == "Flows of the selection"
    desk.document.select(NOTHING)
    assert questions.overlay.value == "Utilization, simulated"


def test_that_criticality_is_offered_once_cables_were_tried(questions: Questions, desk: Desk) -> None:
    state, load = desk.document.state, desk.results.load
    assert "criticality" not in available(state, load)
    assert "criticality" in available(state, load, ranked=True)
    assert "criticality" not in available(state, None, ranked=True)
    desk.gaze.change(overlay="criticality")
    assert questions.overlay.value == "Utilization, simulated"
    rankings_of(desk).start("cables")
    settle(desk)
    assert questions.overlay.value == "Criticality"
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice.parse("shift:k=1")))
    settle(desk)
    assert questions.overlay.value == "Utilization, simulated"
