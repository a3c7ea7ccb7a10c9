"""Ways about a picture: where a zoom, a pan, or the way to nodes and cables leads, in bands and in a plane."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.plane import Plane, fitting
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista
from ibviz.gui.canvas.travel import place_of, x_of
from ibviz.gui.trail import Place

NONE = np.empty(0, np.int64)
NEAREST, FURTHEST = 4.0, 0.5
"""Greatest zoom of a plane, and the least one as a share of that which shows all."""

CLOSE = 1.25
"""Greatest zoom with which a plane shows what is gone to."""

AIR = 0.25
"""What is shown around what is gone to, as a share of it."""

NOWHERE = (0.0, 0.0, 0.0, 0.0)
"""What an empty plane spans."""

EDGE = 40.0
"""What is nearer to the edge of a window is moved into view, pixels."""


class Way(Protocol):
    """Places that lead somewhere from a place."""

    def zoomed(self, base: Place, factor: float, x: float, y: float) -> Place:
        """Return the place zoomed so that what is at a point of the screen stays there."""

    def panned(self, base: Place, dx: float, dy: float) -> Place:
        """Return the place from which the picture is seen moved by pixels."""

    def whole(self) -> Place:
        """Return the place that shows everything."""

    def natural(self, base: Place) -> Place:
        """Return the place at which everything has its own size: 100 %."""

    def to(self, nodes: Ints, cables: Ints) -> Place | None:
        """Return the place that shows nodes and cables; None if they stand nowhere."""

    def beside(self, base: Place, node: int) -> Place | None:
        """Return the place from which a node is in view; None if it is or stands nowhere."""


@dataclass(frozen=True, eq=False)
class BandsWay:
    """Ways along the bands of the layered view."""

    scene: Scene
    view: View

    @property
    def _wide(self) -> float:
        return max(self.view.width - GUTTER - MARGIN, 1)

    def zoomed(self, base: Place, factor: float, x: float, y: float) -> Place:
        """Return the place zoomed so that what is at a point of the screen stays there."""
        fixed = base[1] + ((x - GUTTER) / self._wide - 0.5) / base[0]
        zoom = min(max(base[0] * factor, 1.0), max(1.0, self.scene.bands.width))
        return zoom, fixed - (fixed - base[1]) * base[0] / zoom, base[2]

    def panned(self, base: Place, dx: float, dy: float) -> Place:
        """Return the place from which the picture is seen moved sideways."""
        return base[0], base[1] - dx / self._wide / base[0], base[2]

    def whole(self) -> Place:
        """Return the place that shows everything."""
        return 1.0, 0.5, 0.5

    def natural(self, base: Place) -> Place:
        """Return the place that shows everything: bands have no size of their own."""
        return self.whole()

    def to(self, nodes: Ints, cables: Ints) -> Place | None:
        """Return the place that shows nodes and cables; None if they stand nowhere."""
        place = place_of(self.scene, nodes, cables)
        return None if place is None else (*place, 0.5)

    def beside(self, base: Place, node: int) -> Place | None:
        """Return the place from which a node is in view; None if it is or stands nowhere."""
        frame, node = Frame(self.scene, self.view), int(self.scene.folding.heading[node])
        x, band = x_of(self.scene, np.array([node])), max(0, int(self.scene.end_band[node]))
        place = float(frame.at(band, x)[0])
        if not np.isfinite(place) or frame.left + 30 <= place <= frame.left + frame.room - 30:
            return None
        return base[0], float(x[0]) / self.scene.bands.width, base[2]


@dataclass(frozen=True, eq=False)
class PlaneWay:
    """Ways about a plane: the map, the matrix."""

    scene: Scene
    view: View

    def _at(self, base: Place) -> Plane:
        return Plane(self.scene, replace(self.view, zoom=base[0], center=base[1], center_y=base[2]))

    def zoomed(self, base: Place, factor: float, x: float, y: float) -> Place:
        """Return the place zoomed so that what is at a point of the screen stays there."""
        zoom = min(max(base[0] * factor, self.whole()[0] * FURTHEST), max(NEAREST, base[0]))
        fixed, back = self._at(base).back(x, y), base[0] / zoom
        return self._inside(
            (zoom, fixed[0] - (fixed[0] - base[1]) * back, fixed[1] - (fixed[1] - base[2]) * back)
        )

    def panned(self, base: Place, dx: float, dy: float) -> Place:
        """Return the place from which the picture is seen moved; some of the plane stays in view."""
        return self._inside((base[0], base[1] - dx / base[0], base[2] - dy / base[0]))

    def _inside(self, place: Place) -> Place:
        """Return the nearest place with its middle over the plane."""
        left, top, right, bottom = self._extent
        return place[0], min(max(place[1], left), right), min(max(place[2], top), bottom)

    @property
    def _extent(self) -> tuple[float, float, float, float]:
        name = f"extent of the {self.view.kind} {self.view.pair}"
        kept: tuple[float, float, float, float] = self.scene.once(
            name, lambda: self._span(self.scene.nodes, NONE) or NOWHERE
        )
        return kept

    def _span(self, nodes: Ints, cables: Ints) -> tuple[float, float, float, float] | None:
        areas = vista(self.view.kind).areas(self.scene, self.view, nodes, cables)
        areas = areas[~np.isnan(areas).any(axis=1)]
        if not len(areas):
            return None
        low, high = areas[:, :2].min(axis=0), areas[:, 2:].max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def whole(self) -> Place:
        """Return the place that shows everything, reckoned once: each turn of the wheel asks for it."""
        view = replace(self.view, zoom=1.0, center=0.5, center_y=0.5, held=())
        kept: Place = self.scene.once(f"whole of {view}", lambda: self._whole(view))
        return kept

    def _whole(self, view: View) -> Place:
        fitted = vista(view.kind).fit(self.scene, view, "fit", -1)
        return fitted.zoom, fitted.center, fitted.center_y

    def natural(self, base: Place) -> Place:
        """Return the place at which everything has its own size: 100 %."""
        return 1.0, base[1], base[2]

    def to(self, nodes: Ints, cables: Ints) -> Place | None:
        """Return the place that shows nodes and cables; None if they stand nowhere."""
        span = self._span(nodes, cables)
        if span is None:
            return None
        left, top, right, bottom = span
        x, y = (right - left) * AIR / 2, (bottom - top) * AIR / 2
        return fitting((left - x, top - y, right + x, bottom + y), self.view, CLOSE)

    def beside(self, base: Place, node: int) -> Place | None:
        """Return the place from which a node is in view; None if it is or stands nowhere."""
        span = self._span(np.array([node]), NONE)
        if span is None:
            return None
        ground = self._at(base)
        x, y, wide, tall = ground.window
        low, high = ground.at(np.array([span[:2], span[2:]])).tolist()
        inside = low[0] >= x + EDGE and low[1] >= y + EDGE
        if inside and high[0] <= x + wide - EDGE and high[1] <= y + tall - EDGE:
            return None
        return base[0], (span[0] + span[2]) / 2, (span[1] + span[3]) / 2


def way(scene: Scene, view: View) -> Way:
    """Return the ways of a view."""
    return BandsWay(scene, view) if view.kind == "layered" else PlaneWay(scene, view)
