"""Whether a switch can be drained while jobs run: asked off the GUI thread, for the inspector."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.fabric import Kind
from ibviz.core.progress import Progress
from ibviz.core.state import State
from ibviz.gui.desk import Desk
from ibviz.gui.results import Load, choices

if TYPE_CHECKING:
    from ibviz.flow.draining import Draining


class Safety(QObject):
    """Knows the answer for one switch at a time.

    Signals
    -------
    answered
        There is an answer.
    """

    answered = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._asked: object = None
        self._answer: Draining | None = None

    def answer(self, row: int) -> Draining | None:
        """Return the answer for a switch; None where there is nothing to ask, or not yet an answer."""
        load, state = self._desk.results.load, self._desk.results.state
        if load is None or "jobs" not in load.before.summary or row in state.scenario.down_nodes:
            return None
        if state.fabric.nodes.kind[row] != Kind.SWITCH:
            return None
        if self._asked != (row, load):
            self._asked, self._answer = (row, load), None
            self._desk.jobs.start(
                "drain",
                "Asking whether the switch can be drained",
                lambda progress: drained(state, load, row, progress),
                self._take,
                self._refuse,
            )
        return self._answer

    def _take(self, found: Draining) -> None:
        self._answer = found
        self.answered.emit()

    def _refuse(self, error: IbvizError) -> None:
        """Leave it unanswered: what does not route says so by itself once it is failed."""


def drained(state: State, load: Load, row: int, progress: Progress) -> Draining:
    """Return what taking a switch out does to jobs, what is down already staying down."""
    from ibviz.core.wiring import wiring
    from ibviz.flow.draining import draining
    from ibviz.flow.routes import tables_for
    from ibviz.flow.simulate import simulate_tables
    from ibviz.flow.whatif import compare

    scenario = replace(state.scenario, down_nodes=state.scenario.down_nodes | {row})
    traffic, routing = choices(state, scenario)
    wires = wiring(state.fabric, scenario)
    tables = tables_for(wires, routing, before=load.tables_before, progress=progress)
    after = simulate_tables(tables, traffic, structure=load.structure, progress=progress)
    outcome = compare(load.structure, (load.tables_before, load.before), (tables, after), progress=progress)
    return draining(outcome, load.structure)
