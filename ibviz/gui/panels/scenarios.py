"""Scenarios: listed with what they cost; chosen, named, removed; what is down in the active one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.edit_scenarios import activate, duplicate_scenario, remove_scenario, rename_scenario, repair
from ibviz.core.errors import EditError
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.drawing.qtfonts import font
from ibviz.flow.whatif_words import percent
from ibviz.gui.compared import compared_of
from ibviz.gui.desk import Desk
from ibviz.gui.downs import cable_name, node_name, things
from ibviz.gui.lending import rows_are_things
from ibviz.gui.models.page_changed import SEVERE
from ibviz.gui.panels.scenarios_cards import CARD, COST, TOKEN, UNDER, Card, Cards
from ibviz.gui.parts import Words, follow_theme
from ibviz.gui.results import Results
from ibviz.gui.selection import Selection
from ibviz.gui.style import color, icon
from ibviz.gui.tips import tip
from ibviz.gui.tokens import tokens_of
from ibviz.gui.whatif import new_scenario

NAME = Qt.ItemDataRole.UserRole
ROW, SEEN = 28, 6
HOW = "Click shows it, F2 renames it, Delete removes it, Space or its box chooses it to be compared"
MOST_LISTED = 200
"""Failed things that are listed one by one."""


class Scenarios(QWidget):
    """The list of scenarios, and what is down in the one that is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._compared = compared_of(desk)
        self.cards = _listing("Scenarios", Cards())
        self._card = Card(self.cards)
        self.cards.setItemDelegate(self._card)
        self.cards.itemSelectionChanged.connect(self._chosen)
        self.cards.itemChanged.connect(self._renamed)
        self._add = _button("New", "plus", "Begin a scenario in which nothing is down yet", self.add)
        self._copy = _button("Duplicate", "copy", "Duplicate the scenario that is shown", self.duplicate)
        self._rename = _button("Rename", "settings", "Rename the scenario that is shown (F2)", self.rename)
        self._remove = _button("Remove", "delete", "Remove the scenario that is shown", self.remove)
        self._buttons = (self._add, self._copy, self._rename, self._remove)
        for button in (self._copy, self._remove):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._rename.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._compare = QPushButton()
        self._compare.setFont(font(13, 500))
        self._compare.clicked.connect(self.compare)
        self._wrong = Words("", 11, 400, "err")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        self._head = Words("Failed here", 12, 600, "t2")
        self.failed = _listing("Failed here", QListWidget())
        self.failed.itemClicked.connect(self._point_at)
        rows_are_things(self.failed)
        self._mend = QPushButton("Repair what is marked")
        self._mend.setFont(font(12, 500))
        self._mend.setToolTip("Bring what is marked in the list up again")
        self._mend.clicked.connect(self.mend)
        self._hint = Words("Select cables or switches in the picture or a table, then press F", 11, 400, "t3")
        self._hint.setWordWrap(True)
        self._lay_out()
        desk.document.changed.connect(lambda before, after: self.refresh())
        desk.results.changed.connect(lambda load: self._costs())
        desk.results.costed.connect(self._costs)
        follow_theme(desk, self._dress)
        self.refresh()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(4)
        for button in self._buttons:
            bar.addWidget(button)
        bar.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(8)
        column.addLayout(bar)
        column.addWidget(self.cards)
        column.addWidget(self._compare)
        for part in (self._wrong, self._head):
            column.addWidget(part)
        column.addWidget(self.failed)
        column.addWidget(self._mend)
        column.addWidget(self._hint)
        column.addStretch(1)

    def _dress(self, theme_name: str) -> None:
        for part in (self._wrong, self._head, self._hint):
            part.dress(theme_name)
        for button in self._buttons:
            button.setIcon(icon(str(button.property("sign")), theme_name, "t2", 16))
        self._card.theme = theme_name
        self._compare.setStyleSheet(primary(theme_name))
        self.cards.viewport().update()

    def refresh(self) -> None:
        """List the scenarios of the State as it is."""
        state = self._desk.document.state
        with QSignalBlocker(self.cards):
            self.cards.clear()
            for scenario in (AS_BUILT, *state.scenarios):
                self._list(scenario)
            names = ["", *(scenario.name for scenario in state.scenarios)]
            self.cards.setCurrentRow(names.index(state.active) if state.active in names else 0)
        self.cards.setMaximumHeight(CARD * self.cards.count() + 4)
        self.cards.setMinimumHeight(CARD * min(self.cards.count(), SEEN) + 4)
        self._say("")
        for button in self._buttons[1:]:
            button.setEnabled(bool(state.active))
        self._entitle()
        self._list_failed()
        self._costs()

    def _list(self, scenario: Scenario) -> None:
        item = QListWidgetItem(scenario.name or "As built")
        item.setData(NAME, scenario.name)
        down = things(self._desk.document.state.fabric, scenario.down_nodes, scenario.down_cables)
        item.setData(UNDER, "Nothing failed" if down == "nothing" else down)
        flags = item.flags()
        item.setFlags(
            flags | Qt.ItemFlag.ItemIsEditable if scenario.name else flags & ~Qt.ItemFlag.ItemIsEditable
        )
        if scenario.name:
            chosen = scenario in self._compared.chosen
            item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
        self.cards.addItem(item)

    def _entitle(self) -> None:
        """Say how many are compared; without any the button says what to do."""
        number = len(self._compared.chosen)
        self._compare.setVisible(bool(self._desk.document.state.scenarios))
        self._compare.setEnabled(bool(number))
        self._compare.setText(f"Compare {number:,} with as built" if number else "Compare")
        hint = "Show them side by side in a table" if number else "Tick the scenarios that shall be compared"
        self._compare.setToolTip(hint)

    def compare(self) -> None:
        """Show the chosen scenarios side by side, wherever that panel stands."""
        above = self.parentWidget()
        while above is not None and not hasattr(above, "furniture"):
            above = above.parentWidget()
        if above is not None:
            above.furniture.show_panel("comparison")

    def _costs(self) -> None:
        """Write what each scenario costs, and have computed what is not known yet."""
        known = {scenario.name: scenario for scenario in self._desk.document.state.scenarios}
        with QSignalBlocker(self.cards):
            for row in range(self.cards.count()):
                item = self.cards.item(row)
                text, token = cost_words(self._desk.results, known.get(item.data(NAME), AS_BUILT))
                item.setData(COST, text)
                item.setData(TOKEN, token)
                said = f"{item.text()}: {item.data(UNDER)} {text}".strip()
                item.setToolTip(tip(f"{said}\n{HOW if item.data(NAME) else 'Click shows it'}"))
        self.cards.viewport().update()
        if self.isVisible():
            self._desk.results.cost_all()

    def showEvent(self, event: Any) -> None:  # noqa: N802
        """Have the costs computed once somebody looks."""
        super().showEvent(event)
        self._desk.results.cost_all()

    def _list_failed(self) -> None:
        state = self._desk.document.state
        scenario = state.scenario
        self.failed.clear()
        rows = [("node", row) for row in sorted(scenario.down_nodes)]
        rows += [("cable", row) for row in sorted(scenario.down_cables)]
        for what, row in rows[:MOST_LISTED]:
            name = node_name if what == "node" else cable_name
            item = QListWidgetItem(name(state.fabric, row))
            item.setData(NAME, (what, row))
            item.setSizeHint(QSize(100, ROW))
            item.setToolTip(tip(item.text()))
            self.failed.addItem(item)
        if len(rows) > MOST_LISTED:
            self.failed.addItem(f"and {len(rows) - MOST_LISTED:,} more")
        self.failed.setMaximumHeight(ROW * self.failed.count() + 4)
        for part in (self._head, self.failed, self._mend):
            part.setVisible(bool(rows))

    def _point_at(self, item: QListWidgetItem) -> None:
        if item.data(NAME):
            what, row = item.data(NAME)
            rows = frozenset([row])
            self._desk.document.select(Selection(nodes=rows) if what == "node" else Selection(cables=rows))

    def mend(self) -> None:
        """Repair what is marked among what failed."""
        marked = [item.data(NAME) for item in self.failed.selectedItems() if item.data(NAME)]
        nodes = frozenset(row for what, row in marked if what == "node")
        cables = frozenset(row for what, row in marked if what == "cable")
        if marked:
            name = f"Repair {things(self._desk.document.state.fabric, nodes, cables)}"
            self._desk.document.apply(name, lambda s: repair(s, nodes=nodes, cables=cables))

    def _chosen(self) -> None:
        item = self.cards.currentItem()
        if item is not None and item.data(NAME) != self._desk.document.state.active:
            name = item.data(NAME)
            self._desk.document.apply(f"Show {name or 'As built'}", lambda s: activate(s, name))

    def add(self) -> None:
        """Begin a scenario."""
        self._desk.document.apply("New scenario", new_scenario)

    def duplicate(self) -> None:
        """Go on from a copy of the scenario that is shown, which stays as it is."""
        name = self._desk.document.state.active
        if name:
            self._desk.document.apply(f"Duplicate {name}", lambda s: duplicate_scenario(s, name))

    def rename(self) -> None:
        """Let the user type another name for the scenario that is shown."""
        item = self.cards.currentItem()
        if item is not None and item.data(NAME):
            self.cards.editItem(item)

    def _renamed(self, item: QListWidgetItem) -> None:
        old, new = item.data(NAME), item.text().strip()
        if old:
            self._compared.choose(old, item.checkState() == Qt.CheckState.Checked)
            self._entitle()
        if not old or new == old:
            return
        try:
            self._desk.document.apply(f"Rename {old}", lambda s: rename_scenario(s, old, new))
        except EditError as error:
            with QSignalBlocker(self.cards):
                item.setText(old)
            self._say(str(error))

    def remove(self) -> None:
        """Remove the scenario that is shown; undo brings it back."""
        name = self._desk.document.state.active
        if name:
            self._desk.document.apply(f"Remove {name}", lambda s: remove_scenario(s, name))

    def keyPressEvent(self, event: Any) -> None:  # noqa: N802
        """Remove by the Delete key."""
        if event.key() == Qt.Key.Key_Delete and self.cards.hasFocus():
            self.remove()
        else:
            super().keyPressEvent(event)

    def _say(self, sentence: str) -> None:
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))


