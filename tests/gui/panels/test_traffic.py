from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gui_desks import desk_of, settle
from gui_windows import small_state
from PySide6.QtWidgets import QLineEdit

from ibviz.core.attached import Attached
from ibviz.core.edit_scenarios import add_scenario, fail, set_attached, set_traffic
from ibviz.core.fabric import Kind
from ibviz.core.registry import engines, patterns
from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.formats.lft import lft_text
from ibviz.gui.desk import Desk
from ibviz.gui.panels.traffic import (
    Chooser,
    Traffic,
    choose,
    chosen_of,
    flows_words,
    slowed_words,
    used_words,
)
from ibviz.gui.selection import Selection

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
    typed(panel, "traffic", "Distance", "2")
    settle(desk)
    assert str(desk.document.state.traffic) == "shift:k=2"
    desk.document.stack.undo()
    settle(desk)
    fields = chooser(panel, "traffic")._form.findChildren(QLineEdit)
    assert next(f for f in fields if f.accessibleName() == "Distance" and f.isVisible()).text() == ""


def test_that_a_pattern_waits_for_what_must_be_given(desk: Desk, panel: Traffic) -> None:
    pick(panel, "traffic", "incast")
    settle(desk)
    assert desk.document.state.traffic is None
    typed(panel, "traffic", "Receiver", "nobody")
    settle(desk)
    assert desk.document.state.traffic is None
    assert faults(panel, "traffic")[0].startswith("no node is called 'nobody'")
    assert chooser(panel, "traffic")._used.text() == "All to all is shown until this is complete."
    typed(panel, "traffic", "Receiver", "host1")
    settle(desk)
    assert str(desk.document.state.traffic) == "incast:dst=host1"
    assert not faults(panel, "traffic") and not chooser(panel, "traffic")._wrong.text()


def test_that_hosts_that_do_not_exist_are_said_under_their_field(desk: Desk, panel: Traffic) -> None:
    typed(panel, "traffic", "Hosts", "zebra*")
    settle(desk)
    assert faults(panel, "traffic") == ["Hosts: no endpoint, node or host fits 'zebra*'"]
    assert desk.document.state.traffic is None


def test_that_the_engine_used_stands_beside_the_one_asked_for(desk: Desk, panel: Traffic) -> None:
    assert used_words(desk) == "MinHop is used: assumed; newer switches usually adapt."
    pick(panel, "routing", "dmodk")
    settle(desk)
    assert desk.document.state.routing == Choice("dmodk")
    assert chooser(panel, "routing")._used.text() == used_words(desk)
    assert used_words(desk) == "D-mod-K is used, as asked."


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


def test_that_the_selected_host_is_meant(desk: Desk, panel: Traffic) -> None:
    nodes = desk.document.state.fabric.nodes
    host = int(np.flatnonzero(nodes.kind == Kind.HCA)[1])
    desk.document.select(Selection(nodes=frozenset([host])))
    pick(panel, "traffic", "incast")
    settle(desk)
    assert str(desk.document.state.traffic) == f"incast:dst={nodes.name[host]}"


def test_that_a_file_of_the_routing_that_is_gone_is_said_there(desk: Desk, panel: Traffic) -> None:
    pick(panel, "routing", "updn")
    settle(desk)
    typed(panel, "routing", "Roots", "/no/such")
    settle(desk)
    assert faults(panel, "routing")
    assert "/no/such" in faults(panel, "routing")[0]
    assert chooser(panel, "routing")._used.text() == "The load shown is an older one."
    assert not faults(panel, "traffic")
    assert not chooser(panel, "traffic")._wrong.text()


def test_that_a_failure_about_nothing_given_is_said_of_the_traffic(desk: Desk, panel: Traffic) -> None:
    desk.results.failed.emit("too many pairs")
    assert chooser(panel, "traffic")._wrong.text() == "too many pairs"
    assert not chooser(panel, "routing")._wrong.text()


def test_that_a_stopped_simulation_is_said_until_there_is_another(desk: Desk, panel: Traffic) -> None:
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("shift")))
    assert chooser(panel, "traffic")._used.text().startswith("Simulating")
    desk.jobs.cancel("simulate")
    assert chooser(panel, "traffic")._used.text().startswith("The simulation was stopped")
    desk.document.stack.undo()
    settle(desk)
    assert chooser(panel, "traffic")._used.text() == flows_words(desk)


