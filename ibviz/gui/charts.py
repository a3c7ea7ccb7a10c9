"""The charts tab: how the rates of flows and the utilizations of cables are spread."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QWidget

from ibviz.core.simulation import Flows, Simulation
from ibviz.core.table import Ints
from ibviz.gui.desk import Desk
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.models.spread import Spread, spread_of
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.selection import Selection

if TYPE_CHECKING:
    from ibviz.gui.charts_plots import Plot

NO_TRAFFIC = "No traffic is simulated."
KEY = "charts"
PLOTS = "ibviz.gui.charts_plots"
KINDS = {
    "rate curve": ("Curve", "Flow rates, sorted, simulated", "% of the flows", "Gbit/s"),
    "rate bars": ("Bars", "Flow rates, simulated", "Gbit/s", "flows, square-root scale"),
    "load curve": ("Curve", "Utilization of cables, sorted, simulated", "% of the cables", "%"),
    "load bars": ("HeatedBars", "Utilization of cables, simulated", "%", "cables, square-root scale"),
}


class Charts(QWidget):
    """Sorted curve and histogram of both; pyqtgraph is imported when the tab is first seen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("frame")
        self.setAccessibleName("Charts")
        self._desk, self._knowledge = desk, knowledge_of(desk)
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
        if self._stale:
            self._soon.start()

    def _dress(self) -> None:
        look = Look(self._desk.gaze.view.theme)
        palette = self._empty.palette()
        palette.setColor(QPalette.ColorRole.WindowText, look["t3"])
        self._empty.setPalette(palette)
        for plot in self.plots.values():
            plot.dress(look)
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
        self._row = QHBoxLayout(page)
        self._row.setContentsMargins(12, 8, 12, 8)
        self._row.setSpacing(8)
        self._stack.addWidget(page)
        self._open = [(name, getattr(module, kind), titles) for name, (kind, *titles) in KINDS.items()]
        self._turn.start()

    def _make_one(self) -> None:
        """Make one plot a turn of the event loop, so that none waits for all."""
        name, kind, titles = self._open.pop(0)
        plot = kind(*titles)
        plot.picked.connect(self._pick_flow if name.startswith("rate") else self._pick_cables)
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
        routed = np.flatnonzero(flows.hops >= 0)
        self._show("rate", spread_of(flows.rate[routed], routed))

    def _show(self, what: str, spread: Spread) -> None:
        for shape in ("curve", "bars"):
            self.plots[f"{what} {shape}"].show_spread(spread)
        self._mark()

    def _mark(self) -> None:
        if len(self.plots) == len(KINDS) and self.isVisible():
            chosen = self._desk.document.selection
            self.plots["load curve"].mark(np.array(sorted(chosen.cables), np.int64))
            self.plots["rate curve"].mark(np.array([chosen.flow], np.int64))

    def _pick_cables(self, ids: Ints) -> None:
        self._desk.document.select(Selection(cables=frozenset(ids.tolist())))

    def _pick_flow(self, ids: Ints) -> None:
        """Select the one flow, or list those of a bar."""
        if len(ids) == 1:
            self._desk.document.select(Selection(flow=int(ids[0])))
        else:
            self._knowledge.opened.emit("flows", "", frozenset(ids.tolist()))


def _loads(simulation: Simulation) -> Spread:
    if not len(simulation.load):
        return spread_of(np.empty(0), np.empty(0, np.int64), 100.0)
    used = np.fmax.reduce(simulation.utilization, axis=1)
    return spread_of(used * 100, np.arange(len(used)), 100.0)
