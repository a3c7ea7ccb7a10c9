"""What the pages of the inspector are made from: the State, what is known of its fabric, what is simulated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.table import Floats, Ints, Texts
from ibviz.core.wiring import Wiring, wiring
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.listings import low_side

if TYPE_CHECKING:
    from ibviz.flow.faults import Fault

HOT, NOISE = 0.95, 1e-9
"""Utilization above which a cable counts as hot, and by how much a sum of loads may be off."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A document as the panels see it.

    Parameters
    ----------
    state : State
    facts : Facts
        Of the State's fabric.
    simulation : Simulation or None
        Of the State's active scenario.
    faults : tuple of Fault
        What is wrong with its forwarding tables.
    before : Simulation or None
        With nothing down, where something is.
    """

    state: State
    facts: Facts
    simulation: Simulation | None = None
    faults: tuple[Fault, ...] = ()
    before: Simulation | None = None

    def is_of(
        self, state: State, facts: Facts, simulation: Simulation | None, faults: tuple[Fault, ...] = ()
    ) -> bool:
        """Tell whether all that is seen is still as it was."""
        mine = (self.state.fabric, self.state.scenario, self.state.name, self.state.reading)
        now = (state.fabric, state.scenario, state.name, state.reading)
        same = self.facts is facts and self.simulation is simulation and self.faults is faults
        return mine == now and same

    def ready(self) -> Seen:
        """Compute now what pages need of the whole fabric."""
        for what in ("used", "hottest", "hot", "lower", "down_cables"):
            getattr(self, what)
        return self

    @cached_property
    def wires(self) -> Wiring:
        """What is up in the active scenario."""
        return wiring(self.state.fabric, self.state.scenario)

    @cached_property
    def down_cables(self) -> Ints:
        """Rows of the cables that the scenario takes down, by themselves or with a node."""
        up = np.zeros(len(self.state.fabric.cables), bool)
        up[self.wires.rows] = True
        rows = self.facts.wires.rows
        return rows[~up[rows]]

    @cached_property
    def used(self) -> Floats:
        """Utilization of the busier direction of each cable, (C,); NaN where it is down or nothing is simulated."""
        count = len(self.state.fabric.cables)
        if self.simulation is None or not count:
            return np.full(count, np.nan)
        busier: Floats = np.fmax.reduce(self.simulation.utilization, axis=1)
        return busier

    @cached_property
    def hottest(self) -> Ints:
        """Rows of the cables that carry load, the hottest first; those between switches before others."""
        level = self.facts.structure.level[self.state.fabric.cables.node]
        trunk = level.min(axis=1, initial=9) > 0
        rows = np.flatnonzero(self.used > 0)
        order: Ints = rows[np.lexsort((rows, ~trunk[rows], -np.round(self.used[rows], 9)))]
        return order

    @cached_property
    def hot(self) -> Ints:
        """Rows of the cables that count as hot."""
        return np.flatnonzero(self.used > HOT + NOISE)

    @cached_property
    def senders(self) -> Texts:
        """How the endpoints of the simulation are written, (E,): with the port where an HCA has several."""
        if self.simulation is None:
            return np.empty(0, object)
        made: Texts = np.array(
            [*self.facts.references.endpoint_texts(self.simulation.wiring.endpoints), None]
        )
        return made[:-1]

    @cached_property
    def lower(self) -> Ints:
        """Which end of each cable is the lower one, (C,)."""
        return low_side(self.facts)

    def cable(self, row: int) -> tuple[str, str]:
        """Return how the ends of a cable are written, the lower one first."""
        side = int(self.lower[row])
        return str(self.facts.ends[row, side]), str(self.facts.ends[row, 1 - side])
