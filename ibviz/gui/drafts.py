"""Drafts: what was edited and not saved lies in the user's state folder, and is offered again after a crash."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLockFile, QObject, QTimer

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Progress
from ibviz.gui.places import age, state_folder

if TYPE_CHECKING:
    from ibviz.core.state import State
    from ibviz.gui.window import Window

AFTER_MS = 1500
"""How long after the first edit that no draft has one is written, milliseconds; edits in a row delay nothing."""

KEY = "draft"
RECOVER, LATER, DISCARD = "Recover", "Not now", "Discard"


@dataclass(frozen=True)
class Draft:
    """A draft that a program left behind.

    Parameters
    ----------
    file : Path
    name : str
        What the document was called.
    path : Path or None
        The project file that it belongs to; recovering does not touch it.
    source : Path or None
        The file that it was read from.
    written : float
        When, seconds since the epoch.
    """

    file: Path
    name: str
    path: Path | None
    source: Path | None
    written: float

    def remove(self) -> None:
        """Remove the draft with what belongs to it."""
        for suffix in (".json", ".lock"):
            self.file.with_name(self.file.name.removesuffix(".ibviz.yaml") + suffix).unlink(missing_ok=True)
        self.file.unlink(missing_ok=True)


class Drafts(QObject):
    """Keeps the draft of one window's document."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._file: Path | None = None
        self._lock: QLockFile | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self.write)
        window.desk.document.changed.connect(lambda before, after: self._touched())
        window.desk.document.filed.connect(self._filed)

    @property
    def file(self) -> Path | None:
        """The draft on the disk; None while there is none."""
        return self._file

    def _touched(self) -> None:
        if self._window.desk.document.modified and not self._timer.isActive():
            self._timer.start()

    def _filed(self) -> None:
        if not self._window.desk.document.modified:
            self.drop()

    def write(self) -> None:
        """Write the draft in the background, once the one before is written."""
        jobs = self._window.desk.jobs
        if jobs.running(KEY):
            self._timer.start()
        elif self._window.desk.document.modified:
            state, about = self._viewed(), self._about()

            def work(progress: Progress) -> Path | None:
                return self._written(state, about)

            jobs.start(KEY, "Keeping a draft", work, self._kept, self._failed, urgent=True)

    def write_now(self) -> bool:
        """Write the draft at once, as after a fault of ours; a full disk must not make it worse.

        Returns
        -------
        bool
            Whether it is on the disk.
        """
        if self._window.desk.document.modified:
            with suppress(IbvizError, OSError):
                return self._written(self._viewed(), self._about()) is not None
        return False

    def _viewed(self) -> State:
        """Return the State with how it is looked at, so that a recovered draft opens as it was left."""
        return replace(self._window.desk.document.state, view=self._window.files.view_to_keep())

    def _about(self) -> dict[str, Any]:
        self._prepare()
        document, files = self._window.desk.document, self._window.files
        return {
            "name": files.title(),
            "path": str(document.path.absolute()) if document.path else "",
            "source": str(files.source.absolute()) if files.source else "",
        }

    def _prepare(self) -> None:
        if self._file is None:
            with suppress(OSError):
                stem = f"{os.getpid()}-{os.urandom(4).hex()}"
                file = state_folder("drafts") / f"{stem}.ibviz.yaml"
                self._lock = QLockFile(str(file.with_name(f"{stem}.lock")))
                self._lock.setStaleLockTime(0)
                self._lock.tryLock(0)
                self._file = file

    def _written(self, state: State, about: dict[str, Any]) -> Path | None:
        from ibviz.core.files import save
        from ibviz.core.registry import writers

        file = self._file
        if file is not None:
            save(file, writers.get("ibviz")(state))
            head = file.with_name(file.name.removesuffix(".ibviz.yaml") + ".json")
            save(head, json.dumps({**about, "written": time.time()}).encode())
            if self._file != file:  # dropped meanwhile
                Draft(file, "", None, None, 0.0).remove()
        return file

    def _kept(self, file: Path | None) -> None:
        if file is None:
            self._window.say("No draft is kept: the folder for drafts cannot be made")

    def _failed(self, error: IbvizError) -> None:
        self._window.say(f"No draft is kept: {error}")

    def drop(self) -> None:
        """Remove the draft: all of it is saved, or is not wanted."""
        self._timer.stop()
        self._window.desk.jobs.cancel(KEY)
        file, self._file = self._file, None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
        if file is not None:
            Draft(file, "", None, None, 0.0).remove()

    def close(self) -> None:
        """Leave nothing to recover: the window closes with the user's consent."""
        self._window.desk.jobs.cancel(KEY)
        self.drop()

    def offer(self) -> None:
        """Offer what a crash left behind, once a start."""
        found = left_behind()
        if not found:
            return
        now = time.time()
        lines = [f"{draft.name}, draft from {age(now - draft.written)}" for draft in found]
        answer = self._window.ask(
            "Recover unsaved changes?",
            "ibviz ended before these changes were saved. Recovering opens them; the files stay as they are "
            "until you save.\n\n" + "\n".join(lines),
            (RECOVER, LATER, DISCARD),
        )
        if answer == RECOVER:
            self._recover(found)
        elif answer == DISCARD:
            for draft in found:
                draft.remove()

    def _recover(self, found: Sequence[Draft]) -> None:
        for draft in found:
            self._window.files.recover(draft)


def left_behind() -> list[Draft]:
    """Return the drafts of programs that no longer run, newest first; broken ones are passed over."""
    try:
        heads = list(state_folder("drafts").glob("*.json"))
    except OSError:
        return []
    found = [draft for head in heads if not _held(head) and (draft := _read(head)) is not None]
    return sorted(found, key=lambda draft: -draft.written)


def _held(head: Path) -> bool:
    lock = QLockFile(str(head.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    if not lock.tryLock(0):
        return True
    lock.unlock()
    return False


def _read(head: Path) -> Draft | None:
    file = head.with_name(head.stem + ".ibviz.yaml")
    try:
        about = json.loads(head.read_text(encoding="utf-8"))
        path, source = str(about["path"]), str(about["source"])
        draft = Draft(
            file,
            str(about["name"]),
            Path(path) if path else None,
            Path(source) if source else None,
            float(about["written"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return draft if file.is_file() else None
