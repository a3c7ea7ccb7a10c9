from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.state import State
from ibviz.drawing.overlay import Overlay

FABRIC = fabric_of("SSHH", [(0, 1, 1, 1), (0, 2, 1, 2), (0, 3, 2, 1), (1, 3, 3, 1)])


def difference_of(before: list[list[float]], after: list[list[float]], down: int = 1) -> Overlay:
    """Return the overlay for utilizations given direction by direction."""
    full = FABRIC.capacity[:, None]
    old = replace(simulated(FABRIC, AS_BUILT), load=np.array(before) * full)
    failed = Scenario("x", frozenset(), frozenset({down}))
    new = replace(simulated(FABRIC, failed), load=np.array(after) * full, before=old)
    made: Overlay = overlays.get("difference")(State(FABRIC), new)
    return made


def test_that_more_is_above_the_middle_and_less_below() -> None:
    made = difference_of(
        [[0.2, 0.2], [0.3, 0.3], [0.5, 0.5], [0.4, 0.4]], [[0.6, 0.3], [0, 0], [0.3, 0.5], [0.4, 0.4]]
    )
    assert made.limit == 0.5
    assert made.value[[0, 2, 3]] == pytest.approx([0.5 + 0.4, 0.5 - 0.2, 0.5])
    assert np.isnan(made.value[1])
    assert (made.low, made.middle, made.high) == ("\u221250\u2009%", "0", "+50\u2009%")


def test_that_the_range_follows_the_greatest_change() -> None:
    same = [[0.2, 0.2]] * 4
    made = difference_of(same, [[0.2, 0.24], [0, 0], [0.2, 0.2], [0.2, 0.2]])
    assert made.limit == 0.05
    assert made.value[0] == pytest.approx(0.9)
    assert made.words(made.value[0]) == "+4\u2009%"
    assert made.words(0.0) == "\u22125\u2009%"


def test_that_the_unchanged_stands_out_least() -> None:
    made = difference_of([[0.2, 0.2]] * 4, [[0.2, 0.2]] * 4)
    strength = made.strength(made.value)
    assert strength[[0, 2, 3]] == pytest.approx([0, 0, 0])


def test_that_there_is_no_difference_where_nothing_is_down() -> None:
    with pytest.raises(OptionError, match="something is down"):
        overlays.get("difference")(State(FABRIC), simulated(FABRIC, AS_BUILT))
    with pytest.raises(OptionError):
        overlays.get("difference")(State(FABRIC), None)
