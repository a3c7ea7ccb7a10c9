"""The stager: has the scene of the document made anew, off the GUI thread, whenever it would look different."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.state import State
from ibviz.drawing.scene import Scene
from ibviz.drawing.suiting import kind_of
from ibviz.drawing.view import View
from ibviz.gui.canvas.stage import ahead, staged

if TYPE_CHECKING:
    from ibviz.core.progress import Progress
    from ibviz.gui.canvas.widget import Canvas
    from ibviz.gui.models.following import Following
    from ibviz.gui.models.rankings import Rankings


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
        self._followed: Following | None = None
        self._rankings: Rankings | None = None
        self._desk.gaze.changed.connect(lambda b, a: self._on_overlay() if b.overlay != a.overlay else None)
        self._desk.gaze.changed.connect(self._on_gaze)

    @property
    def _following(self) -> Following | None:
        """What follows the flows of the selection; None while their overlay is not shown."""
        if self._desk.gaze.view.overlay != "flows":
            return None
        if self._followed is None:
            from ibviz.gui.models.following import following_of

            self._followed = following_of(self._desk)
            self._followed.changed.connect(self._on_flows)
        return self._followed

    @property
    def _ranked(self) -> Rankings | None:
        """What ranks single failures; None while their overlay is not shown."""
        if self._desk.gaze.view.overlay != "criticality":
            return None
        if self._rankings is None:
            from ibviz.gui.models.rankings import rankings_of

            self._rankings = rankings_of(self._desk)
            self._rankings.changed.connect(self._on_ranked)
        return self._rankings

    def offer(self, scene: Scene | None) -> None:
        """Take a scene of wiring alone that was made with a State about to be shown."""
        self._offered = scene
        if scene is not None:
            self._desk.results.know(scene.structure)

    def remake(self) -> None:
        """Make the scene of the State as it is."""
        results = self._desk.results
        load, following = results.seen, self._following
        old = not results.current or (following is not None and following.pending)
        state, back = results.state, results.looks_back
        folds, offered = self._desk.gaze.view.folds, self._offered
        if offered is not None and offered.state is state and load is None and not folds:
            if offered is not self._canvas.scene:
                self._show(offered)
            return
        self._offered = None
        simulation = load.after if load is not None else None
        chosen = following.chosen if following is not None else None
        if simulation is not None and chosen is not None and chosen.simulation is simulation:
            simulation = replace(simulation, part=chosen.part)
        if simulation is not None and self._ranked is not None:
            simulation = replace(simulation, criticality=self._ranked.criticality())
        before, view, open_ = self._canvas.scene, self._desk.gaze.view, self._desk.gaze.undecided

        def work(progress: Progress) -> Scene:
            scene = staged(state, simulation, before, folds, old=old, back=back)
            return ahead(scene, replace(view, kind=kind_of(scene)) if open_ else view)

        self._desk.jobs.start("scene", "Drawing", work, self._take, self.refuse)

    def _show(self, scene: Scene) -> None:
        """Show a scene that is there: of a plane once it is known where nodes stand in it."""
        gaze = self._desk.gaze
        view = replace(gaze.view, kind=kind_of(scene)) if gaze.undecided else gaze.view
        if view.kind == "layered":
            self._take(scene)
            return
        self._desk.jobs.start("scene", "Drawing", lambda p: ahead(scene, view), self._take, self.refuse)

    def _take(self, scene: Scene) -> None:
        gaze = self._desk.gaze
        if gaze.undecided:
            gaze.turn(kind_of(scene), step=False)
        self.made.emit(scene)

    def refuse(self, error: IbvizError) -> None:
        """Have nothing shown: the scene cannot be made."""
        self.made.emit(None)

    def _on_state(self, before: State, after: State) -> None:
        if (
            before.fabric is not after.fabric
            or before.scenario != after.scenario
            or before.order is not after.order
            or before.positions is not after.positions
        ):
            self.remake()

    def _on_gaze(self, before: View, after: View) -> None:
        scene = self._canvas.scene
        if before.folds != after.folds and scene is not None and scene.folding.asked != after.folds:
            self.remake()

    def _on_overlay(self) -> None:
        """Have what is needed by overlays of what was picked out or tried."""
        self._on_flows()
        self._on_ranked()

    def _on_ranked(self) -> None:
        if self._ranked is not None and self._desk.results.load is not None:
            self.remake()

    def _on_flows(self) -> None:
        if self._following is not None and self._desk.results.load is not None:
            self.remake()

    def _on_load(self, load: object) -> None:
        if load is not None and self._desk.results.current and not self._desk.results.looks_back:
            self._desk.timings.event("simulated")
        self.remake()
