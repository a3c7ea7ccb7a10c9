"""What if it fails: fail and repair what is selected, in the active scenario; look at before and after."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import (
    activate,
    add_scenario,
    fail,
    rename_scenario,
    repair,
    set_routing,
    set_traffic,
)
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.gui.downs import WHOLES, Whole, things, title_of, whole
from ibviz.gui.lending import Lender

if TYPE_CHECKING:
    from ibviz.core.structure import Structure
    from ibviz.gui.models.knowledge import Knowledge
    from ibviz.gui.window import Window

TAP_SECONDS = 0.3
"""A key that is let go sooner toggles; held longer it shows before only as long as it is held."""

REPEAT_MS = 80
"""A key that is let go and pressed again sooner repeats itself, milliseconds: it is still held."""

COSTS = "changed"
"""The panel that says what a failure costs."""

FLOWS_STAY = "A flow does not fail; select the cables of its way that shall"
LONGEST = 60
"""Characters of a scenario's name that is made up."""


class WhatIf(QObject):
    """Fails and repairs; the fabric itself is untouched."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        Lender(window)
        self._pressed_at = self._held = 0.0
        self._returns, self._is_new = False, True
        self._knowledge: Knowledge | None = None
        self._release = QTimer(self)
        self._release.setSingleShot(True)
        self._release.setInterval(REPEAT_MS)
        self._release.timeout.connect(self._let_go)
        window.desk.document.selected.connect(lambda selection: self._on_selected())
        window.desk.results.changed.connect(lambda load: self._put_away())
        for signal in (window.desk.results.changed, window.desk.results.compared):
            signal.connect(lambda result: self._refresh())

    def _refresh(self) -> None:
        """Tell the actions that there is another load; a key that is held is one press."""
        self._window.actions_["simulate.before"].setAutoRepeat(False)
        self._window.actions_["simulate.repair"].setIconText("Repair")
        self._entitle()
        self._window.actions_.refresh()

    @property
    def _scenario(self) -> Scenario:
        return self._window.desk.document.state.scenario

    def fail(self) -> None:
        """Take the selected nodes and cables down."""
        chosen = self._window.desk.document.selection
        if chosen.flow_ids:
            self._window.say(FLOWS_STAY)
        else:
            self._fail(chosen.nodes, chosen.cables)

    def _fail(self, nodes: frozenset[int], cables: frozenset[int], name: str = "") -> None:
        """Take down what is not down yet; the first failure shows the difference that it makes."""
        document, gaze = self._window.desk.document, self._window.desk.gaze
        scenario = document.state.scenario
        nodes, cables = nodes - scenario.down_nodes, cables - scenario.down_cables
        if not nodes and not cables:
            return
        if self._is_new and gaze.view.overlay == "utilization":
            gaze.change(overlay="difference")
        self._is_new = False
        if not scenario.down_nodes and not scenario.down_cables:
            self._window.furniture.show_panel(COSTS)
        elif (pane := self._window.furniture.panes.get(COSTS)) is not None and not pane.isHidden():
            pane.raise_()
        called = name or things(document.state.fabric, nodes, cables)
        document.apply(f"Fail {called}", lambda s: failed(s, nodes, cables))

    def fail_alone(self) -> None:
        """Show what the selected nodes and cables cost for themselves, in a scenario where nothing else is down."""
        document, gaze = self._window.desk.document, self._window.desk.gaze
        chosen = document.selection
        if gaze.view.overlay == "utilization":
            gaze.change(overlay="difference")
        self._window.furniture.show_panel(COSTS)
        name = things(document.state.fabric, chosen.nodes, chosen.own_cables)
        document.apply(f"Fail {name}", lambda s: alone(s, chosen.nodes, chosen.own_cables))

    def nothing_alone(self) -> str:
        """Return why nothing can fail for itself; empty if something can."""
        chosen, scenario = self._window.desk.document.selection, self._scenario
        if not chosen.nodes and not chosen.own_cables:
            return "select cables, a switch or a host first"
        same = (scenario.down_nodes, scenario.down_cables) == (chosen.nodes, chosen.own_cables)
        return "just this is down already" if same else ""

    def fail_group(self, word: str) -> None:
        """Take whole chassis, or whole racks, of the selected nodes down, in one step."""
        found = self.group(word)
        if found is not None:
            self._fail(found.nodes, frozenset(), found.title)

    def group(self, word: str) -> Whole | None:
        """Return the chassis or racks that the selected nodes belong to."""
        nodes = self._window.desk.document.selection.nodes
        structure = self._structure if nodes else None
        return None if structure is None else whole(structure, word, nodes)

    @property
    def _structure(self) -> Structure | None:
        """Structure of the fabric as built: of the simulation or, where there is none, of what panels know."""
        desk = self._window.desk
        if desk.results.structure is not None:
            return desk.results.structure
        if self._knowledge is None:
            from ibviz.gui.models.knowledge import knowledge_of

            self._knowledge = knowledge_of(desk)
            self._knowledge.learnt.connect(self._refresh)
        facts = self._knowledge.facts
        return None if facts is None else facts.structure

    def nothing_whole(self, word: str) -> str:
        """Return why no whole chassis or rack can fail; empty if one can."""
        found = self.group(word)
        if found is None:
            return f"select a node of a {word} that the file names first"
        return "it is down already" if found.nodes <= self._scenario.down_nodes else ""

    def _on_selected(self) -> None:
        """Name what would fail, and let the inspector come forward for what was selected elsewhere."""
        self._entitle()
        panes = self._window.furniture.panes
        pane = panes.get(COSTS)
        picks = getattr(pane.panel, "picks", False) if pane is not None else True
        if picks or pane is None or not pane.isVisible():
            return
        if "inspector" in panes and panes["inspector"].isVisible():
            panes["inspector"].raise_()

    def _put_away(self) -> None:
        """Close the panel of costs where nothing is down any more."""
        pane = self._window.furniture.panes.get(COSTS)
        if pane is not None and pane.isVisible() and self.nothing_to_repair():
            pane.hide()

    def _entitle(self) -> None:
        """Let the menus name what would fail as a whole."""
        for word in WHOLES:
            found, action = self.group(word), self._window.actions_[f"simulate.fail_{word}"]
            action.setText(f"Fail {found.title if found else f'whole {word}'}".replace("&", "&&"))

    def nothing_to_fail(self) -> str:
        """Return why nothing can fail; empty if something can, or if `fail` itself says why."""
        chosen, scenario = self._window.desk.document.selection, self._scenario
        if chosen.flow_ids:
            return ""
        if not chosen.nodes and not chosen.cables:
            return "select cables, a switch or a host first"
        if chosen.nodes <= scenario.down_nodes and chosen.cables <= scenario.down_cables:
            return "what is selected is down already"
        return ""

    def repair(self, *, back: bool = False) -> None:
        """Bring the selected nodes and cables up again; all that is down if none of it is selected.

        Parameters
        ----------
        back : bool
            Whether it is as if what is repaired had never failed. Else a running subnet manager sees a cable
            come up, and makes all entries of its tables anew.
            It is kept with the scenario, in the project file too, until something else fails in it.
        """
        document = self._window.desk.document
        chosen, scenario = document.selection, document.state.scenario
        nodes, cables = chosen.nodes & scenario.down_nodes, chosen.cables & scenario.down_cables
        if not nodes and not cables:
            nodes, cables = scenario.down_nodes, scenario.down_cables
        if nodes or cables:
            name = f"Repair {things(document.state.fabric, nodes, cables)}"
            document.apply(name, lambda s: repair(s, nodes=nodes, cables=cables, anew=not back))

    def nothing_to_repair(self) -> str:
        """Return why nothing can be repaired; empty if something can."""
        return "" if self._scenario.down_nodes or self._scenario.down_cables else "nothing is down"

    def toggle_restart(self) -> None:
        """Take the tables as after a restart of the subnet manager, or as a running one leaves them."""
        results = self._window.desk.results
        results.reroute = "keep" if results.reroute == "fresh" else "fresh"
        self._window.actions_.refresh()

    @property
    def is_fresh(self) -> bool:
        """Whether the tables are those after a restart of the subnet manager."""
        return self._window.desk.results.reroute == "fresh"

    def show_before(self) -> None:
        """Show everything as before the failure: a tap of the key toggles, holding it shows it that long."""
        if self._release.isActive():
            self._release.stop()
            return
        results = self._window.desk.results
        self._returns = not results.looks_back
        results.look_back(self._returns)
        self._pressed_at = time.monotonic()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def no_before(self) -> str:
        """Return why there is no load before to show; empty if there is."""
        load = self._window.desk.results.load
        return "" if load is not None and load.fails else "nothing is down"

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Wait for the key that shows before to be let go; the filter is there only as long as it is held."""
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            keys = self._window.actions_["simulate.before"].shortcut()
            if keys.matches(QKeySequence(event.key())) == QKeySequence.SequenceMatch.ExactMatch:
                self._held = time.monotonic() - self._pressed_at
                self._release.start()
        elif kind in (QEvent.Type.ApplicationDeactivate, QEvent.Type.MouseButtonPress):
            self._let_go()
        return False

    def _let_go(self) -> None:
        """End a press; one that follows at once is a key that repeats itself, not another press."""
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        if self._returns and self._held > TAP_SECONDS:
            self._window.desk.results.look_back(False)
        self._held = 0.0

    def copy_victims(self) -> None:
        """Copy the hosts that are gone or cut off as one host list, for a batch system or a parallel shell."""
        text = victims(self._window.desk.results.load)
        if text:
            QGuiApplication.clipboard().setText(text)
            self._window.say("Copied the hosts that are cut off")

    def no_victims(self) -> str:
        """Return why there are no victims to copy; empty if there are."""
        return "" if victims(self._window.desk.results.load) else "no host is cut off"

    def new_scenario(self) -> None:
        """Begin a scenario in which nothing is down, and show it."""
        self._window.desk.document.apply("New scenario", new_scenario)


