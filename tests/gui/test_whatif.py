from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import State
from ibviz.gui.selection import Selection
from ibviz.gui.whatif import FLOWS_STAY, REPEAT_MS, alone, free_name, victims
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def shown(qtbot: Any, make_window: Callable[..., Window]) -> Window:
    window = make_window(small_state())
    qtbot.waitUntil(lambda: window.ready and window.desk.results.load is not None)
    return window


def fail_and_wait(window: Window, qtbot: Any, selection: Selection) -> None:
    window.desk.document.select(selection)
    with qtbot.waitSignal(window.desk.results.compared, timeout=5000):
        window.actions_["simulate.fail"].trigger()


SPINE = Selection(nodes=frozenset([2]))
LEAF = Selection(nodes=frozenset([0]))


def test_that_failing_is_named_and_undone(qtbot: Any, shown: Window) -> None:
    before = shown.desk.document.state
    fail_and_wait(shown, qtbot, SPINE)
    stack, state = shown.desk.document.stack, shown.desk.document.state
    assert stack.undoText() == "Fail spine1"
    assert state.active == "spine1 is down"
    assert state.scenario.down_nodes == {2}
    assert state.fabric is before.fabric
    stack.undo()
    assert shown.desk.document.state is before


def test_that_what_is_down_cannot_fail_again(qtbot: Any, shown: Window) -> None:
    assert shown.what_if.nothing_to_fail() == "select cables, a switch or a host first"
    fail_and_wait(shown, qtbot, SPINE)
    assert shown.what_if.nothing_to_fail() == "what is selected is down already"
    shown.what_if.fail()
    assert shown.desk.document.stack.count() == 1
    shown.desk.document.select(LEAF)
    assert shown.what_if.nothing_to_fail() == ""


def test_that_repair_takes_the_selected_first_and_then_the_rest(qtbot: Any, shown: Window) -> None:
    assert shown.what_if.nothing_to_repair() == "nothing is down"
    shown.what_if.repair()
    assert shown.desk.document.stack.count() == 0
    fail_and_wait(shown, qtbot, SPINE)
    fail_and_wait(shown, qtbot, Selection(cables=frozenset([0, 1])))
    shown.desk.document.select(Selection(cables=frozenset([0])))
    shown.what_if.repair()
    assert shown.desk.document.stack.undoText() == "Repair host1[1] to leaf1[1]" or (
        shown.desk.document.stack.undoText() == "Repair leaf1[1] to host1[1]"
    )
    shown.desk.document.select(Selection())
    shown.what_if.repair()
    assert shown.desk.document.state.scenario.down_cables == frozenset()
    assert shown.what_if.nothing_to_repair() == "nothing is down"


def release(key: Qt.Key = Qt.Key.Key_B) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyRelease, key, Qt.KeyboardModifier.NoModifier)


def let_go(shown: Window, qtbot: Any, key: Qt.Key = Qt.Key.Key_B) -> None:
    QApplication.sendEvent(shown.canvas, release(key))
    qtbot.wait(REPEAT_MS + 40)


def test_that_a_tap_of_b_toggles_before(qtbot: Any, shown: Window) -> None:
    assert shown.what_if.no_before() == "nothing is down"
    fail_and_wait(shown, qtbot, SPINE)
    assert shown.what_if.no_before() == ""
    results = shown.desk.results
    shown.what_if.show_before()
    assert results.looks_back
    let_go(shown, qtbot)
    assert results.looks_back
    shown.what_if.show_before()
    assert not results.looks_back
    let_go(shown, qtbot)
    assert not results.looks_back


