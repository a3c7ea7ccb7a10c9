"""Small true pictures of the samples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gui_windows import small_state

from ibviz.core.progress import silent
from ibviz.core.resources import resource
from ibviz.core.state import State
from ibviz.drawing.drawing import Words
from ibviz.drawing.picture import picture
from ibviz.gui.samples import TITLES, bare, draw_samples, extent, sentence_of, small_picture


def test_that_every_sample_is_drawn_with_what_it_is(qtbot: Any) -> None:
    made = draw_samples("dark", silent)
    assert [one.title for one in made] == list(TITLES.values())
    assert {path.name for path in resource("samples").iterdir()} == set(TITLES)
    for one in made:
        assert one.picture.width() > 200
        assert "cables" in one.sentence


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_that_a_picture_shows_more_than_its_ground(qtbot: Any, theme: str) -> None:
    image = small_picture(small_state(), theme)
    colours = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert len(colours) > 4


def test_that_words_and_header_are_left_out() -> None:
    drawing = bare(picture(small_state()))
    assert drawing.layers
    assert not any(isinstance(item, Words) for layer in drawing.layers for item in layer.items)
    left, top, right, foot = extent(drawing)
    assert 0 < left < right <= drawing.width
    assert 0 < top < foot <= drawing.height


def test_that_a_drawing_of_nothing_is_shown_whole() -> None:
    from dataclasses import replace

    empty = replace(picture(small_state()), layers=())
    assert extent(empty) == (0.0, 0.0, float(empty.width), float(empty.height))


def test_that_the_sentence_counts() -> None:
    assert sentence_of(small_state()) == "3 switches, 4 HCAs, 6 cables"
    assert isinstance(small_state(), State)
    assert np.isfinite(extent(bare(picture(small_state())))).all()
