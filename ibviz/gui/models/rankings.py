"""Single failures of a window's fabric, ranked by what each costs: computed when asked for, kept, gone on with."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from ibviz.core.criticality import Criticality
from ibviz.core.errors import IbvizError
from ibviz.core.fabric import Fabric
from ibviz.core.progress import Progress
from ibviz.gui.desk import Desk
from ibviz.gui.results import choices

if TYPE_CHECKING:
    from ibviz.flow.sweep import Damage, Failure, Sweep

KEY = "sweep"
KINDS = {"cables": "cables", "switches": "switches", "host-links": "host links"}
"""What may fail, one after the other, and what it is called."""

KEPT = 12
"""Rankings that are kept."""

TELL_MS = 1000
"""How often those who show a ranking hear of more of it while it is made, milliseconds."""


@dataclass(eq=False)
class Ranking:
    """Every single failure of a kind, and what each costs as far as it was tried.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    fabric : Fabric
    failures : tuple of Failure
        Empty until the first was tried.
    done : dict of int to Damage
        By place in `failures`; grows while the job runs.
    prepared : bool
        Whether `failures` are known.
    """

    kind: str
    fabric: Fabric
    failures: tuple[Failure, ...] = ()
    done: dict[int, Damage] = field(default_factory=dict)
    prepared: bool = False
    _sorted: list[tuple[float, float, float]] | None = None

    @property
    def complete(self) -> bool:
        """Whether every failure was tried."""
        return self.prepared and len(self.done) == len(self.failures)

    @cached_property
    def _places(self) -> dict[int, int]:
        """Place of the failure of each node or cable, by its row."""
        return {min(nodes or cables): place for place, (nodes, cables) in enumerate(self.failures)}

    def damage_of(self, row: int) -> Damage | None:
        """Return what the failure of a node or cable costs; None if it was not tried."""
        return self.done.get(self._places.get(row, -1)) if self.prepared else None

    def rank_of(self, damage: Damage) -> int:
        """Return the rank of a failure among those that were tried; equals share theirs."""
        if self._sorted is None or len(self._sorted) != len(self.done):
            self._sorted = sorted(other.rank[:3] for other in self.done.copy().values())
        return 1 + bisect_left(self._sorted, damage.rank[:3])


class Rankings(QObject):
    """Ranks single failures of the fabric as built, under traffic and routing of the active scenario.

    Signals
    -------
    changed()
        More is known, a job begins or ends, or the State is another.
    failed(sentence)
        Why failures could not be tried.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.document)
        self._desk = desk
        self._kept: OrderedDict[Any, Ranking] = OrderedDict()
        self._running: Any = None
        self._asked = self._key("")
        self._soon = QTimer(self, interval=TELL_MS)
        self._soon.timeout.connect(self.changed)
        desk.document.changed.connect(lambda before, after: self._look())
        desk.results.changed.connect(lambda load: self._look())
        desk.jobs.ended.connect(self._on_ended)

    def _key(self, kind: str) -> Any:
        """Return what tells rankings apart: fabric, traffic, routing, and how tables come about after a failure."""
        state = self._desk.document.state
        said = map(str, choices(state, state.scenario))
        return (kind, id(state.fabric), *said, self._desk.results.reroute)

    def ranking(self, kind: str) -> Ranking | None:
        """Return what is known of a kind of failures of the State as it is."""
        return self._kept.get(self._key(kind))

    @property
    def known(self) -> bool:
        """Whether anything is known of the State as it is."""
        return any(self.ranking(kind) is not None for kind in KINDS)

    @property
    def running(self) -> str:
        """The kind of failures that are being tried; empty for none."""
        return self._running[0] if self._running is not None else ""

    def hindered(self) -> str:
        """Return why nothing can be ranked; empty if it can."""
        return "" if self._desk.results.load is not None else "no traffic is simulated"

    def start(self, kind: str) -> None:
        """Try all failures of a kind, or go on where it was stopped."""
        load, key = self._desk.results.load, self._key(kind)
        if load is None or self._running == key:
            return
        self._desk.jobs.cancel(KEY)
        fabric = self._desk.document.state.fabric
        if load.structure.wiring.fabric is not fabric:
            return
        known = self._kept.get(key) or Ranking(kind, fabric)
        if known.complete:
            return
        self._keep(key, known)
        traffic, routing = choices(self._desk.document.state, self._desk.document.state.scenario)
        structure, reroute = load.structure, self._desk.results.reroute

        def work(progress: Progress) -> None:
            from ibviz.flow.sweep import Sweep

            progress(0.0, "Preparing to try failures")
            tried(Sweep(structure, traffic, routing, reroute), known, progress)

        self._running = key
        self._soon.start()
        self._desk.jobs.start(KEY, f"Trying failures of {KINDS[kind]}", work, lambda made: None, self._refuse)
        self.changed.emit()

    def _keep(self, key: Any, ranking: Ranking) -> None:
        self._kept[key] = ranking
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def stop(self) -> None:
        """Stop; what is done is kept, and `start` goes on with it."""
        self._desk.jobs.cancel(KEY)

    def _refuse(self, error: IbvizError) -> None:
        self.failed.emit(str(error))

    def _on_ended(self, key: str) -> None:
        if key == KEY and self._running is not None:
            self._running = None
            self._soon.stop()
            self.changed.emit()

    def _look(self) -> None:
        """Stop what is of another State, and tell that there is another."""
        asked = self._key("")
        if asked == self._asked:
            return
        self._asked = asked
        if self._running is not None and self._running != self._key(self._running[0]):
            self._desk.jobs.cancel(KEY)
        self.changed.emit()

    @property
    def colors(self) -> bool:
        """Whether there are failures of cables to colour the picture by."""
        return any(known is not None and known.done for known in self._of_cables)

    @property
    def _of_cables(self) -> tuple[Ranking | None, ...]:
        return self.ranking("cables"), self.ranking("host-links")

    def criticality(self) -> Criticality | None:
        """Return what the failure of each cable costs, between switches and to hosts; None if none was tried."""
        known = [each for each in self._of_cables if each is not None and each.done]
        return criticality_of(known) if known else None


