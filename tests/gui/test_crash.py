"""Faults: users' errors are sentences, ours are dialogs; the program lives on, the draft is kept."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QPushButton

from ibviz.core.edit_scenarios import fail
from ibviz.core.errors import OptionError
from ibviz.gui.crash import LOG_BYTES, Reporter, fault_dialog, install
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen plugin has none


@pytest.fixture
def installed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    restore = install()
    yield
    for dialog in dialogs():
        dialog.accept()
    QApplication.processEvents()
    restore()


def dialogs() -> list[QDialog]:
    return [
        one
        for one in QApplication.topLevelWidgets()
        if isinstance(one, QDialog) and one.windowTitle() == "A fault in ibviz" and one.isVisible()
    ]


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:
        return caught


def throw(error: BaseException) -> None:
    caught = raised(error)
    sys.excepthook(type(caught), caught, caught.__traceback__)


def test_that_a_users_error_is_a_sentence(
    qtbot: Any, window: Window, installed: None, answers: list[Any]
) -> None:
    said: list[str] = []
    answers.append(lambda title, sentence, buttons: said.append(sentence))
    throw(OptionError("there is no such thing"))
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["there is no such thing"]
    assert dialogs() == []


def test_that_a_fault_of_ours_is_a_dialog_and_the_draft_is_kept(
    qtbot: Any, window: Window, installed: None, folder: Path
) -> None:
    window.desk.document.apply("Fail", lambda state: fail(state, cables=[4]))
    throw(ValueError("<b>odd</b>"))
    qtbot.waitUntil(lambda: len(dialogs()) == 1)
    text = dialogs()[0].findChild(QPlainTextEdit).toPlainText()
    assert "ValueError: <b>odd</b>" in text
    assert "in raised" in text
    assert "ibviz 0.1.0" in text
    assert len(list((folder / "drafts").glob("*.yaml"))) == 1
    assert "ValueError: <b>odd</b>" in (folder / "faults.log").read_text()
    assert window.isVisible()


def test_that_a_fault_that_comes_again_and_again_is_shown_once(
    qtbot: Any, window: Window, installed: None
) -> None:
    for _ in range(30):
        throw(ValueError("again"))
    qtbot.waitUntil(lambda: len(dialogs()) == 1)
    dialogs()[0].accept()
    throw(ValueError("again"))
    qtbot.wait(50)
    assert dialogs() == []


def test_that_faults_of_threads_arrive(qtbot: Any, window: Window, installed: None) -> None:
    def work() -> None:
        raise ZeroDivisionError("in a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(dialogs()) == 1)
    assert "in a thread" in dialogs()[0].findChild(QPlainTextEdit).toPlainText()


class Unraisable:
    def __del__(self) -> None:
        raise KeyError("nobody can catch this")


def test_that_what_cannot_be_raised_arrives(qtbot: Any, window: Window, installed: None) -> None:
    thing = Unraisable()
    del thing
    qtbot.waitUntil(lambda: len(dialogs()) == 1)
    assert "nobody can catch this" in dialogs()[0].findChild(QPlainTextEdit).toPlainText()


def test_that_the_trace_can_be_copied(qtbot: Any) -> None:
    dialog = fault_dialog(raised(ValueError("copied")))
    qtbot.addWidget(dialog)
    copy = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Copy")
    copy.click()
    assert "ValueError: copied" in QApplication.clipboard().text()


def test_that_leaving_a_thread_is_no_fault(qtbot: Any, installed: None) -> None:
    thread = threading.Thread(target=sys.exit)
    thread.start()
    thread.join()
    qtbot.wait(20)
    assert dialogs() == []


def test_that_interrupting_closes_the_windows(qtbot: Any, window: Window, installed: None) -> None:
    throw(KeyboardInterrupt())
    qtbot.waitUntil(lambda: not [one for one in QApplication.topLevelWidgets() if one.isVisible()])


def test_that_the_hooks_are_as_before_afterwards(folder: Path) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    install()()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_that_a_long_log_begins_anew(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "faults.log").write_bytes(b"x" * (LOG_BYTES + 1))
    install()()
    assert (folder / "faults.log").stat().st_size == 0
    assert (folder / "faults.old.log").exists()


def test_that_no_folder_for_the_log_is_no_hindrance(
    folder: Path, qtbot: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("")
    install()()
    reporter = Reporter()
    reporter.take(OptionError("nobody is there to read this"))
    qtbot.wait(10)
    assert reporter.dialog is None
