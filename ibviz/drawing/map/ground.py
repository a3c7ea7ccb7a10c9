"""The ground of a map: which boxes lie where in pixels, and how much of them is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.frame import SLACK
from ibviz.drawing.map.places import places, sizes
from ibviz.drawing.map.span import extent
from ibviz.drawing.plane import Extent, Plane


class Detail(IntEnum):
    """How much of each node is shown."""

    DOTS = 0
    BOXES = 1
    NAMES = 2
    PORTS = 3


FROM = (0.0, 0.1, 0.36, 0.72)
"""Zoom from which on each level of detail is shown."""

GRID_FROM = 0.6
"""Zoom from which on there are dots on the ground."""

LEAST = 1.2
"""Width and height of a node at least, pixels."""


@dataclass(frozen=True, eq=False)
class MapGround(Plane):
    """Geometry of one picture of the map, in pixels."""

    @cached_property
    def detail(self) -> Detail:
        """How much is shown; a level that was shown is held until its threshold is well passed."""
        held = self.view.held[0] if len(self.view.held) == 1 else -1
        reached = Detail.DOTS
        for level in Detail:
            slack = 1.0 if held < 0 else 1 / SLACK if held >= level else SLACK
            if self.scale >= FROM[level] * slack:
                reached = level
        return reached

    @property
    def levels(self) -> tuple[int, ...]:
        """Levels of detail, kept by the next picture."""
        return (int(self.detail),)

    @property
    def extent(self) -> Extent:
        """The stretch of the plane that holds all nodes and cables."""
        return extent(self.scene)

    def boxes(self, nodes: Ints) -> Floats:
        """Return the boxes of nodes, (n, 4) pixels: x, y, width, height."""
        size = np.maximum(sizes(self.scene)[nodes] * self.scale, LEAST)
        return np.column_stack([self.at(places(self.scene)[nodes]) - size / 2, size])

    def seen(self, box: Floats) -> Bools:
        """Tell which boxes (n, 4) are partly drawn."""
        return self.in_view(box[:, :2], box[:, :2] + box[:, 2:])

    @cached_property
    def shows_all(self) -> bool:
        """Whether all of the map is in view, so that an overview would say nothing."""
        left, top, right, bottom = self.extent
        corners = self.at(np.array([[left, top], [right, bottom]]))
        x, y, wide, tall = self.window
        return bool(
            (corners[0] >= (x - 1, y - 1)).all() and (corners[1] <= (x + wide + 1, y + tall + 1)).all()
        )
