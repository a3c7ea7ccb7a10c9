"""Traffic and routing: what is sent, who picks the paths, and forms for their options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ibviz.core.edit_scenarios import set_routing, set_traffic
from ibviz.core.errors import IbvizError
from ibviz.core.fabric import Kind
from ibviz.core.options import Option, Reference, options_of
from ibviz.core.references import node_id
from ibviz.core.registry import Shelf, engines, patterns
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.core.text import clean, unturned
from ibviz.drawing.qtfonts import font
from ibviz.flow.durations import seconds_text
from ibviz.gui.combo import Combo
from ibviz.gui.desk import Desk
from ibviz.gui.form import Form
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.knowledge import knowledge_of
from ibviz.gui.panels.jobs_list import JobsList
from ibviz.gui.parts import Words, follow_theme
from ibviz.gui.results import KEY

if TYPE_CHECKING:
    from ibviz.core.progress import Progress

DEFAULTS = {"traffic": "all-to-all", "routing": "minhop"}


class Chooser(QWidget):
    """Asks which entry of a shelf, and its options; what is not valid changes nothing.

    Signals
    -------
    chosen(choice)
        A `Choice` that was checked and taken.
    """

    chosen = Signal(object)

    def __init__(self, desk: Desk, what: str, shelf: Shelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._what, self._shelf = desk, what, shelf
        self._kind = Combo()
        self._kind.setAccessibleName(what.capitalize())
        self._kind.setToolTip(f"What {what} is simulated")
        self._kind.setFont(font(12, 500))
        for name in shelf.names:
            self._kind.addItem(title_of(shelf, name), name)
        self._help = Words("", 11, 400, "t3")
        self._help.setWordWrap(True)
        self._form = Form()
        self._jobs = JobsList()
        self._jobs.changed.connect(lambda text: self._form.fill("list", text))
        self._wrong = Words("", 11, 400, "err")
        self._wrong.setWordWrap(True)
        self._wrong.setAccessibleName(f"What is wrong with the {what}")
        self._used = Words("", 12, 400, "t2")
        self._used.setWordWrap(True)
        self._used.setAccessibleName(f"The {what} used")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        for part in (self._kind, self._help, self._jobs, self._form, self._wrong, self._used):
            column.addWidget(part)
        self._kind.activated.connect(lambda index: self._other())
        self._form.changed.connect(lambda args: self._take())
        desk.document.changed.connect(self._on_state)
        desk.results.changed.connect(lambda load: self._tell())
        desk.results.failed.connect(self._on_failed)
        desk.jobs.started.connect(lambda key, what: self._tell() if key == KEY else None)
        desk.jobs.ended.connect(lambda key: self._tell() if key == KEY else None)
        follow_theme(desk, self._dress)
        self.show_state(desk.document.state)

    def _dress(self, theme_name: str) -> None:
        for part in (self._kind, self._help, self._jobs, self._form, self._wrong, self._used):
            part.dress(theme_name)

    def _on_state(self, before: State, after: State) -> None:
        if chosen_of(before, self._what) != chosen_of(after, self._what) or before.fabric is not after.fabric:
            self.show_state(after)

    def show_state(self, state: State) -> None:
        """Show what a State says."""
        choice = chosen_of(state, self._what) or Choice(DEFAULTS[self._what])
        at = self._kind.findData(choice.kind)
        if at >= 0:
            self._kind.setCurrentIndex(at)
            self._ask(choice.kind, choice.args)
        self._tell()

    def _ask(self, kind: str, args: Mapping[str, str]) -> None:
        self._say("")
        self._help.setText(self._shelf.entries[kind].title if kind in self._shelf.entries else "")
        self._form.ask(self._options(kind), args)
        self._jobs.setVisible(kind == "jobs" and self._what == "traffic")
        self._jobs.show_text(args.get("list", "") if kind == "jobs" else "")
        facts = knowledge_of(self._desk).facts
        if facts is not None:
            hosts = np.flatnonzero(facts.fabric.nodes.kind == Kind.HCA).tolist()
            self._form.suggest([typed(facts, row) for row in hosts])
        self.adjustSize()

    def _options(self, kind: str) -> tuple[Option, ...]:
        if self._what == "traffic":
            from ibviz.flow.traffic_of import pattern_options

            return pattern_options(kind)
        return options_of(self._shelf.get(kind))

    def _other(self) -> None:
        kind = self._kind.currentData()
        self._ask(kind, self._guess(kind))
        self._take()
        self._tell()

    def _guess(self, kind: str) -> dict[str, str]:
        """Return what is known of the options that must be given: the selected host, the attached file."""
        attached = self._desk.document.state.attached
        if self._what == "routing":
            return dict(attached.choice.args) if attached is not None and attached.engine == kind else {}
        facts, selection = knowledge_of(self._desk).facts, self._desk.document.selection
        row = min(selection.nodes, default=-1)
        if facts is None or len(selection.nodes) != 1 or facts.fabric.nodes.kind[row] != Kind.HCA:
            return {}
        asked = [o.name for o in self._options(kind) if o.required and o.type is Reference]
        return {name: typed(facts, row) for name in asked}

    def _take(self) -> None:
        """Check what was given off the GUI thread, then make it the document's."""
        self._say("")
        args = self._form.args
        missing = [
            o.name
            for o in self._options(self._kind.currentData())
            if o.required and o.name not in (args or {})
        ]
        if args is None or missing:
            return
        choice = Choice(self._kind.currentData(), MappingProxyType(args))
        state, structure = self._desk.document.state, self._desk.results.structure

        def work(progress: Progress) -> Choice:
            if self._what == "traffic":
                from ibviz.core.structure import shape
                from ibviz.core.wiring import wiring
                from ibviz.flow.traffic_of import traffic_of

                traffic_of(structure or shape(wiring(state.fabric)), choice)
            else:
                from ibviz.core.options import values

                values(self._shelf.get(choice.kind), choice.args)
            return choice

        self._desk.jobs.start(
            f"check {self._what}", f"Checking the {self._what}", work, self._accept, self._refuse
        )

    def _accept(self, choice: Choice) -> None:
        choose(self._desk, self._what, choice)
        self.chosen.emit(choice)

    def _refuse(self, error: IbvizError) -> None:
        self._complain(str(error))

    def _complain(self, sentence: str) -> None:
        if not self._form.complain(sentence):
            self._say(sentence)

    def _on_failed(self, sentence: str) -> None:
        """Say what went wrong where it was asked for; what is about no value of the routing is the traffic's."""
        routing = chosen_of(self._desk.document.state, "routing")
        about = routing is not None and any(text and text in sentence for text in routing.args.values())
        if about == (self._what == "routing"):
            self._complain(sentence)
        self._tell()

    def _say(self, sentence: str) -> None:
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))

    def _tell(self) -> None:
        text = self._pending() or (
            used_words(self._desk) if self._what == "routing" else flows_words(self._desk)
        )
        self._used.setText(text)
        self._used.setVisible(bool(text))

    def _pending(self) -> str:
        """Return what is said while what is asked for is not what is shown."""
        now = chosen_of(self._desk.document.state, self._what) or Choice(DEFAULTS[self._what])
        if self._desk.jobs.running(KEY):
            return "Simulating; the load shown is an older one."
        if self._kind.currentData() != now.kind and self._desk.results.load is not None:
            return f"{title_of(self._shelf, now.kind)} is shown until this is complete."
        if not self._desk.results.current:
            why = "" if self._desk.results.complaint else "The simulation was stopped. "
            return f"{why}The load shown is an older one."
        return ""


