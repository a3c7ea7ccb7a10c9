"""What scripts are told of frames and inputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fabrics import tree3
from gui_canvas import Make, rest, wheel

from ibviz.gui.canvas.stopwatch import Stopwatch
from ibviz.gui.timings import Timings

TREE = tree3(4, 4, 4, 3, 4)


def test_that_scripts_are_told_frames_inputs_and_the_first_picture(
    qtbot: Any, make_canvas: Make, tmp_path: Path
) -> None:
    log = tmp_path / "timings.jsonl"
    canvas = make_canvas(TREE, traffic=True, log=log)
    for _ in range(3):
        wheel(canvas, 120)
    canvas.repaint()
    rest(qtbot, canvas)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    events = [line["event"] for line in told]
    assert events.count("first_paint") == 1
    assert events.count("input") == 3
    assert {"frame", "simulated"} <= set(events)
    assert all(line["to_paint_ms"] >= 0 for line in told if line["event"] == "input")
    assert all(line["cost_ms"] >= 0 for line in told if line["event"] == "frame")


def test_that_only_an_input_that_led_to_something_is_timed(tmp_path: Path) -> None:
    log = tmp_path / "timings.jsonl"
    timings = Timings(str(log))
    watch = Stopwatch(timings)
    watch.begin()
    watch.end()
    watch.touch()
    watch.painted(watch.now(), None)
    watch.begin()
    watch.touch()
    watch.touch()
    watch.end()
    watch.painted(watch.now(), None)
    timings.close()
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events == ["frame", "frame", "input"]
