"""A Stretch: where the columns of a Scene's bands lie along x in the pixels of a View."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.bands import Strip
from ibviz.core.order import median
from ibviz.core.table import Bools, Floats
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

GUTTER, MARGIN = 122.0, 24.0
"""What is free at the left and right of the bands, pixels."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Geometry along x: each band with its own zoom and middle, so that what belongs together is in view."""

    scene: Scene
    view: View

    @cached_property
    def left(self) -> float:
        """Left edge of the bands."""
        return GUTTER

    @cached_property
    def room(self) -> float:
        """Width of the bands."""
        return max(40.0, self.view.width - GUTTER - MARGIN)

    @cached_property
    def span(self) -> tuple[float, float]:
        """Left and right end of what is drawn of the bands, pixels."""
        return self.left - self.view.reach, self.left + self.room + self.view.reach

    @property
    def count(self) -> int:
        """Number of bands."""
        return len(self.scene.bands.levels)

    @property
    def top(self) -> int:
        """The highest band."""
        return self.count - 1

    @cached_property
    def leaf_px(self) -> float:
        """Pixels of one leaf column."""
        return self.room / self.scene.bands.width * max(1.0, self.view.zoom)

    @cached_property
    def zooms(self) -> Floats:
        """Zoom of each band: hosts and leaves follow the view, a band above stops when a pod fills it."""
        zoom = max(1.0, self.view.zoom)
        caps = [np.inf, np.inf] + [self._cap(band) for band in range(2, self.count)]
        zooms: Floats = np.minimum(zoom, caps[: self.count])
        return zooms

    def _stretches(self, band: int) -> tuple[Strip, ...]:
        bands = self.scene.bands
        pods = tuple(p for p in bands.pods if p.bottom <= band <= p.top)
        return pods or bands.subnets

    def _cap(self, band: int) -> float:
        widths = [strip.right - strip.left for strip in self._stretches(band)]
        widest = max(widths, default=self.scene.bands.width)
        return max(1.0, self.scene.bands.width / (widest + 1)) if len(widths) > 1 else 1.0

    @cached_property
    def centers(self) -> Floats:
        """Middle of what each band shows, 0 to 1."""
        wanted = [self._center(band) for band in range(self.count)]
        half = 0.5 / self.zooms
        centers: Floats = np.clip(wanted, half, 1 - half)
        return centers

    def _center(self, band: int) -> float:
        """Return the middle of a band: of the pod in view, sliding to the next while their border is in view."""
        center = self.view.center
        if self.zooms[band] >= self.view.zoom:
            return center
        width = self.scene.bands.width
        strips = self._stretches(band)
        if len(strips) < 2:
            return center
        middles = np.array([(strip.left + strip.right) / 2 for strip in strips])
        edges = np.array([(a.right + b.left) / 2 for a, b in pairwise(strips)])
        nearest = int(np.argmin(np.abs(edges - center * width)))
        beside = middles[nearest], middles[nearest + 1]
        slide = max(1e-9, min(0.5 * width / self.view.zoom, *np.abs(edges[nearest] - beside)))
        if abs(center * width - edges[nearest]) >= slide:
            return float(middles[np.searchsorted(edges, center * width)]) / width
        share = (center * width - edges[nearest] + slide) / (2 * slide)
        share = share * share * (3 - 2 * share)
        return float(beside[0] * (1 - share) + beside[1] * share) / width

    def at(self, band: int, x: NDArray[np.floating[Any]]) -> Floats:
        """Return where places along a band lie, pixels."""
        share = x / self.scene.bands.width - self.centers[band]
        placed: Floats = self.left + self.room / 2 + share * self.room * self.zooms[band]
        return placed

    def scale(self, band: int) -> float:
        """Return the pixels of one column in a band."""
        return float(self.room / self.scene.bands.width * self.zooms[band])

    def in_view(self, low: Floats, high: Floats) -> Bools:
        """Tell which stretches of pixels are at least partly in view."""
        seen: Bools = (high > self.span[0]) & (low < self.span[1])
        return seen

    def inside(self, x: Floats) -> Bools:
        """Tell which places are in view."""
        seen: Bools = (x >= self.left - 1) & (x <= self.left + self.room + 1)
        return seen

    @cached_property
    def node_px(self) -> Floats:
        """Pixels that a typical switch of each band has."""
        spans = [self.scene.bands.span[rows] for rows in self.scene.bands.levels]
        typical = [median(s) if len(s) else 1.0 for s in spans]
        px: Floats = np.array([typical[band] * self.scale(band) for band in range(self.count)])
        return px
