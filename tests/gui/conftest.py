"""Windows for tests: each with settings of its own, closed at the end without a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.core.state import State
from ibviz.gui.docks import DOCKS
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from ibviz.gui.window import Window


@pytest.fixture
def state() -> State:
    return small_state()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "settings.ini")
    made.theme = "dark"
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "ibviz"


@pytest.fixture
def make_window(
    qtbot: Any, settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Window]]:
    """Make a window; `make_window(state, path)`, with all its panels by `panels=True`."""

    def make(
        state: State | None = None, path: Path | None = None, *, panels: bool = False, **more: Any
    ) -> Window:
        monkeypatch.setattr("ibviz.gui.furniture.DOCKS", DOCKS if panels else ())
        window = Window(settings, Timings(), state, path, **more)
        window.resize(1400, 900)
        window.show()
        qtbot.waitExposed(window)
        if panels:
            window.furniture.finish()
        return window

    yield make
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, Window):
            shut(widget)
    qtbot.wait(1)


def shut(window: Window) -> None:
    """Close a window without a question."""
    if window.ready:
        window.desk.document.load(window.desk.document.state, None)
    window.close()


@pytest.fixture
def window(make_window: Callable[..., Window], state: State) -> Window:
    return make_window(state)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the user answers next; each question is taken down in `asked`."""
    given: list[Any] = []

    def ask(self: Window, title: str, sentence: str, buttons: tuple[Any, ...], **more: Any) -> Any:
        assert given, f"nobody expected to be asked: {title} {sentence}"
        answer = given.pop(0)
        return answer(title, sentence, buttons) if callable(answer) else answer

    monkeypatch.setattr(Window, "ask", ask)
    return given
