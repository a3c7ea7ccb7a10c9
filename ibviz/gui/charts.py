"""The charts tab: how the rates of flows and the utilizations of cables are spread."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from ibviz.core.simulation import Flows, Simulation
from ibviz.core.table import Ints
from ibviz.core.text import short
from ibviz.gui.desk import Desk
from ibviz.gui.models.following import following_of
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.models.spread import Spread, spread_of
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.parts import chip
from ibviz.gui.selection import Selection, of_flows
from ibviz.gui.style import icon
from ibviz.gui.tips import tip

if TYPE_CHECKING:
    from ibviz.gui.charts_plots import Plot

LONGEST = 72
"""Characters of the words that say whose flows are shown."""

NO_TRAFFIC = "No traffic is simulated."
KEY = "charts"
PLOTS = "ibviz.gui.charts_plots"
RATES = ("Flow rates, sorted, simulated", "Flow rates, simulated")
KINDS = {
    "rate curve": ("Curve", RATES[0], "% of the flows", "Gbit/s"),
    "rate bars": ("Bars", RATES[1], "Gbit/s", "flows, √ scale"),
    "load curve": ("Curve", "Utilization of cables, sorted, simulated", "% of the cables", "%"),
    "load bars": ("HeatedBars", "Utilization of cables, simulated", "%", "cables, √ scale"),
}


class Charts(QWidget):
    """Sorted curve and histogram of both; pyqtgraph is imported when the tab is first seen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("frame")
        self.setAccessibleName("Charts")
        self._desk, self._knowledge, self._following = desk, knowledge_of(desk), following_of(desk)
        self._following.need(self.isVisible)
        self._following.changed.connect(self._narrow)
        self._flows: tuple[Simulation, Flows] | None = None
        self._stale = True
        self.plots: dict[str, Plot] = {}
        self._open: list[tuple[str, Any, list[str]]] = []
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._make_one)
        self._empty = QLabel(NO_TRAFFIC)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._empty.setFont(font(12, 400))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        desk.results.changed.connect(lambda load: self._soon.start())
        desk.document.selected.connect(lambda selection: self._mark())
        desk.gaze.changed.connect(
            lambda before, after: self._dress() if before.theme != after.theme else None
        )
        self._knowledge.learnt.connect(self._soon.start)
        self._knowledge.settled.connect(self._soon.start)
        self._dress()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the charts when they are first seen."""
        super().showEvent(event)
        self._following.look()
        if self._stale:
            self._soon.start()
        else:
            self._narrow()

    def _dress(self) -> None:
        look = Look(self._desk.gaze.view.theme)
        palette = self._empty.palette()
        palette.setColor(QPalette.ColorRole.WindowText, look["t3"])
        self._empty.setPalette(palette)
        for plot in self.plots.values():
            plot.dress(look)
        if self.plots:
            self.only.setIcon(icon("close", look.name, "acc", 12))
            self.only.setStyleSheet(chip(look.name))
        self._mark()

    def _import(self) -> None:
        """Import the plots off the GUI thread."""
        if not self._desk.jobs.running(KEY) and not self._open:
            self._desk.jobs.start(
                KEY,
                "Opening the charts",
                lambda progress: import_module(PLOTS),
                self._begin,
                lambda error: None,
            )

    def _begin(self, module: Any) -> None:
        page = QWidget()
        page.setObjectName("frame")
        self.only = QToolButton()
        self.only.setAutoRaise(True)
        self.only.setFont(font(11, 500))
        self.only.setIconSize(QSize(12, 12))
        self.only.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.only.setAccessibleName("Show the rates of all flows again")
        self.only.clicked.connect(self._following.show_all)
        self.only.hide()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        column.addWidget(self.only, 0, Qt.AlignmentFlag.AlignLeft)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        column.addLayout(self._row, 1)
        self._stack.addWidget(page)
        self._open = [(name, getattr(module, kind), titles) for name, (kind, *titles) in KINDS.items()]
        self._turn.start()

    def _make_one(self) -> None:
        """Make one plot a turn of the event loop, so that none waits for all."""
        name, kind, titles = self._open.pop(0)
        plot = kind(*titles)
        plot.picked.connect(self._pick_flows if name.startswith("rate") else self._pick_cables)
        self.plots[name] = plot
        self._row.addWidget(plot, 1)
        if self._open:
            self._turn.start()
        else:
            self._dress()
            self.refresh()

    def refresh(self) -> None:
        """Show the load as it is, now or when the charts are next seen."""
        self._stale = True
        if not self.isVisible() or self._knowledge.waiting:
            return
        simulation = self._knowledge.simulation
        if simulation is None:
            self._stack.setCurrentIndex(0)
        elif len(self.plots) < len(KINDS):
            self._import()
        else:
            self._stale = False
            self._stack.setCurrentIndex(1)
            self._desk.jobs.start(
                KEY,
                "Making charts",
                lambda progress: _loads(simulation),
                self._take_loads,
                lambda error: None,
            )
            self._knowledge.with_flows(self._take_flows)

    def _take_loads(self, spread: Spread) -> None:
        self._show("load", spread)

    def _take_flows(self, simulation: Simulation, flows: Flows) -> None:
        self._flows = simulation, flows
        self._narrow()

    def _narrow(self) -> None:
        """Show the rates of the flows of the selection, or of all."""
        if self._flows is None or len(self.plots) < len(KINDS) or not self.isVisible():
            return
        scope, (simulation, flows) = self._following.scope, self._flows
        if scope is not None and scope.simulation is not simulation:
            return
        kept = flows.hops >= 0
        if scope is not None:
            chosen = np.zeros(len(flows), bool)
            chosen[[flow for flow in scope.flows if flow < len(flows)]] = True
            kept &= chosen
        self._entitle(scope.title if scope is not None else "")
        rows = np.flatnonzero(kept)
        self._show("rate", spread_of(flows.rate[rows], rows))

    def _entitle(self, whose: str) -> None:
        self.only.setVisible(bool(whose))
        self.only.setText(short(whose, LONGEST).replace("&", "&&"))
        self.only.setToolTip(tip(f"{whose}; a click shows all flows again"))
        for name, title in zip(("rate curve", "rate bars"), RATES, strict=True):
            words = f"Rates of these flows{title.removeprefix('Flow rates')}" if whose else title
            self.plots[name].entitle(words)

    def _show(self, what: str, spread: Spread) -> None:
        for shape in ("curve", "bars"):
            self.plots[f"{what} {shape}"].show_spread(spread)
        self._mark()

    def _mark(self) -> None:
        if len(self.plots) == len(KINDS) and self.isVisible():
            chosen = self._desk.document.selection
            flows = np.array(list(chosen.flow_ids), np.int64)
            cables = np.array(list(chosen.cables), np.int64)
            if chosen.nodes and not chosen.flow_ids:
                cables = self._cables_at(chosen.nodes, cables)
            for shape in ("curve", "bars"):
                self.plots[f"load {shape}"].mark(cables)
                self.plots[f"rate {shape}"].mark(flows)

    def _cables_at(self, nodes: frozenset[int], cables: Ints) -> Ints:
        """Return the cables that end at some nodes, and some others."""
        fabric = self._desk.document.state.fabric
        picked = np.zeros(len(fabric.nodes), bool)
        picked[list(nodes)] = True
        marked = picked[fabric.cables.node[:, 0]] | picked[fabric.cables.node[:, 1]]
        marked[cables] = True
        return np.flatnonzero(marked)

    def _pick_cables(self, ids: Ints) -> None:
        self._desk.document.select(Selection(cables=frozenset(ids.tolist())))

    def _pick_flows(self, ids: Ints) -> None:
        self._desk.document.select(of_flows(ids.tolist()))


def _loads(simulation: Simulation) -> Spread:
    if not len(simulation.load):
        return spread_of(np.empty(0), np.empty(0, np.int64), 100.0)
    used = np.fmax.reduce(simulation.utilization, axis=1)
    return spread_of(used * 100, np.arange(len(used)), 100.0)
