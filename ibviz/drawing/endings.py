"""Endings: what cables are, written at both of their ends, where colour alone would tell it."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.easel import Easel
from ibviz.drawing.ink import boxes
from ibviz.drawing.lettering import MIDDLE, boxes_of
from ibviz.drawing.ramps import with_alpha

MOST = 400
"""Cables in view beyond which there is no room at their ends."""

AWAY = 9.0
"""How far from the end of a cable its word stands, pixels."""


def write_endings(easel: Easel, xy: Floats, cable: Ints) -> None:
    """Write the kind of each cable at both ends, on a ground of its own; where ends lie too close, at some.

    Parameters
    ----------
    xy : (n, 8) float64, pixels
        Their curves, the lower end first.
    cable : (n,) int64
    """
    overlay, theme = easel.overlay, easel.theme
    known = ~np.isnan(overlay.value[cable])
    if not overlay.at_ends or not 0 < known.sum() <= MOST:
        return
    xy, texts = xy[known], [overlay.words(value) for value in overlay.value[cable[known]].tolist()]
    level = xy[:, 1] == xy[:, 7]
    x = np.concatenate([xy[:, 0], xy[:, 6]])
    y = np.concatenate([xy[:, 1] - AWAY, xy[:, 7] + np.where(level, -AWAY, AWAY)])
    before = len(easel.words.words().text)
    easel.words.put(
        [*texts, *texts], x, y, px=10.0, weight=500, color=theme.t1, background=theme.canvas, align=MIDDLE
    )
    box = boxes_of(easel.words.words())[before:]
    ground = np.column_stack([box[:, 0] - 2, box[:, 1] - 1, box[:, 2] - box[:, 0] + 4, box[:, 3] - box[:, 1]])
    easel.add("marks", boxes(ground, with_alpha(theme.canvas, 225), radius=3.0))
