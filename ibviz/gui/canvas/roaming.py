"""Moving about in the picture: zoom, pan, and the way to nodes, cables and pods."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QWidget

from ibviz.core.table import Ints
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.ground import Ground
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista
from ibviz.gui.canvas.travel import neighbours
from ibviz.gui.canvas.ways import Way, way
from ibviz.gui.desk import Desk
from ibviz.gui.selection import NOTHING, Selection
from ibviz.gui.trail import Place

EASE_MS = 180
"""How long a zoom by key or button takes, milliseconds."""

NONE = np.empty(0, np.int64)


class Roaming(QWidget):
    """A widget that looks at a scene and can look elsewhere.

    Parameters
    ----------
    desk : Desk
    parent : QWidget or None
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self._scene: Scene | None = None
        self._ground: Ground | None = None
        desk.gaze.sought.connect(self.seek)

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    def ground_now(self) -> Ground | None:
        """Return where things are under the view of now."""
        if self._ground is None and self._scene is not None:
            view = self.desk.gaze.view
            self._ground = vista(view.kind).ground(self._scene, view)
        return self._ground

    def frame_now(self) -> Frame | None:
        """Return where bands are under the view of now; None in a plane."""
        ground = self.ground_now()
        return ground if isinstance(ground, Frame) else None

    @property
    def _way(self) -> Way | None:
        return None if self._scene is None else way(self._scene, self.desk.gaze.view)

    def share(self, x: float) -> float:
        """Return where along the bands, 0 to 1, a place on screen is."""
        view = self.desk.gaze.view
        wide = max(self.width() - GUTTER - MARGIN, 1)
        return view.center + ((x - GUTTER) / wide - 0.5) / view.zoom

    def zoom_at(self, factor: float, x: float, y: float | None = None, *, ease: bool = True) -> None:
        """Zoom so that what is at a place on screen stays there; eased by key or button, at once by wheel."""
        gaze, ways = self.desk.gaze, self._way
        if ways is None:
            return
        place = ways.zoomed(
            gaze.goal if ease else gaze.place, factor, x, self.height() / 2 if y is None else y
        )
        if ease:
            self._eased(place)
        else:
            gaze.stroll(*place)

    def _eased(self, place: Place | None, *, step: bool = True) -> None:
        """Move to a place in a moment; a jump unless `step` is False."""
        if place is None:
            return
        gaze, reduced = self.desk.gaze, self.desk.settings.reduce_motion or not self.isVisible()
        gaze.ease_ms = 0 if reduced else EASE_MS
        if step:
            gaze.go(*place)
        else:
            gaze.stroll(*place, ease=True)

    def fit(self) -> None:
        """Show everything."""
        if self._way is not None:
            self._eased(self._way.whole())

    def full_size(self) -> None:
        """Show everything in its own size, 100 %."""
        if self._way is not None:
            self._eased(self._way.natural(self.desk.gaze.goal))

    def pan_by(self, dx: float, dy: float = 0.0) -> None:
        """Move the picture by pixels."""
        if self._way is not None:
            self.desk.gaze.stroll(*self._way.panned(self.desk.gaze.place, dx, dy))

    def go_to(self, chosen: Selection) -> None:
        """Zoom to nodes and cables."""
        chosen = self.shown(chosen)
        if self._way is not None and (chosen.nodes or chosen.cables):
            self._eased(self._way.to(_rows(chosen.nodes), _rows(chosen.cables)))

    def shown(self, chosen: Selection) -> Selection:
        """Return what of a selection the scene knows: until the next one is made it is older than the document."""
        scene = self._scene
        return NOTHING if scene is None else chosen.within(len(scene.band), len(scene.failed))

    def go_to_selection(self) -> None:
        """Zoom to what is selected."""
        self.go_to(self.desk.document.selection)

    def select_neighbours(self) -> None:
        """Select what is cabled to the selected nodes too, with the cables between."""
        if self._scene is None:
            return
        chosen = self.desk.document.selection
        near, between = neighbours(self._scene, _rows(self.shown(chosen).nodes))
        found = Selection(frozenset(near.tolist()), frozenset(between.tolist()))
        self.desk.document.select(chosen | found)

    def go_to_pod(self, number: int) -> None:
        """Zoom to a pod."""
        scene = self._scene
        pod = next((p for p in scene.bands.pods if p.index == number), None) if scene else None
        if pod is None or scene is None:
            return
        if self.desk.gaze.view.kind != "layered" and self._way is not None:
            self._eased(self._way.to(np.flatnonzero(scene.structure.pod == number), NONE))
            return
        width = scene.bands.width
        self._eased((width / ((pod.right - pod.left) * 1.08), (pod.left + pod.right) / 2 / width, 0.5))

    def bring_into_view(self, node: int) -> None:
        """Move just so far that a node is in view."""
        if self._way is not None and self.shown(Selection(frozenset([node]))):
            self._eased(self._way.beside(self.desk.gaze.goal, node), step=False)

    def seek(self, near: bool) -> None:
        """Zoom to what is selected, or move just so far that the only thing selected is in view."""
        chosen = self.shown(self.desk.document.selection)
        if near:
            self.go_to(chosen)
            return
        scene = self._scene
        if scene is not None and len(chosen.nodes) + len(chosen.cables) == 1:
            ends = scene.ends[_rows(chosen.cables)].ravel().tolist()
            self.bring_into_view(min([*chosen.nodes, *ends], key=lambda row: int(scene.band[row])))

    def look_as(self, kind: str) -> None:
        """Look at another of the views: layered, map or matrix; where nodes stand there is found off the GUI thread."""
        gaze, scene = self.desk.gaze, self._scene
        if kind == gaze.view.kind:
            return
        if scene is None or kind == "layered":
            gaze.turn(kind)
            return
        view = replace(gaze.view, kind=kind)
        self.desk.jobs.start(
            "view", "Arranging", lambda p: vista(kind).fit(scene, view, "fit", -1), self._turn, lambda e: None
        )

    def _turn(self, view: View) -> None:
        self.desk.gaze.turn(view.kind, (view.zoom, view.center, view.center_y))

    @property
    def shows_all(self) -> bool:
        """Whether everything is shown, as by `fit`."""
        return self._way is None or self.desk.gaze.goal == self._way.whole()

    def settle_place(self) -> None:
        """Show a plane whole that nobody has looked at yet."""
        gaze = self.desk.gaze
        if self._way is not None and gaze.view.kind != "layered" and not gaze.placed:
            gaze.move(*self._way.whole())

    def take_size(self, width: int, height: int) -> None:
        """Take another size: what was in the middle stays there, and all of a plane that was shown whole is."""
        gaze = self.desk.gaze
        whole = None
        if self._scene is not None and gaze.view.kind != "layered":
            was = way(self._scene, gaze.view).whole()
            if gaze.goal == was:
                whole = way(self._scene, replace(gaze.view, width=width, height=height)).whole()
        gaze.change(width=width, height=height)
        if whole is not None:
            gaze.move(*whole)


def _rows(rows: frozenset[int]) -> Ints:
    return np.array(sorted(rows), np.int64)
