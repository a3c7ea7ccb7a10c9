"""What lasts of a picture when only the load, or only the theme, is another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from scenes import FABRICS, picture_of, scene_of, simulated

import ibviz.drawing.bundles as bundles
import ibviz.drawing.cables as cables
import ibviz.drawing.lettering as lettering
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.fold import Fold
from ibviz.drawing.lasting import frame_of, keep
from ibviz.drawing.scene import Scene, folded_scene, restaged
from ibviz.drawing.view import View


def is_alike(made: Drawing, wanted: Drawing) -> bool:
    """Tell whether two drawings are the same to the last number."""
    pairs = [
        (own, other)
        for one, two in zip(made.layers, wanted.layers, strict=True)
        for own, other in zip(one.items, two.items, strict=True)
    ]
    return (made.title, made.cables, made.nodes) == (wanted.title, wanted.cables, wanted.nodes) and all(
        type(own) is type(other)
        and np.array_equal(np.asarray(getattr(own, each.name)), np.asarray(getattr(other, each.name)))
        for own, other in pairs
        for each in fields(own)
    )


def loaded(scene: Scene, seed: int, hot: int = 2) -> Scene:
    """Return the scene under another load."""
    return restaged(scene, scene.state, simulated(scene.fabric, scene.state.scenario, seed, hot))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count what is costly and has nothing to do with the load: measuring words, curves of cables and of bundles."""
    calls: Counter[str] = Counter()

    def count(module: Any, name: str) -> None:
        real = getattr(module, name)

        def counting(*args: Any, **more: Any) -> Any:
            calls[name] += 1
            return real(*args, **more)

        monkeypatch.setattr(module, name, counting)

    count(lettering, "advance")
    count(bundles, "_shape")
    count(bundles, "_tied")
    count(cables, "_curves_in_view")
    count(cables, "_dense_and_single")
    yield calls


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
@pytest.mark.parametrize("name", ["tree", "pods", "carpet", "odd"])
@pytest.mark.parametrize("folds", [(), (Fold("pod", 0),)])
def test_that_a_picture_of_another_load_is_as_if_made_anew(
    name: str, zoom: str, folds: tuple[Fold, ...]
) -> None:
    plain = scene_of(FABRICS[name](), down_cables=[3])
    scene, anew = folded_scene(plain, folds), folded_scene(plain, folds)
    looks = [{}, {"theme": "light", "low": 0.1, "high": 0.6}, {"overlay": "speed"}, {"overlay": "plain"}]
    for seed, look in enumerate([*looks, {}], 2):
        scene = loaded(scene, seed, hot=2 if seed < 4 else 30)
        fresh = replace(
            anew, overlays=scene.overlays, memo={}, plain=anew.plain and replace(anew.plain, memo={})
        )
        view = view_for(scene, View(**look), zoom, 0)  # type: ignore[arg-type]
        assert is_alike(compose(scene, view).drawing, compose(fresh, view).drawing)


@pytest.mark.parametrize("zoom", ["fit", "close"])
def test_that_another_load_has_nothing_laid_out_bundled_or_fitted_anew(
    zoom: str, counted: Counter[str]
) -> None:
    scene = scene_of(FABRICS["carpet"]())
    picture_of(scene, zoom)
    counted.clear()
    made = picture_of(loaded(scene, 1), zoom)
    assert counted["_shape"] == counted["_tied"] == 0
    assert counted["_curves_in_view"] == counted["_dense_and_single"] == 0
    words = sum(
        len(item.text) for layer in made.drawing.layers for item in layer.items if hasattr(item, "text")
    )
    assert counted["advance"] <= 3 < words, "only badges and what tells a value are written anew"


def test_that_another_theme_has_nothing_laid_out_anew(counted: Counter[str]) -> None:
    scene = scene_of(FABRICS["carpet"]())
    for zoom in ("fit", "close"):
        dark = picture_of(scene, zoom)
        counted.clear()
        light = picture_of(scene, zoom, theme="light")
        assert dark.drawing.background != light.drawing.background
        assert counted["_shape"] == counted["_curves_in_view"] == counted["_dense_and_single"] == 0


def test_that_a_frame_that_lies_alike_knows_what_was_known_and_another_does_not() -> None:
    scene = scene_of(FABRICS["pods"]())
    frame = frame_of(scene, View())
    places, once = frame.places, frame.once("x", lambda: object())
    keep(frame)
    alike = frame_of(scene, View(theme="light", overlay="plain", low=0.5))
    assert alike.places is places
    assert alike.once("x", lambda: object()) is once
    assert alike.view.theme == "light"
    for other in (View(zoom=2), View(width=900), View(reach=10), View(focus=1)):
        assert frame_of(scene, other).places is not places


def test_that_what_is_down_is_laid_out_anew() -> None:
    scene = scene_of(FABRICS["pods"]())
    picture_of(scene)
    assert "layout" in loaded(scene, 2).memo
    state = scene_of(FABRICS["pods"](), down_cables=[0]).state
    state = replace(state, fabric=scene.fabric)
    assert "layout" not in restaged(scene, state, simulated(scene.fabric, state.scenario)).memo


def test_that_a_frame_remembers_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.drawing.frame.REMEMBERED", 2)
    frame = frame_of(scene_of(FABRICS["pods"]()), View())
    for number in range(5):
        assert frame.once(f"{number}", lambda: number) == number  # noqa: B023
        assert len(frame.memo) <= 2
