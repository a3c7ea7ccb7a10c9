"""What changed: the panel at the right that tells what a failure costs, from figure to cause."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QScrollArea, QToolTip, QVBoxLayout, QWidget

from ibviz.gui.desk import Desk
from ibviz.gui.downs import title_of
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.models.page import Act, Copy, Open, Page, Pick, Section, Sentence
from ibviz.gui.models.page_changed import changed_page
from ibviz.gui.panels.inspector import SectionWidget, Title
from ibviz.gui.panels.inspector_look import Look
from ibviz.gui.tips import tip

KEY = "changed"
INTACT = Page(
    "Nothing is down",
    "",
    "ok",
    (
        Section(
            "What changed",
            (
                Sentence(
                    "Select something in the picture or a table, then press F, or choose Simulate > Fail."
                ),
            ),
        ),
    ),
)
AWAITED = "What this costs is being simulated."


class Changed(QScrollArea):
    """Shows the page of the active scenario's failures.

    Attributes
    ----------
    picks : bool
        Whether a row of it selects something just now.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._knowledge = desk, knowledge_of(desk)
        self._known: tuple[object, Page] | None = None
        self._page = INTACT
        self.picks = False
        self._folded: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("What changed")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        desk.document.changed.connect(lambda before, after: self._soon.start())
        desk.results.changed.connect(lambda load: self._soon.start())
        desk.results.compared.connect(lambda outcome: self._soon.start())
        self._knowledge.learnt.connect(self._soon.start)
        desk.gaze.changed.connect(lambda b, a: self._show() if b.theme != a.theme else None)
        self._show()
        self._soon.start()

    @property
    def page(self) -> Page:
        """What is shown."""
        return self._page

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the dock."""
        return QSize(312, 640)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the page when it is first seen."""
        super().showEvent(event)
        self._soon.start()

    def refresh(self) -> None:
        """Show what the failures cost, made off the GUI thread; the old page stays until it is known."""
        load, facts, state = self._desk.results.load, self._knowledge.facts, self._desk.document.state
        if not self.isVisible() or facts is None:
            return
        title = title_of(state.fabric, state.scenario)
        if not (state.scenario.down_nodes or state.scenario.down_cables):
            self._put(None, INTACT)
            return
        if load is None or not load.fails:
            self._put(None, Page(title, "", "fail", (Section("What changed", (Sentence(AWAITED),)),)))
            return
        outcome = load.outcome
        if outcome is None or (self._known is not None and self._known[0] is outcome):
            return
        self._desk.jobs.start(
            KEY,
            "Looking at what changed",
            lambda progress: changed_page(facts, outcome, title, (load.tables_before, load.tables)),
            lambda page: self._put(outcome, page),
            lambda error: None,
        )

    def _put(self, source: object, page: Page) -> None:
        self._known = (source, page)
        if page != self._page:
            self._page = page
            self._show()

    def do(self, act: Act) -> None:
        """Do what a click asks for."""
        if isinstance(act, Pick):
            self._desk.results.look_back(False)
            self.picks = True
            self._desk.document.select(act.selection)
            self.picks = False
        elif isinstance(act, Copy):
            QGuiApplication.clipboard().setText(act.text)
            QToolTip.showText(QCursor.pos(), tip(act.said), self)
        elif isinstance(act, Open):
            self._knowledge.opened.emit(act.table, act.text, act.only)

    def _show(self) -> None:
        look = Look(self._desk.gaze.view.theme)
        body = QWidget()
        body.setObjectName("frame")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 16)
        column.setSpacing(0)
        column.addWidget(Title(self._page, look))
        for section in self._page.sections:
            column.addWidget(self._made(section, look))
        column.addStretch(1)
        self.setWidget(body)

    def _made(self, section: Section, look: Look) -> SectionWidget:
        made = SectionWidget(section, look, self.do, folded=section.title in self._folded)

        def fold(*_: Any) -> None:
            self._folded ^= {section.title}
            made.fold(section.title in self._folded)

        made.head.clicked.connect(fold)
        return made
