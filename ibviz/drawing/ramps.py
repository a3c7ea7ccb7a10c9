"""Colour ramps: a few stops, a table of 256 colours, 16 buckets for lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bytes, Floats, Words32

STEPS = 256
"""Colours of a ramp."""

BUCKETS = 16
"""Colours of lines: fewer, so that lines of one colour are painted by one call."""


def gradient(stops: Words32, count: int = STEPS) -> Words32:
    """Return `count` opaque colours between evenly spaced stops, linear in sRGB.

    Parameters
    ----------
    stops : (n,) uint32, 0xAARRGGBB
        Two stops or more.
    count : int

    Returns
    -------
    (count,) uint32

    Examples
    --------
    >>> [hex(c) for c in gradient(np.array([0xFF000000, 0xFF0000FF], np.uint32), 3).tolist()]
    ['0xff000000', '0xff000080', '0xff0000ff']
    """
    places = np.linspace(0, len(stops) - 1, count)
    known = np.arange(len(stops))
    made = np.full(count, 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        channel = np.interp(places, known, (stops >> np.uint32(shift)) & np.uint32(255))
        made |= np.round(channel + 1e-9).astype(np.uint32) << np.uint32(shift)
    made.flags.writeable = False
    return made


def steps(share: Floats, count: int = STEPS) -> Bytes:
    """Return the step of a ramp for each share of its range: 0 to `count` - 1, what lies outside at the ends.

    Parameters
    ----------
    share : (...) float64
        0 is the low end, 1 the high end; NaN counts as 0.

    Examples
    --------
    >>> steps(np.array([-1, 0, 0.5, 0.999, 1, np.nan]), 16).tolist()
    [0, 0, 8, 15, 15, 0]
    """
    place = np.fmax(np.asarray(share, np.float64) * count, 0.0)  # of NaN and a number the number
    made: Bytes = np.minimum(place, count - 1).astype(np.uint8)
    return made


def with_alpha(colors: NDArray[np.uint32] | int, alpha: NDArray[np.int64] | int) -> Words32:
    """Return colours with another alpha, 0 to 255.

    Examples
    --------
    >>> hex(int(with_alpha(0xFF102030, 128)))
    '0x80102030'
    """
    plain = np.asarray(colors, np.uint32) & np.uint32(0xFFFFFF)
    made: Words32 = plain | (np.asarray(alpha, np.uint32) << np.uint32(24))
    return made
