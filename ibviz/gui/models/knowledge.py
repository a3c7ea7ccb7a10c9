"""What panels share about the document of a window: facts of the fabric, ways of the flows; made off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from ibviz.core.fabric import Fabric
from ibviz.core.simulation import Flows, Simulation
from ibviz.core.table import Ints32
from ibviz.core.tables import Tables
from ibviz.flow.paths import paths
from ibviz.gui.desk import Desk
from ibviz.gui.models.fabric_facts import Facts, facts_of
from ibviz.gui.models.listings import MOST_FLOWS
from ibviz.gui.results import KEY as SIMULATING

if TYPE_CHECKING:
    from ibviz.core.progress import Progress
    from ibviz.gui.models.crossing import Crossing

LISTING = "flows"
NO_FLOWS = Flows(
    *(np.empty(0, dtype) for dtype in (np.int64, np.int64, float, float, float, np.int64, np.int64))
)


@dataclass(frozen=True, eq=False)
class Ways:
    """Forwarding tables of a simulation, and its flows one by one where they are few enough.

    Attributes
    ----------
    simulation : Simulation
    tables : Tables
    flows : Flows
    """

    simulation: Simulation
    tables: Tables
    flows: Flows

    def path(self, flow: int) -> Ints32:
        """Return the channels that a flow crosses, in order."""
        one = slice(flow, flow + 1)
        path, hops = paths(self.tables, self.flows.src[one], self.flows.dst[one])
        return path[0, : max(int(hops[0]), 0)]


class Knowledge(QObject):
    """Computes what panels ask for, once for all of them.

    Signals
    -------
    learnt()
        The facts are of the State as it is.
    opened(table, text, only)
        A table is to be shown, filtered by words; `only` is a set of its things, or None for all.
    settled()
        The simulation under way has come to an end, whichever.
    """

    learnt = Signal()
    opened = Signal(str, str, object)
    settled = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.document)
        self._desk = desk
        self._facts: Facts | None = None
        self._wanted: Fabric | None = None
        self._listed: tuple[Simulation, Flows] | None = None
        self._listing: Simulation | None = None
        self._awaiting: list[Callable[[Simulation, Flows], None]] = []
        self._ways: Ways | None = None
        self._crossed: dict[int, Crossing] = {}
        desk.document.changed.connect(lambda before, after: self._look())
        desk.results.changed.connect(lambda load: self._forget())
        desk.jobs.ended.connect(lambda key: self.settled.emit() if key == SIMULATING else None)
        self._look()

    @property
    def facts(self) -> Facts | None:
        """Facts of the fabric as it is; None until they are there."""
        known = self._facts
        return known if known is not None and known.fabric is self._desk.document.state.fabric else None

    def _look(self) -> None:
        fabric = self._desk.document.state.fabric
        if fabric is self._wanted:
            return
        self._wanted = fabric
        structure = self._desk.results.structure
        self._desk.jobs.start(
            "facts",
            "Reading the structure",
            lambda progress: facts_of(fabric, structure, progress),
            self._learn,
            lambda error: None,
            patient=True,
        )

    def _learn(self, facts: Facts) -> None:
        self._facts = facts
        self.learnt.emit()

    def _forget(self) -> None:
        load = self._desk.results.seen
        if self._ways is not None and (load is None or load.after is not self._ways.simulation):
            self._ways = None
            self._crossed.clear()
        if self._listed is not None and (load is None or load.after is not self._listed[0]):
            self._listed = None

    @property
    def waiting(self) -> bool:
        """Whether a new load of the same fabric is being computed, until which the old one is shown."""
        load = self._desk.results.seen
        same = load is not None and load.after.wiring.fabric is self._desk.document.state.fabric
        return same and not self._desk.results.current

    @property
    def simulation(self) -> Simulation | None:
        """What is simulated of the State as it is; None where nothing is, or while it is being computed."""
        load = self._desk.results.seen
        if load is None or not self._desk.results.current:
            return None
        after: Simulation = load.after
        return after if after.wiring.fabric is self._desk.document.state.fabric else None

    @property
    def ways(self) -> Ways | None:
        """The ways of the flows as far as they are known."""
        return self._ways

    def flows(self, simulation: Simulation) -> Flows | None:
        """Return the flows one by one if they are at hand."""
        if simulation.listing is None:
            return simulation.flows
        return self._listed[1] if self._listed is not None and self._listed[0] is simulation else None

    def with_flows(self, done: Callable[[Simulation, Flows], None]) -> None:
        """List the flows of an exchange, if they are few enough, and hand them over."""
        simulation = self.simulation
        if simulation is None:
            return
        if simulation.summary["flows"] > MOST_FLOWS:
            done(simulation, NO_FLOWS if simulation.listing is not None else simulation.flows)
            return
        known = self.flows(simulation)
        if known is not None:
            done(simulation, known)
            return

        if self._listing is simulation and self._desk.jobs.running(LISTING):
            self._awaiting.append(done)
            return
        self._listing, self._awaiting = simulation, [done]
        self._desk.jobs.start(
            LISTING, "Listing flows", lambda p: simulation.all_flows(), self._hand_out, lambda e: None
        )

    def _hand_out(self, flows: Flows) -> None:
        """Give the flows to all who wait for them."""
        assert self._listing is not None
        self._listed, awaiting = (self._listing, flows), self._awaiting
        self._awaiting = []
        for done in awaiting:
            done(*self._listed)

    def with_ways(self, done: Callable[[Ways], None]) -> None:
        """Hand over the ways of the flows, when the flows are known."""
        load = self._desk.results.seen
        simulation = self.simulation
        if load is None or simulation is None:
            return
        if self._ways is not None and self._ways.simulation is simulation:
            done(self._ways)
            return
        tables = load.tables

        def take(simulation: Simulation, flows: Flows) -> None:
            self._ways = Ways(simulation, tables, flows)
            done(self._ways)

        self.with_flows(take)

    def with_crossing(self, channel: int, done: Callable[[Ways, Crossing], None]) -> None:
        """Hand over which flows cross a channel, when it is known."""
        self.with_ways(lambda ways: self._cross(ways, channel, done))

    def _cross(self, ways: Ways, channel: int, done: Callable[[Ways, Crossing], None]) -> None:
        if channel in self._crossed:
            done(ways, self._crossed[channel])
            return

        def work(progress: Progress) -> Crossing:
            from ibviz.gui.models.crossing import crossing

            return crossing(ways.simulation, ways.tables, channel, ways.flows, progress)

        def take(found: Crossing) -> None:
            if ways is self._ways:
                self._crossed[channel] = found
                done(ways, found)

        self._desk.jobs.start(
            "crossing",
            "Following flows",
            work,
            take,
            lambda error: None,
        )


def knowledge_of(desk: Desk) -> Knowledge:
    """Return what the panels of one window share, made by the first that asks."""
    known = desk.document.findChild(Knowledge)
    return known if isinstance(known, Knowledge) else Knowledge(desk)
