"""Simulations of a document: computed off the GUI thread, the last ones kept, newest wins."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, Signal

from ibviz.core.edit_scenarios import is_anew
from ibviz.core.errors import IbvizError
from ibviz.core.state import State
from ibviz.gui.document import Document
from ibviz.gui.jobs import Jobs

if TYPE_CHECKING:
    from ibviz.core.progress import Progress
    from ibviz.core.scenario import Choice, Scenario
    from ibviz.core.simulation import Simulation
    from ibviz.core.structure import Structure
    from ibviz.core.tables import Tables
    from ibviz.flow.whatif import Outcome

KEPT = 8
"""Runs that are kept, so that undo shows a former load at once."""

OUTCOMES = 24
"""Comparisons that are kept beside one for each scenario."""

KEY, COMPARING, COSTING = "simulate", "compare", "cost"
MOST_BY_ITSELF = 20_000
"""Endpoints up to which a fabric is simulated before anyone asked."""

MOST_BLOCKING = 20_000
"""Flows up to which it is worked out who blocks whom, which takes no longer than the rest."""

Reroute = Literal["keep", "fresh"]


@dataclass(frozen=True, eq=False)
class Run:
    """Forwarding tables, the choice of routing they were made by, and the load that a traffic makes."""

    tables: Tables
    simulation: Simulation
    routing: str = ""


@dataclass(frozen=True, eq=False)
class Load:
    """What the traffic does: as built, and in the active scenario (the same object where nothing is down).

    Attributes
    ----------
    before, after : Simulation
    tables_before, tables : Tables
        Those that they were computed with.
    structure : Structure
        Of the fabric as built.
    outcome : Outcome or None
        What the failure costs; None where nothing is down, or until it is computed.
    """

    before: Simulation
    after: Simulation
    tables_before: Tables
    tables: Tables
    structure: Structure
    outcome: Outcome | None = None

    @property
    def fails(self) -> bool:
        """Whether anything is down."""
        return self.after is not self.before


class Results(QObject):
    """Keeps the load of a document up to date with its State.

    Signals
    -------
    changed(load)
        A `Load`, or None where there is no traffic.
    waiting()
        The load shown is of an older State; a new one is being computed.
    failed(sentence)
    compared(outcome)
        What the failure costs is known.
    costed()
        `costs` knows more scenarios.
    """

    changed = Signal(object)
    waiting = Signal()
    failed = Signal(str)
    compared = Signal(object)
    costed = Signal()

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self._kept: OrderedDict[Any, Run] = OrderedDict()
        self._outcomes: dict[Any, Outcome] = {}
        self._structure: Structure | None = None
        self._load: Load | None = None
        self._complaint = ""
        self._asked_for: Any = None
        self._past: tuple[State, State, Load, Load] | None = None
        self._looks_back = False
        self._reroute: Reroute = "keep"
        document.changed.connect(self._on_changed)
        if len(document.state.fabric.nodes):
            self.refresh()

    @property
    def load(self) -> Load | None:
        """The newest load; of an older State while a job runs."""
        return self._load

    @property
    def looks_back(self) -> bool:
        """Whether everything shows how it was before the failure."""
        return self._looks_back and self._load is not None and self._load.fails

    def look_back(self, wish: bool) -> None:
        """Show everywhere how it was before the failure, or how it is."""
        if wish != self._looks_back and (not wish or (self._load is not None and self._load.fails)):
            self._looks_back = wish
            self.changed.emit(self._load)

    @property
    def seen(self) -> Load | None:
        """The load that is shown: the newest, or that before the failure while that is looked at."""
        return self._before[1] if self.looks_back else self._load

    @property
    def state(self) -> State:
        """The State that is shown: with nothing down in it while before the failure is looked at."""
        return self._before[0] if self.looks_back else self._document.state

    @property
    def _before(self) -> tuple[State, Load]:
        """State and load with nothing down; the same objects as long as those of now are."""
        state, load = self._document.state, self._load
        assert load is not None
        known = self._past
        if known is None or known[0] is not state or known[2] is not load:
            bare = replace(load, after=load.before, tables=load.tables_before, outcome=None)
            known = self._past = (state, _intact(state), load, bare)
        return known[1], known[3]

    @property
    def current(self) -> bool:
        """Whether the load is of the State as it is: none is under way, and the last was not given up."""
        fits = self._load is None or self._asked_for == self._asked_now
        return fits and not self._jobs.running(KEY)

    @property
    def _asked_now(self) -> Any:
        state = self._document.state
        return *_asked(state), self._way(state.scenario)

    @property
    def complaint(self) -> str:
        """Why the last simulation was not possible; empty if it was."""
        return self._complaint

    @property
    def structure(self) -> Structure | None:
        """Structure of the fabric as built, once it is known."""
        return self._structure if self._fits(self._document.state) else None

    def know(self, structure: Structure) -> None:
        """Take the structure of the fabric as built, which somebody else has found."""
        self._structure = structure

    @property
    def reroute(self) -> Reroute:
        """Tables after a failure: as a running subnet manager leaves them, or as after a restart."""
        return self._reroute

    @reroute.setter
    def reroute(self, wish: Reroute) -> None:
        if wish != self._reroute:
            self._reroute = wish
            self._outcomes.clear()
            self.refresh()

    def _key(self, state: State, scenario: Scenario) -> Any:
        return run_key(state, scenario, self._way(scenario))

    def _way(self, scenario: Scenario) -> Reroute:
        """Return how the tables of a scenario come about."""
        return "fresh" if is_anew(self._document.state, scenario) else self._reroute

    def _fits(self, state: State) -> bool:
        return self._structure is not None and self._structure.wiring.fabric is state.fabric

    def _on_changed(self, before: State, after: State) -> None:
        if before.fabric is not after.fabric:
            self._kept.clear()
            self._outcomes.clear()
            self._jobs.cancel(COSTING)
            if self._load is not None and len(before.fabric.cables) != len(after.fabric.cables):
                self._show(None)
        if _asked(before) != _asked(after):
            self._looks_back = False
            self.refresh()

    def refresh(self) -> None:
        """Compute the load of the State as it is, unless it is kept."""
        state = self._document.state
        self._jobs.cancel(COMPARING)
        if not is_simulated(state):
            self._jobs.cancel(KEY)
            self._show(None)
            return
        keys = [self._key(state, scenario) for scenario in _both(state)]
        if self._fits(state) and all(key in self._kept for key in keys):
            self._jobs.cancel(KEY)
            self._show(self._made(keys))
            return
        self.waiting.emit()
        structure, known, reroute = (
            self._structure if self._fits(state) else None,
            dict(self._kept),
            self._way(state.scenario),
        )
        self._jobs.start(
            KEY,
            "Simulating",
            lambda p: _runs(state, structure, known, reroute, p),
            self._take,
            self._refuse,
            patient=True,
        )

    def _take(self, made: tuple[Structure, Mapping[Any, Run]]) -> None:
        self._structure = made[0]
        for key, run in made[1].items():
            self._kept[key] = run
            self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._show(self._made(list(made[1])))

    def _made(self, keys: list[Any]) -> Load:
        assert self._structure is not None
        before, after = self._kept[keys[0]], self._kept[keys[-1]]
        return Load(
            before.simulation,
            after.simulation,
            before.tables,
            after.tables,
            self._structure,
            self._outcomes.get(keys[-1]),
        )

    def _show(self, load: Load | None) -> None:
        self._load, self._complaint, self._asked_for = load, "", self._asked_now
        self.changed.emit(load)
        if load is not None and load.fails and load.outcome is None:
            key = self._key(self._document.state, self._document.state.scenario)
            self._jobs.start(
                COMPARING,
                "Comparing",
                lambda p: _outcome(load, p),
                lambda o: self._tell(key, o),
                self._refuse,
            )
        elif load is not None and load.outcome is not None:
            self.compared.emit(load.outcome)

    def _tell(self, key: Any, outcome: Outcome) -> None:
        self._remember(key, outcome)
        if self._load is not None and self._load.after is outcome.after:
            self._load = replace(self._load, outcome=outcome)
            self.compared.emit(outcome)
            self.costed.emit()

    def _refuse(self, error: IbvizError) -> None:
        self._complaint = str(error)
        self.failed.emit(str(error))

    def outcome_of(self, scenario: Scenario) -> Outcome | None:
        """Return what a scenario costs, as far as it is known."""
        return self._outcomes.get(self._key(self._document.state, scenario))

    def cost_all(self) -> None:
        """Compute what every scenario costs, one after the other, in the background."""
        state = self._document.state
        open_ = [s for s in state.scenarios if _is_down(s) and self.outcome_of(s) is None]
        load = self._load
        if not open_ or load is None or not self.current or self._jobs.running(COSTING):
            return
        scenario, structure, known = open_[0], load.structure, dict(self._kept)
        key, reroute = self._key(state, scenario), self._way(scenario)

        def work(progress: Progress) -> Outcome:
            before, after = _pair(state, scenario, structure, known, reroute, progress)
            return _compared(structure, before, after, progress)

        self._jobs.start(
            COSTING, f"Costing {scenario.name}", work, lambda o: self._costed(key, o), self._skip
        )

    def _costed(self, key: Any, outcome: Outcome) -> None:
        self._remember(key, outcome)
        self.costed.emit()
        self.cost_all()

    def _remember(self, key: Any, outcome: Outcome) -> None:
        """Keep an outcome; the oldest go, but never while all scenarios could not be kept together."""
        self._outcomes[key] = outcome
        while len(self._outcomes) > OUTCOMES + len(self._document.state.scenarios):
            del self._outcomes[next(iter(self._outcomes))]

    def _skip(self, error: IbvizError) -> None:
        self.failed.emit(str(error))


def is_simulated(state: State) -> bool:
    """Tell whether a State has a traffic: one that was chosen or, on fabrics that are not too large, by itself."""
    if not len(state.fabric.nodes) or not len(state.fabric.cables):
        return False
    if state.scenario.traffic or state.traffic:
        return True
    return int((state.fabric.nodes.kind == 2).sum()) <= MOST_BY_ITSELF


def choices(state: State, scenario: Scenario) -> tuple[Choice | None, Choice | None]:
    """Return traffic and routing of a scenario: its own, or the common ones."""
    return scenario.traffic or state.traffic, scenario.routing or state.usual_routing


def run_key(state: State, scenario: Scenario, reroute: str) -> Any:
    """Return what tells two runs of one fabric apart."""
    traffic, routing = choices(state, scenario)
    down = scenario.down_nodes, scenario.down_cables
    return (id(state.fabric), *down, str(traffic), str(routing), reroute if any(down) else "")


def _asked(state: State) -> Any:
    scenario = state.scenario
    down = scenario.down_nodes, scenario.down_cables, is_anew(state, scenario)
    return state.fabric, *down, *map(str, choices(state, scenario))


def _is_down(scenario: Scenario) -> bool:
    return bool(scenario.down_nodes or scenario.down_cables)


def _both(state: State) -> tuple[Scenario, Scenario]:
    """Return the active scenario with nothing down, and as it is."""
    active = state.scenario
    return replace(active, down_nodes=frozenset(), down_cables=frozenset()), active


def _intact(state: State) -> State:
    """Return a State in whose active scenario nothing is down."""
    bare = _both(state)[0]
    return replace(state, scenarios=tuple(bare if s is state.scenario else s for s in state.scenarios))


def _runs(
    state: State, structure: Structure | None, known: Mapping[Any, Run], reroute: Reroute, progress: Progress
) -> tuple[Structure, Mapping[Any, Run]]:
    from ibviz.core.structure import shape
    from ibviz.core.wiring import wiring

    found = structure or shape(wiring(state.fabric))
    before, after = _pair(state, state.scenario, found, known, reroute, progress)
    bare, active = (run_key(state, scenario, reroute) for scenario in _both(state))
    return found, {bare: before, active: after}


def _pair(
    state: State,
    scenario: Scenario,
    structure: Structure,
    known: Mapping[Any, Run],
    reroute: Reroute,
    progress: Progress,
) -> tuple[Run, Run]:
    """Run a scenario with nothing down and as it is, but for what is known."""
    from ibviz.core.wiring import wiring
    from ibviz.flow.congestion import with_roles
    from ibviz.flow.routes import tables_for
    from ibviz.flow.simulate import simulate_tables

    traffic, routing = choices(state, scenario)
    bare = replace(scenario, down_nodes=frozenset(), down_cables=frozenset())
    before = known.get(run_key(state, bare, reroute))
    if before is None:
        same = (
            run.tables
            for run in known.values()
            if run.tables.wiring is structure.wiring and run.routing == str(routing)
        )
        tables = next(same, None) or tables_for(structure.wiring, routing, progress=_part(progress, 0))
        load = simulate_tables(tables, traffic, structure=structure, progress=_part(progress, 1))
        before = Run(tables, with_roles(tables, load, MOST_BLOCKING), str(routing))
    after = known.get(run_key(state, scenario, reroute))
    if after is None and _is_down(scenario):
        tables = tables_for(
            wiring(state.fabric, scenario),
            routing,
            before=before.tables,
            reroute=reroute,
            progress=_part(progress, 2),
        )
        load = simulate_tables(
            tables,
            traffic,
            structure=structure,
            before=(before.tables, before.simulation),
            progress=_part(progress, 3),
        )
        load = with_roles(tables, load, MOST_BLOCKING)
        after = Run(tables, replace(load, before=before.simulation), str(routing))
    return before, after or before


def _part(progress: Progress, number: int) -> Progress:
    return lambda done, what: progress((number + done) / 4, what)


def _outcome(load: Load, progress: Progress) -> Outcome:
    before, after = Run(load.tables_before, load.before), Run(load.tables, load.after)
    return _compared(load.structure, before, after, progress)


def _compared(structure: Structure, before: Run, after: Run, progress: Progress) -> Outcome:
    from ibviz.flow.whatif import compare

    return compare(
        structure,
        (before.tables, before.simulation),
        (after.tables, after.simulation),
        progress=progress,
    )
