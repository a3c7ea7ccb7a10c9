"""A Plane: the ground of map and matrix: one scale along x and y, a point of the plane in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Floats
from ibviz.drawing.frame import HEADER
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

Extent = tuple[float, float, float, float]
"""Left, top, right and bottom in units of the plane."""

AIR = 32.0
"""What stays free around all of it at fit, pixels."""


@dataclass(frozen=True, eq=False)
class Plane:
    """Geometry of one picture of a plane, in pixels: `View.zoom` pixels a unit, `View.center` in the middle.

    Parameters
    ----------
    scene : Scene
    view : View
    """

    scene: Scene
    view: View

    @property
    def levels(self) -> tuple[int, ...]:
        """Levels of detail that are shown; a view of the plane with several overrides it."""
        return ()

    @property
    def shows_all(self) -> bool:
        """Whether all of the plane is in view; a view that knows its ends overrides it."""
        return False

    @property
    def scale(self) -> float:
        """Pixels of one unit."""
        return self.view.zoom

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The pixel in which the point `View.center`, `View.center_y` lies."""
        return self.view.width / 2, (HEADER + self.view.height) / 2

    @cached_property
    def clip(self) -> tuple[float, float, float, float]:
        """Where what scrolls is painted: the window, and `View.reach` beyond on all sides."""
        reach, (x, y, wide, tall) = self.view.reach, self.window
        return x - reach, y - reach, wide + 2 * reach, tall + 2 * reach

    @property
    def window(self) -> tuple[float, float, float, float]:
        """What is seen of it: the picture below its header."""
        return 0.0, HEADER, float(self.view.width), max(1.0, self.view.height - HEADER)

    def at(self, xy: Floats) -> Floats:
        """Return where points of the plane (n, 2) lie, (n, 2) pixels."""
        center = np.array([self.view.center, self.view.center_y])
        placed: Floats = (xy - center) * self.scale + np.array(self.middle)
        return placed

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Return which point of the plane a pixel shows."""
        return (
            (x - self.middle[0]) / self.scale + self.view.center,
            (y - self.middle[1]) / self.scale + self.view.center_y,
        )

    def in_view(self, low: Floats, high: Floats) -> Bools:
        """Tell which rectangles, by their upper left and lower right corners (n, 2) in pixels, are partly drawn."""
        left, top, wide, tall = self.clip
        seen: Bools = (
            (high[:, 0] > left) & (low[:, 0] < left + wide) & (high[:, 1] > top) & (low[:, 1] < top + tall)
        )
        return seen


def fitting(extent: Extent, view: View, most: float = 1.0) -> tuple[float, float, float]:
    """Return zoom, center and center_y that show a stretch of the plane whole, with some air, at `most` so large.

    Parameters
    ----------
    extent : Extent
    view : View
        Gives the size.
    most : float
        Greatest zoom.
    """
    left, top, right, bottom = extent
    room = max(view.width - 2 * AIR, 40.0), max(view.height - HEADER - 2 * AIR, 40.0)
    zoom = min(room[0] / max(right - left, 1e-9), room[1] / max(bottom - top, 1e-9), most)
    return zoom, (left + right) / 2, (top + bottom) / 2
