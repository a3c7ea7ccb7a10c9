"""Bends: the curve of a cable from a side of one box to a side of another, and the sides that suit it."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints

TOP, RIGHT, BOTTOM, LEFT = 0, 1, 2, 3
NORMALS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
"""Which way cables leave each side."""

SHORTEST, LONGEST = 8.0, 120.0
"""How far cables run straight out of their port, units."""

ARCH = 0.3
"""Height of an arch, as a share of its width."""

HIGHEST = 160.0
"""How far arches run straight out at most, units: three quarters of it is their height."""

ROUND = 0.6
"""How far a cable that turns a corner runs straight out, as a share of the way to there."""

REACH = max(3 * LONGEST, HIGHEST)
"""How far a curve reaches beyond the box of its ends at most, units."""

APART = 12.0
"""What must lie between two boxes for a cable from one to the other's facing side, units."""

STEPS = np.arange(1, 16) / 16
"""Where along a curve it is looked whether it runs through a box."""

HIT, CORNER, ARCHED, NEXT, ODD = 4.0, 1.2, 2.5, 0.1, 20.0
"""What it costs to run through a box, to turn a corner, to go around, to do so on the other side, or over itself."""


def bent(start: Floats, end: Floats, out: Floats, back: Floats, scale: float) -> Floats:
    """Return the curves between points (n, 2), (n, 8), that leave one along `out` and the other along `back`.

    Parameters
    ----------
    start, end : (n, 2) float64
    out, back : (n, 2) float64
        Of length 1.
    scale : float
        Pixels of one unit.
    """
    away = np.abs(end - start)
    along = [np.abs((way * away).sum(axis=1)) for way in (out, back)]
    alike = (out * back).sum(axis=1)
    arch = ARCH * 4 / 3 * np.hypot(away[:, 0], away[:, 1]) + 2 * SHORTEST * scale
    arch = np.clip(arch, 2 * SHORTEST * scale, HIGHEST * scale)
    first, last = (
        np.where(
            alike < 0,
            np.clip(each / 2, SHORTEST * scale, LONGEST * scale),
            np.where(alike > 0, arch, np.clip(ROUND * each, SHORTEST * scale, 3 * LONGEST * scale)),
        )[:, None]
        for each in along
    )
    return np.column_stack([start, start + out * first, end + back * last, end])


def points(curve: Floats, at: Floats = STEPS) -> Floats:
    """Return points along curves (n, 8), (n, s, 2)."""
    share = at[:, None]
    weights = (1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share**2, share**3
    found: Floats = sum(
        (curve[:, None, 2 * k : 2 * k + 2] * weights[k] for k in range(4)), np.zeros((len(curve), len(at), 2))
    )
    return found


def facing(middle: Floats, half: Floats, ends: Ints, boxes: Ints) -> tuple[Ints, Ints]:
    """Return on which side cables leave both their nodes, (n,) each, so that they meet few others and bend little.

    Parameters
    ----------
    middle, half : (N, 2) float64
        Where all nodes stand, and half their size.
    ends : (n, 2) int64
    boxes : (b,) int64
        The nodes that are better not crossed.
    """
    away = middle[ends[:, 1]] - middle[ends[:, 0]]
    upright = np.where(away[:, 1] > 0, BOTTOM, TOP)
    flat = np.where(away[:, 0] > 0, RIGHT, LEFT)
    choices = [
        (upright, (upright + 2) % 4),
        (flat, (flat + 2) % 4),
        (upright, (flat + 2) % 4),
        (flat, (upright + 2) % 4),
        *((each, each) for each in (np.full(len(ends), side) for side in (TOP, BOTTOM, RIGHT, LEFT))),
    ]
    cost = _bends(away, half[ends])
    for number, sides in enumerate(choices):
        spots = [middle[ends[:, d]] + NORMALS[sides[d]] * half[ends[:, d]] for d in (0, 1)]
        curve = bent(spots[0], spots[1], NORMALS[sides[0]], NORMALS[sides[1]], 1.0)
        cost[number] += HIT * _met(points(curve), middle, half, ends, boxes).sum(axis=1)
    best = cost.argmin(axis=0)
    each = np.arange(len(ends))
    return np.stack([c[0] for c in choices])[best, each], np.stack([c[1] for c in choices])[best, each]


def _bends(away: Floats, half: Floats) -> Floats:
    """Return what the choices of `facing` cost, (8, n), whatever is in their way; infinite where impossible."""
    x, y = np.abs(away).T
    first, last = half[:, 0] + APART, half[:, 1] + APART
    room = half.sum(axis=1) + APART
    apart_x, apart_y = x >= room[:, 0], y >= room[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        cost = [np.where(apart_y, x / y / 2, np.inf), np.where(apart_x, y / x / 2, np.inf)]
    down = np.where((x >= last[:, 0]) & (y >= first[:, 1]), CORNER, np.inf)
    aside = np.where((x >= first[:, 0]) & (y >= last[:, 1]), CORNER, np.inf)
    over, beside = np.where(apart_x, ARCHED, ARCHED + ODD), np.where(apart_y, ARCHED, np.inf)
    return np.stack([*cost, down, aside, over, over + NEXT, beside, beside + NEXT])


def _met(spots: Floats, middle: Floats, half: Floats, ends: Ints, boxes: Ints) -> Bools:
    """Tell which curves, given by points (n, s, 2), run through which boxes but those at their ends, (n, b)."""
    found = np.zeros((len(spots), len(boxes)), bool)
    for step in range(spots.shape[1]):
        found |= (np.abs(spots[:, step, None] - middle[boxes]) < half[boxes] + 2).all(axis=2)
    found &= (ends[:, :1] != boxes) & (ends[:, 1:] != boxes)
    return found
