"""How strong lines are where many lie upon each other: the hottest stay, the others share what the eye can bear."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints, Words32
from ibviz.drawing.ramps import with_alpha

COVER = 0.3
"""How often lines of full strength may cover the ground on average."""

FAINTEST = 10
"""Alpha that no line goes below."""


def coverage(xy: Floats, area: float) -> Floats:
    """Return how much of an area each line (n, 4) of one pixel covers."""
    length: Floats = np.hypot(xy[:, 2] - xy[:, 0], xy[:, 3] - xy[:, 1])
    return length / max(area, 1.0)


def strengths(cover: Floats, bucket: Ints, most: float = COVER) -> Floats:
    """Return the share of its alpha that each line keeps, 0 to 1.

    Parameters
    ----------
    cover : (n,) float64
        Share of the ground that each line covers.
    bucket : (n,) int64
        The greater, the more it has to say.
    most : float
        How much lines as strong as they are may cover.

    Notes
    -----
    A line keeps what it may have if all lines that say at least as much kept the same: hot lines are not dimmed by
    the crowd of cold ones, and a whole fabric that is hot is no wall.

    Examples
    --------
    >>> strengths(np.array([0.25, 1.75]), np.array([15, 0]), 0.5).tolist()
    [1.0, 0.25]
    """
    total = np.bincount(bucket, cover, int(bucket.max(initial=0)) + 1)
    above = np.cumsum(total[::-1])[::-1]
    share: Floats = np.clip(most / np.maximum(above, 1e-12), 0, 1)[bucket]
    return share


def dimmed(colors: Words32, share: Floats) -> Words32:
    """Return colours with a share of their alpha."""
    alpha = (colors >> np.uint32(24)).astype(np.float64)
    return with_alpha(colors, np.minimum(alpha, np.maximum(alpha * share, FAINTEST)).astype(np.int64))
