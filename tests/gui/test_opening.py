"""Windows for documents: an unused one, else a new one, which is there at once and furnished in turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.core.state import State
from ibviz.gui.opening import furnish_in_turns, show_document
from ibviz.gui.window import Window


def others(window: Window) -> list[Window]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one is not window]


def test_that_an_unused_window_shows_a_document_itself(
    make_window: Callable[..., Window], state: State
) -> None:
    window, shown = make_window(), []
    show_document(window, state, None, None, shown.append)
    assert shown == [window]
    assert window.desk.document.state is state


def test_that_a_new_window_is_there_at_once_and_the_rest_comes_in_turns(qtbot: Any, window: Window) -> None:
    state, shown = small_state("other"), []
    show_document(window, state, None, None, shown.append)
    new = others(window)[0]
    assert new.isVisible() and not new.ready
    qtbot.waitUntil(lambda: bool(shown), timeout=8000)
    assert shown == [new]
    assert new.desk.document.state is state


def test_that_a_window_closed_meanwhile_is_furnished_no_further(
    qtbot: Any, make_window: Callable[..., Window]
) -> None:
    window, called = make_window(furnished=False), []
    furnish_in_turns(window, lambda: called.append(1))
    window.close()
    qtbot.wait(50)
    assert not called


def test_that_a_fault_ends_it(
    qtbot: Any, make_window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, called = make_window(furnished=False), []
    monkeypatch.setattr("ibviz.gui.furniture.Status", None)
    with qtbot.captureExceptions() as caught:
        furnish_in_turns(window, lambda: called.append(1))
        qtbot.waitUntil(lambda: bool(caught), timeout=8000)
        qtbot.wait(20)
    assert len(caught) == 1
    assert not called
