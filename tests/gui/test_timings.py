"""Timings: one JSON object a line, nothing where no file is named."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from ibviz.gui import timings
from ibviz.gui.timings import LONG_MS, Timings, process_started


def test_that_each_event_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBVIZ_TIMINGS", str(tmp_path / "t"))
    made = Timings.from_environment()
    assert made.on
    made.event("window")
    made.event("frame", cost_ms=1.5)
    made.busy(LONG_MS)
    made.busy(LONG_MS + 1)
    made.close()
    made.event("late")
    lines = [json.loads(line) for line in (tmp_path / "t").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["window", "frame", "busy"]
    assert lines[1]["cost_ms"] == 1.5
    assert lines[2]["cost_ms"] == 17.0
    assert 0 < lines[0]["ms"] <= lines[1]["ms"]


@pytest.mark.parametrize("path", ["", "/no/such/folder/t"])
def test_that_nothing_is_written_where_it_cannot_be(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBVIZ_TIMINGS", path)
    made = Timings.from_environment()
    assert not made.on
    made.event("window")
    made.close()


def test_that_the_clock_begins_with_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 <= time.monotonic() - process_started() < 3600
    monkeypatch.setattr(timings, "Path", lambda name: Path("/no/such/file"))
    assert abs(time.monotonic() - process_started()) < 1
