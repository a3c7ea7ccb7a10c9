"""The banner over the canvas: what is down and what it costs, in a sentence; before, after, difference."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.text import unturned
from ibviz.drawing.qtfonts import font
from ibviz.flow.whatif_words import rate
from ibviz.gui.desk import Desk
from ibviz.gui.downs import things, title_of
from ibviz.gui.parts import Line, TwoLines, Words, follow_theme, hex_of
from ibviz.gui.questions import effective
from ibviz.gui.results import KEY
from ibviz.gui.style import icon
from ibviz.gui.tips import tip
from ibviz.gui.whatif import victims

TALL = 74
COPY = "Copy hosts"
SAID_MS = 2000
"""How long the button says that it has copied."""
BEFORE = "before"
STOPPED = "The simulation was stopped; what this costs is not known."
DIFFERENCE = "difference"
SIDES = (("Before", BEFORE), ("After", "utilization"), ("Difference", DIFFERENCE))


class Banner(QWidget):
    """Stays while the active scenario has failures."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._is_stopped = desk, False
        self._card = QFrame()
        self._card.setObjectName("banner")
        self._card.setFixedHeight(TALL)
        self._tile = QLabel()
        self._tile.setFixedSize(36, 36)
        self._tile.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title, self._sentence = Line("", 14, 600, "t1"), TwoLines("", 12, 400, "t2")
        for words in (self._title, self._sentence):
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._copy = QPushButton(COPY)
        self._copy.setFont(font(12, 500))
        self._copy.setAccessibleName("Copy hosts that are cut off")
        self._copy.setToolTip("Copy the hosts that are cut off as a list for scontrol or pdsh")
        self._copy.clicked.connect(self.copy)
        self._calm = QTimer(self, singleShot=True, interval=SAID_MS)
        self._calm.timeout.connect(lambda: self._copy.setText(COPY))
        self._hint = Words("Hold B to see before", 11, 400, "t3")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._group = QButtonGroup(self)
        self.sides: dict[str, QPushButton] = {}
        self._lay_out()
        desk.document.changed.connect(lambda before, after: self.refresh())
        desk.results.changed.connect(lambda load: self.refresh())
        desk.results.compared.connect(lambda outcome: self.refresh())
        desk.results.failed.connect(lambda sentence: self.refresh())
        desk.results.waiting.connect(self._on_waiting)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._on_ended)
        desk.jobs.ended.connect(lambda key: self._soon.start() if key == KEY else None)
        desk.gaze.changed.connect(lambda b, a: self._mark() if b.overlay != a.overlay else None)
        follow_theme(desk, self._dress)
        self.refresh()

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 8, 12, 8)
        outer.addWidget(self._card)
        row = QHBoxLayout(self._card)
        row.setContentsMargins(20, 8, 14, 8)
        row.setSpacing(14)
        row.addWidget(self._tile)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._sentence, 1)
        row.addLayout(words, 1)
        row.addWidget(self._copy)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self._segments())
        right.addWidget(self._hint)
        row.addLayout(right)

    def _segments(self) -> QFrame:
        trough = QFrame()
        trough.setObjectName("trough")
        row = QHBoxLayout(trough)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for title, overlay in SIDES:
            button = QPushButton(title)
            button.setObjectName("segment")
            button.setCheckable(True)
            button.setFont(font(12, 500))
            button.setAccessibleName(f"Show {title.lower()}")
            button.setToolTip(
                {"Before": "Everything as before the failure (B)"}.get(title, f"The load: {title.lower()}")
            )
            button.clicked.connect(lambda checked=False, name=overlay: self._turn(name))
            self._group.addButton(button)
            self.sides[overlay] = button
            row.addWidget(button)
        return trough

    def _dress(self, theme_name: str) -> None:
        pop, down, line2, canvas, line, hover, t1, t2, err_bg, acc = (
            hex_of(theme_name, t)
            for t in ("pop", "down", "line2", "canvas", "line", "hover", "t1", "t2", "err_bg", "acc")
        )
        self.setStyleSheet(
            f"Banner {{ background: {canvas}; }}"
            f"QFrame#banner {{ background: {pop}; border: 1px solid {line2}; border-left: 4px solid {down};"
            " border-radius: 8px; }"
            f"QFrame#trough {{ background: {canvas}; border: 1px solid {line}; border-radius: 6px; }}"
            f"QPushButton#segment {{ background: transparent; color: {t2}; border: 1px solid transparent;"
            " border-radius: 4px; padding: 2px 10px; min-height: 20px; }"
            f"QPushButton#segment:checked {{ background: {hover}; color: {t1}; }}"
            f"QPushButton#segment:focus {{ border: 1px solid {acc}; }}"
        )
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tile.setStyleSheet(f"background: {err_bg}; border-radius: 6px;")
        self._tile.setPixmap(icon("fail", theme_name, "down", 20).pixmap(QSize(20, 20)))
        for words in (self._title, self._sentence, self._hint):
            words.dress(theme_name)

    def _turn(self, side: str) -> None:
        """Show before, after or the difference."""
        if side == DIFFERENCE or (side != BEFORE and self._overlay == DIFFERENCE):
            self._desk.gaze.change(overlay=side)
        self._desk.results.look_back(side == BEFORE)
        self._mark()

    def _on_waiting(self) -> None:
        self._is_stopped = False
        self.refresh()

    def _on_ended(self) -> None:
        """Say so where a simulation was given up: nothing else comes after it."""
        self._is_stopped = not self._desk.results.current and not self._desk.jobs.running(KEY)
        self.refresh()

    @property
    def _overlay(self) -> str:
        results = self._desk.results
        return effective(self._desk.gaze.view.overlay, results.state, results.seen)

    def refresh(self) -> None:
        """Say what is down and what it costs."""
        state, results = self._desk.document.state, self._desk.results
        scenario, load = state.scenario, results.load
        down = bool(scenario.down_nodes or scenario.down_cables)
        if self.parentWidget() is not None or not down:
            self.setVisible(down)
        if not down:
            return
        title = title_of(state.fabric, scenario)
        if results.looks_back:
            title = f"Before {things(state.fabric, scenario.down_nodes, scenario.down_cables)} failed"
        self._title.setText(title)
        self._title.setToolTip(tip(title))
        self._sentence.setText(self._cost())
        self._sentence.setToolTip(tip(self._sentence.text()))
        self._sentence.take("t3" if self._desk.jobs.running(KEY) else "t2")
        self._copy.setVisible(bool(load is not None and load.fails and victims(load)))
        for button in self.sides.values():
            button.setEnabled(load is not None and load.fails)
        self._mark()

    def _cost(self) -> str:
        results = self._desk.results
        if results.complaint:
            return f"{results.complaint}."
        if self._is_stopped and not results.current:
            return STOPPED
        load = results.load
        if load is None:
            return "Nothing was simulated; choose a traffic." if results.current else "Simulating."
        if results.looks_back:
            told = load.before.summary
            slowest = told["rate_gbps"]["min"]
            pace = f", the slowest flow at {rate(slowest)}" if slowest is not None else ""
            return f"All shows how it was with nothing down: {rate(told['total_gbps'])} in all{pace}."
        if not results.current:
            return self._sentence.text() or "Simulating."
        if load.outcome is None:
            return "Comparing with before."
        return unturned(load.outcome.sentence)

    def _mark(self) -> None:
        results = self._desk.results
        shown = DIFFERENCE if self._overlay == DIFFERENCE else "utilization"
        shown = BEFORE if results.looks_back else shown
        self._hint.setText("B shows after" if results.looks_back else "Hold B to see before")
        self._group.setExclusive(False)
        for overlay, button in self.sides.items():
            button.setChecked(overlay == shown)
        self._group.setExclusive(any(button.isChecked() for button in self.sides.values()))

    def copy(self) -> None:
        """Copy the hosts that are cut off."""
        QGuiApplication.clipboard().setText(victims(self._desk.results.load))
        self._copy.setText("Copied")
        self._calm.start()
