"""The stager: has the scene of the document made anew, off the GUI thread, whenever it would look different."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.state import State
from ibviz.drawing.scene import Scene
from ibviz.gui.canvas.stage import staged

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas


class Stager(QObject):
    """Follows document and load for a canvas.

    Parameters
    ----------
    canvas : Canvas

    Signals
    -------
    made(scene)
        What the canvas is to show from now on; None if no scene can be made.
    """

    made = Signal(object)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._desk = canvas.desk
        self._offered: Scene | None = None
        self._desk.document.changed.connect(self._on_state)
        self._desk.results.changed.connect(self._on_load)

    def offer(self, scene: Scene | None) -> None:
        """Take a scene of wiring alone that was made with a State about to be shown."""
        self._offered = scene
        if scene is not None:
            self._desk.results.know(scene.structure)

    def remake(self) -> None:
        """Make the scene of the State as it is."""
        results = self._desk.results
        load, old = results.load, not results.current
        state = self._desk.document.state
        offered, self._offered = self._offered, None
        if offered is not None and offered.state is state and load is None:
            self._take(offered)
            return
        simulation = load.after if load is not None else None
        before = self._canvas.scene
        self._desk.jobs.start(
            "scene",
            "Drawing",
            lambda p: staged(state, simulation, before, old=old),
            self._take,
            self.refuse,
        )

    def _take(self, scene: Scene) -> None:
        self.made.emit(scene)

    def refuse(self, error: IbvizError) -> None:
        """Have nothing shown: the scene cannot be made."""
        self.made.emit(None)

    def _on_state(self, before: State, after: State) -> None:
        if (
            before.fabric is not after.fabric
            or before.scenario != after.scenario
            or before.order is not after.order
        ):
            self.remake()

    def _on_load(self, load: object) -> None:
        if load is not None and self._desk.results.current:
            self._desk.timings.event("simulated")
        self.remake()