def test_that_a_key_that_repeats_itself_is_one_press(
    qtbot: Any, shown: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.whatif.TAP_SECONDS", -1.0)
    fail_and_wait(shown, qtbot, SPINE)
    shown.what_if.show_before()
    for _ in range(4):
        QApplication.sendEvent(shown.canvas, release())
        shown.what_if.show_before()
        assert shown.desk.results.looks_back
    let_go(shown, qtbot)
    assert not shown.desk.results.looks_back


def test_that_a_click_ends_the_wait_for_the_key(qtbot: Any, shown: Window) -> None:
    fail_and_wait(shown, qtbot, SPINE)
    shown.what_if.show_before()
    qtbot.mouseClick(shown.statusBar(), Qt.MouseButton.LeftButton)
    assert shown.desk.results.looks_back


def test_that_the_action_is_possible_once_the_load_is_there(qtbot: Any, shown: Window) -> None:
    action = shown.actions_["simulate.before"]
    assert not action.isEnabled()
    fail_and_wait(shown, qtbot, LEAF)
    assert action.isEnabled()
    assert not action.autoRepeat()
    assert shown.actions_["simulate.victims"].isEnabled()
    action.trigger()
    assert shown.desk.results.looks_back
    let_go(shown, qtbot)


def test_that_holding_b_shows_before_as_long_as_it_is_held(
    qtbot: Any, shown: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.whatif.TAP_SECONDS", -1.0)
    fail_and_wait(shown, qtbot, SPINE)
    shown.desk.gaze.change(overlay="difference")
    shown.what_if.show_before()
    let_go(shown, qtbot, Qt.Key.Key_X)
    assert shown.desk.results.looks_back
    let_go(shown, qtbot)
    assert not shown.desk.results.looks_back
    assert shown.desk.gaze.view.overlay == "difference"


def test_that_the_hosts_that_are_gone_are_copied_as_one_list(qtbot: Any, shown: Window) -> None:
    shown.what_if.copy_victims()
    assert shown.what_if.no_victims() == "no host is cut off"
    fail_and_wait(shown, qtbot, LEAF)
    shown.what_if.copy_victims()
    assert QApplication.clipboard().text() == "host[1-2]"
    assert shown.what_if.no_victims() == ""
    assert victims(None) == ""


def test_that_tables_after_a_restart_are_a_switch(qtbot: Any, shown: Window) -> None:
    action = shown.actions_["simulate.restart"]
    action.trigger()
    assert shown.what_if.is_fresh and action.isChecked()
    action.trigger()
    assert shown.desk.results.reroute == "keep" and not action.isChecked()


def test_that_a_new_scenario_begins_with_nothing_down(shown: Window) -> None:
    for name in ("Scenario", "Scenario 2"):
        shown.actions_["simulate.scenario"].trigger()
        assert shown.desk.document.state.active == name
    assert shown.desk.document.stack.undoText() == "New scenario"


def test_that_names_of_scenarios_are_free_clean_and_short() -> None:
    state: State = small_state()
    assert free_name(state, "a\x00b\tc") == "a\ufffdb c"
    assert len(free_name(state, "x" * 200)) == 60
    from dataclasses import replace

    assert free_name(replace(state, scenarios=(Scenario("x"),)), "x") == "x 2"


def test_that_before_shows_nothing_failed_anywhere(qtbot: Any, shown: Window) -> None:
    fail_and_wait(shown, qtbot, SPINE)
    results, canvas = shown.desk.results, shown.canvas
    qtbot.waitUntil(lambda: canvas.scene is not None and canvas.scene.failed_node[2])
    results.look_back(True)
    assert results.seen is not None and results.load is not None
    assert results.seen.after is results.load.before and not results.seen.fails
    assert results.state.scenario.down_nodes == frozenset()
    assert shown.desk.document.state.scenario.down_nodes == {2}
    qtbot.waitUntil(lambda: canvas.scene is not None and not canvas.scene.failed.any())
    assert canvas.scene is not None
    assert canvas.scene.overlay("difference").title == "Utilization before, simulated"
    results.look_back(False)
    qtbot.waitUntil(lambda: canvas.scene is not None and bool(canvas.scene.failed.any()))


def test_that_another_failure_ends_the_look_back(qtbot: Any, shown: Window) -> None:
    fail_and_wait(shown, qtbot, SPINE)
    shown.desk.results.look_back(True)
    fail_and_wait(shown, qtbot, LEAF)
    assert not shown.desk.results.looks_back
    shown.desk.document.stack.undo()
    shown.desk.document.stack.undo()
    shown.desk.results.look_back(True)
    assert not shown.desk.results.looks_back


def test_that_the_first_failure_shows_its_difference_and_a_later_wish_stays(
    qtbot: Any, shown: Window
) -> None:
    fail_and_wait(shown, qtbot, SPINE)
    assert shown.desk.gaze.view.overlay == "difference"
    shown.desk.gaze.change(overlay="utilization")
    fail_and_wait(shown, qtbot, LEAF)
    assert shown.desk.gaze.view.overlay == "utilization"


def test_that_a_flow_does_not_fail_and_says_why(shown: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    shown.desk.document.select(Selection(cables=frozenset([0, 4]), flow=1))
    said: list[str] = []
    monkeypatch.setattr(shown, "say", said.append)
    shown.actions_["simulate.fail"].trigger()
    assert said == [FLOWS_STAY]
    assert shown.desk.document.stack.count() == 0


def test_that_a_rack_and_a_chassis_fail_as_a_whole(qtbot: Any, make_window: Callable[..., Window]) -> None:
    from dataclasses import replace

    import numpy as np

    state = small_state()
    nodes = state.fabric.nodes
    rack = np.array(["A", "A", "", "A", "B", "", ""], object)
    chassis = np.array(["box & co", "", "box & co", "", "", "", ""], object)
    fabric = replace(state.fabric, nodes=replace(nodes, rack=rack, chassis=chassis))
    window = make_window(replace(state, fabric=fabric))
    qtbot.waitUntil(lambda: window.desk.results.load is not None)
    actions = window.actions_
    window.desk.document.select(Selection(nodes=frozenset([5])))
    assert not actions["simulate.fail_rack"].isEnabled()
    window.desk.document.select(LEAF)
    assert actions["simulate.fail_rack"].text() == "Fail rack A"
    assert actions["simulate.fail_chassis"].text() == "Fail chassis box && co"
    actions["simulate.fail_rack"].trigger()
    assert window.desk.document.state.scenario.down_nodes == {0, 1, 3}
    assert window.desk.document.stack.undoText() == "Fail rack A"
    assert window.what_if.nothing_whole("rack") == "it is down already"
    window.what_if.fail_group("chassis")
    assert window.desk.document.state.scenario.down_nodes == {0, 1, 2, 3}


def test_that_a_rack_of_a_fabric_that_was_never_simulated_fails_as_a_whole(
    qtbot: Any, make_window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    import numpy as np

    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    state = small_state()
    rack = np.array(["A", "A", "", "A", "B", "", ""], object)
    fabric = replace(state.fabric, nodes=replace(state.fabric.nodes, rack=rack))
    window = make_window(replace(state, fabric=fabric, traffic=None))
    window.desk.document.select(LEAF)
    action = window.actions_["simulate.fail_rack"]
    qtbot.waitUntil(lambda: action.isEnabled())
    assert window.desk.results.load is None
    assert window.desk.results.structure is None
    assert action.text() == "Fail rack A"
    action.trigger()
    assert window.desk.document.state.scenario.down_nodes == {0, 1, 3}


def test_that_a_repair_is_a_sweep_or_the_way_back(qtbot: Any, shown: Window) -> None:
    fail_and_wait(shown, qtbot, SPINE)
    fail_and_wait(shown, qtbot, Selection(cables=frozenset([0, 1])))
    results, one = shown.desk.results, Selection(cables=frozenset([0]))
    shown.desk.document.select(one)
    shown.actions_["simulate.repair"].trigger()
    assert results._way(shown.desk.document.state.scenario) == "fresh"
    shown.desk.document.stack.undo()
    assert results._way(shown.desk.document.state.scenario) == "keep"
    shown.desk.document.select(one)
    shown.actions_["simulate.restore"].trigger()
    assert results._way(shown.desk.document.state.scenario) == "keep"


def test_that_what_fails_alone_leaves_other_failures_in_their_scenario(qtbot: Any, shown: Window) -> None:
    document, action = shown.desk.document, shown.actions_["simulate.fail_alone"]
    assert shown.what_if.nothing_alone() == "select cables, a switch or a host first"
    fail_and_wait(shown, qtbot, SPINE)
    shown.desk.gaze.change(overlay="utilization")
    document.select(LEAF)
    action.trigger()
    assert document.state.active == "leaf1 is down" and document.state.scenario.down_nodes == {0}
    assert [one.down_nodes for one in document.state.scenarios] == [{2}, {0}]
    assert shown.desk.gaze.view.overlay == "difference"
    assert shown.what_if.nothing_alone() == "just this is down already"
    assert document.stack.undoText() == "Fail leaf1"
    document.select(SPINE)
    action.trigger()
    assert document.state.active == "spine1 is down" and len(document.state.scenarios) == 2


def test_that_what_fails_alone_keeps_traffic_and_routing() -> None:
    choice, way = Choice.parse("shift:k=2"), Choice("updn")
    one = Scenario("one", frozenset([2]), frozenset(), choice, way)
    state = alone(replace(small_state(), scenarios=(one,), active="one"), frozenset([0]), frozenset())
    assert (state.scenario.traffic, state.scenario.routing) == (choice, way)
    assert state.scenario.down_nodes == {0}
