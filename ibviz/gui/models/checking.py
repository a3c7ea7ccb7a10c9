"""Checks the forwarding tables of the load that is shown, in the background, once for all panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ibviz.core.progress import Progress
from ibviz.core.tables import Tables
from ibviz.gui.desk import Desk
from ibviz.gui.results import Load

if TYPE_CHECKING:
    from ibviz.flow.faults import Fault

MOST = 4_000_000
"""Entries up to which tables that were computed here are checked too; those of a file always are."""

KEY = "check tables"


class Checking(QObject):
    """Knows what is wrong with the tables in use.

    Signals
    -------
    checked()
        The faults are those of the tables in use.
    """

    checked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.document)
        self._desk = desk
        self._of: Tables | None = None
        self._faults: tuple[Fault, ...] = ()
        desk.results.changed.connect(lambda load: self._look())
        self._look()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the tables in use, worst first; empty until it is known."""
        load = self._desk.results.seen
        return self._faults if load is not None and load.tables is self._of else ()

    def _look(self) -> None:
        load = self._desk.results.seen
        if load is None or load.tables is self._of or not _is_checked(load):
            return
        tables = load.tables

        def work(progress: Progress) -> tuple[Fault, ...]:
            from ibviz.flow.faults import faults

            return faults(tables)

        self._desk.jobs.start(
            KEY, "Checking the tables", work, lambda found: self._learn(tables, found), lambda error: None
        )

    def _learn(self, tables: Tables, found: tuple[Fault, ...]) -> None:
        self._of, self._faults = tables, found
        self.checked.emit()


def _is_checked(load: Load) -> bool:
    return load.tables.routing.used == "lft" or load.tables.to_end.size <= MOST


def checking_of(desk: Desk) -> Checking:
    """Return what the panels of one window share, made by the first that asks."""
    known = desk.document.findChild(Checking)
    return known if isinstance(known, Checking) else Checking(desk)
