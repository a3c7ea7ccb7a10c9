"""Open, save and export: what the File menu does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Progress
from ibviz.gui.exporting import export_to
from ibviz.gui.opening import show_document
from ibviz.gui.remembering import remembered
from ibviz.gui.together import Together
from ibviz.gui.watch import Watch

if TYPE_CHECKING:
    from ibviz.core.state import State
    from ibviz.drawing.scene import Scene
    from ibviz.gui.ahead import Ahead
    from ibviz.gui.document import Document
    from ibviz.gui.drafts import Draft
    from ibviz.gui.window import Window

READABLE = "Fabrics (*.ibviz.yaml *.ibnetdiscover *.txt *.net *.gz *.xz);;All files (*)"
PROJECT = "ibviz project (*.ibviz.yaml)"
PICTURES = "SVG (*.svg);;PNG (*.png);;PDF (*.pdf)"
SUFFIX = ".ibviz.yaml"
RELOAD, KEEP = "Reload", "Keep mine"
SAVE_KEY, OPEN_KEY = "save", "open"


class Filing(QObject):
    """Opens and saves the document of one window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._source: Path | None = None
        self._together = Together(window, self)
        self._watch = Watch(self)
        self._watch.changed.connect(self._changed_on_disk)

    @property
    def source(self) -> Path | None:
        """The file that the document was read from."""
        return self._source

    def came_from(self, source: Path | None) -> None:
        """Note the file that the document is of, and watch it."""
        self._source = source
        self._watch.follow(source)

    def title(self) -> str:
        """Return what the document is called."""
        document = self._window.desk.document
        name, path = document.state.name, document.path or self._source
        if path is None:
            return name or "New fabric"
        is_stem = bool(name) and document.path is None and path.name.startswith(name)
        return name if is_stem else path.name.removesuffix(SUFFIX)

    def open(self) -> None:
        """Ask for files and open them."""
        paths, _ = QFileDialog.getOpenFileNames(self._window, "Open fabric", self._folder(), READABLE)
        self.dropped([Path(path) for path in paths])

    def _folder(self) -> str:
        path = self._window.desk.document.path or self._source
        return str(path.parent) if path is not None else ""

    def read(self, path: Path, ahead: Ahead | None = None) -> None:
        """Read a file in the background, then show it: here if this window is unused, else in a new one.

        Parameters
        ----------
        path : Path
        ahead : Ahead or None
            The process that reads it already; where it fails the file is read here.
        """
        if ahead is None:
            self._start(f"{OPEN_KEY} {path}", path, lambda state: self.opened(path, state))
        else:
            self._expect(path, ahead)

    def _expect(self, path: Path, ahead: Ahead) -> None:
        def work(progress: Progress) -> tuple[State, Scene | None]:
            from ibviz.core.reading import read_state

            return ahead.take(progress) or (read_state(path), None)

        def done(found: tuple[State, Scene | None]) -> None:
            self._window.canvas.stager.offer(found[1])
            self.opened(path, found[0])

        self._window.desk.jobs.start(f"{OPEN_KEY} {path}", f"Opening {path.name}", work, done, self.complain)

    def _start(self, key: str, path: Path, done: object) -> None:
        def work(progress: Progress) -> State:
            from ibviz.core.reading import read_state

            return read_state(path)

        self._window.desk.jobs.start(key, f"Opening {path.name}", work, done, self.complain)  # type: ignore[arg-type]

    def opened(self, path: Path, state: State) -> None:
        """Show what was read from a file."""
        self._window.settings.add_recent(path)
        self._window.timings.event("loaded")
        show_document(self._window, state, project_path(path, state), path)

    def read_sample(self, path: Path) -> None:
        """Open a sample as a new document: saving asks for a file."""

        def done(state: State) -> None:
            self._window.timings.event("loaded")
            show_document(self._window, state, None, None)

        self._start(f"{OPEN_KEY} {path}", path, done)

    def recover(self, draft: Draft) -> None:
        """Open a draft as what it is a draft of; its file is not touched before it is saved."""

        def shown(window: Window) -> None:
            window.desk.document.load(window.desk.document.state, draft.path, modified=True)
            if window.drafts.write_now():
                draft.remove()

        def done(state: State) -> None:
            show_document(self._window, state, draft.path, draft.source, shown)

        self._start(f"{OPEN_KEY} {draft.file}", draft.file, done)

    def dropped(self, paths: Sequence[Path]) -> None:
        """Open what was dropped or chosen: several files that share hosts as one fabric, if so wished."""
        if len(paths) == 1:
            self.read(paths[0])
        elif paths:
            self._together.read(list(paths))

    def list_recent(self, menu: QMenu) -> None:
        """Fill the menu of recent files; those that are gone are greyed."""
        menu.clear()
        recent = self._window.settings.recent
        for path in recent:
            action = menu.addAction(str(path).replace("&", "&&"), partial(self.read, path))
            action.setEnabled(path.exists())
        if not recent:
            menu.addAction("Nothing yet").setEnabled(False)
        menu.addSeparator()
        menu.addAction("Clear", self._window.settings.clear_recent).setEnabled(bool(recent))

    def save(self) -> None:
        """Save to the document's file in the background; ask for one if it has none."""
        path = self._window.desk.document.path
        if path is None:
            self.save_as()
        else:
            self.save_to(path)

    def save_as(self) -> None:
        """Ask for a file and save there."""
        if path := self._asked_path():
            self.save_to(path)

    def _asked_path(self) -> Path | None:
        start = str(Path(self._folder()) / self._suggested(SUFFIX))
        path, _ = QFileDialog.getSaveFileName(self._window, "Save fabric", start, PROJECT)
        return Path(path if path.endswith(SUFFIX) or not path else path + SUFFIX) if path else None

    def save_to(self, path: Path) -> None:
        """Write the project file in the background; what is edited meanwhile stays unsaved."""
        state, view = self._window.desk.document.state, self.view_to_keep()

        def work(progress: Progress) -> State:
            return written(state, path, view)

        self._watch.pause()
        self._window.desk.jobs.start(
            SAVE_KEY,
            f"Saving {path.name}",
            work,
            lambda saved: self._saved(path, saved),
            self._unsaved,
            urgent=True,
        )

    def view_to_keep(self) -> Mapping[str, Any]:
        """Return what the file keeps of how the document is looked at."""
        from ibviz.drawing.suiting import LEVELLED, kind_of

        desk, canvas = self._window.desk, self._window.canvas
        suits = LEVELLED if canvas.scene is None else kind_of(canvas.scene)
        return remembered(desk.gaze.view, desk.document.state.view, whole=canvas.shows_all, suits=suits)

    def write(self, path: Path) -> bool:
        """Write the project file at once, as before closing; tell whether that went well."""
        self._watch.pause()
        try:
            saved = written(self._window.desk.document.state, path, self.view_to_keep())
        except IbvizError as error:
            self._unsaved(error)
            return False
        self._saved(path, saved)
        return True

    def _saved(self, path: Path, state: State) -> None:
        self.came_from(path)
        self._window.desk.document.saved_as(path, state)
        self._window.settings.add_recent(path)
        self._window.status.saved()

    def _unsaved(self, error: IbvizError) -> None:
        self._watch.follow(self._source)
        self.complain(error)

    def export(self) -> None:
        """Ask for a file and write what the screen shows."""
        start = str(Path(self._folder()) / self._suggested(".svg"))
        path, chosen = QFileDialog.getSaveFileName(self._window, "Export picture", start, PICTURES)
        if path:
            suffix = chosen.split("*")[1].rstrip(")") if "*" in chosen else ".svg"
            self.export_to(Path(path if Path(path).suffix else path + suffix))

    def export_to(self, path: Path) -> None:
        """Write what the screen shows to a file, in the format of its suffix."""
        export_to(self._window, path)

    def _suggested(self, suffix: str) -> str:
        return self.title().split(".")[0].replace("/", "-") + suffix

    def may_close(self) -> bool:
        """Ask what to do with changes that no file has; tell whether the window may close."""
        document = self._window.desk.document
        asked = unsaved(document, self.title())
        if asked is None:
            return True
        buttons = QMessageBox.StandardButton
        answer = self._window.ask(*asked, (buttons.Save, buttons.Discard, buttons.Cancel))
        if answer == buttons.Save:
            path = document.path or self._asked_path()
            return path is not None and self.write(path)
        return bool(answer == buttons.Discard)

    def look_again(self) -> None:
        """Look whether the file was changed, as when the window gets the focus."""
        self._watch.look()

    def _changed_on_disk(self) -> None:
        path, document = self._source, self._window.desk.document
        if path is None or self._window.desk.jobs.running(SAVE_KEY):
            return
        if is_gone(path):
            self._window.say(f"{path.name} is no longer there")
        elif not document.modified or self._reload_wished(path):
            self._start(OPEN_KEY, path, lambda state: self._reloaded(path, state))

    def _reload_wished(self, path: Path) -> bool:
        answer = self._window.ask(
            "Reload the file?",
            f"{path.name} was changed by another program, and here too. Reloading drops what you changed.",
            (KEEP, RELOAD),
        )
        return bool(answer == RELOAD)

    def _reloaded(self, path: Path, state: State) -> None:
        self.came_from(path)
        self._window.desk.document.load(state, project_path(path, state))
        self._window.furniture.show_page()
        self._window.say(f"Reloaded {path.name}")

    def complain(self, error: IbvizError) -> None:
        """Show a user's error: one sentence."""
        if self._window.expecting:
            self._window.expecting = False
            self._window.furniture.show_page()
        self._window.complain(str(error))

    def close(self) -> None:
        """Stop watching."""
        self._watch.follow(None)


def project_path(path: Path, state: State) -> Path | None:
    """Return the file to save to: a project's own; a dump is never written over."""
    return path if state.format == "ibviz" else None


def unsaved(document: Document, title: str) -> tuple[str, str] | None:
    """Return title and sentence of the question before a window closes; None where the disk has everything."""
    if document.path is not None and is_gone(document.path):
        return "Save it again?", f"{title} is no longer on the disk."
    return ("Save the changes?", f"{title} was changed since it was saved.") if document.modified else None


def is_gone(path: Path) -> bool:
    """Return whether there is no such file any more; one that may not be looked for counts as there."""
    try:
        return not path.exists()
    except OSError:
        return False


def written(state: State, path: Path, view: Mapping[str, Any]) -> State:
    """Write a project file with how it is looked at, and return the State that was written.

    Raises
    ------
    WriteError
        If it cannot be written.
    """
    from ibviz.door import save

    save(replace(state, view=view), path, to="ibviz")
    return state
