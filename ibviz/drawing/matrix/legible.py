"""Words on coloured cells: the tone of text that is legible, on a cell that is a shade darker where none is."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Words32
from ibviz.drawing.theme import Theme

LEGIBLE = 4.5
"""Least contrast of text, after WCAG 2."""

SHADE = 0.94
"""How much darker a cell becomes on which neither tone of text is legible; nobody sees it."""


def luminance(color: Words32) -> Floats:
    """Return the relative luminance of colours, after WCAG 2.

    Examples
    --------
    >>> luminance(np.array([0xFF000000, 0xFFFFFFFF], np.uint32)).tolist()
    [0.0, 1.0]
    """
    made = np.zeros(len(color))
    for shift, weight in ((16, 0.2126), (8, 0.7152), (0, 0.0722)):
        channel = ((color >> np.uint32(shift)) & np.uint32(255)) / 255
        made += weight * np.where(channel <= 0.04045, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return made


def contrast(one: Floats, other: Floats) -> Floats:
    """Return the contrast of luminances."""
    found: Floats = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return found


def legible(color: Words32, told: Bools, theme: Theme) -> tuple[Words32, Words32]:
    """Return the colour of text for each cell, and the cells, a shade darker where text would else be pale.

    Parameters
    ----------
    color : (n,) uint32
        Opaque cells.
    told : (n,) bool
        Which of them bear text.
    theme : Theme
    """
    pale = told & (_best(color, theme)[1] < LEGIBLE)
    shaded = np.where(pale, _darker(color), color)
    return _best(shaded, theme)[0], shaded


def _best(color: Words32, theme: Theme) -> tuple[Words32, Floats]:
    """Return the better of the two extreme tones on each colour, and its contrast."""
    tones = np.array([theme.sel, theme.canvas], np.uint32)
    ground = luminance(color)
    first, second = (contrast(ground, light) for light in luminance(tones))
    return np.where(first >= second, tones[0], tones[1]), np.maximum(first, second)


def _darker(color: Words32) -> Words32:
    made = np.full(len(color), 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        channel = ((color >> np.uint32(shift)) & np.uint32(255)) * SHADE
        made |= channel.astype(np.uint32) << np.uint32(shift)
    return made
