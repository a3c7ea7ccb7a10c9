from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import simulated

from ibviz.core.criticality import Criticality
from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.drawing.overlay import Overlay

FABRIC = tree2(3, 2, 3)


def made(loss: dict[int, float], cuts: tuple[int, ...] = (), tried: int = 0, down: int = -1) -> Overlay:
    count = len(FABRIC.cables)
    lost, cut = np.full(count, np.nan), np.zeros(count, bool)
    lost[list(loss)] = list(loss.values())
    cut[list(cuts)] = True
    run = simulated(FABRIC, Scenario("", frozenset(), frozenset({down} - {-1})))
    costs = Criticality(lost, cut, tried or 6, 6)
    found: Overlay = overlays.get("criticality")(State(FABRIC), replace(run, criticality=costs))
    return found


def test_that_the_end_of_the_ramp_is_a_round_share_above_all_losses() -> None:
    overlay = made({0: 0.03, 1: 0.0, 2: -0.01})
    assert (overlay.high, overlay.limit) == ("5\u2009%", 0.05)
    assert overlay.value[:3].tolist() == pytest.approx([0.6, 0.0, 0.0])
    assert np.isnan(overlay.value[3:]).all()
    assert overlay.words(overlay.value[0]) == "3\u2009%"


def test_that_cables_that_cut_pairs_off_stand_at_the_end() -> None:
    overlay = made({0: 0.0, 1: 0.001}, cuts=(0,))
    assert overlay.value[:2].tolist() == [1.0, 1.0]
    assert overlay.high == "0.1\u2009%, or pairs cut off"


def test_that_what_is_down_has_no_colour() -> None:
    assert np.isnan(made({0: 0.03}, cuts=(0,), down=0).value).all()


def test_that_the_title_tells_what_is_missing() -> None:
    assert made({0: 0.1}, tried=1).title.endswith("simulated, 1 of 6 tried")
    assert made({0: 0.1}).title.endswith("fails, simulated")


def test_that_failures_must_have_been_tried() -> None:
    for run in (None, simulated(FABRIC, Scenario())):
        with pytest.raises(OptionError, match="needs single failures"):
            overlays.get("criticality")(State(FABRIC), run)
