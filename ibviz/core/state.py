"""The State: all that a document holds; frozen, an edit makes a new one, undo keeps the old."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from ibviz.core.attached import Attached
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.table import Floats, frozen

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Note:
    """What a reader has to say of its input: line number, or None, and one sentence."""

    line: int | None
    message: str


@dataclass(frozen=True, eq=False)
class State:
    """Fabric, places, scenarios and choices of one document; compared by identity.

    Parameters
    ----------
    fabric : Fabric
    name : str
        Name of the document.
    positions : (N, 2) float64
        Place of each node on the free map; NaN where none is set.
    order : (N,) float64
        Place of each node within its band as the user set it; NaN where the layout decides.
    scenarios : tuple of Scenario
    active : str
        Name of the active scenario; empty for the fabric as built.
    traffic, routing : Choice or None
        The common ones; None for the default.
    view : mapping
        How it was last looked at; carried along, not undone.
    text : str
        The user's own notes.
    extra : mapping
        Keys of the project file that ibviz does not know.
    format : str
        Name of the format it was read from; ``ibviz`` for a project or a new document.
    reading : tuple of Note
        What the reader had to say.
    attached : Attached or None
        File of forwarding tables, or of the subnet manager's settings, by which the fabric is routed where no
        routing is chosen.
    """

    fabric: Fabric
    name: str = ""
    positions: Floats = field(default_factory=lambda: frozen(np.empty((0, 2)), np.float64))
    order: Floats = field(default_factory=lambda: frozen(np.empty(0), np.float64))
    scenarios: tuple[Scenario, ...] = ()
    active: str = ""
    traffic: Choice | None = None
    routing: Choice | None = None
    view: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    text: str = ""
    extra: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    format: str = "ibviz"
    reading: tuple[Note, ...] = ()
    attached: Attached | None = None

    def __post_init__(self) -> None:
        count = len(self.fabric.nodes)
        for name, shape in (("positions", (count, 2)), ("order", (count,))):
            values = getattr(self, name)
            if len(values) == 0 and count:
                values = np.full(shape, np.nan)
            if values.shape != shape:
                raise ValueError(f"{name} has shape {values.shape}, expected {shape}")
            object.__setattr__(self, name, frozen(values, np.float64))

    @property
    def usual_routing(self) -> Choice | None:
        """The common routing: the one that was chosen, else what the attached file says; None for the default."""
        return self.routing or (self.attached.choice if self.attached else None)

    @property
    def scenario(self) -> Scenario:
        """The active scenario; `AS_BUILT` where none is."""
        return next((s for s in self.scenarios if s.name == self.active), AS_BUILT)
