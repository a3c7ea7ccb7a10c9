"""Opens several files at once: apart, or as one fabric where they are planes or rails of one system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from ibviz.core.progress import Progress
from ibviz.gui.opening import show_document

if TYPE_CHECKING:
    from ibviz.core.state import State
    from ibviz.gui.window import Window

TOGETHER, APART = "One fabric", "Apart"
KEY = "open"


class Together(QObject):
    """Reads several files, and asks whether they are one system if they share hosts."""

    def __init__(self, window: Window, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window

    def read(self, paths: list[Path]) -> None:
        """Read the files in the background, then ask."""

        def work(progress: Progress) -> tuple[list[State], int]:
            from ibviz.core.joining import shared_hosts
            from ibviz.core.reading import read_state

            states = []
            for number, path in enumerate(paths):
                progress(number / len(paths), f"Opening {path.name}")
                states.append(read_state(path))
            return states, len(shared_hosts(states))

        self._window.desk.jobs.start(
            KEY,
            f"Opening {len(paths)} files",
            work,
            lambda made: self._ask(paths, *made),
            self._window.files.complain,
        )

    def _ask(self, paths: list[Path], states: list[State], shared: int) -> None:
        answer: object = APART
        if shared:
            hosts = f"{shared:,} hosts are" if shared != 1 else "1 host is"
            answer = self._window.ask(
                "One system or several?",
                f"{hosts} in more than one of these {len(paths)} files. "
                "Planes or rails of one system become one fabric, joined by host name.",
                (TOGETHER, APART, QMessageBox.StandardButton.Cancel),
            )
        if answer == TOGETHER:
            self._join(paths, states)
        elif answer == APART:
            for path, state in zip(paths, states, strict=True):
                self._window.files.opened(path, state)

    def _join(self, paths: list[Path], states: list[State]) -> None:
        name = " + ".join(path.name.split(".")[0] for path in paths)

        def work(progress: Progress) -> State:
            from ibviz.core.joining import join

            return join(states, name)

        def shown(window: Window) -> None:
            window.desk.document.load(window.desk.document.state, None, modified=True)

        def done(state: State) -> None:
            show_document(self._window, state, None, None, shown)

        self._window.desk.jobs.start(KEY, "Joining", work, done, self._window.files.complain)
