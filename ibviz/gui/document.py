"""A document: its State, its history, what is selected in it, and the file it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.gui.selection import NOTHING, Selection

Edit = Callable[[State], State]
HISTORY_BYTES = 512 << 20
SMALL_CABLES = 5_000
SMALL_LIMIT = 100_000


class Document(QObject):
    """The one place where the State changes.

    Signals
    -------
    changed(before, after)
        Two States.
    selected(selection)
        A `Selection`.
    filed()
        Path or modified mark changed.
    """

    changed = Signal(object, object)
    selected = Signal(object)
    filed = Signal()

    def __init__(self, state: State | None = None, path: Path | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._state = state if state is not None else State(Fabric())
        self._saved: State | None = self._state
        self._path = path
        self._selection = NOTHING
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(history_limit(self._state))

    @property
    def state(self) -> State:
        """What is now."""
        return self._state

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self._selection

    @property
    def path(self) -> Path | None:
        """The file it was read from or saved to; None for a new one."""
        return self._path

    @property
    def modified(self) -> bool:
        """Whether there is anything that the file has not."""
        return self._state is not self._saved

    def apply(self, name: str, edit: Edit, *, merge: str = "") -> None:
        """Make an edit, one step of the history.

        Parameters
        ----------
        name : str
            What the menu says after "Undo".
        edit : callable
            A pure function from State to State; its `EditError` passes through, nothing has changed then.
        merge : str
            Edits in a row with the same word become one step, such as nudges.
        """
        after = edit(self._state)
        if after is not self._state:
            self.stack.push(_Step(self, name, self._state, after, merge))

    def select(self, selection: Selection) -> None:
        """Select something else."""
        if selection != self._selection:
            self._selection = selection
            self.selected.emit(selection)

    def load(self, state: State, path: Path | None, *, modified: bool = False) -> None:
        """Begin anew with a State that was read; the history begins with it.

        Parameters
        ----------
        state : State
        path : Path or None
        modified : bool
            Whether the State has what the file has not, as a recovered draft.
        """
        self.stack.clear()
        self._saved = None if modified else state
        self.stack.setUndoLimit(history_limit(state))
        self._path = path
        self._selection = NOTHING
        self.show(state)
        self.selected.emit(NOTHING)
        self.filed.emit()

    def saved_as(self, path: Path, state: State | None = None) -> None:
        """Note that a State, or the one as it is, was written to a file."""
        self._path = path
        self._saved = self._state if state is None else state
        self.filed.emit()

    def show(self, state: State) -> None:
        """Put a State in place and tell everybody; only the history calls this."""
        was, before, self._state = self.modified, self._state, state
        if before is not state:
            self.changed.emit(before, state)
            self.select(self._selection.kept(before, state))
        if was != self.modified:
            self.filed.emit()


class _Step(QUndoCommand):
    """One step of the history: the State before and the State after."""

    def __init__(self, document: Document, name: str, before: State, after: State, merge: str) -> None:
        super().__init__(name)
        self._document, self._before, self._after, self._merge = document, before, after, merge

    def id(self) -> int:
        """Return a number for steps that may merge, -1 for those that may not."""
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802
        """Take in a later step of the same gesture."""
        if not isinstance(other, _Step) or other._merge != self._merge or other._before is not self._after:
            return False
        self._after = other._after
        return True

    def redo(self) -> None:
        """Go to the State after."""
        self._document.show(self._after)

    def undo(self) -> None:
        """Go back to the State before."""
        self._document.show(self._before)


def history_limit(state: State) -> int:
    """Return how many steps the history keeps: 512 MB of whole fabrics, never few on small ones."""
    fabric = state.fabric
    columns = [getattr(table, name) for table in (fabric.nodes, fabric.cables) for name in table.columns()]
    size: int = sum(column.nbytes for column in columns) + 1
    limit = max(HISTORY_BYTES // size, 50)
    return max(limit, SMALL_LIMIT) if len(fabric.cables) < SMALL_CABLES else limit
