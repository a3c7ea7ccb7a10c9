from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from congested import h14, quiet

from ibviz.drawing.drawing import Curves, Dash, Drawing, Lines, Marks, Shape
from ibviz.drawing.picture import picture


def drawn(kind: str = "layered", zoom: str = "fit", hosts: int = 4, **more: Any) -> Drawing:
    state, simulation = h14(hosts)
    return picture(state, simulation=simulation, kind=kind, zoom=zoom, overlay="congestion", **more)


def rows(drawing: Drawing, kind: type, column: str, value: int) -> set[int]:
    items = [
        i for layer in drawing.layers if layer.name != "chrome" for i in layer.items if isinstance(i, kind)
    ]
    return {row for i in items for row in i.row[getattr(i, column) == value].tolist() if row >= 0}


def in_chrome(drawing: Drawing, kind: type) -> list[Any]:
    return [
        i for layer in drawing.layers if layer.name == "chrome" for i in layer.items if isinstance(i, kind)
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("kind", ["layered", "map"])
def test_that_roles_are_told_by_shape(kind: str, theme: str) -> None:
    _, simulation = h14()
    (root,) = simulation.congestion.roots
    drawing = drawn(kind, theme=theme)
    assert rows(drawing, Marks, "shape", Shape.DIAMOND) == {root.channel // 2}
    passing = rows(drawing, Marks, "shape", Shape.RING)
    assert passing
    assert passing <= rows(drawing, Curves, "dash", Dash.DOTTED)
    shapes = {shape for item in in_chrome(drawing, Marks) for shape in item.shape.tolist()}
    assert {Shape.RING, Shape.DIAMOND} <= shapes


def wings(drawing: Drawing) -> list[Lines]:
    marks = next(layer for layer in drawing.layers if layer.name == "marks")
    return [item for item in marks.items if isinstance(item, Lines) and len(item.xy)]


def test_that_chevrons_point_the_way_of_the_flows() -> None:
    drawing = drawn()
    found = [item for item in wings(drawing) if item.width[0] < 4]
    rise = []
    for item in found:
        left, right = np.split(item.xy, 2)
        rise += ((left[:, 1] + right[:, 1]) / 2 - left[:, 3]).tolist()
    # Three chevrons on each of two cables up to a spine, and on one down from it.
    assert (np.array(rise) > 0).sum() == 6
    assert (np.array(rise) < 0).sum() == 3


def test_that_a_root_between_switches_is_a_thick_line() -> None:
    state, simulation = h14()
    found = simulation.congestion
    trunk = next(c for c in found.roots[0].tree.tolist() if (state.fabric.cables.node[c // 2] < 8).all())
    on = found.on.copy()
    on.flat[trunk] = 3
    moved = replace(simulation, congestion=replace(found, on=on))
    drawing = picture(state, simulation=moved, overlay="congestion")
    curves = [i for layer in drawing.layers for i in layer.items if isinstance(i, Curves)]
    assert any((i.row == trunk // 2)[i.width > 3].any() for i in curves)


def test_that_cells_of_roots_bear_a_diamond_from_afar() -> None:
    _, simulation = h14(40)
    drawing = drawn(hosts=40, size=(500, 400))
    assert rows(drawing, Marks, "shape", Shape.DIAMOND) == {simulation.congestion.roots[0].channel // 2}


def test_that_other_overlays_have_no_such_marks() -> None:
    state, simulation = h14()
    drawing = picture(state, simulation=simulation)
    assert not rows(drawing, Marks, "shape", Shape.DIAMOND)
    assert not rows(drawing, Curves, "dash", Dash.DOTTED)
    state, simulation = quiet()
    assert simulation.congestion.roots == ()


@pytest.mark.parametrize("hosts", [4, 40])
def test_that_many_roots_are_thin_and_without_diamonds(hosts: int) -> None:
    state, simulation = h14(hosts)
    found = simulation.congestion
    many = replace(simulation, congestion=replace(found, on=np.full_like(found.on, 3)))
    drawing = picture(state, simulation=many, overlay="congestion", size=(500, 400))
    thick = [
        i for layer in drawing.layers if layer.name == "hot" for i in layer.items if isinstance(i, Curves)
    ]
    if hosts == 4:
        assert rows(drawing, Marks, "shape", Shape.DIAMOND)
        return
    assert not rows(drawing, Marks, "shape", Shape.DIAMOND)
    assert all((item.width < 2).all() for item in thick)


def test_that_a_crowd_of_roots_on_the_map_is_thin() -> None:
    state, simulation = h14(10)
    found = simulation.congestion
    many = replace(simulation, congestion=replace(found, on=np.full_like(found.on, 3)))
    drawing = picture(state, simulation=many, kind="map", overlay="congestion")
    hot = [i for layer in drawing.layers if layer.name == "hot" for i in layer.items if isinstance(i, Curves)]
    assert sum(len(item.row) for item in hot) > 60
    assert all((item.width < 2).all() for item in hot)
