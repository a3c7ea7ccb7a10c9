"""Timings for scripts."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject

from ibviz.gui.timings import Timings, process_started


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_that_each_event_is_a_line_with_its_time(tmp_path: Path) -> None:
    timings = Timings(str(tmp_path / "t"))
    timings.event("window")
    timings.event("frame", cost_ms=1.5)
    told = lines(tmp_path / "t")
    assert [line["event"] for line in told] == ["window", "frame"]
    assert told[1]["cost_ms"] == 1.5
    assert 0 < told[0]["ms"] <= told[1]["ms"]
    assert 0 < told[0]["cpu_ms"] <= told[1]["cpu_ms"]
    timings.close()
    timings.event("late")
    assert len(lines(tmp_path / "t")) == 2


def test_that_without_a_file_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("IBVIZ_TIMINGS", raising=False)
    assert not Timings.from_environment().on


def test_that_a_file_that_cannot_be_written_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("IBVIZ_TIMINGS", str(tmp_path / "none" / "t"))
    assert not Timings.from_environment().on


def test_that_a_short_occupation_is_not_worth_a_line(tmp_path: Path) -> None:
    timings = Timings(str(tmp_path / "t"))
    timings.busy(15.9)
    timings.busy(16.1)
    assert [line["cost_ms"] for line in lines(tmp_path / "t")] == [16.1]
    timings.close()


def test_that_of_a_hundred_beats_all_but_one_are_told_at_the_end(tmp_path: Path) -> None:
    timings = Timings(str(tmp_path / "t"))
    for late in [-1.0] * 150 + [7.2] * 48 + [80.0, 5000.0]:
        timings.busy(late)
    timings.close()
    assert lines(tmp_path / "t")[-1]["event"] == "beats"
    assert {key: lines(tmp_path / "t")[-1][key] for key in ("count", "p99_ms")} == {"count": 200, "p99_ms": 8}


def test_that_a_thread_that_does_not_answer_is_seen(qtbot: Any, tmp_path: Path) -> None:
    timings, owner = Timings(str(tmp_path / "t")), QObject()
    timings.watch(owner)
    timings.watch(owner)
    qtbot.wait(20)
    time.sleep(0.1)
    qtbot.wait(20)
    busy = max(lines(tmp_path / "t"), key=lambda line: line.get("cost_ms", 0.0))
    assert busy["cost_ms"] >= 90
    assert busy["own_ms"] < 50, "it slept"
    owner.deleteLater()
    qtbot.wait(1)
    timings.close()


def test_that_the_process_started_before_now() -> None:
    assert 0 < time.monotonic() - process_started() < 36_000


def test_that_a_system_that_does_not_tell_its_starts_counts_from_now(monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(self: Path, *given: object) -> str:
        raise OSError

    monkeypatch.setattr(Path, "read_text", unread)
    before = time.monotonic()
    assert before <= process_started() <= time.monotonic()
