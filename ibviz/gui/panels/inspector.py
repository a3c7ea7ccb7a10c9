"""The inspector: what is to be said of the whole fabric, a node, a cable, a flow, or several things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.simulation import Simulation
from ibviz.gui.desk import Desk
from ibviz.gui.models.checking import checking_of
from ibviz.gui.models.crossing import Crossing
from ibviz.gui.models.knowledge import Ways, knowledge_of
from ibviz.gui.models.page import Act, Copy, Open, Page, Pick, Section
from ibviz.gui.models.page_cable import cable_page
from ibviz.gui.models.page_cost import OF_CABLES, OF_NODES, with_cost
from ibviz.gui.models.page_drain import drain_section
from ibviz.gui.models.page_fabric import fabric_page
from ibviz.gui.models.page_flow import flow_page
from ibviz.gui.models.page_flows import flows_page
from ibviz.gui.models.page_node import node_page
from ibviz.gui.models.page_several import several_page
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.models.safety import Safety
from ibviz.gui.models.seen import Seen
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.panels.inspector_rows import RIGHT, Do, widget_of
from ibviz.gui.selection import Selection
from ibviz.gui.style import icon
from ibviz.gui.tips import tip

SOON_MS = 15
"""Changes that come together are shown once."""

MANY = 500
"""Selected things from which their page is made off the GUI thread."""


class Inspector(QScrollArea):
    """Shows the page of what is selected; of the whole fabric when nothing is."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._knowledge, self._checking = desk, knowledge_of(desk), checking_of(desk)
        self._safety, self._rankings = Safety(desk, self), rankings_of(desk)
        self._page: Page | None = None
        self._front: tuple[Seen, Page] | None = None
        self._shown: tuple[Page, str] | None = None
        self._asked: object = None
        self._crossed: dict[int, Crossing] = {}
        self._folded: set[str] = set()
        self._sections: dict[str, SectionWidget] = {}
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Inspector")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._knowledge.learnt.connect(self._soon.start)
        self._knowledge.settled.connect(self._soon.start)
        self._checking.checked.connect(self._soon.start)
        self._safety.answered.connect(self._soon.start)
        self._rankings.changed.connect(self._soon.start)
        desk.document.changed.connect(lambda before, after: self._soon.start())
        desk.document.selected.connect(lambda selection: self._soon.start())
        desk.results.changed.connect(lambda load: self._soon.start())
        desk.gaze.changed.connect(self._on_gaze)
        self.refresh()

    @property
    def page(self) -> Page | None:
        """What is shown; None until the fabric is known."""
        return self._page

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the dock."""
        return QSize(312, 640)

    def _on_gaze(self, before: object, after: object) -> None:
        if getattr(before, "theme", "") != getattr(after, "theme", ""):
            self._soon.start()

    def refresh(self) -> None:
        """Show what is selected now; what is new of the fabric or its load is looked at off the GUI thread."""
        facts, state, simulation, faults = (
            self._knowledge.facts,
            self._desk.results.state,
            self._knowledge.simulation,
            self._checking.faults,
        )
        if facts is None:
            return
        known = self._front
        if known is not None and (known[0].is_of(state, facts, simulation, faults) or self._waits(known[0])):
            self._turn(known)
            return
        load = self._desk.results.load
        fails = load is not None and load.fails and load.after is simulation
        seen = Seen(state, facts, simulation, faults, load.before if load is not None and fails else None)
        self._start("Looking at the load", lambda: (seen.ready(), fabric_page(seen)), self._turn)

    def _waits(self, seen: Seen) -> bool:
        """Tell whether the old values stay until new ones are there."""
        return self._knowledge.waiting and seen.facts is self._knowledge.facts

    def _start(self, what: str, make: Callable[[], Any], take: Callable[[Any], None]) -> None:
        self._desk.jobs.start("inspector", what, lambda progress: make(), take, lambda error: None)

    def _turn(self, front: tuple[Seen, Page]) -> None:
        """Show the page of what is selected."""
        self._front = front
        seen, chosen = front[0], self._desk.document.selection
        self._desk.jobs.cancel("inspector")
        if len(chosen.nodes) + len(chosen.cables) > MANY and not chosen.flow_ids:
            self._start("Looking at the selection", lambda: several_page(seen, chosen), self._put)
        else:
            self._put(self._made(seen, chosen))

    def _put(self, page: Page) -> None:
        self._page = page
        self._show(page)

    def _made(self, seen: Seen, chosen: Selection) -> Page:
        nodes, cables = sorted(chosen.nodes), sorted(chosen.cables)
        if chosen.flow_ids and seen.simulation is not None:
            return self._flow(seen, chosen) if chosen.flow >= 0 else self._flows(seen, chosen)
        if len(nodes) == 1 and not cables:
            answer = self._safety.answer(nodes[0])
            page = node_page(seen, nodes[0], None if answer is None else drain_section(answer))
            return with_cost(page, self._rankings, nodes[0], OF_NODES)
        if len(cables) == 1 and not nodes:
            return self._cable(seen, cables[0])
        assert self._front is not None
        return several_page(seen, chosen) if nodes or cables else self._front[1]

    def _cable(self, seen: Seen, row: int) -> Page:
        simulation = seen.simulation
        if self._ask((row, simulation)):
            self._crossed = {}
            if simulation is not None and simulation.is_up[row]:
                self._follow(row, simulation, 0)
        ways = self._knowledge.ways
        page = cable_page(seen, row, ways, self._crossed)
        return with_cost(page, self._rankings, row, OF_CABLES)

    def _follow(self, row: int, simulation: Simulation, side: int) -> None:
        """Follow the flows of one direction, then of the other."""
        if side > 1:
            return
        if not simulation.flows_on[row, side]:
            self._follow(row, simulation, side + 1)
            return

        def take(ways: Ways, found: Crossing) -> None:
            if self._asked == (row, simulation):
                self._crossed = {**self._crossed, 2 * row + side: found}
                self._soon.start()
                self._follow(row, simulation, side + 1)

        self._knowledge.with_crossing(2 * row + side, take)

    def _ask(self, question: object) -> bool:
        """Return whether a question is a new one."""
        fresh = self._asked != question
        self._asked = question
        return fresh

    def _flow(self, seen: Seen, chosen: Selection) -> Page:
        simulation = seen.simulation
        assert simulation is not None
        if self._ask((chosen.flow, simulation, "flow")):
            self._knowledge.with_ways(lambda ways: self._lead(ways, chosen))
        ways, flows = self._knowledge.ways, self._knowledge.flows(simulation)
        if flows is None or chosen.flow >= len(flows):
            return Page("Flow", "The flows are being listed", "flow")
        return flow_page(seen, flows, chosen.flow, ways)

    def _flows(self, seen: Seen, chosen: Selection) -> Page:
        assert seen.simulation is not None
        flows = self._knowledge.flows(seen.simulation)
        if flows is None:
            self._knowledge.with_flows(lambda simulation, listed: self._soon.start())
            return Page("Flows", "The flows are being listed", "flow")
        return flows_page(seen, flows, chosen.flows)

    def _lead(self, ways: Ways, chosen: Selection) -> None:
        """Light the cables of a flow's way."""
        if self._desk.document.selection == chosen and chosen.flow < len(ways.flows):
            cables = frozenset((ways.path(chosen.flow) // 2).tolist())
            self._desk.document.select(replace(chosen, cables=cables))
        self._soon.start()

    def do(self, act: Act) -> None:
        """Do what a click asks for."""
        if isinstance(act, Pick):
            self._desk.document.select(act.selection)
            self._desk.gaze.seek()
        elif isinstance(act, Copy):
            QGuiApplication.clipboard().setText(act.text)
            QToolTip.showText(QCursor.pos(), tip(act.said), self)
        elif isinstance(act, Open):
            if act.selection is not None:
                self._desk.document.select(act.selection)
            self._knowledge.opened.emit(act.table, act.text, act.only)

    def _show(self, page: Page) -> None:
        theme = self._desk.gaze.view.theme
        if self._shown == (page, theme):
            return
        same = self._shown is not None and self._shown[0].title == page.title
        self._shown = (page, theme)
        place = self.verticalScrollBar().value() if same else 0
        look = Look(theme)
        self.setUpdatesEnabled(False)
        body = self._built(page, look)
        self.setWidget(body)
        body.adjustSize()
        self.verticalScrollBar().setValue(place)
        self.setUpdatesEnabled(True)

    def _built(self, page: Page, look: Look) -> QWidget:
        body = QWidget()
        body.setObjectName("frame")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 16)
        column.setSpacing(0)
        column.addWidget(Title(page, look))
        self._sections = {}
        for section in page.sections:
            made = SectionWidget(section, look, self.do, folded=section.title in self._folded)
            made.head.clicked.connect(lambda checked=False, title=section.title: self._fold(title))
            self._sections[section.title] = made
            column.addWidget(made)
        column.addStretch(1)
        return body

    def _fold(self, title: str) -> None:
        self._folded ^= {title}
        self._sections[title].fold(title in self._folded)


class Title(QWidget):
    """An icon on its tile, the name of the thing, and what it is."""

    def __init__(self, page: Page, look: Look) -> None:
        super().__init__()
        self._icon, self._look = page.icon, look
        self.setMinimumHeight(68)
        column = QVBoxLayout(self)
        column.setContentsMargins(64, 12, RIGHT, 12)
        column.setSpacing(2)
        column.addWidget(_label(page.title, 14, 600, look, "t1"))
        if page.subtitle:
            column.addWidget(_label(page.subtitle, 12, 400, look, "t3"))
        column.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the tile."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look["acc_bg"])
        painter.drawRoundedRect(16, 14, 36, 36, 8, 8)
        icon(self._icon, self._look.name, "acc", 20).paint(painter, 24, 22, 20, 20)
        painter.end()


class SectionWidget(QWidget):
    """A head with its chevron, and rows that fold away."""

    def __init__(self, section: Section, look: Look, do: Do, *, folded: bool) -> None:
        super().__init__()
        self._title, self._look = section.title, look
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        top = QHBoxLayout()
        top.setContentsMargins(6, 3, RIGHT - 4, 3)
        self.head = QToolButton()
        self.head.setObjectName("section")
        self.head.setAutoRaise(True)
        self.head.setText(section.title.replace("&", "&&"))
        self.head.setFont(font(12, 600))
        self.head.setFixedHeight(26)
        self.head.setIconSize(QSize(14, 14))
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setToolTip(tip(f"Fold or unfold {section.title}"))
        _ink(self.head, look, "t2", QPalette.ColorRole.ButtonText)
        top.addWidget(self.head)
        top.addStretch(1)
        if section.side:
            top.addWidget(self._side(section, do))
        column.addLayout(top)
        self._rows = QWidget()
        rows = QVBoxLayout(self._rows)
        rows.setContentsMargins(0, 0, 0, 8)
        rows.setSpacing(0)
        for row in section.rows:
            rows.addWidget(widget_of(row, look, do))
        column.addWidget(self._rows)
        self.fold(folded)

    def _side(self, section: Section, do: Do) -> QWidget:
        act = section.act
        if act is None:
            label = QLabel(section.side)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setFont(font(12, 400))
            _ink(label, self._look, "t3", QPalette.ColorRole.WindowText)
            label.setContentsMargins(0, 0, 4, 0)
            return label
        link = QToolButton()
        link.setAutoRaise(True)
        link.setText(section.side)
        link.setFont(font(12, 400))
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setAccessibleName(f"{section.side}: {section.title}")
        link.setToolTip(tip(f"Show the table of {section.title.lower()}"))
        _ink(link, self._look, "t3", QPalette.ColorRole.ButtonText)
        link.clicked.connect(lambda: do(act))
        return link

    def fold(self, folded: bool) -> None:
        """Hide or show the rows."""
        self._rows.setVisible(not folded)
        self.head.setIcon(icon("chevron-right" if folded else "chevron-down", self._look.name, "t3", 14))
        self.head.setAccessibleName(f"{self._title}, {'folded' if folded else 'unfolded'}")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the hairline above."""
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self._look["line"])
        painter.end()


class Name(QLabel):
    """A text in several lines; a word that is longer than a line loses its middle, and the whole is in the tooltip."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._whole = text
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cut what is too long for the new width."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        words = self._whole.split(" ")
        shown = " ".join(
            metrics.elidedText(word, Qt.TextElideMode.ElideMiddle, self.width()) for word in words
        )
        if shown != self.text():
            self.setText(shown)
            self.setToolTip(tip(self._whole) if shown != self._whole else "")


def _label(text: str, px: int, weight: int, look: Look, token: str) -> QLabel:
    label = Name(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font(px, weight))
    label.setWordWrap(True)
    _ink(label, look, token, QPalette.ColorRole.WindowText)
    return label


def _ink(widget: QWidget, look: Look, token: str, role: QPalette.ColorRole) -> None:
    palette = widget.palette()
    palette.setColor(role, look[token])
    widget.setPalette(palette)
