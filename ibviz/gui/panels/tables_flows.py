"""The table of flows: narrowed to those of the selection, with a way back to all."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QShowEvent

from ibviz.core.simulation import Flows, Simulation
from ibviz.core.text import short
from ibviz.gui.desk import Desk
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.following import following_of
from ibviz.gui.models.listing import Listing
from ibviz.gui.models.listings import MOST_FLOWS, flows_listing
from ibviz.gui.models.texts import count
from ibviz.gui.panels.tables import Kind, Table
from ibviz.gui.tips import tip

KIND = Kind("flows", "Flows", "flow", "No traffic is simulated.")
LONGEST = 56
"""Characters of the words that say whose flows are shown."""


class FlowTable(Table):
    """The flows one by one, where they are few enough."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, KIND)
        self._following = following_of(desk)
        self._following.need(self.isVisible)
        self._following.changed.connect(self._narrow)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the rows when they are first seen, those of the selection alone."""
        super().showEvent(event)
        self._narrow()
        self._following.look()

    def make_rows(self, facts: Facts) -> None:
        """List the flows, or say why they are not listed."""
        simulation = self._knowledge.simulation
        if simulation is None or simulation.summary["flows"] > MOST_FLOWS:
            self._empty.setText(_why_empty(simulation))
            self._take(Listing(np.empty(0, np.int64), ()))
            return

        def take(simulation: Simulation, flows: Flows) -> None:
            self._start(lambda: flows_listing(facts, simulation, flows))

        self._knowledge.with_flows(take)

    def _narrow(self) -> None:
        """Show the flows of the selection alone, or all."""
        scope = self._following.scope
        if not self.isVisible() or (scope is None and self.model.wish.only is None):
            return
        if scope is None:
            self.show_only(None)
            return
        self.only.setToolTip(tip(f"{scope.title}; a click shows all flows again"))
        self.show_only(scope.flows, short(scope.title, LONGEST))

    def widen(self) -> None:
        """Show all again, here and in the charts."""
        self._following.show_all()
        self.show_only(None)

    def open(self, text: str, only: frozenset[int] | None) -> None:
        """Come to the front, filtered by words, or with some flows alone."""
        super().open(text, only)
        if only is not None:
            self._following.narrow(only)


def _why_empty(simulation: Simulation | None) -> str:
    if simulation is None:
        return KIND.empty
    flows, most = count(simulation.summary["flows"]), count(MOST_FLOWS)
    return f"{flows} flows are more than a table holds ({most}); pick fewer hosts in the traffic."
