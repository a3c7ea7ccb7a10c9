from __future__ import annotations

import json
from typing import Any

import pytest
from sample_drawings import HOSTILE, drawing, everything, words

from ibviz.core.registry import painters
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.widths import advance, cap_height, descent

WHITE, BLACK = 0xFF000000 | 0xFFFFFF, 0xFF000000


def read(made: Drawing) -> Any:
    return json.loads(painters.get("json")(made))


def test_that_the_json_has_the_fields_that_scripts_rely_on() -> None:
    made = read(everything())
    assert made["size"] == [320, 200]
    assert made["cables"] == {"single": 10, "cell": 48}
    assert made["nodes"] == {"single": 3}
    assert made["primitives"] == {"lines": 3, "curves": 9, "boxes": 4, "cells": 48, "marks": 5}
    assert [word["text"] for word in made["words"]] == ["leaf-188", "95\u2009%", "Aggregation"]
    for word in made["words"]:
        assert {"text", "x", "y", "w", "h", "px", "color", "background"} <= set(word)
        assert word["color"][0] == word["background"][0] == "#"
        assert len(word["color"]) == len(word["background"]) == 7


def test_that_a_word_reaches_from_cap_height_to_descent() -> None:
    (word,) = read(drawing(words(["leaf-1"], [[30, 50]], WHITE, BLACK, 12, 500)))["words"]
    assert word["x"] == 30
    assert word["y"] == pytest.approx(50 - cap_height(12), abs=1e-3)
    assert word["w"] == pytest.approx(advance("leaf-1", 12, 500), abs=1e-3)
    assert word["h"] == pytest.approx(cap_height(12) + descent(12), abs=1e-3)
    assert (word["color"], word["background"]) == ("#ffffff", "#000000")
    assert "turned" not in word


def test_that_a_turned_word_has_the_upright_box_around_it() -> None:
    (word,) = read(drawing(words(["leaf-1"], [[30, 90]], WHITE, BLACK, 12, 500, 1)))["words"]
    assert word["x"] == pytest.approx(30 - cap_height(12), abs=1e-3)
    assert word["y"] == pytest.approx(90 - advance("leaf-1", 12, 500), abs=1e-3)
    assert word["w"] == pytest.approx(cap_height(12) + descent(12), abs=1e-3)
    assert word["h"] == pytest.approx(advance("leaf-1", 12, 500), abs=1e-3)
    assert word["turned"] is True


def test_that_colours_with_alpha_are_given_as_they_look() -> None:
    (word,) = read(drawing(words(["a"], [[9, 9]], 0x80FF8000 | 0, 0xFF000000)))["words"]
    assert word["color"] == "#804000"


def test_that_hostile_names_are_json_strings() -> None:
    (word,) = read(drawing(words([HOSTILE], [[9, 9]], WHITE, BLACK)))["words"]
    assert word["text"] == HOSTILE.replace("\ud800", "?")
