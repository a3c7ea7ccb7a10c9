"""The jobs of a traffic: a row for each with a button to remove it, and fields to add one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.text import clean, unturned
from ibviz.drawing.qtfonts import font
from ibviz.flow.jobs import JobSpec, specs_of
from ibviz.gui.combo import Combo
from ibviz.gui.parts import Words
from ibviz.gui.style import icon

PLACEMENTS = ("linear", "random", "by-leaf", "by-rail", "fragmented")
ALONE = ("all-to-all", "allreduce-ring", "allreduce-tree", "recursive-doubling", "halving-doubling")
"""Patterns that are offered first."""

NOT_OFFERED = {"jobs", "victim", "file", "incast", "outcast", "storage", "checkpoint"}
"""Patterns that are no job's, or that need an option which is typed in the list."""


class JobsList(QWidget):
    """Shows jobs and asks for more of them.

    Signals
    -------
    changed(text)
        All jobs as one text.
    """

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._specs: list[JobSpec] = []
        self._theme = "dark"
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        self._name, self._who = self._line("Name of the job"), self._line("Hosts, or how many")
        self._who.setToolTip(
            "A number of hosts that are free, or names, a glob or a host list such as n[001-016]"
        )
        self._placement, self._pattern = Combo(), Combo()
        self._placement.addItems(PLACEMENTS)
        others = [name for name in patterns.names if name not in NOT_OFFERED and name not in ALONE]
        self._pattern.addItems([*ALONE, *others])
        self._placement.setAccessibleName("Placement of the job")
        self._pattern.setAccessibleName("Traffic of the job")
        self._add = QPushButton("Add job")
        self._add.clicked.connect(self._added)
        self._wrong = Words("", 11, 400, "err")
        self._wrong.setWordWrap(True)
        self._wrong.setAccessibleName("What is wrong with the job")
        self._lay()

    def _line(self, words: str) -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText(words)
        line.setAccessibleName(words)
        line.setFont(font(12, 500))
        return line

    def _lay(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(4)
        for at, part in enumerate((self._name, self._who, self._placement, self._pattern)):
            part.setFont(font(12, 500))
            grid.addWidget(part, at // 2, at % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self._rows)
        column.addLayout(grid)
        column.addWidget(self._wrong)
        column.addWidget(self._add)
        self._wrong.hide()

    def show_text(self, text: str) -> None:
        """Show the jobs of a text; those of one that cannot be read are left to the field that says so."""
        try:
            self._specs = specs_of(text)
        except OptionError:
            self._specs = []
        self._refill()

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        for part in (self._placement, self._pattern, self._wrong):
            part.dress(theme_name)
        self._refill()

    def _refill(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        for spec in self._specs:
            self._rows.addWidget(self._row(spec))

    def _row(self, spec: JobSpec) -> QWidget:
        row = QWidget()
        name = unturned(clean(spec.name))
        words = Words(words_of(spec), 12, 400, "t2")
        words.setWordWrap(True)
        words.dress(self._theme)
        remove = QToolButton()
        remove.setIcon(icon("close", self._theme, "t2", 16))
        remove.setAccessibleName(f"Remove job {name}")
        remove.setToolTip("Remove this job")
        remove.clicked.connect(lambda: self._say([each for each in self._specs if each != spec]))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(words, 1)
        line.addWidget(remove)
        return row

    def _added(self) -> None:
        who = self._who.text().strip()
        told = {"placement": self._placement.currentText(), "pattern": self._pattern.currentText()}
        told["size" if who.isdigit() else "hosts"] = who
        try:
            spec = JobSpec.of(self._name.text(), told)
        except OptionError as error:
            self._complain(str(error))
            return
        if spec.name in {each.name for each in self._specs}:
            self._complain(f"There is a job {unturned(clean(spec.name))} already")
            return
        self._complain("")
        self._name.clear()
        self._who.clear()
        self._say([*self._specs, spec])

    def _complain(self, sentence: str) -> None:
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))

    def _say(self, specs: list[JobSpec]) -> None:
        self._specs = specs
        self._refill()
        self.changed.emit(";".join(spec.text for spec in specs))


def words_of(spec: JobSpec) -> str:
    """Return a job in words.

    Examples
    --------
    >>> words_of(JobSpec.parse("A:size=16,placement=by-leaf,pattern=ring"))
    'A: 16 hosts, by-leaf, ring'
    """
    count = "" if spec.size is None else f"{spec.size:,} {'host' if spec.size == 1 else 'hosts'}"
    who = f"{count} of {spec.hosts}" if spec.hosts and count else count or spec.hosts
    return unturned(clean(f"{spec.name}: {who}, {spec.placement}, {spec.pattern}"))
