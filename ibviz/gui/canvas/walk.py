"""Walking: Tab and arrows go from node to node, Enter goes there, Escape lets go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from ibviz.core.table import Floats
from ibviz.drawing.vistas import vista
from ibviz.gui.canvas.folder import nodes_of
from ibviz.gui.canvas.mover import SNAP
from ibviz.gui.canvas.travel import across, beside, first_node, nearest_to, onward, toward
from ibviz.gui.selection import NOTHING, Selection

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
UPRIGHT = {Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}

STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""Ways in a plane."""

NUDGES = {
    Qt.KeyboardModifier.ControlModifier: SNAP,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier: 1.0,
}
"""How far the arrows move what is selected, with these keys, units of the map."""


class Walk:
    """Answers the keys for a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def press(self, event: QKeyEvent) -> bool:
        """Answer a key; tell whether it meant anything."""
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in STEPS and held in NUDGES:
            x, y = (way * NUDGES[held] for way in STEPS[key])
            return self._canvas.pointer.mover.nudge(x, y)
        if held:
            return False
        if key in SIDEWAYS or key in UPRIGHT:
            return self._step(key)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key == Qt.Key.Key_Home:
            self._canvas.fit()
        elif key == Qt.Key.Key_Escape:
            self._back_out()
        else:
            return False
        return True

    def _enter(self) -> None:
        """Open the folds that are selected; else go to what is selected."""
        opened = self._canvas.folder.offered()[1]
        if opened:
            self._canvas.folder.unfold(opened)
        else:
            self._canvas.go_to_selection()

    def tab(self, step: int) -> bool:
        """Go to the next node in reading order; tell whether there is one."""
        scene, node = self._canvas.scene, self._node()
        if scene is None or not len(scene.nodes):
            return False
        return self._select(self._first() if node < 0 else onward(scene, node, step))

    def _first(self) -> int:
        """Return the node to begin with: one in the middle of the view."""
        scene, view = self._canvas.scene, self._canvas.desk.gaze.view
        assert scene is not None
        if view.kind == "layered":
            return first_node(scene, view.center)
        return self._shown(nearest_to(self._areas(), view.center, view.center_y))

    def _areas(self) -> Floats:
        """Return where what is shown lies in the plane, a row a node."""
        scene, view = self._canvas.scene, self._canvas.desk.gaze.view
        assert scene is not None
        found: Floats = vista(view.kind).areas(scene, view, scene.nodes, np.empty(0, np.int64))
        return found

    def _shown(self, place: int) -> int:
        scene = self._canvas.scene
        return int(scene.nodes[place]) if place >= 0 and scene is not None else -1

    def _toward(self, node: int, way: tuple[int, int]) -> int:
        """Return the nearest node in a direction of the plane; -1 for none."""
        scene = self._canvas.scene
        assert scene is not None
        place = np.flatnonzero(scene.nodes == node)
        return self._shown(toward(self._areas(), int(place[0]), way)) if len(place) else -1

    def _node(self) -> int:
        """Return the node that is walked from: the only one selected, or the only fold that is; -1 for none."""
        scene, chosen = self._canvas.scene, self._canvas.desk.document.selection
        if scene is None or not chosen.nodes:
            return -1
        heads = set(scene.folding.heading[nodes_of(scene, chosen)].tolist())
        return next(iter(heads)) if len(heads) == 1 else -1

    def _step(self, key: Qt.Key) -> bool:
        scene, node = self._canvas.scene, self._node()
        if scene is None or not len(scene.nodes):
            return False
        if node < 0:
            return self._select(self._first())
        if self._canvas.desk.gaze.view.kind != "layered":
            self._select(self._toward(node, STEPS[key]))
            return True
        found = beside(scene, node, SIDEWAYS[key]) if key in SIDEWAYS else across(scene, node, UPRIGHT[key])
        self._select(found)
        return True

    def _select(self, node: int) -> bool:
        if node < 0:
            return False
        scene = self._canvas.scene
        assert scene is not None
        self._canvas.desk.document.select(Selection(nodes=frozenset(scene.shown_by(node).tolist())))
        self._canvas.bring_into_view(node)
        return True

    def _back_out(self) -> None:
        """Let go, one step at a time: first the tool, then the selection."""
        desk = self._canvas.desk
        if desk.gaze.tool != "select":
            desk.gaze.take("select")
        else:
            desk.document.select(NOTHING)
