"""The slide: where the kept picture of a plane lies when looked at from another place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.plane import Plane

STILL = 0.02
"""Movement that nobody sees, pixels."""


@dataclass(frozen=True, eq=False)
class Slide:
    """How the pixels of a kept plane lie in the plane that is looked at now.

    Attributes
    ----------
    kept, now : Plane
    scale : float
    offset : (float, float)
        A point p of the kept picture is at ``scale * p + offset``, pixels.
    """

    kept: Plane
    now: Plane
    scale: float
    offset: tuple[float, float]

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return self.is_pan and max(map(abs, self.offset)) < STILL

    @property
    def is_pan(self) -> bool:
        """Whether nothing grows or shrinks."""
        return abs(self.scale - 1) < 1e-6

    def uncovered(self) -> float:
        """Return how many pixels of the window the kept picture does not reach; none where it shows all."""
        if self.kept.shows_all:
            return 0.0
        x, y, wide, tall = self.now.window
        left, top, kept_wide, kept_tall = self.kept.clip
        low = self.at(left, top)
        high = self.at(left + kept_wide, top + kept_tall)
        return max(0.0, low[0] - x, low[1] - y, x + wide - high[0], y + tall - high[1])

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the kept picture is now."""
        return x * self.scale + self.offset[0], y * self.scale + self.offset[1]

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Return which point of the kept picture is at a place now."""
        return (x - self.offset[0]) / self.scale, (y - self.offset[1]) / self.scale

    def boxes(self, box: Floats, band: Ints) -> Floats:
        """Return where boxes (n, 4) lie now."""
        moved: Floats = box * self.scale
        moved[:, :2] += self.offset
        return moved

    def curves(self, xy: Floats, bands: Ints) -> Floats:
        """Return where curves (n, 8) lie now."""
        moved: Floats = xy * self.scale + np.tile(self.offset, 4)
        return moved

    def points(self, xy: Floats, band: Ints) -> Floats:
        """Return where points (n, 2) lie now."""
        moved: Floats = xy * self.scale + np.array(self.offset)
        return moved


def slide(kept: Plane, now: Plane) -> Slide:
    """Return how a kept plane lies in another one of the same scene."""
    scale = now.scale / kept.scale
    spot = kept.at(np.zeros((1, 2)))[0], now.at(np.zeros((1, 2)))[0]
    offset = spot[1] - spot[0] * scale
    return Slide(kept, now, scale, (float(offset[0]), float(offset[1])))
