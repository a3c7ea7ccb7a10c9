from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.errors import OptionError
from ibviz.core.progress import Cancelled
from ibviz.core.scenario import Choice
from ibviz.flow import sweep_run
from ibviz.flow.sweep import sweep_of
from ibviz.gui.desk import Desk
from ibviz.gui.models.rankings import Ranking, Rankings, rankings_of, tried

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small(), tmp_path)
    settle(made)
    yield made
    close(made)


def ranked(desk: Desk, kind: str = "cables") -> Ranking:
    rankings = rankings_of(desk)
    rankings.start(kind)
    settle(desk)
    found = rankings.ranking(kind)
    assert found is not None
    return found


def test_that_the_failures_are_those_of_the_command_line(desk: Desk) -> None:
    found = ranked(desk)
    state = desk.document.state
    sweep = sweep_of(state.fabric, state.traffic, None)
    assert found.complete
    assert found.done == {n: sweep.in_full(failure) for n, failure in enumerate(found.failures)}


def test_that_a_window_has_one_set_of_rankings(desk: Desk) -> None:
    assert rankings_of(desk) is rankings_of(desk)


@pytest.mark.parametrize("kind", ["cables", "switches", "host-links"])
def test_that_what_is_complete_is_not_tried_again(desk: Desk, kind: str) -> None:
    found, rankings = ranked(desk, kind), rankings_of(desk)
    rankings.start(kind)
    assert rankings.running == "" and rankings.ranking(kind) is found


def test_that_what_was_stopped_goes_on(desk: Desk) -> None:
    state = desk.document.state
    ranking, sweep = Ranking("cables", state.fabric), sweep_of(state.fabric, state.traffic, None)
    told: list[str] = []

    def stopping(share: float, what: str) -> None:
        told.append(what)
        if len(told) == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        tried(sweep, ranking, stopping)
    assert len(ranking.done) == 3 and not ranking.complete
    tried(sweep, ranking, lambda share, what: told.append(what))
    assert ranking.complete
    assert told[0].startswith("Trying cables, 1 of 8, ") and told[0].endswith(" left")
    assert told[4].startswith("Trying cables, 4 of 8, ") and told[-1] == "Trying cables, 8 of 8, 0 s left"


def test_that_stopping_keeps_what_is_done(desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: Any) -> None:
    whole, rankings = sweep_run.damages, rankings_of(desk)

    def slow(sweep: Any, todo: Any, **named: Any) -> Iterator[Any]:
        for each in whole(sweep, todo, **named):
            yield each
            qtbot_wait()

    def qtbot_wait() -> None:
        import time

        time.sleep(0.05)

    monkeypatch.setattr(sweep_run, "damages", slow)
    rankings.start("cables")
    assert rankings.running == "cables"
    qtbot.waitUntil(lambda: bool(rankings.ranking("cables") and rankings.ranking("cables").done))  # type: ignore[union-attr]
    rankings.stop()
    settle(desk)
    found = rankings.ranking("cables")
    assert rankings.running == "" and found is not None and 0 < len(found.done) < 8
    assert not found.complete


def test_that_rankings_come_back_with_their_state(desk: Desk) -> None:
    found, rankings = ranked(desk), rankings_of(desk)
    heard: list[None] = []
    rankings.changed.connect(lambda: heard.append(None))
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice.parse("shift:k=1")))
    settle(desk)
    assert rankings.ranking("cables") is None and not rankings.colors and rankings.criticality() is None
    assert heard
    desk.document.stack.undo()
    settle(desk)
    assert rankings.ranking("cables") is found and rankings.known and rankings.colors


def test_that_a_failure_leaves_the_ranking_of_what_is_built(desk: Desk) -> None:
    found = ranked(desk)
    desk.document.apply("Fail", lambda s: fail(s, cables=[0]))
    settle(desk)
    assert rankings_of(desk).ranking("cables") is found


def test_that_tables_made_anew_are_another_ranking(desk: Desk) -> None:
    found, rankings = ranked(desk), rankings_of(desk)
    desk.results.reroute = "fresh"
    settle(desk)
    assert rankings.ranking("cables") is None
    desk.results.reroute = "keep"
    settle(desk)
    assert rankings.ranking("cables") is found


def test_that_another_traffic_stops_the_job(desk: Desk) -> None:
    rankings = rankings_of(desk)
    rankings.start("cables")
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice.parse("shift:k=1")))
    assert rankings.running == ""
    settle(desk)


def test_that_only_the_last_rankings_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.gui.models.rankings.KEPT", 1)
    ranked(desk)
    ranked(desk, "switches")
    assert rankings_of(desk).ranking("cables") is None


def test_that_colours_come_from_cables_of_both_kinds(desk: Desk) -> None:
    trunks, hosts = ranked(desk), ranked(desk, "host-links")
    costs = rankings_of(desk).criticality()
    assert costs is not None
    assert (costs.tried, costs.failures) == (20, 20)
    assert not np.isnan(costs.loss).any()
    assert costs.loss[trunks.failures[3][1][0]] == trunks.done[3].loss
    assert costs.loss[hosts.failures[5][1][0]] == hosts.done[5].loss


def test_that_switches_colour_no_cable(desk: Desk) -> None:
    ranked(desk, "switches")
    assert not rankings_of(desk).colors


def test_that_without_traffic_nothing_is_ranked(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    from dataclasses import replace

    desk = desk_of(replace(small(), traffic=None), tmp_path)
    rankings = rankings_of(desk)
    rankings.start("cables")
    assert rankings.hindered() == "no traffic is simulated" and not rankings.known
    close(desk)


def test_that_why_nothing_can_be_tried_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    def refusing(*args: Any, **named: Any) -> Any:
        raise OptionError("no way")

    monkeypatch.setattr(sweep_run, "damages", refusing)
    rankings: Rankings = rankings_of(desk)
    with qtbot.waitSignal(rankings.failed) as told:
        rankings.start("cables")
    assert told.args == ["no way"]