@pytest.mark.parametrize("kind", [name for name in engines.names if name not in ("lft", "site")])
def test_that_each_engine_can_be_picked(desk: Desk, panel: Traffic, kind: str) -> None:
    pick(panel, "routing", kind)
    settle(desk)
    assert chosen_of(desk.document.state, "routing") == Choice(kind)
    assert "is used" in chooser(panel, "routing")._used.text()


@pytest.mark.parametrize("kind", patterns.names)
def test_that_wrong_values_of_each_pattern_are_said_under_their_field(
    desk: Desk, panel: Traffic, kind: str
) -> None:
    pick(panel, "traffic", kind)
    settle(desk)
    for name, row in list(chooser(panel, "traffic")._form._rows.items()):
        rows = chooser(panel, "traffic")._form._rows.values()
        lacks = any(r._option.required and r is not row for r in rows)
        if row.is_typed and not lacks:
            was = desk.document.state.traffic
            typed(panel, "traffic", row._label.text(), "nonsense")
            settle(desk)
            assert row._wrong.text(), name
            assert row._wrong.isVisible()
            assert desk.document.state.traffic == was
            typed(panel, "traffic", row._label.text(), "")
            settle(desk)


def test_that_flows_without_a_route_are_counted(desk: Desk) -> None:
    fabric = desk.document.state.fabric
    trunks = np.flatnonzero((fabric.nodes.kind[fabric.cables.node] == Kind.SWITCH).all(axis=1)).tolist()
    desk.document.apply("Fail", lambda s: fail(s, cables=trunks))
    settle(desk)
    assert flows_words(desk) == "4 of 12 flows are routed, simulated."


def test_that_a_collective_says_how_long_it_takes(desk: Desk, panel: Traffic) -> None:
    pick(panel, "traffic", "allreduce-ring")
    settle(desk)
    assert "The collective takes" in flows_words(desk)


def test_that_an_attached_file_is_the_routing_and_comes_back_when_picked(
    desk: Desk, panel: Traffic, tmp_path: Path
) -> None:
    path = tmp_path / "ours.lft"
    path.write_bytes(lft_text(minhop(wiring(desk.document.state.fabric))))
    attached = Attached("lft", str(path))
    desk.document.apply("Attach", lambda s: set_attached(s, attached))
    settle(desk)
    assert chooser(panel, "routing")._kind.currentData() == "lft"
    assert chooser(panel, "routing")._form.args == {"path": str(path)}
    assert "as ours.lft says" in chooser(panel, "routing")._used.text()
    pick(panel, "routing", "dnup")
    settle(desk)
    assert chosen_of(desk.document.state, "routing") == Choice("dnup")
    pick(panel, "routing", "lft")
    settle(desk)
    chosen = chosen_of(desk.document.state, "routing")
    assert chosen is not None and chosen.args == {"path": str(path)}


def test_that_jobs_are_added_and_simulated_together(desk: Desk, panel: Traffic) -> None:
    pick(panel, "traffic", "jobs")
    settle(desk)
    jobs = chooser(panel, "traffic")._jobs
    assert jobs.isVisible()
    assert not chooser(panel, "routing")._jobs.isVisible()
    for name in ("A", "B"):
        jobs._name.setText(name)
        jobs._who.setText("2")
        jobs._add.click()
        settle(desk)
    chosen = chosen_of(desk.document.state, "traffic")
    assert chosen is not None and chosen.kind == "jobs"
    assert desk.results.load is not None
    assert [job["job"] for job in desk.results.load.after.summary["jobs"]] == ["A", "B"]
    pick(panel, "traffic", "shift")
    assert not jobs.isVisible()


@pytest.mark.parametrize(
    ("slowdowns", "words"),
    [
        ([], ""),
        ([None], ""),
        ([1.0, None], " No job slows down another."),
        ([1.0, 2.5], " J1 takes 2.5 times as long as alone."),
    ],
)
def test_that_the_job_that_is_slowed_most_is_told(slowdowns: list[float | None], words: str) -> None:
    assert (
        slowed_words([{"job": f"J\u202e{at}", "slowdown": slow} for at, slow in enumerate(slowdowns)])
        == words
    )
