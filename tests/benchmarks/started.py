"""The program that `bench_start` starts: ibviz itself, and what a user does in it once it is up.

It imports nothing before ibviz does, so that the start is that of a user.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ibviz import cli
from ibviz.gui import start

CALM_MS = 300
"""How long nothing must be under way before the next thing is done, milliseconds."""


class Visit:
    """Does one thing after the other in a window, each once all is calm, then closes all.

    Parameters
    ----------
    window : Window
    folder : Path
        Where it may write.
    file : Path
        What is shown.
    """

    def __init__(self, window: Any, folder: Path, file: Path) -> None:
        from PySide6.QtCore import QTimer

        self._window, self._folder, self._file = window, folder, file
        doing = [self.size, self.fail, self.undo, self.save, self.export, self.open, self.end]
        self._doing = doing if file.name else [self.size, self.end]
        self._calm, self._furnished = 0, False
        window.furniture.settled.connect(self._settle)
        window.canvas.keeper.taken.connect(self.picture)
        self._timer = QTimer(window, interval=CALM_MS // 3)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _settle(self) -> None:
        self._furnished = True

    def _look(self) -> None:
        busy = self._window.desk.jobs.keys or not self._furnished
        self._calm = 0 if busy else self._calm + 1
        if self._calm >= 3:
            self._calm = 0
            act: Callable[[], None] = self._doing.pop(0)
            self._window.timings.event("doing", what=act.__name__)
            act()

    def picture(self) -> None:
        """Tell the size of the process as soon as there is a picture."""
        self._tell_size("picture_size")

    def size(self) -> None:
        """Tell it once panels and the first load are there, and nothing is under way."""
        self._tell_size("size")

    def _tell_size(self, name: str) -> None:
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        self._window.timings.event(name, mb=int(status["VmRSS"].split()[0]) / 1024)

    def fail(self) -> None:
        """Fail the first switch."""
        from ibviz.core.edit_scenarios import fail

        fabric = self._window.desk.document.state.fabric
        switch = fabric.nodes.kind.tolist().index(1)
        self._window.desk.document.apply("Fail", lambda state: fail(state, nodes=[switch]))

    def undo(self) -> None:
        """Take it back."""
        self._window.desk.document.stack.undo()

    def save(self) -> None:
        """Save a project."""
        self._window.files.save_to(self._folder / "saved.ibviz.yaml")

    def export(self) -> None:
        """Export what the screen shows."""
        self._window.files.export_to(self._folder / "exported.svg")

    def open(self) -> None:
        """Open the file once more, in a window of its own."""
        self._window.files.read(self._file)

    def end(self) -> None:
        """Close all windows."""
        from PySide6.QtWidgets import QApplication

        self._timer.stop()
        QApplication.closeAllWindows()


def main(file: str, folder: str) -> None:
    """Start ibviz on a file, or on nothing, and visit it."""
    check = start.check_start

    def checked() -> None:
        check()
        from ibviz.gui import app

        opened = app._open

        def visited(window: Any, *what: Any) -> None:
            opened(window, *what)
            visits.append(Visit(window, Path(folder), Path(file)))

        app._open = visited

    visits: list[Visit] = []
    start.check_start = checked
    cli.main([file] if file else [])


if __name__ == "__main__":
    main(*sys.argv[1:])
