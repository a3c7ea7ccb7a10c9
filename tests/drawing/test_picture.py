from __future__ import annotations

import pytest
from fabrics import torus_of, tree2
from scenes import simulated

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.door import paint
from ibviz.drawing.picture import picture, scene_of

FABRIC = tree2(4, 2, 3)
BROKEN = Scenario("a spine is out", frozenset({4}))


def test_that_a_state_becomes_a_picture() -> None:
    drawing = picture(State(FABRIC, name="four leaves"), size=(900, 600), theme="light")
    assert (drawing.width, drawing.height) == (900, 600)
    assert drawing.title.startswith("four leaves")
    assert sum(drawing.cables.values()) == len(FABRIC.cables)


def test_that_the_view_is_the_one_that_suits_unless_it_is_said() -> None:
    flat = State(torus_of((4, 4)))
    free, flat_map, banded = (paint(picture(flat, kind=kind), "json") for kind in ("", "map", "layered"))
    assert free == flat_map != banded
    tree = State(FABRIC)
    assert paint(picture(tree), "json") == paint(picture(tree, kind="layered"), "json")


def test_that_what_fails_keeps_its_place() -> None:
    state = State(FABRIC, scenarios=(BROKEN,), active=BROKEN.name)
    whole, broken = scene_of(State(FABRIC)), scene_of(state, simulated(FABRIC, BROKEN))
    assert (whole.bands.x == broken.bands.x).all()
    assert broken.failed.sum() == 4
    drawing = picture(state, simulation=simulated(FABRIC, BROKEN))
    assert drawing.cables["hidden"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "globe"}, "'globe' is no view; known are layered, map, matrix"),
        ({"zoom": "near"}, "'near' is no zoom; known are fit, mid, close"),
        ({"theme": "pink"}, "'pink' is no theme; known are dark, light"),
        ({"overlay": "mood"}, "'mood' is no overlay; known are before, congestion,"),
        ({"size": (10, 1000)}, "size 10x1000 is not possible; each side is 320 to 16384 pixels"),
        ({"overlay": "utilization"}, "the overlay utilization needs a simulation"),
    ],
)
def test_that_what_there_is_not_is_refused_in_a_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as error:
        picture(State(FABRIC), **options)  # type: ignore[arg-type]
    assert message in str(error.value)
