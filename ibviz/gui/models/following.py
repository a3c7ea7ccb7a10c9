"""Whose flows are looked at: those of the selection, shared by the canvas, the table of flows and the charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Flows, Part, Simulation
from ibviz.core.structure import Structure
from ibviz.core.table import Ints
from ibviz.core.text import unturned
from ibviz.flow.following import Followed, followed, followed_exchange, meeting
from ibviz.gui.desk import Desk
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.knowledge import Ways, knowledge_of
from ibviz.gui.models.listings import low_side
from ibviz.gui.models.same_flows import Known, found_again, known
from ibviz.gui.models.texts import several
from ibviz.gui.selection import NOTHING, Selection, of_flows

KEY = "following"


@dataclass(frozen=True, eq=False)
class Scope:
    """Some flows and whose they are.

    Attributes
    ----------
    title : str
        Such as ``Flows of leaf-01``.
    flows : frozenset of int
        Their places; empty where they are not listed one by one.
    simulation : Simulation
        In which they are flows.
    part : Part or None
        What they load; None where nobody asked.
    """

    title: str
    flows: frozenset[int]
    simulation: Simulation
    part: Part | None = None


class Following(QObject):
    """Follows the flows of the selection, off the GUI thread and only while somebody looks.

    Signals
    -------
    changed()
        `chosen` or `scope` is another.

    Attributes
    ----------
    chosen : Scope or None
        The flows of the selection: an old one while the new one is computed.
    scope : Scope or None
        What lists of flows are narrowed to: as `chosen`, but kept while flows in it are selected; None for all.
    """

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.document)
        self._desk, self._knowledge = desk, knowledge_of(desk)
        self._needs: list[Callable[[], bool]] = [
            lambda: desk.gaze.view.overlay == "flows",
            lambda: len(self._asked.flows) > 1,
        ]
        self._asked = self._answered = NOTHING
        self._refused: object = None
        self._wide = False
        self._known: Known | None = None
        self.chosen: Scope | None = None
        self.scope: Scope | None = None
        desk.document.selected.connect(self._on_selected)
        desk.results.changed.connect(lambda load: self._on_load())
        desk.gaze.changed.connect(lambda b, a: self.look() if b.overlay != a.overlay else None)
        self._knowledge.learnt.connect(self.look)
        self._knowledge.settled.connect(self.look)
        self._on_selected(desk.document.selection)

    def need(self, wanted: Callable[[], bool]) -> None:
        """Take note of somebody who looks while a function says so."""
        self._needs.append(wanted)

    @property
    def wanted(self) -> bool:
        """Whether anything is selected and somebody looks at its flows."""
        return bool(self._asked) and any(need() for need in self._needs)

    @property
    def pending(self) -> bool:
        """Whether the flows of the selection are still being followed."""
        simulation = self._knowledge.simulation
        known = simulation is None or self._is_known(simulation) or self._refused == self._question
        return self.wanted and not known

    @property
    def _question(self) -> object:
        return self._asked, self._knowledge.simulation

    def _is_known(self, simulation: Simulation) -> bool:
        chosen = self.chosen
        return self._answered == self._asked and chosen is not None and chosen.simulation is simulation

    def _on_selected(self, selection: Selection) -> None:
        flows = selection.flow_ids
        asked = Selection(flow=selection.flow, flows=selection.flows) if flows else selection
        if asked == self._asked:
            return
        self._asked = asked
        if not asked:
            self._desk.jobs.cancel(KEY)
            self.chosen = self.scope = None
            self.changed.emit()
        self._wide = self._wide and bool(flows)
        self._take_down()
        self.look()

    def _take_down(self) -> None:
        """Remember which flows are selected, so that they are found again under another load."""
        simulation, flows = self._knowledge.simulation, None
        if simulation is not None and self._asked.flow_ids:
            flows = self._knowledge.flows(simulation)
        self._known = known(simulation, flows, self._asked.flow_ids) if simulation and flows else None

    def _find_again(self) -> None:
        """Select the same flows under another load: their places may be others."""
        before, simulation = self._known, self._knowledge.simulation
        if before is None or simulation is None or before.simulation is simulation:
            return

        def find(simulation: Simulation, flows: Flows) -> None:
            if before is self._known:
                self._desk.document.select(of_flows(found_again(before, simulation, flows)))
                self._take_down()

        self._knowledge.with_flows(find)

    def _on_load(self) -> None:
        load, scope = self._desk.results.load, self.scope
        if self._wide and scope is not None and (load is None or scope.simulation is not load.after):
            self.scope = None
            self.changed.emit()
        self._find_again()
        self.look()

    def look(self) -> None:
        """Follow the flows of the selection, if somebody looks and they are not known."""
        simulation, facts, load = self._knowledge.simulation, self._knowledge.facts, self._desk.results.seen
        if not self.wanted or simulation is None or facts is None or load is None:
            return
        if self._is_known(simulation) or self._refused == self._question:
            return
        asked, structure = self._asked, load.structure

        def begin(ways: Ways) -> None:
            if asked is self._asked:
                self._desk.jobs.start(
                    KEY,
                    "Following flows",
                    lambda progress: scope_of(ways, facts, structure, asked, progress),
                    lambda scope: self._take(asked, scope),
                    self._refuse,
                )

        self._knowledge.with_ways(begin)

    def _take(self, asked: Selection, scope: Scope) -> None:
        self.chosen, self._answered = scope, asked
        if not asked.flow_ids and not self._wide:
            self.scope = scope
        self.changed.emit()
        selection = self._desk.document.selection
        is_lit = self._desk.gaze.view.overlay != "flows"
        if is_lit and scope.part is not None and asked.flows and selection.flows == asked.flows:
            cables = np.flatnonzero(scope.part.load.any(axis=1)).tolist()
            self._desk.document.select(replace(selection, cables=frozenset(cables)))

    def _refuse(self, error: IbvizError) -> None:
        self._refused = self._question
        self.chosen = self.scope = None
        self.changed.emit()

    def narrow(self, flows: frozenset[int]) -> None:
        """Narrow the lists to some flows, until something else is selected."""
        simulation = self._knowledge.simulation
        if simulation is not None:
            self._wide = True
            self.scope = Scope(f"Only {several(len(flows), 'flow')}", flows, simulation)
            self.changed.emit()

    def show_all(self) -> None:
        """Show all flows in the lists again, until something else is selected."""
        self._wide, self.scope = True, None
        self.changed.emit()


def following_of(desk: Desk) -> Following:
    """Return what follows the flows for one window, made by the first that asks."""
    known = desk.document.findChild(Following)
    return known if isinstance(known, Following) else Following(desk)


def scope_of(
    ways: Ways, facts: Facts, structure: Structure, selection: Selection, progress: Progress = silent
) -> Scope:
    """Return the flows of a selection: those selected, else those that meet its nodes or cables.

    Raises
    ------
    OptionError
        If they are too many to be followed.
    """
    simulation = ways.simulation
    title = titled(facts, ways, selection)
    found = _followed(ways, structure, selection, progress)
    part = Part(title, found.number, found.load)
    return Scope(title, frozenset(found.flow.tolist()), simulation, part)


def _followed(ways: Ways, structure: Structure, selection: Selection, progress: Progress) -> Followed:
    simulation, tables, flows = ways.simulation, ways.tables, ways.flows
    if selection.flow_ids:
        rows = _rows(selection.flow_ids)
        return followed(simulation, tables, flows, flow=rows[rows < len(flows)], progress=progress)
    nodes = _rows(selection.nodes)
    marked = meeting(simulation.wiring.fabric, nodes, _rows(selection.cables))
    if simulation.listing is not None and not len(flows):
        return followed_exchange(simulation, tables, marked, structure=structure, progress=progress)
    ends = np.isin(simulation.wiring.endpoints.node, nodes)
    return followed(simulation, tables, flows, marked=marked, ends=ends, progress=progress)


def titled(facts: Facts, ways: Ways, selection: Selection) -> str:
    """Say whose flows are meant, without marks that turn the direction of text."""
    return unturned(_whose(facts, ways, selection))


def _whose(facts: Facts, ways: Ways, selection: Selection) -> str:
    flows, nodes, cables = selection.flow_ids, selection.nodes, selection.cables
    if len(flows) > 1:
        return several(len(flows), "flow")
    if flows:
        flow = min(flows)
        if flow >= len(ways.flows):
            return "Flow"
        both = np.array([ways.flows.src[flow], ways.flows.dst[flow]])
        sends, takes = facts.references.endpoint_texts(ways.simulation.wiring.endpoints.take(both))
        return f"Flow {sends} to {takes}"
    if len(nodes) == 1 and not cables:
        return f"Flows of {facts.names[min(nodes)]}"
    if len(cables) == 1 and not nodes:
        row = min(cables)
        return f"Flows across {facts.ends[row, low_side(facts)[row]]}"
    words = [several(len(nodes), "node")] * bool(nodes) + [several(len(cables), "cable")] * bool(cables)
    return f"Flows of {' and '.join(words)}"


def _rows(rows: frozenset[int]) -> Ints:
    return np.array(sorted(rows), np.int64)
