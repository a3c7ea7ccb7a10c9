"""The status bar: what is simulated, selected and noted; progress that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QProgressBar, QToolButton

from ibviz.core.edit_scenarios import set_traffic
from ibviz.core.progress import Progress
from ibviz.core.scenario import Choice
from ibviz.core.state import Note, State
from ibviz.gui.selection import Selection
from ibviz.gui.status import chosen, zoom_words
from ibviz.gui.window import Window


def texts(window: Window) -> set[str]:
    bar = window.statusBar()
    buttons = {button.text() for button in bar.findChildren(QToolButton) if button.isVisible()}
    return buttons - {""}


def test_that_the_selection_is_counted(window: Window) -> None:
    window.desk.document.select(Selection(nodes=frozenset([1]), cables=frozenset([2, 3])))
    assert window.status._selection.text() == "1 node, 2 cables selected"
    assert chosen(0, 0) == "Nothing selected"
    window.desk.document.select(Selection(cables=frozenset([2, 3]), flow=4))
    assert window.status._selection.text() == "1 flow selected"


def test_that_the_zoom_is_told_where_there_is_a_picture(
    make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    assert window.status._zoom.text() == "Zoom: fit"
    window.desk.gaze.move(3.14, 0.5)
    assert window.status._zoom.text() == "Zoom: 3.1\u2009\u00d7"
    assert make_window().status._zoom.text() == ""
    assert zoom_words(1234.5, fits=True) == "1,234\u2009\u00d7"
    assert zoom_words(1.25, fits=False) == "125\u2009%"


def test_that_notes_can_be_asked_for(qtbot: Any, make_window: Callable[..., Window], state: State) -> None:
    window = make_window(replace(state, reading=(Note(3, "odd"), Note(None, "odder"))))
    assert "2 notes" in texts(window)
    with qtbot.waitSignal(window.status.notes_asked):
        window.status._notes.button.click()


def test_that_a_message_goes_after_a_while(qtbot: Any, window: Window) -> None:
    window.status._silence.setInterval(10)
    window.say("Exported <b>x</b>")
    assert window.status._said.text() == "Exported <b>x</b>"
    qtbot.waitUntil(lambda: window.status._said.text() == "")


def test_that_short_work_is_not_shown_and_long_work_can_be_stopped(qtbot: Any, window: Window) -> None:
    begun, stop = threading.Event(), threading.Event()

    def work(progress: Progress) -> None:
        progress(0.25, "Sweeping cables, 1 of 4")
        begun.set()
        while not stop.wait(0.02):
            progress(0.5, "Sweeping cables, 2 of 4")

    window.desk.jobs.start("sweep", "Sweeping", work, lambda done: None, lambda error: None)
    panel = window.status._work
    assert not panel.isVisible()
    qtbot.waitUntil(panel.isVisible, timeout=8000)
    qtbot.waitUntil(lambda: panel._words.text() == "Sweeping cables, 2 of 4", timeout=8000)
    assert panel.findChild(QProgressBar).value() == 500
    panel._stop.click()
    assert not window.desk.jobs.running("sweep")
    assert not panel.isVisible()
    stop.set()


def test_that_saving_is_noted_while_nothing_is_unsaved(window: Window, tmp_path: Any) -> None:
    window.files.write(tmp_path / "a.ibviz.yaml")
    assert window.status._saved.text().startswith("Saved ")
    assert window.status._saved.isVisible()


def test_that_a_fault_of_the_simulation_is_said(window: Window) -> None:
    window.desk.results.failed.emit("no route")
    assert "no route" in texts(window)


def test_that_an_empty_window_says_nothing(make_window: Callable[..., Window]) -> None:
    assert texts(make_window()) == set()


def test_that_a_stopped_simulation_is_told(qtbot: Any, window: Window) -> None:
    qtbot.waitUntil(lambda: window.desk.results.load is not None and window.desk.results.current)
    window.desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("shift")))
    window.desk.jobs.cancel("simulate")
    assert "Simulation stopped: the load is an older one" in texts(window)
