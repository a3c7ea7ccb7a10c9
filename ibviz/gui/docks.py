"""The places of the window that panels fill: one line a panel, imported when the window is up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from ibviz.gui.desk import Desk

SIDES = ("left", "right", "bottom", "bar", "above")
"""Where a panel can stand.

``left`` and ``right`` are docks with a head; ``bottom`` is one dock with a strip of tabs, one tab a place, that
closes to the strip; ``bar`` stands in the toolbar, ``above`` over the canvas, which makes room for it while it is
visible. A panel at the bottom may have a ``count`` signal with a text that its tab shows behind the title.
"""


@dataclass(frozen=True)
class Place:
    """Where a panel stands.

    Parameters
    ----------
    name : str
        For the kept layout; never changes.
    title : str
        What its head, its tab and the View menu say.
    side : str
        One of `SIDES`. Docks of one side are tabs beside each other, in the order of the table.
    module, maker : str
        The panel's class, or a function, that takes the `Desk` and returns a QWidget; imported once the
        window is up.
    icon : str
        Name in the set of icons; for the activity bar.
    opened : bool
        Whether it is open until the user says otherwise.
    """

    name: str
    title: str
    side: str
    module: str
    maker: str
    icon: str = ""
    opened: bool = True

    def factory(self, desk: Desk) -> QWidget:
        """Make the panel."""
        make: Callable[[Desk], QWidget] = getattr(import_module(self.module), self.maker)
        return make(desk)


DOCKS: tuple[Place, ...] = (
    Place("questions", "Questions", "bar", "ibviz.gui.questions", "Questions"),
    Place("banner", "What if", "above", "ibviz.gui.banner", "Banner"),
    Place(
        "scenarios", "Scenarios", "left", "ibviz.gui.panels.scenarios", "Scenarios", "scenario", opened=False
    ),
    Place(
        "traffic",
        "Traffic and routing",
        "left",
        "ibviz.gui.panels.traffic",
        "Traffic",
        "traffic",
        opened=False,
    ),
    Place("inspector", "Inspector", "right", "ibviz.gui.panels.inspector", "Inspector", "inspector"),
    Place(
        "changed", "What changed", "right", "ibviz.gui.panels.changed", "Changed", "scenario", opened=False
    ),
    Place("nodes", "Nodes", "bottom", "ibviz.gui.panels.tables", "nodes", "table"),
    Place("cables", "Cables", "bottom", "ibviz.gui.panels.tables", "cables", "cable"),
    Place("ports", "Ports", "bottom", "ibviz.gui.panels.tables", "ports", "port"),
    Place("flows", "Flows", "bottom", "ibviz.gui.panels.tables", "flows", "flow"),
    Place("failures", "Single failures", "bottom", "ibviz.gui.panels.failures", "Failures", "rank"),
    Place("notes", "Notes", "bottom", "ibviz.gui.panels.tables", "notes", "info"),
    Place("charts", "Charts", "bottom", "ibviz.gui.charts", "Charts", "chart"),
    Place("comparison", "Scenarios", "bottom", "ibviz.gui.panels.comparison", "Comparison"),
)
