"""Simulations of a document: computed off the GUI thread, the last ones kept, newest wins."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Progress
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.gui.document import Document
from ibviz.gui.jobs import Jobs

KEPT = 8
KEY = "simulate"


@dataclass(frozen=True, eq=False)
class Load:
    """What the traffic does: as built, and in the active scenario (the same object where nothing is down)."""

    before: Simulation
    after: Simulation


class Results(QObject):
    """Keeps the load of a document up to date with its State.

    Signals
    -------
    changed(load)
        A `Load`, or None where there is no traffic.
    waiting(old)
        The load shown is of an older State; a new one is being computed.
    failed(sentence)
    """

    changed = Signal(object)
    waiting = Signal()
    failed = Signal(str)

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self._kept: OrderedDict[Any, Simulation] = OrderedDict()
        self._load: Load | None = None
        self.reroute = "keep"
        document.changed.connect(self._on_changed)

    @property
    def load(self) -> Load | None:
        """The newest load; of an older State while a job runs."""
        return self._load

    @property
    def current(self) -> bool:
        """Whether the load is of the State as it is."""
        return not self._jobs.running(KEY)

    def _on_changed(self, before: State, after: State) -> None:
        same = (before.fabric, before.scenario, before.traffic, before.routing)
        if same != (after.fabric, after.scenario, after.traffic, after.routing):
            self.refresh()

    def refresh(self) -> None:
        """Compute the load of the State as it is, unless it is kept."""
        state = self._document.state
        traffic = state.scenario.traffic or state.traffic
        if traffic is None or not len(state.fabric.nodes):
            self._jobs.cancel(KEY)
            self._show(None)
            return
        wanted = [self._key(state, scenario) for scenario in (AS_BUILT, state.scenario)]
        if all(key in self._kept for key in wanted):
            self._jobs.cancel(KEY)
            self._show(Load(*(self._kept[key] for key in wanted)))
            return
        self.waiting.emit()
        self._jobs.start(KEY, "Simulating", lambda p: self._both(state, p), self._take, self._refuse)

    def _both(self, state: State, progress: Progress) -> tuple[Any, Any]:
        made = []
        for number, scenario in enumerate((AS_BUILT, state.scenario)):
            key = self._key(state, scenario)
            known = self._kept.get(key) or (made[0][1] if made and made[0][0] == key else None)
            made.append((key, known or _simulated(state, scenario, self.reroute, _part(progress, number))))
        return made[0], made[1]

    def _key(self, state: State, scenario: Scenario) -> Any:
        traffic, routing = _choices(state, scenario)
        return (id(state.fabric), scenario.down_nodes, scenario.down_cables, str(traffic), str(routing), self.reroute)

    def _take(self, made: tuple[Any, Any]) -> None:
        for key, simulation in made:
            self._kept[key] = simulation
            self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._show(Load(made[0][1], made[1][1]))

    def _show(self, load: Load | None) -> None:
        self._load = load
        self.changed.emit(load)

    def _refuse(self, error: IbvizError) -> None:
        self.failed.emit(str(error))


def _choices(state: State, scenario: Scenario) -> tuple[Choice | None, Choice | None]:
    active = state.scenario
    return active.traffic or state.traffic, active.routing or state.routing


def _part(progress: Progress, number: int) -> Progress:
    return lambda done, what: progress((number + done) / 2, what)


def _simulated(state: State, scenario: Scenario, reroute: Any, progress: Progress) -> Simulation:
    from ibviz.flow.simulate import simulate

    traffic, routing = _choices(state, scenario)
    return simulate(state.fabric, scenario, traffic=traffic, routing=routing, reroute=reroute, progress=progress)