def cost_words(results: Results, scenario: Scenario) -> tuple[str, str]:
    """Return what a scenario costs in throughput, and the token of its colour; empty while it is not known."""
    if not scenario.down_nodes and not scenario.down_cables:
        return "", "t3"
    outcome = results.outcome_of(scenario)
    if outcome is None:
        return "", "t3"
    if abs(outcome.loss) < 5e-6:
        return "no loss", "ok"
    sign = "\u2212" if outcome.loss > 0 else "+"
    token = "ok" if outcome.loss < 0 else "err" if outcome.loss >= SEVERE else "warn"
    return f"{sign}{percent(abs(outcome.loss))}", token


def primary(theme_name: str) -> str:
    """Return the style sheet of a primary button."""
    tokens = tokens_of(theme_name)
    named = {name: color(tokens[name]).name() for name in ("acc", "acc_solid", "on_acc", "raised", "t4")}
    return (
        f"QPushButton {{ background: {named['acc_solid']}; color: {named['on_acc']}; border: none; border-radius: 6px;"
        " min-height: 30px; padding: 0 12px; }"
        f"QPushButton:disabled {{ background: {named['raised']}; color: {named['t4']}; }}"
        f"QPushButton:focus {{ border: 2px solid {named['acc']}; }}"
    )


def _listing(name: str, made: QListWidget) -> QListWidget:
    made.setAccessibleName(name)
    made.setFont(font(12, 400))
    made.setFrameShape(QListWidget.Shape.NoFrame)
    made.setMouseTracking(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setEditTriggers(QListWidget.EditTrigger.EditKeyPressed | QListWidget.EditTrigger.DoubleClicked)
    made.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    return made


def _button(text: str, sign: str, hint: str, run: Any) -> QToolButton:
    made = QToolButton()
    made.setText(text)
    made.setAccessibleName(text)
    made.setToolTip(hint)
    made.setFont(font(12, 500))
    made.setProperty("sign", sign)
    made.setIconSize(QSize(16, 16))
    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    made.clicked.connect(lambda checked=False: run())
    return made
