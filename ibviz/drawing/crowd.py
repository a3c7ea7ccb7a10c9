"""The crowd: where nearly all cables have nearly the same value, its colour recedes, so that what differs is seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Words32
from ibviz.drawing.ramps import BUCKETS, steps

FEW, MANY = 40, 160
"""Cables below which nothing is a crowd, and from which on it may be one in full."""

SHARE, WHOLE = 0.45, 0.7
"""Share of the cables at which they begin to be a crowd, and at which they are one in full."""

COLD, WARM = 0.2, 0.6
"""Value below which colours are quiet as they are, and from which on they recede in full."""

DEEP = 0.55
"""How much of its strength the colour of a whole crowd loses."""


@dataclass(frozen=True)
class Crowd:
    """A value that many cables share.

    Parameters
    ----------
    middle : float
        0 to 1.
    depth : float
        How much of its strength its colour loses, 0 to 1.
    """

    middle: float = 0.0
    depth: float = 0.0


def crowd_of(value: Floats) -> Crowd:
    """Return the value that nearly all cables share; one of no depth where they differ or are few.

    Parameters
    ----------
    value : (n,) float64
        0 to 1, NaN for none.
    """
    known = value[~np.isnan(value)]
    if not len(known):
        return Crowd()
    number = np.bincount(steps(known, BUCKETS), minlength=BUCKETS)
    top = int(number.argmax())
    share = (number[top] / len(known) - SHARE) / (WHOLE - SHARE)
    heat = (top / (BUCKETS - 1) - COLD) / (WARM - COLD)
    depth = (
        DEEP * np.clip(share, 0, 1) * np.clip(heat, 0, 1) * np.clip((len(known) - FEW) / (MANY - FEW), 0, 1)
    )
    return Crowd((top + 0.5) / BUCKETS, float(depth))


def common_kind(value: Floats, count: int) -> Crowd:
    """Return the kind that most cables are of, as a crowd; parameters as in `crowd_of`, and how many kinds there are."""
    known = value[~np.isnan(value)]
    if not len(known) or count < 2:
        return Crowd()
    number = np.bincount(steps(known, count), minlength=count)
    top = int(number.argmax())
    share = (number[top] / len(known) - SHARE) / (WHOLE - SHARE)
    return Crowd((top + 0.5) / count, float(DEEP * np.clip(share, 0, 1)))


def receding(colors: Words32, crowd: Crowd, ground: int) -> Words32:
    """Return the colours of a ramp, that of a crowd and its next neighbours mixed with the ground.

    Parameters
    ----------
    colors : (n,) uint32, 0xAARRGGBB
        Least first.
    crowd : Crowd
    ground : int
    """
    if not crowd.depth:
        return colors
    place = (np.arange(len(colors)) + 0.5) / len(colors)
    away = np.abs(place - crowd.middle) * min(BUCKETS, len(colors))
    share = crowd.depth * np.clip(1.5 - away, 0, 1)
    mixed = colors & np.uint32(0xFF000000)
    for shift in (16, 8, 0):
        own, under = ((each >> np.uint32(shift)) & np.uint32(255) for each in (colors, np.uint32(ground)))
        channel = np.round(own * (1 - share) + float(under) * share).astype(np.uint32)
        mixed = mixed | (channel << np.uint32(shift))
    faded: Words32 = mixed
    return faded