def victims(load: object) -> str:
    """Return the hosts that a load's failure has cut off, as one host list; empty for none."""
    outcome = getattr(load, "outcome", None)
    if outcome is None or not (outcome.lost_hosts or outcome.cut_off_hosts):
        return ""
    from ibviz.core.host_names import host_list

    return host_list([*outcome.lost_hosts, *outcome.cut_off_hosts])


def failed(state: State, nodes: frozenset[int], cables: frozenset[int]) -> State:
    """Take nodes and cables down; a scenario that is made for it is called by what is down in it."""
    after = fail(state, nodes=nodes, cables=cables)
    if state.active or after.active == state.active:
        return after
    return rename_scenario(after, after.active, free_name(state, title_of(state.fabric, after.scenario)))


def alone(state: State, nodes: frozenset[int], cables: frozenset[int]) -> State:
    """Show a scenario in which just this is down: one that is there, or a new one with traffic and routing of now."""
    now = state.scenario
    for one in state.scenarios:
        if (one.down_nodes, one.down_cables, one.traffic, one.routing) == (
            nodes,
            cables,
            now.traffic,
            now.routing,
        ):
            return activate(state, one.name)
    bare = replace(state, active="")
    made = failed(bare, nodes, cables)
    made = set_traffic(made, now.traffic, scenario=made.active) if now.traffic else made
    return set_routing(made, now.routing, scenario=made.active) if now.routing else made


def new_scenario(state: State) -> State:
    """Add a scenario in which nothing is down yet."""
    return add_scenario(state, free_name(state, "Scenario"))


def free_name(state: State, wish: str) -> str:
    """Return a name that no scenario has: the wish, with a number where it is taken."""
    from ibviz.core.text import clean

    wish = clean(wish).replace("\t", " ")
    wish = wish if len(wish) <= LONGEST else wish[: LONGEST - 1] + "…"
    taken = {scenario.name for scenario in state.scenarios}
    names = (wish if n == 1 else f"{wish} {n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)
