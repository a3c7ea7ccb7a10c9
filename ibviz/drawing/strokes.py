"""What all painters share: runs of one style, dashes, crisp hairlines, flattened curves, shapes of marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Floats
from ibviz.drawing.drawing import Curves, Dash, Lines, Shape

DASHES: dict[int, tuple[float, ...]] = {Dash.SOLID: (), Dash.DASHED: (4.0, 3.0), Dash.DOTTED: (1.5, 3.0)}
"""Lengths of stroke and gap, pixels."""

HALO = 1.5
"""How far a halo reaches out from under a mark, pixels."""

SEGMENTS = 24
"""Straight pieces of a flattened curve."""


def runs(*columns: NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Return start and stop of each run of rows with equal values in all columns.

    The order of rows is the order of painting, so only neighbours are joined.

    Examples
    --------
    >>> list(runs(np.array([1, 1, 2, 1]), np.array([5, 5, 5, 5])))
    [(0, 2), (2, 3), (3, 4)]
    """
    count = len(columns[0])
    if not count:
        return iter(())
    changes = np.zeros(count - 1, bool)
    for column in columns:
        changes |= column[1:] != column[:-1]
    bounds = [0, *(np.flatnonzero(changes) + 1).tolist(), count]
    return pairwise(bounds)


def crisp(lines: Lines) -> Floats:
    """Return the ends of lines, (n, 4) pixels, with upright and level hairlines moved onto pixels.

    A line of one pixel between two rows of pixels would be two pixels wide and half as strong.
    """
    xy: Floats = np.array(lines.xy, np.float64)
    thin = (lines.width == 1) & (lines.dash == Dash.SOLID)
    for start, end in ((0, 2), (1, 3)):
        straight = thin & (xy[:, start] == xy[:, end])
        xy[straight, start] = xy[straight, end] = np.floor(xy[straight, start]) + 0.5
    return xy


def flattened(curves: Floats, segments: int = SEGMENTS) -> Floats:
    """Return cubic curves as points, (n, segments + 1, 2), dense at the ends where they bend most.

    Parameters
    ----------
    curves : (n, 8) float64, pixels
        Four points each.
    """
    even = np.linspace(0, 1, segments + 1)
    t = (1 - np.cos(np.pi * even)) / 2
    weights = np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
    points: Floats = np.einsum("ps,npc->nsc", weights, curves.reshape(-1, 4, 2))
    return points


def segments(curves: Curves, start: int, stop: int) -> Floats:
    """Return the pieces of some curves as lines, (n * SEGMENTS, 4) pixels."""
    points = flattened(curves.xy[start:stop])
    pieces: Floats = np.concatenate([points[:, :-1], points[:, 1:]], axis=2).reshape(-1, 4)
    return pieces


@dataclass(frozen=True)
class Figure:
    """The shape of a mark of diameter 1 about the origin.

    Parameters
    ----------
    lines : tuple of (x1, y1, x2, y2)
        Single strokes.
    polygon : tuple of (x, y)
        Corners of a filled polygon; empty for none.
    radius : float
        Of a ring; 0 for none.
    width : float
        Of strokes.
    ground : bool
        Whether the ring is filled with the colour of the halo.
    """

    lines: tuple[tuple[float, float, float, float], ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    radius: float = 0.0
    width: float = 0.0
    ground: bool = False


def _cross(reach: float) -> tuple[tuple[float, float, float, float], ...]:
    return ((-reach, -reach, reach, reach), (-reach, reach, reach, -reach))


FIGURES: dict[int, Figure] = {
    Shape.CROSS: Figure(lines=_cross(0.45), width=0.25),
    Shape.RING_CROSS: Figure(lines=_cross(0.19), radius=0.43, width=0.13, ground=True),
    Shape.TRIANGLE: Figure(polygon=((0.0, -0.5), (0.5, 0.4), (-0.5, 0.4))),
    Shape.DIAMOND: Figure(polygon=((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))),
    Shape.RING: Figure(radius=0.42, width=0.16),
}