def title_of(shelf: Shelf, name: str) -> str:
    """Return the short title of an entry: what stands before the colon."""
    entry = shelf.entries.get(name)
    return entry.title.partition(":")[0] if entry else name


def chosen_of(state: State, what: str) -> Choice | None:
    """Return the traffic or routing of a State: the active scenario's own, or the common one."""
    own: Choice | None = getattr(state.scenario, what)
    common = state.traffic if what == "traffic" else state.usual_routing
    return own or common


def choose(desk: Desk, what: str, choice: Choice) -> None:
    """Take a traffic or routing: for the active scenario if that has its own, else for all."""
    state = desk.document.state
    if chosen_of(state, what) == choice and dict((chosen_of(state, what) or choice).args) == dict(
        choice.args
    ):
        return
    own = state.active if getattr(state.scenario, what) is not None else ""
    edit: Any = set_traffic if what == "traffic" else set_routing
    shelf = patterns if what == "traffic" else engines
    desk.document.apply(
        f"{what.capitalize()} {title_of(shelf, choice.kind)}", lambda s: edit(s, choice, scenario=own)
    )


def typed(facts: Facts, row: int) -> str:
    """Return what is typed for a node: its name; its id where the name holds what turns text around."""
    name = str(facts.names[row])
    return name if name == unturned(name) else node_id(facts.fabric, row)


def used_words(desk: Desk) -> str:
    """Return which engine was used and why, as far as it is known."""
    load = desk.results.load
    if load is None:
        return ""
    routing = load.after.routing
    reason, used = routing.reason.rstrip("."), title_of(engines, routing.used)
    return f"{used} is used, as asked." if reason == "asked for" else f"{used} is used: {reason}."


def flows_words(desk: Desk) -> str:
    """Return how many flows there are and how many find a route."""
    load = desk.results.load
    if load is None:
        return ""
    flows, routed = load.after.summary["flows"], load.after.summary["routed"]
    told = load.after.summary.get("collective")
    takes = f" The collective takes {seconds_text(told)}." if told else ""
    takes += slowed_words(load.after.summary.get("jobs", ()))
    if flows == routed:
        return f"{flows:,} flows, all routed, simulated.{takes}"
    return f"{routed:,} of {flows:,} flows are routed, simulated.{takes}"


def slowed_words(jobs: Iterable[Mapping[str, Any]]) -> str:
    """Return which job others slow down most; nothing where there are no jobs."""
    found = [job for job in jobs if job["slowdown"] is not None]
    if not found:
        return ""
    worst = max(found, key=lambda job: float(job["slowdown"]))
    if worst["slowdown"] < 1.005:
        return " No job slows down another."
    return f" {unturned(clean(worst['job']))} takes {worst['slowdown']:.3g} times as long as alone."


class Traffic(QWidget):
    """Traffic above, routing below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for title, what, shelf in (("Traffic", "traffic", patterns), ("Routing", "routing", engines)):
            head = Words(title, 12, 600, "t2")
            head.setContentsMargins(16, 12, 16, 0)
            follow_theme(desk, head.dress)
            column.addWidget(head)
            column.addWidget(Chooser(desk, what, shelf))
        column.addStretch(1)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().verticalPolicy())
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
