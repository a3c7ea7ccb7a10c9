from __future__ import annotations

import numpy as np
import pytest

from ibviz.drawing.matrix.legible import LEGIBLE, contrast, legible, luminance
from ibviz.drawing.theme import RAMPS, THEMES, theme


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ramp", RAMPS)
def test_that_text_is_legible_on_every_colour_of_every_ramp(name: str, ramp: str) -> None:
    colors = theme(name).ramp(ramp)
    ink, cells = legible(colors, np.ones(len(colors), bool), theme(name))
    assert (contrast(luminance(ink), luminance(cells)) >= LEGIBLE).all()


@pytest.mark.parametrize("name", THEMES)
def test_that_nobody_sees_which_cells_were_darkened(name: str) -> None:
    colors = theme(name).ramp()
    _, cells = legible(colors, np.ones(len(colors), bool), theme(name))
    apart = [np.abs(((colors >> s) & 255).astype(int) - ((cells >> s) & 255).astype(int)) for s in (16, 8, 0)]
    assert np.max(apart) <= 12


def test_that_cells_without_text_keep_their_colour() -> None:
    colors = theme("dark").ramp()
    assert np.array_equal(legible(colors, np.zeros(len(colors), bool), theme("dark"))[1], colors)
