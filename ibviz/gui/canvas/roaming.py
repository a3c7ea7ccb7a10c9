"""Moving about in the picture: zoom, pan, and the way to nodes, cables and pods."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from ibviz.core.table import Ints
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.scene import Scene
from ibviz.gui.canvas.travel import neighbours, place_of, x_of
from ibviz.gui.desk import Desk
from ibviz.gui.selection import Selection

EASE_MS = 180
"""How long a zoom by key or button takes, milliseconds."""


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
        self._frame: Frame | None = None

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    def frame_now(self) -> Frame | None:
        """Return where things are under the view of now."""
        if self._frame is None and self._scene is not None:
            self._frame = Frame(self._scene, self.desk.gaze.view)
        return self._frame

    def share(self, x: float) -> float:
        """Return where along the bands, 0 to 1, a place on screen is."""
        view = self.desk.gaze.view
        wide = max(self.width() - GUTTER - MARGIN, 1)
        return view.center + ((x - GUTTER) / wide - 0.5) / view.zoom

    def zoom_at(self, factor: float, x: float, *, ease: bool = True) -> None:
        """Zoom so that what is at a place on screen stays there; eased by key or button, at once by wheel."""
        gaze = self.desk.gaze
        base = gaze.goal if ease else (gaze.view.zoom, gaze.view.center)
        wide = max(self.width() - GUTTER - MARGIN, 1)
        fixed = base[1] + ((x - GUTTER) / wide - 0.5) / base[0]
        zoom = min(max(base[0] * factor, 1.0), self._deepest())
        center = fixed - (fixed - base[1]) * base[0] / zoom
        if ease:
            self._eased(zoom, center)
        else:
            gaze.move(zoom, center)

    def _deepest(self) -> float:
        """Return the zoom at which one leaf fills the window."""
        return max(1.0, self._scene.bands.width) if self._scene is not None else 1.0

    def _eased(self, zoom: float, center: float) -> None:
        reduced = self.desk.settings.reduce_motion or not self.isVisible()
        self.desk.gaze.ease_ms = 0 if reduced else EASE_MS
        self.desk.gaze.go(zoom, center)

    def fit(self) -> None:
        """Show everything."""
        self._eased(1.0, 0.5)

    def pan_by(self, pixels: float) -> None:
        """Move the picture sideways."""
        view = self.desk.gaze.view
        wide = max(self.width() - GUTTER - MARGIN, 1)
        self.desk.gaze.move(view.zoom, view.center - pixels / wide / view.zoom)

    def go_to(self, chosen: Selection) -> None:
        """Zoom to nodes and cables."""
        if self._scene is None or not (chosen.nodes or chosen.cables):
            return
        place = place_of(self._scene, _rows(chosen.nodes), _rows(chosen.cables))
        if place is not None:
            self._eased(*place)

    def go_to_selection(self) -> None:
        """Zoom to what is selected."""
        self.go_to(self.desk.document.selection)

    def select_neighbours(self) -> None:
        """Select what is cabled to the selected nodes too, with the cables between."""
        if self._scene is None:
            return
        chosen = self.desk.document.selection
        near, between = neighbours(self._scene, _rows(chosen.nodes))
        found = Selection(frozenset(near.tolist()), frozenset(between.tolist()))
        self.desk.document.select(chosen | found)

    def go_to_pod(self, number: int) -> None:
        """Zoom to a pod."""
        pod = next((p for p in self._scene.bands.pods if p.index == number), None) if self._scene else None
        if pod is not None and self._scene is not None:
            width = self._scene.bands.width
            self._eased(width / ((pod.right - pod.left) * 1.08), (pod.left + pod.right) / 2 / width)

    def bring_into_view(self, node: int) -> None:
        """Move sideways just so far that a node is in view."""
        frame = self.frame_now()
        if frame is None or self._scene is None:
            return
        x, band = x_of(self._scene, np.array([node])), max(0, int(self._scene.end_band[node]))
        place = float(frame.at(band, x)[0])
        if not frame.left + 30 <= place <= frame.left + frame.room - 30 and np.isfinite(place):
            self._eased(self.desk.gaze.goal[0], float(x[0]) / self._scene.bands.width)


def _rows(rows: frozenset[int]) -> Ints:
    return np.array(sorted(rows), np.int64)
