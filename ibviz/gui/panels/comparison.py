"""Scenarios side by side: a table of what each of them costs."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.edit_scenarios import activate
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.drawing.qtfonts import font
from ibviz.flow.whatif import Outcome
from ibviz.flow.whatif_words import percent, rate
from ibviz.gui.compared import compared_of
from ibviz.gui.desk import Desk
from ibviz.gui.panels.inspector_look import width_of
from ibviz.gui.panels.scenarios import cost_words
from ibviz.gui.panels.tables_cells import PADDING
from ibviz.gui.parts import follow_theme
from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of

COLUMNS = (
    "Scenario",
    "Throughput",
    "Change",
    "Slowest flow",
    "Slowed flows",
    "Worst flow",
    "Hosts lost",
    "Hosts cut off",
    "Pairs cut off",
    "Table entries",
)
ROW, HEAD = 26, 28
LEAST, MOST = 116, 400
"""Bounds of the column of names, pixels."""

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
UNKNOWN = "\u2013"


class Comparison(QWidget):
    """One row a scenario: the fabric as built, and those that were chosen, or all where none was.

    Signals
    -------
    count(text)
        How many scenarios there are.
    """

    count = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._theme = desk, "dark"
        self._compared = compared_of(desk)
        self._compared.changed.connect(self.refresh)
        self.table = QTableWidget(0, len(COLUMNS))
        for column, title in enumerate(COLUMNS):
            over = QTableWidgetItem(title)
            over.setTextAlignment(RIGHT if column else LEFT)
            self.table.setHorizontalHeaderItem(column, over)
        self.table.setAccessibleName("Scenarios side by side")
        self.table.setToolTip("Double-click shows a scenario; Ctrl+C copies the table")
        self.table.setFont(font(12, 400))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(ROW)
        self.table.verticalHeader().setAccessibleName("Rows")
        head = self.table.horizontalHeader()
        head.setAccessibleName("Columns")
        head.setFont(font(11, 500))
        head.setFixedHeight(HEAD)
        head.setHighlightSections(False)
        for column in range(1, len(COLUMNS)):
            self.table.setColumnWidth(column, 116)
        self.table.cellDoubleClicked.connect(lambda row, column: self._show(row))
        copy = QShortcut(QKeySequence.StandardKey.Copy, self.table)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self.copy)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.addWidget(self.table)
        desk.document.changed.connect(lambda before, after: self.refresh())
        desk.results.changed.connect(lambda load: self.refresh())
        desk.results.costed.connect(self.refresh)
        follow_theme(desk, self._dress)
        self.refresh()

    def _dress(self, theme_name: str) -> None:
        self._theme = theme_name
        self.refresh()

    def showEvent(self, event: Any) -> None:  # noqa: N802
        """Have the costs computed once somebody looks."""
        super().showEvent(event)
        self._desk.results.cost_all()

    def refresh(self) -> None:
        """Fill in what is known."""
        state = self._desk.document.state
        scenarios = self.shown
        self.table.setRowCount(len(scenarios))
        for row, scenario in enumerate(scenarios):
            for column, text in enumerate(self.cells(scenario)):
                item = QTableWidgetItem(text)
                item.setTextAlignment(RIGHT if column else LEFT)
                if column == 2:
                    item.setForeground(
                        color(tokens_of(self._theme)[cost_words(self._desk.results, scenario)[1]])
                    )
                if column == 0:
                    item.setData(Qt.ItemDataRole.UserRole, scenario.name)
                    item.setFont(font(12, 600 if scenario.name == state.active else 400))
                self.table.setItem(row, column, item)
        self._fit_names()
        self.count.emit(f"{len(state.scenarios):,}" if state.scenarios else "")
        if self.isVisible():
            self._desk.results.cost_all()

    def _fit_names(self) -> None:
        """Make the first column so wide that the longest name stands whole."""
        widest = max(width_of(one.name or "As built", font(12, 600)) for one in self.shown)
        self.table.setColumnWidth(0, min(max(math.ceil(widest) + 2 * PADDING + 4, LEAST), MOST))

    @property
    def shown(self) -> tuple[Scenario, ...]:
        """What stands side by side."""
        return AS_BUILT, *(self._compared.chosen or self._desk.document.state.scenarios)

    def cells(self, scenario: Scenario) -> list[str]:
        """Return what a row says."""
        name = scenario.name or "As built"
        if not scenario.down_nodes and not scenario.down_cables:
            load = self._desk.results.load
            if load is None:
                return [name, *[UNKNOWN] * (len(COLUMNS) - 1)]
            told = load.before.summary
            return [name, rate(told["total_gbps"]), "", _rate(told["rate_gbps"]["min"]), *[""] * 6]
        outcome = self._desk.results.outcome_of(scenario)
        if outcome is None:
            return [name, *[UNKNOWN] * (len(COLUMNS) - 1)]
        told = outcome.after.summary
        return [
            name,
            rate(told["total_gbps"]),
            cost_words(self._desk.results, scenario)[0],
            _rate(told["rate_gbps"]["min"]),
            UNKNOWN if outcome.slowed_flows is None else f"{outcome.slowed_flows:,}",
            _worst(outcome),
            f"{len(outcome.lost_hosts):,}",
            f"{len(outcome.cut_off_hosts):,}",
            f"{outcome.disconnected_pairs:,}",
            f"{outcome.entries_changed:,}",
        ]

    def _show(self, row: int) -> None:
        item = self.table.item(row, 0)
        name = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        if name != self._desk.document.state.active:
            self._desk.document.apply(f"Show {name or 'As built'}", lambda s: activate(s, name))

    def copy(self) -> None:
        """Copy the table as tab-separated text."""
        rows = [list(COLUMNS)] + [self.cells(scenario) for scenario in self.shown]
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows))


def _rate(gbps: float | None) -> str:
    return UNKNOWN if gbps is None else rate(gbps)


def _worst(outcome: Outcome) -> str:
    worst = outcome.worst_flow
    if worst is None or not worst["before_gbps"]:
        return UNKNOWN
    share = worst["after_gbps"] / worst["before_gbps"]
    return "cut off" if share <= 0 else percent(share)
