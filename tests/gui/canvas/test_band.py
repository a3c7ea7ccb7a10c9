"""What a rubber band takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree3
from matrices import matrix_of
from scenes import picture_of, scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.side import sides
from ibviz.drawing.places import Places
from ibviz.gui.canvas.band import within
from ibviz.gui.canvas.shift import shift
from ibviz.gui.canvas.slide import slide

TREE = scene_of(tree3(4, 4, 4, 3, 4))
EVERYTHING = (-1e4, 0.0, 3e4, 2e3)


def still(picture: Picture) -> object:
    return shift(picture.places.frame, picture.places.frame)


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_a_band_round_everything_takes_all_in_view(zoom: str) -> None:
    picture = picture_of(TREE, zoom, (1200, 800))
    found = within(picture, still(picture), EVERYTHING)  # type: ignore[arg-type]
    seen = set(np.flatnonzero(picture.places.node_in_view()).tolist())
    assert found.nodes == seen
    assert found.cables or zoom == "fit"


def test_that_an_empty_place_takes_nothing() -> None:
    picture = picture_of(TREE, "close", (1200, 800))
    assert not within(picture, still(picture), (123, 49, 1, 1))  # type: ignore[arg-type]


def test_that_a_band_without_nodes_takes_the_cables_it_crosses() -> None:
    picture = picture_of(TREE, "close", (1200, 800))
    top, tall = picture.places.frame.places["gap1"]
    found = within(picture, still(picture), (130, top + tall / 2, 1000, 3))  # type: ignore[arg-type]
    assert found.cables
    assert not found.nodes


def test_that_a_band_takes_what_lies_under_it_now() -> None:
    """The picture was panned since it was painted."""
    picture = picture_of(TREE, "close", (1200, 800))
    leaf = int(TREE.bands.levels[1][picture.places.seen(1)][0])
    view = picture.places.frame.view
    from dataclasses import replace

    now = Frame(TREE, replace(view, center=view.center + 0.02))
    box = Places(now).boxes(1)[TREE.bands.levels[1] == leaf][0]
    rect = (box[0] + box[2] / 2, box[1] + box[3] / 2, 1.0, 1.0)
    assert within(picture, shift(picture.places.frame, now), rect).nodes == {leaf}


def test_that_a_band_over_the_carpets_takes_hosts_and_uplinks() -> None:
    scene = scene_of(tree3(12, 24, 4, 3, 6))
    picture = picture_of(scene, "fit", (700, 600))
    found = within(picture, still(picture), EVERYTHING)  # type: ignore[arg-type]
    assert set(scene.bands.levels[1].tolist()) <= found.nodes | set(scene.nodes.tolist())
    assert len(found.nodes & set(scene.bands.levels[0].tolist())) > 0.5 * len(scene.bands.levels[0])
    assert found.cables


def test_that_a_band_over_a_matrix_takes_cells_and_heads_where_they_are_now() -> None:
    picture = matrix_of(TREE, "fit")
    ground = picture.ground
    view = replace(ground.view, center=ground.view.center + 30 / ground.scale)
    x, y, wide, tall = ground.boxes(ground.seen[:1])[0].tolist()
    assert ground.sheet is not None
    cable = int(ground.sheet.entries.cable[ground.seen[0]])
    found = within(picture, slide(ground, Matrix(TREE, view)), (x - 30, y, wide / 2, tall / 2))
    assert (found.nodes, found.cables) == (frozenset(), frozenset([cable]))
    rows = sides(ground)[0]
    x, y, wide, tall = rows.boxes(rows.seen[:1])[0].tolist()
    found = within(picture, slide(ground, ground), (x, y + 2, wide / 2, tall / 2))
    assert (found.nodes, found.cables) == (frozenset([int(rows.axis.node[rows.seen[0]])]), frozenset())
