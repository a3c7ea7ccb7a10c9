"""What if it fails: fail and repair what is selected, in the active scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ibviz.core.edit_scenarios import fail, repair

if TYPE_CHECKING:
    from ibviz.gui.window import Window


class WhatIf(QObject):
    """Fails and repairs; the fabric itself is untouched."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window

    def fail(self) -> None:
        """Take the selected nodes and cables down."""
        chosen = self._window.desk.document.selection
        self._window.desk.document.apply("Fail", lambda s: fail(s, nodes=chosen.nodes, cables=chosen.cables))

    def repair(self) -> None:
        """Bring the selected nodes and cables up again; all that is down if none of it is selected."""
        state, chosen = self._window.desk.document.state, self._window.desk.document.selection
        down_nodes, down_cables = state.scenario.down_nodes, state.scenario.down_cables
        nodes, cables = chosen.nodes & down_nodes, chosen.cables & down_cables
        if not nodes and not cables:
            nodes, cables = down_nodes, down_cables
        self._window.desk.document.apply("Repair", lambda s: repair(s, nodes=nodes, cables=cables))

    def nothing_to_repair(self) -> str:
        """Return why nothing can be repaired; empty if something can."""
        scenario = self._window.desk.document.state.scenario
        return "" if scenario.down_nodes or scenario.down_cables else "nothing is down"
