"""What is found again, and when."""

from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree3
from gui_canvas import Make

from ibviz.drawing.hit import Hit
from ibviz.drawing.theme import theme
from ibviz.gui.canvas.lights import Lights
from ibviz.gui.selection import Selection

DARK = theme("dark")
TREE = tree3(4, 4, 4, 3, 4)


def test_that_things_are_found_once_while_nothing_changes(
    make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = make_canvas(TREE)
    lights, calls = Lights(canvas.desk), []
    canvas.desk.document.select(Selection(nodes=frozenset([1, 2])))
    assert canvas.kept is not None
    kind = type(canvas.kept.picture)
    real = kind.trace
    monkeypatch.setattr(kind, "trace", lambda *given: calls.append(1) or real(*given))
    for _ in range(5):
        assert lights.items(canvas.kept, canvas.move_now(), DARK, False)
    assert len(calls) <= 2
    lights.drop()
    lights.items(canvas.kept, canvas.move_now(), DARK, False)
    assert len(calls) > 2


def test_that_a_cable_is_hovered_with_both_its_ends(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    lights = Lights(canvas.desk)
    assert lights.hover(Hit("cable", cable=3), canvas.scene)
    assert not lights.hover(Hit("cable", cable=3), canvas.scene)
    nodes, cables = lights._hovered
    assert np.array_equal(nodes, TREE.cables.node[3])
    assert cables.tolist() == [3]
    assert lights.hover(Hit(), canvas.scene)


@pytest.mark.parametrize(
    ("found", "nodes", "cables"),
    [
        (Hit("node", node=4, cable=1), [4], []),
        (Hit("port", node=4, port=40), [4], []),
        (Hit("bundle", cables=(1, 2, 3)), [], [1, 2, 3]),
        (Hit("bundle", cables=tuple(range(999))), [], []),
        (Hit("group", group="pod", number=0), [], []),
    ],
)
def test_that_what_is_lit_is_what_is_meant(
    make_canvas: Make, found: Hit, nodes: list[int], cables: list[int]
) -> None:
    canvas = make_canvas(TREE)
    lights = Lights(canvas.desk)
    lights.hover(found, canvas.scene)
    assert [each.tolist() for each in lights._hovered] == [nodes, cables]


def test_that_a_selection_of_a_fabric_gone_lights_nothing(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    lights = Lights(canvas.desk)
    canvas.desk.document.select(Selection(nodes=frozenset([10**6]), cables=frozenset([10**6]), flow=10**6))
    assert canvas.kept is not None
    assert lights.items(canvas.kept, canvas.move_now(), DARK, False) == []
