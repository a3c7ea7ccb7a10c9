"""What happens when something fails: a user's error is a sentence, ours a dialog; the program lives on."""

from __future__ import annotations

import faulthandler
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.errors import IbvizError
from ibviz.gui.places import state_folder

APART = 5.0
"""Seconds between two dialogs about the same fault."""

LOG_BYTES = 1 << 20


class Reporter(QObject):
    """Takes exceptions from any thread and shows them on the GUI thread, not more than one at once.

    Signals
    -------
    caught(error)
    """

    caught = Signal(object)

    def __init__(self, log: Any = None) -> None:
        super().__init__()
        self._log = log
        self._shown: dict[str, float] = {}
        self._dialog: QDialog | None = None
        self.count = 0
        self.caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def take(self, error: BaseException) -> None:
        """Take an exception, from any thread."""
        text = "".join(traceback.format_exception(error))
        if not isinstance(error, IbvizError):
            self._keep(text)
        self.caught.emit(error)

    def _keep(self, text: str) -> None:
        sys.stderr.write(text)
        if self._log is not None:
            with suppress(OSError, ValueError):
                self._log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}\n")
                self._log.flush()

    def _show(self, error: BaseException) -> None:
        window = _window()
        if isinstance(error, IbvizError):
            if window is not None:
                window.complain(str(error))
            return
        self.count += 1
        _keep_drafts()
        where = _place(error)
        now = time.monotonic()
        if self._dialog is None and now - self._shown.get(where, -APART) >= APART:
            self._shown[where] = now
            self._open(error, window)

    def _open(self, error: BaseException, parent: QWidget | None) -> None:
        dialog = fault_dialog(error, parent)
        self._dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self, result: int) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.deleteLater()

    @property
    def dialog(self) -> QDialog | None:
        """The dialog that is open."""
        return self._dialog


def fault_dialog(error: BaseException, parent: QWidget | None = None) -> QDialog:
    """Return a dialog about a fault of ours, with the trace and a button that copies it."""
    from ibviz.gui.about import versions

    trace = "".join(traceback.format_exception(error)) + "\n" + versions()
    dialog = QDialog(parent)
    dialog.setWindowTitle("A fault in ibviz")
    dialog.resize(720, 420)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(24, 24, 24, 16)
    column.setSpacing(12)
    words = QLabel(
        "Something in ibviz failed; this is not your doing. What you changed is kept as a draft, "
        "and you can go on working. The text below helps to mend it."
    )
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setWordWrap(True)
    text = QPlainTextEdit(trace)
    text.setReadOnly(True)
    text.setAccessibleName("Trace of the fault")
    buttons = QDialogButtonBox()
    copy = buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
    copy.setToolTip("Copy the trace and the versions")
    copy.clicked.connect(lambda: QApplication.clipboard().setText(trace))
    go_on = buttons.addButton("Go on", QDialogButtonBox.ButtonRole.AcceptRole)
    go_on.setToolTip("Close this and go on working")
    go_on.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    for part in (words, text, buttons):
        column.addWidget(part)
    return dialog


def install() -> Callable[[], None]:
    """Put the three hooks and the fault handler in place; return what takes them out again."""
    log = _open_log()
    reporter = Reporter(log)
    before = sys.excepthook, threading.excepthook, sys.unraisablehook

    def plain(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            QApplication.closeAllWindows()
        else:
            reporter.take(error)

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            reporter.take(args.exc_value)

    def unraisable(args: Any) -> None:
        if args.exc_value is not None:
            reporter.take(args.exc_value)

    sys.excepthook, threading.excepthook, sys.unraisablehook = plain, in_thread, unraisable
    if log is not None:
        faulthandler.enable(log)

    def restore() -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = before
        if log is not None:
            faulthandler.disable()
            log.close()

    return restore


def _open_log() -> Any:
    try:
        path = state_folder() / "faults.log"
        if path.exists() and path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        return path.open("a", encoding="utf-8")
    except OSError:
        return None


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    spot = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__} {spot}"


def _windows() -> list[Any]:
    from ibviz.gui.window import Window

    return [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one.ready]


def _window() -> Any:
    active = QApplication.activeWindow()
    windows = _windows()
    return active if active in windows else next(iter(windows), None)


def _keep_drafts() -> None:
    if QThread.currentThread() is QApplication.instance().thread():  # type: ignore[union-attr]
        for window in _windows():
            window.drafts.write_now()
