from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtTest import QSignalSpy

from ibviz.core.edit_scenarios import activate, fail, repair, set_routing, set_traffic
from ibviz.core.edits import cut
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.document import Document
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results, is_simulated


@pytest.fixture
def made(qtbot: Any) -> Iterator[tuple[Document, Results]]:
    document = Document(small_state())
    jobs = Jobs(document)
    results = Results(document, jobs, document)
    qtbot.waitUntil(lambda: results.load is not None)
    yield document, results
    assert jobs.close()


def test_that_a_fabric_is_simulated_before_anyone_asks(made: tuple[Document, Results]) -> None:
    _, results = made
    assert results.load is not None
    assert results.load.after.traffic.kind == "all-to-all"
    assert not results.load.fails
    assert results.load.outcome is None
    assert results.structure is results.load.structure


def test_that_a_simulation_waits_while_jobs_are_held(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    results._jobs.hold()
    document.load(small_state("other"), None)
    qtbot.wait(100)
    assert not results.current
    results._jobs.release()
    qtbot.waitUntil(lambda: results.current, timeout=4000)


def test_that_a_large_fabric_waits_until_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 3)
    state = small_state()
    assert not is_simulated(state)
    assert is_simulated(set_traffic(state, Choice("shift")))
    assert not is_simulated(State(Fabric()))


def test_that_a_failure_is_simulated_and_then_compared(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    before = results.load
    with qtbot.waitSignal(results.compared, timeout=5000) as told:
        document.apply("Fail", lambda s: fail(s, nodes=[2]))
    assert results.load is not None and before is not None
    assert results.load.fails
    assert results.load.before is before.before
    assert results.load.after.before is results.load.before
    assert told.args[0].disconnected_pairs == 8
    assert results.load.outcome is told.args[0]


def test_that_undo_shows_the_kept_load_at_once(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    old = results.load
    with qtbot.waitSignal(results.compared, timeout=5000):
        document.apply("Fail", lambda s: fail(s, nodes=[2]))
    document.stack.undo()
    assert results.current
    assert results.load is not None and old is not None
    assert results.load.after is old.after
    document.stack.redo()
    assert results.load.outcome is not None


def test_that_the_newest_wins(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    for cable in range(4):
        document.apply("Fail", lambda s, c=cable: fail(s, cables=[c]))
    qtbot.waitUntil(lambda: results.current)
    assert results.load is not None
    assert not results.load.after.is_up[:4].any()


def test_that_tables_are_shared_between_traffics(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    assert results.load is not None
    tables = results.load.tables
    with qtbot.waitSignal(results.changed, timeout=5000):
        document.apply("Traffic", lambda s: set_traffic(s, Choice("shift", {"k": "2"})))
    assert results.load.tables is tables
    assert results.load.after.traffic.kind == "shift"


def test_that_a_traffic_that_does_not_fit_is_said_and_the_old_load_stays(
    qtbot: Any, made: tuple[Document, Results]
) -> None:
    document, results = made
    old = results.load
    with qtbot.waitSignal(results.failed, timeout=5000) as told:
        document.apply("Traffic", lambda s: set_traffic(s, Choice("incast", {"dst": "nobody"})))
    assert "nobody" in told.args[0]
    assert results.complaint == told.args[0]
    assert results.load is old


def test_that_tables_after_a_restart_are_another_run(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    with qtbot.waitSignal(results.compared, timeout=5000):
        document.apply("Fail", lambda s: fail(s, cables=[4]))
    kept = results.load
    with qtbot.waitSignal(results.compared, timeout=5000):
        results.reroute = "fresh"
    assert results.load is not None and kept is not None
    assert results.load.after is not kept.after
    assert results.load.before is kept.before


def test_that_an_edit_of_the_fabric_drops_what_no_longer_fits(
    qtbot: Any, made: tuple[Document, Results]
) -> None:
    document, results = made
    with qtbot.waitSignal(results.changed, timeout=5000):
        document.apply("Cut", lambda s: cut(s, [0]))
    qtbot.waitUntil(lambda: results.current)
    assert results.load is not None
    assert results.load.after.wiring.fabric is document.state.fabric


def test_that_every_scenario_is_costed(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    document.apply("Fail", lambda s: fail(s, nodes=[2]))
    document.apply("Other", lambda s: activate(s, ""))
    document.apply("Fail", lambda s: fail(s, cables=[0]))
    document.apply("As built", lambda s: activate(s, ""))
    qtbot.waitUntil(lambda: results.current)
    assert [results.outcome_of(s) for s in document.state.scenarios] == [None, None]
    spy = QSignalSpy(results.costed)
    results.cost_all()
    qtbot.waitUntil(lambda: spy.count() == 2)
    costs = [results.outcome_of(s) for s in document.state.scenarios]
    assert [len(o.lost_hosts) if o else None for o in costs] == [0, 1]


def test_that_an_empty_fabric_has_no_load(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    document.load(State(Fabric()), None)
    assert results.load is None
    assert results.structure is None
    assert results.current


def test_that_repairing_all_is_the_load_as_built(qtbot: Any, made: tuple[Document, Results]) -> None:
    document, results = made
    old = results.load
    with qtbot.waitSignal(results.compared, timeout=5000):
        document.apply("Fail", lambda s: fail(s, nodes=[2]))
    document.apply("Repair", lambda s: repair(s, nodes=[2]))
    assert results.load is not None and old is not None
    assert results.load.after is old.after
    document.apply("Routing", lambda s: set_routing(s, Choice("dmodk")))
    qtbot.waitUntil(lambda: results.current)
    assert results.load.after.routing.asked == "dmodk"


def test_that_old_comparisons_go(
    qtbot: Any, made: tuple[Document, Results], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.results.OUTCOMES", 1)
    document, results = made
    for cable in range(4):
        with qtbot.waitSignal(results.compared, timeout=5000):
            document.apply("Fail", lambda s, c=cable: fail(s, cables=[c]))
    assert len(results._outcomes) == 2


def test_that_a_load_is_an_older_one_when_its_simulation_was_stopped(
    qtbot: Any, made: tuple[Document, Results]
) -> None:
    document, results = made
    assert results.current
    before = document.state
    document.apply("Traffic", lambda s: set_traffic(s, Choice("shift")))
    results._jobs.cancel("simulate")
    assert not results.current
    document.stack.undo()
    qtbot.waitUntil(lambda: results.current)
    assert document.state is before
    results._jobs.cancel("simulate")
    assert results.current
