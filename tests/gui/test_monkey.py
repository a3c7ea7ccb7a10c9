"""Random events: no exception, no hang, no leak, and undo leads back to the very first State."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from fabrics import dragonfly, torus_of, tree3
from grouped import small_racks
from monkeys import Holding, Monkey
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from ibviz.core.fabric import Fabric
from ibviz.core.reading import read_state
from ibviz.core.resources import resource
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.window import Window

FILES = ("two-rail.ibviz.yaml", "quirks.ibnetdiscover")
MADE: dict[str, Callable[[], Fabric]] = {
    "racks": small_racks,
    "three levels": lambda: tree3(2, 2, 2, 2, 3),
    "torus": lambda: torus_of((4, 3)),
    "dragonfly": lambda: dragonfly(4, 2, 1),
}
SETTLED = 6
"""After so many events all jobs are awaited; between them nothing comes from a job."""


def read(sample: str) -> State:
    """Return a State of its own: nobody else has read it."""
    if sample in MADE:
        return State(MADE[sample](), sample, traffic=Choice.parse("all-to-all"))
    return read_state(resource("samples", sample))


def settle(qtbot: Any, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.desk.jobs.keys, timeout=20_000)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to answer a dialog."""
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    for dialog in ("getSaveFileName", "getOpenFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, dialog, lambda *_, **__: ("", ""))
    monkeypatch.setattr(Window, "ask", lambda *_, **__: QMessageBox.StandardButton.Cancel)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("sample", [*FILES, *MADE])
def test_that_random_events_break_nothing_and_can_be_undone(
    qtbot: Any,
    make_window: Callable[..., Window],
    many: Callable[[int, int], int],
    alone: None,
    sample: str,
) -> None:
    state, count = read(sample), many(60, 20_000)
    window = make_window(state, panels=True)
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    monkey = Monkey(window, random.Random(sample))
    held = Holding.now()
    for number in range(1, count + 1):
        monkey.act()
        if number % SETTLED == 0:
            settle(qtbot, window)
        elif count > 1000 and number % SETTLED == 3:
            qtbot.wait(1)
        if number == 1000:
            held = Holding.now()
    settle(qtbot, window)
    assert not Holding.now().exceeds(held)
    while window.desk.document.stack.canUndo():
        window.desk.document.stack.undo()
    assert window.desk.document.state is state
    assert not window.isWindowModified()
    settle(qtbot, window)
