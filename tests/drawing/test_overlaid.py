from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2, tree3
from flows import rails
from scenes import picture_of, simulated

from ibviz.core.fabric import Fabric
from ibviz.core.registry import layouts
from ibviz.core.scenario import AS_BUILT, Scenario
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.drawing import Curves
from ibviz.drawing.overlaid import Overlaid
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.scene import Scene, make_scene
from ibviz.drawing.theme import theme


def test_that_overlays_are_made_when_they_are_looked_at() -> None:
    fabric = tree2(2, 2, 2)
    made = Overlaid(State(fabric), simulated(fabric, AS_BUILT), shape(wiring(fabric)))
    assert list(made) == ["plain", "utilization"]
    assert made["speed"] is made["speed"]
    assert list(made) == ["plain", "utilization", "speed"]


def test_that_an_overlay_without_data_is_not_there() -> None:
    fabric = tree2(2, 2, 2)
    made = Overlaid(State(fabric), simulated(fabric, AS_BUILT), shape(wiring(fabric)))
    assert made.get("difference") is None
    assert made.get("no such") is None
    with pytest.raises(KeyError):
        made["before"]


def test_that_a_failure_makes_before_and_difference() -> None:
    fabric = tree2(2, 2, 2)
    scenario = Scenario("x", frozenset(), frozenset({0}))
    after = replace(simulated(fabric, scenario), before=simulated(fabric, AS_BUILT, seed=2))
    made = Overlaid(State(fabric), after, shape(wiring(fabric)))
    assert made["before"].name == "before"
    assert made["difference"].is_opposed


def scene_with(fabric: Fabric, down: int) -> Scene:
    """Return a scene in which a cable is down, with the load before."""
    scenario = Scenario("x", frozenset(), frozenset({down}))
    state = State(fabric, scenarios=(scenario,), active="x")
    after = replace(simulated(fabric, scenario), before=simulated(fabric, AS_BUILT, seed=2))
    structure = shape(wiring(fabric))
    return make_scene(state, structure, layouts.get("layered")(structure), after)


@pytest.mark.parametrize("name", ["difference", "speed", "oversubscription", "before"])
@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_every_overlay_is_drawn_at_every_zoom(name: str, zoom: str) -> None:
    for fabric in (tree3(4, 4, 4, 4, 4), tree2(40, 8, 8)):
        scene = scene_with(fabric, 0)
        made = picture_of(scene, zoom, overlay=name)
        title = scene.overlay(name).title
        assert title in "".join(
            text for layer in made.drawing.layers for p in layer.items for text in getattr(p, "text", [])
        )


def test_that_rails_have_their_own_hues() -> None:
    scene = scene_with(rails(6, 2), 4)
    for look in ("dark", "light"):
        made = picture_of(scene, "fit", overlay="rail", theme=look)
        drawn = [p for layer in made.drawing.layers for p in layer.items if isinstance(p, Curves)]
        colors = {int(c) & 0xFFFFFF for p in drawn for c in p.color}
        hues = {theme(look)[f"rail{k}"] & 0xFFFFFF for k in (1, 2)}
        assert hues <= colors


def test_that_a_bundle_of_several_kinds_has_none_and_one_of_opposites_the_strongest() -> None:
    scene = scene_with(tree2(2, 2, 2), 0)
    from ibviz.drawing.easel import Easel
    from ibviz.drawing.frame import Frame
    from ibviz.drawing.view import View

    values, begins, sizes = np.array([0.25, 0.25, 0.25, 0.75]), np.array([0, 2]), np.array([2, 2])
    for name, expected in (
        ("speed", [0.25, np.nan]),
        ("difference", [0.25, 0.75]),
        ("utilization", [0.25, 0.5]),
    ):
        easel = Easel(Frame(scene, View(overlay=name)))
        assert easel.summed_up(values, begins, sizes) == pytest.approx(expected, nan_ok=True)


def test_that_no_value_has_no_words() -> None:
    assert Overlay("x", "X", np.empty(0), high="1").words(float("nan")) == ""