def rankings_of(desk: Desk) -> Rankings:
    """Return the rankings of one window, made by the first that asks."""
    known = desk.document.findChild(Rankings)
    return known if isinstance(known, Rankings) else Rankings(desk)


def tried(sweep: Sweep, ranking: Ranking, progress: Progress) -> None:
    """Try what of a ranking was not tried yet."""
    from ibviz.flow.sweep import failures
    from ibviz.flow.sweep_run import damages, duration

    if not ranking.prepared:
        ranking.failures = tuple(failures(sweep.structure.wiring, ranking.kind))
        ranking.prepared = True
    every, had = ranking.failures, len(ranking.done)
    todo = [(number, failure) for number, failure in enumerate(every) if number not in ranking.done]
    begun = time.monotonic()

    def tell(share: float, what: str) -> None:
        number = had + round(share * len(todo))
        left = duration((time.monotonic() - begun) * (1 - share) / share)
        words = f"Trying {KINDS[ranking.kind]}, {number:,} of {len(every):,}, {left} left"
        progress(number / len(every), words)

    for number, damage in damages(sweep, todo, progress=tell):
        ranking.done[number] = damage


def criticality_of(rankings: list[Ranking]) -> Criticality:
    """Return what the failure of each cable costs by some rankings of one fabric."""
    count = len(rankings[0].fabric.cables)
    loss, cuts = np.full(count, np.nan), np.zeros(count, bool)
    number = 0
    for ranking in rankings:
        for place, damage in ranking.done.copy().items():
            for cable in ranking.failures[place][1]:
                loss[cable], cuts[cable] = damage.loss, damage.disconnected_pairs > 0
                number += 1
    return Criticality(loss, cuts, number, sum(len(ranking.failures) for ranking in rankings))
