"""Scenes made anew: what an edit leaves alone is kept."""

from __future__ import annotations

import numpy as np
from fabrics import tree2, tree3
from scenes import simulated

from ibviz.core.edit_scenarios import fail
from ibviz.core.scenario import AS_BUILT
from ibviz.core.state import State
from ibviz.drawing.draw import draw
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.picture import scene_of
from ibviz.drawing.svg import svg
from ibviz.drawing.view import View
from ibviz.gui.canvas.stage import staged

STATE = State(tree3(3, 4, 4, 3, 4), name="test")


def same(one: Drawing, other: Drawing) -> bool:
    return svg(one) == svg(other)


def test_that_a_new_load_keeps_the_layout() -> None:
    before = staged(STATE, None, None)
    after = staged(STATE, simulated(STATE.fabric, AS_BUILT), before)
    assert after.bands is before.bands
    assert after.links is before.links
    assert np.isfinite(after.overlay("utilization").value).any()


def test_that_a_scene_made_anew_draws_as_one_made_from_nothing() -> None:
    load = simulated(STATE.fabric, AS_BUILT)
    warm = staged(STATE, None, None)
    draw(warm, View())
    for zoom in (1.0, 6.0, 30.0):
        view = View(zoom=zoom)
        assert same(draw(staged(STATE, load, warm), view), draw(scene_of(STATE, load), view))


def test_that_a_failure_is_seen_before_its_load_is_known() -> None:
    load = simulated(STATE.fabric, AS_BUILT)
    before = staged(STATE, load, None)
    down = fail(STATE, cables=[0])
    scene = staged(down, load, before, old=True)
    assert scene.failed[0]
    assert not scene.failed[1]
    value = scene.overlay("utilization").value
    assert np.array_equal(value, before.overlay("utilization").value, equal_nan=True)


def test_that_a_new_cable_has_no_value_until_the_load_is_known() -> None:
    load = simulated(STATE.fabric, AS_BUILT)
    before = staged(STATE, load, None)
    grown = tree2(3, 2, 40)
    assert len(grown.cables) != len(STATE.fabric.cables)
    scene = staged(State(grown, name="test"), None, before, old=True)
    assert len(scene.overlay("utilization").value) == len(grown.cables)


def test_that_without_a_load_there_is_the_wiring_only() -> None:
    assert staged(STATE, None, None).overlay("utilization").name == "plain"
