"""The table of single failures: each tried for itself, the worst first, one selection with everything else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QToolButton

from ibviz.gui.combo import TALL, Combo
from ibviz.gui.desk import Desk
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.failures_listing import failures_listing
from ibviz.gui.models.listing import Listing
from ibviz.gui.models.rankings import Ranking, rankings_of
from ibviz.gui.models.texts import count
from ibviz.gui.panels.inspector_look import font
from ibviz.gui.panels.tables import Kind, Table
from ibviz.gui.parts import hex_of
from ibviz.gui.tips import tip

KIND = Kind("failures", "Single failures", "cables", "")
THINGS = {"cables": "cables", "switches": "nodes", "host-links": "cables"}
TITLES = {"cables": "Cables between switches", "switches": "Switches", "host-links": "Cables of hosts"}
EMPTY = "Each of the {} fails once, for itself, in the fabric as built; Rank tries them all, the worst first."
NOTHING = "There is nothing of that kind that could fail."


class Failures(Table):
    """Ranks single failures and lists them.

    Attributes
    ----------
    which : Combo
        What fails: cables between switches, switches, or cables of hosts.
    run : QToolButton
        Begins, stops, or goes on.
    try_one : QToolButton
        Makes a scenario of the failure that is selected.
    """

    def __init__(self, desk: Desk) -> None:
        self._rankings = rankings_of(desk)
        self.which, self.run, self.try_one = Combo(), QToolButton(), QToolButton()
        super().__init__(desk, KIND)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self._on_ranked)
        self._rankings.changed.connect(self._again.start)
        self._rankings.failed.connect(self._complain)
        desk.document.selected.connect(lambda selection: self._tell_buttons())
        desk.document.changed.connect(lambda before, after: self._tell_buttons())
        self._on_ranked()

    def _place(self) -> None:
        super()._place()
        for name, title in TITLES.items():
            self.which.addItem(title, name)
        self.which.setFont(font(12, 500))
        self.which.setFixedWidth(200)
        self.which.setAccessibleName("What fails")
        self.which.setToolTip("What fails, one after the other")
        self.which.activated.connect(lambda index: self.choose(self.which.currentData()))
        self.run.clicked.connect(self.toggle)
        self.try_one.setText("Fail this")
        self.try_one.setAccessibleName("Fail this")
        self.try_one.setToolTip(
            tip("Show what it costs: a new scenario in which only what is selected is down")
        )
        self.try_one.clicked.connect(self.fail)
        for button in (self.run, self.try_one):
            button.setFont(font(12, 500))
            button.setFixedHeight(TALL)
        self.filter.setFixedWidth(200)
        column = self.layout()
        first = column.itemAt(0) if column is not None else None
        row = first.layout() if first is not None else None
        assert isinstance(row, QBoxLayout)
        row.insertWidget(0, self.which)
        row.insertWidget(1, self.run)
        row.insertWidget(row.count() - 1, self.try_one)

    def _dress(self) -> None:
        super()._dress()
        name = self._desk.gaze.view.theme
        self.which.dress(name)
        raised, edge, hover = (hex_of(name, token) for token in ("raised", "line2", "hover"))
        ink, faint, acc = (hex_of(name, token) for token in ("t1", "t4", "acc"))
        style = (
            f"QToolButton {{ background: {raised}; color: {ink}; border: 1px solid {edge}; border-radius: 6px;"
            " padding: 0 10px; }"
            f" QToolButton:hover {{ background: {hover}; }} QToolButton:focus {{ border-color: {acc}; }}"
            f" QToolButton:disabled {{ color: {faint}; }}"
        )
        for button in (self.run, self.try_one):
            button.setStyleSheet(style)

    @property
    def chosen(self) -> str:
        """Which failures are shown."""
        return str(self.which.currentData())

    @property
    def _ranking(self) -> Ranking | None:
        return self._rankings.ranking(self.chosen)

    def choose(self, kind: str) -> None:
        """Show failures of another kind."""
        self.which.setCurrentIndex(self.which.findData(kind))
        self.kind = replace(KIND, thing=THINGS[kind])
        self._on_ranked()

    def toggle(self) -> None:
        """Begin to try failures, stop, or go on."""
        if self._rankings.running == self.chosen:
            self._rankings.stop()
        else:
            self._rankings.start(self.chosen)

    def fail(self) -> None:
        """Make a scenario of what is selected, in which nothing else is down."""
        what_if = getattr(self.window(), "what_if", None)
        if what_if is not None:
            what_if.fail_alone()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Show what is known by now."""
        super().showEvent(event)
        self._on_ranked()

    def _on_ranked(self) -> None:
        """Show more of the ranking; rows under the pointer keep their places until it has gone."""
        self._tell_buttons()
        self._say_empty()
        if self._rankings.running == self.chosen and self.view.underMouse() and len(self.model.listing):
            self._tell()
            return
        self._spoil()

    def _spoil(self) -> None:
        """Make the rows anew, now or when they are next seen."""
        super()._spoil()
        ranking = self._ranking
        self.count.emit(count(len(ranking.done)) if ranking is not None and ranking.done else "")

    def make_rows(self, facts: Facts) -> None:
        """List what was tried."""
        ranking = self._ranking
        if ranking is None or not ranking.done or ranking.fabric is not facts.fabric:
            self._take(Listing(np.empty(0, np.int64), ()))
            return
        self._start(lambda: failures_listing(facts, ranking))

    def _take(self, listing: Listing) -> None:
        """Show the rows where they were scrolled to."""
        bar = self.view.verticalScrollBar()
        place = bar.value()
        super()._take(listing)
        bar.setValue(place)

    def _say_empty(self) -> None:
        ranking = self._ranking
        hindered = self._rankings.hindered()
        if hindered:
            self._empty.setText(f"{hindered[0].upper()}{hindered[1:]}, so that no failure costs anything.")
        elif ranking is not None and ranking.complete and not ranking.failures:
            self._empty.setText(NOTHING)
        else:
            self._empty.setText(EMPTY.format(TITLES[self.chosen].lower()))

    def _complain(self, sentence: str) -> None:
        self._empty.setText(sentence)
        self.said.setText(sentence)

    def _tell_buttons(self) -> None:
        ranking, runs = self._ranking, self._rankings.running == self.chosen
        begun = ranking is not None and bool(ranking.done)
        word = "Stop" if runs else "Go on" if begun else "Rank"
        done = ranking is not None and ranking.complete
        self.run.setText(word)
        self.run.setAccessibleName(f"{word}: {TITLES[self.chosen].lower()}")
        why = self._rankings.hindered() or ("all were tried" if done else "")
        self.run.setToolTip(tip(f"{word}: {why or 'what each failure costs, one after the other'}"))
        self.run.setEnabled(runs or not why)
        self.run.setVisible(not done)
        self.try_one.setEnabled(self._can_fail)

    @property
    def _can_fail(self) -> bool:
        """Whether something of this kind is selected, and not just that is down already."""
        chosen, scenario = self._desk.document.selection, self._desk.document.state.scenario
        down = scenario.down_nodes, scenario.down_cables
        is_one = bool(chosen.nodes if self.kind.thing == "nodes" else chosen.own_cables)
        return is_one and down != (chosen.nodes, chosen.own_cables)

    def _tell(self) -> None:
        """Say how many were tried, and how many are shown."""
        super()._tell()
        ranking = self._ranking
        if ranking is None or not ranking.prepared:
            return
        done, every = len(ranking.done), len(ranking.failures)
        tried = f"All {count(every)} tried" if done == every else f"{count(done)} of {count(every)} tried"
        narrowed = f", {self.said.text()} shown" if self.said.text() else ""
        self.said.setText(f"{tried}{narrowed}")

    def menu(self) -> QMenu:
        """Return what can be done with the rows."""
        made = super().menu()
        failing = QAction("Fail this", made)
        failing.setEnabled(self.try_one.isEnabled())
        failing.triggered.connect(self.fail)
        made.insertAction(made.actions()[0], failing)
        return made
