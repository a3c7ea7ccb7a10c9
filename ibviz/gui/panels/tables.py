"""The tables of the bottom dock: nodes, cables, ports, flows, notes; one selection with everything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QGuiApplication, QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedLayout,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.table import Ints
from ibviz.gui.desk import Desk
from ibviz.gui.lending import rows_are_things
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.knowledge import Knowledge, knowledge_of
from ibviz.gui.models.listing import Listing, Wish
from ibviz.gui.models.listings import (
    cables_listing,
    nodes_listing,
    notes_listing,
    ports_listing,
)
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.models.texts import count, several
from ibviz.gui.panels.inspector_look import Look, font, mono
from ibviz.gui.panels.tables_copies import copies
from ibviz.gui.panels.tables_view import TableView
from ibviz.gui.parts import chip
from ibviz.gui.selection import Selection, of_flows
from ibviz.gui.style import icon
from ibviz.gui.tips import tip

PAUSE_MS = 150
"""How long typing must rest before the table is filtered."""

Make = Callable[[], Listing]


@dataclass(frozen=True)
class Kind:
    """What a table shows.

    Parameters
    ----------
    name, title : str
    thing : str
        Which part of a `Selection` its rows are: ``nodes``, ``cables``, ``flow`` or nothing.
    empty : str
        What is said where it has no rows.
    """

    name: str
    title: str
    thing: str
    empty: str


class Table(QWidget):
    """One table under its filter.

    Signals
    -------
    count(text)
        How many rows there are, for the tab.
    """

    count = Signal(str)

    def __init__(self, desk: Desk, kind: Kind) -> None:
        super().__init__()
        self.setObjectName("frame")
        self.kind = kind
        self._desk, self._knowledge = desk, knowledge_of(desk)
        self._stale = True
        self._own = False
        self.model = TableModel(kind.name, desk.jobs, self)
        self.view = TableView(self.model)
        self.view.setAccessibleName(kind.title)
        if kind.thing in ("nodes", "cables"):
            rows_are_things(self.view)
        self.view.widths.take(desk.settings.widths(kind.name))
        self.view.widths.keep = partial(desk.settings.keep_width, kind.name)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._offer)
        self.view.picked.connect(self._on_picked)
        self.view.entered.connect(lambda: self._desk.gaze.seek(near=True))
        self.model.arranged.connect(self._on_arranged)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._filter)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._spoil)
        self._place()
        self._connect()
        self._dress()
        self._soon.start()

    def _place(self) -> None:
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(f"Filter {self.kind.title.lower()}")
        self.filter.setAccessibleName(f"Filter {self.kind.title.lower()}")
        self.filter.setToolTip(tip("Words that must all stand in a row, in any column"))
        self.filter.setFont(mono(12))
        self.filter.setClearButtonEnabled(True)
        self.filter.setFixedWidth(260)
        self.filter.textChanged.connect(lambda text: self._pause.start())
        self.only = _button(f"Show all {self.kind.title.lower()} again", "close")
        self.only.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.only.clicked.connect(self.widen)
        self.only.hide()
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setFont(font(11, 400))
        self._copy = _button("Copy as tab-separated text: the selected rows, or all (Ctrl+C)", "copy")
        self._copy.clicked.connect(self._copied)
        top = QHBoxLayout()
        top.setContentsMargins(12, 4, 12, 4)
        top.setSpacing(8)
        for widget in (self.filter, self.said, self.only):
            top.addWidget(widget)
        top.addStretch(1)
        top.addWidget(self._copy)
        self._empty = QLabel(self.kind.empty)
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(self._stack, 1)

    def _connect(self) -> None:
        desk = self._desk
        desk.document.changed.connect(lambda before, after: self._soon.start())
        desk.document.selected.connect(self._on_selected)
        desk.results.changed.connect(lambda load: self._soon.start())
        self._knowledge.learnt.connect(self._soon.start)
        self._knowledge.settled.connect(self._soon.start)
        self._knowledge.opened.connect(self._on_opened)
        desk.gaze.changed.connect(
            lambda before, after: self._dress() if before.theme != after.theme else None
        )

    def _dress(self) -> None:
        look = Look(self._desk.gaze.view.theme)
        self.view.dress(look)
        self._copy.setIcon(icon("copy", look.name, "t2", 16))
        self.only.setIcon(icon("close", look.name, "acc", 12))
        self.only.setStyleSheet(chip(look.name))
        for label in (self.said, self._empty):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, look["t3"])
            label.setPalette(palette)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the rows when they are first seen."""
        super().showEvent(event)
        if self._stale:
            self._soon.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Stop what would only be made to be seen."""
        super().hideEvent(event)
        if self._desk.jobs.running(self._key):
            self._desk.jobs.cancel(self._key)
            self._stale = True

    @property
    def _key(self) -> str:
        return f"listing {self.kind.name}"

    def _spoil(self) -> None:
        """Make the rows anew, now or when they are next seen."""
        self.count.emit(counted(self.kind.name, self._knowledge, len(self._desk.document.state.reading)))
        self._stale = True
        if self.isVisible() and not (self._knowledge.waiting and len(self.model.listing)):
            self._make()

    def _make(self) -> None:
        facts = self._knowledge.facts
        if facts is not None:
            self._stale = False
            self.make_rows(facts)

    def make_rows(self, facts: Facts) -> None:
        """Make the rows, off the GUI thread where they may be many."""
        state, simulation = self._desk.results.state, self._knowledge.simulation
        if self.kind.name == "notes":
            self._take(notes_listing(state.reading))
            return
        maker = {"nodes": nodes_listing, "cables": cables_listing, "ports": ports_listing}[self.kind.name]
        self._start(lambda: maker(facts, state.scenario, simulation))

    def _start(self, make: Make) -> None:
        self._desk.jobs.start(
            self._key, "Making the table", lambda progress: make(), self._take, lambda error: None
        )

    def _take(self, listing: Listing) -> None:
        self.model.show(listing)
        self._stack.setCurrentIndex(0 if len(listing) else 1)
        self._mark(self._desk.document.selection)
        self._tell()

    def _on_arranged(self) -> None:
        self._tell()
        self.view.reveal()

    def _tell(self) -> None:
        listing, order = self.model.listing, self.model.order
        (shown, aside), (every, _) = listing.count(order), listing.count(np.arange(len(listing)))
        words = [f"{count(shown)} of {count(every)}"] * (shown != every)
        words += [f"{count(aside)} more named only"] * bool(aside)
        self.said.setText(", ".join(words))

    def _filter(self) -> None:
        self.model.arrange(replace(self.model.wish, text=self.filter.text()))

    def widen(self) -> None:
        """Show all again."""
        self.show_only(None)

    def show_only(self, ids: frozenset[int] | None, words: str = "") -> None:
        """Show some things alone; None for all."""
        self._say_only(ids, words)
        self.model.arrange(replace(self.model.wish, only=ids))

    def _say_only(self, ids: frozenset[int] | None, words: str) -> None:
        self.only.setVisible(ids is not None)
        self.only.setText(plain(words) if words or ids is None else f"Only {count(len(ids))}")

    def _on_opened(self, table: str, text: str, only: frozenset[int] | None) -> None:
        if table == self.kind.name:
            self.open(text, only)

    def open(self, text: str, only: frozenset[int] | None) -> None:
        """Come to the front, filtered by words, or with some things alone."""
        self.filter.setText(text)
        self._pause.stop()
        self._say_only(only, "")
        self.model.arrange(replace(self.model.wish, text=text, only=only))
        above = self.parentWidget()
        while above is not None:
            show = getattr(above, "show_panel", None)
            if show is not None:
                show(self.kind.name)
                return
            above = above.parentWidget()

    def _on_picked(self, rows: Ints, how: str) -> None:
        document, thing = self._desk.document, self.kind.thing
        ids = frozenset(self.model.ids_at(rows).tolist()) - {-1}
        if not thing:
            return
        if thing == "flow":
            before = document.selection.flow_ids if how == "toggle" else frozenset()
            chosen = of_flows(before ^ ids)
        else:
            chosen = Selection(nodes=ids) if thing == "nodes" else Selection(cables=ids)
            chosen = document.selection ^ chosen if how == "toggle" else chosen
        self._own = True
        document.select(chosen)
        self._own = False
        self._desk.gaze.seek()
        self._mark(document.selection)

    def _on_selected(self, selection: Selection) -> None:
        if self.isVisible() and not self._own:
            self._mark(selection)
            self.view.reveal()

    def _mark(self, selection: Selection) -> None:
        thing = self.kind.thing
        if thing == "flow":
            ids = list(selection.flow_ids)
        else:
            ids = list(getattr(selection, thing)) if thing else []
        self.model.mark(np.array(ids, np.int64))

    def _copied(self) -> None:
        self.view.copy()
        rows = len(self.view.rows())
        QToolTip.showText(QCursor.pos(), tip(f"Copied {several(rows, 'row')}"), self)

    def _offer(self, spot: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.view.viewport().mapToGlobal(spot))

    def menu(self) -> QMenu:
        """Return what can be copied (the rows, and of nodes and ports what goes into a shell) and arranged."""
        menu = QMenu(self)
        menu.addAction("Copy rows", self.view.copy)
        for word, text in copies(self.kind.name, self._knowledge, self.model, self.view.currentIndex().row()):
            menu.addAction(f"Copy {word}", partial(QGuiApplication.clipboard().setText, text))
        menu.addSeparator()
        at = self.view.currentIndex().column()
        if at >= 0:
            title, falling = self.model.listing.columns[at].title, _rises_by(self.model.wish, at)
            order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
            menu.addAction(f"Sort by {plain(title)}", partial(self.model.sort, at, order))
        menu.addMenu(self.view.columns_menu())
        return menu


def _rises_by(wish: Wish, column: int) -> bool:
    """Tell whether a table is sorted by a column, the least first."""
    return wish == replace(wish, column=column, falling=False)


def counted(table: str, knowledge: Knowledge, notes: int) -> str:
    """Return how many rows a table has, without making them; empty where that is not known."""
    facts, simulation = knowledge.facts, knowledge.simulation
    if facts is None:
        return ""
    counts = {
        "nodes": int((facts.fabric.nodes.alive & facts.fabric.nodes.described).sum()),
        "cables": len(facts.wires.rows),
        "flows": simulation.summary["flows"] if simulation is not None else 0,
        "notes": notes,
    }
    number = counts.get(table, 0)
    return count(number) if number else ""


def plain(text: str) -> str:
    """Return a text as a button shows it: an ampersand marks no key."""
    return text.replace("&", "&&")


def _button(hint: str, name: str) -> QToolButton:
    made = QToolButton()
    made.setAutoRaise(True)
    made.setIconSize(QSize(16, 16))
    made.setFont(font(11, 500))
    made.setAccessibleName(hint)
    made.setToolTip(tip(hint))
    return made


def nodes(desk: Desk) -> Table:
    """Make the table of nodes."""
    return Table(desk, Kind("nodes", "Nodes", "nodes", "There is no node."))


def cables(desk: Desk) -> Table:
    """Make the table of cables."""
    return Table(desk, Kind("cables", "Cables", "cables", "There is no cable."))


def ports(desk: Desk) -> Table:
    """Make the table of ports."""
    return Table(desk, Kind("ports", "Ports", "cables", "No port has a cable."))


def flows(desk: Desk) -> Table:
    """Make the table of flows."""
    from ibviz.gui.panels.tables_flows import FlowTable

    return FlowTable(desk)


def notes(desk: Desk) -> Table:
    """Make the table of what the reader had to say."""
    return Table(
        desk, Kind("notes", "Notes", "", "The reader had nothing to say: nothing was odd in the file.")
    )
