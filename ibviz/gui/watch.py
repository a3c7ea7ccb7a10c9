"""Watches one file: tells when another program has changed it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

Stamp = tuple[int, int, int] | None
SETTLE_MS = 300
"""Programs write in steps: a change is looked at when it is over, milliseconds."""


class Watch(QObject):
    """Follows one file at a time, through replacements too.

    Signals
    -------
    changed()
        The file is not what it was when `follow` was called; once for each change.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._stamp: Stamp = None
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda path: self._timer.start())
        self._watcher.directoryChanged.connect(lambda path: self._timer.start())

    def follow(self, path: Path | None) -> None:
        """Take a file as it is now for known; None follows nothing."""
        self.pause()
        self._path, self._stamp = path, stamp(path)
        self._again()

    def pause(self) -> None:
        """Be quiet until the next `follow`, as while we write the file ourselves."""
        self._timer.stop()
        if known := self._watcher.files() + self._watcher.directories():
            self._watcher.removePaths(known)
        self._path = None

    def look(self) -> None:
        """Tell if the file is not what it was."""
        if self._path is None:
            return
        now = stamp(self._path)
        self._again()
        if now != self._stamp:
            self._stamp = now
            self.changed.emit()

    def _again(self) -> None:
        """Watch the file, and its folder: a file that is replaced is watched no more."""
        if self._path is not None:
            wanted = [str(one) for one in (self._path, self._path.absolute().parent) if one.exists()]
            known = set(self._watcher.files() + self._watcher.directories())
            if fresh := [one for one in wanted if one not in known]:
                self._watcher.addPaths(fresh)


def stamp(path: Path | None) -> Stamp:
    """Return what changes when a file is written; None where there is none."""
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino) if found is not None else None
