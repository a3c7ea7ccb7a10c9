"""Jobs: newest wins, cancelled by progress, results on the GUI thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from ibviz.core.errors import OptionError
from ibviz.core.progress import Progress
from ibviz.gui.jobs import Jobs


@pytest.fixture
def jobs(qtbot: Any) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    assert made.close()


def test_that_the_result_comes_on_the_gui_thread(qtbot: Any, jobs: Jobs) -> None:
    came: list[Any] = []
    here = threading.get_ident()
    with qtbot.waitSignals([jobs.started, jobs.ended]):
        jobs.start(
            "a",
            "Working",
            lambda progress: threading.get_ident(),
            lambda result: came.append((result != here, threading.get_ident() == here)),
            lambda error: None,
        )
        assert jobs.running("a")
    assert came == [(True, True)]
    assert not jobs.running("a")


def test_that_the_newest_wins_and_the_former_is_stopped(qtbot: Any, jobs: Jobs) -> None:
    came: list[str] = []
    begun, ended = threading.Event(), threading.Event()

    def endless(progress: Progress) -> str:
        begun.set()
        try:
            while True:
                progress(0.5, "endless")
        finally:
            ended.set()

    jobs.start("a", "Endless", endless, came.append, lambda error: None)
    assert begun.wait(5)
    jobs.start("a", "Short", lambda progress: "short", came.append, lambda error: None)
    qtbot.waitUntil(lambda: came == ["short"], timeout=5000)
    assert ended.wait(5)


def test_that_what_is_urgent_waits_for_no_long_work(qtbot: Any, jobs: Jobs) -> None:
    came: list[str] = []
    go_on = threading.Event()
    for key in "abc":
        jobs.start(key, "Long", lambda progress: go_on.wait(20), lambda done: None, lambda error: None)
    for key in ("first", "second"):
        jobs.start(key, "Urgent", lambda progress, key=key: key, came.append, lambda error: None, urgent=True)
    qtbot.waitUntil(lambda: len(came) == 2, timeout=5000)
    assert came == ["first", "second"] and jobs.running("a")
    go_on.set()
    qtbot.waitUntil(lambda: not jobs.keys, timeout=5000)


def test_that_progress_is_told_not_too_often(qtbot: Any, jobs: Jobs) -> None:
    told: list[tuple[str, float, str]] = []
    jobs.progressed.connect(lambda *what: told.append(what))

    def work(progress: Progress) -> None:
        for step in range(10_000):
            progress(step / 10_000, "counting")

    with qtbot.waitSignal(jobs.ended):
        jobs.start("a", "Counting", work, lambda result: None, lambda error: None)
    assert 1 <= len(told) < 200
    assert told[0][0] == "a"


def test_that_a_users_error_is_handed_over(qtbot: Any, jobs: Jobs) -> None:
    def work(progress: Progress) -> None:
        raise OptionError("no such thing")

    said: list[str] = []
    with qtbot.waitSignal(jobs.ended):
        jobs.start("a", "Failing", work, said.append, lambda error: said.append(str(error)))
    assert said == ["no such thing"]


def test_that_a_fault_of_ours_goes_to_the_hook(
    qtbot: Any, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: caught.append(kind))

    def work(progress: Progress) -> None:
        raise ZeroDivisionError

    jobs.start("a", "Failing", work, lambda result: None, lambda error: None)
    qtbot.waitUntil(lambda: caught == [ZeroDivisionError])


def test_that_closing_stops_everything(qtbot: Any) -> None:
    jobs = Jobs()
    came: list[Any] = []

    def endless(progress: Progress) -> None:
        while True:
            progress(0.1, "endless")

    jobs.start("a", "Endless", endless, came.append, came.append)
    jobs.start("b", "Endless", endless, came.append, came.append)
    assert jobs.keys == ["a", "b"]
    assert jobs.close()
    qtbot.wait(10)
    assert came == []


def test_that_after_closing_nothing_is_started(qtbot: Any) -> None:
    jobs = Jobs()
    assert jobs.close()
    jobs.start("late", "Late", lambda progress: pytest.fail("started"), lambda made: None, lambda error: None)
    assert not jobs.running("late")


def test_that_patient_jobs_wait_while_others_go_on(qtbot: Any, jobs: Jobs) -> None:
    came: list[str] = []

    def start(key: str, *, patient: bool) -> None:
        jobs.start(key, "Working", lambda progress: key, came.append, lambda error: None, patient=patient)

    jobs.hold()
    for key in ("gone", "kept"):
        start(key, patient=True)
    start("now", patient=False)
    qtbot.waitUntil(lambda: came == ["now"])
    qtbot.wait(30)
    assert jobs.keys == ["gone", "kept"]
    jobs.cancel("gone")
    jobs.release()
    qtbot.waitUntil(lambda: came == ["now", "kept"])
    start("free", patient=True)
    qtbot.waitUntil(lambda: came[-1] == "free")


def test_that_nobody_waits_for_ever(qtbot: Any, jobs: Jobs) -> None:
    came: list[int] = []
    jobs._patience.setInterval(20)
    jobs.hold()
    jobs.start("a", "Working", lambda progress: 1, came.append, lambda error: None, patient=True)
    qtbot.waitUntil(lambda: came == [1])
