"""What of the layered view is in view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabric_of, tree2, tree3
from grouped import leaf_racks, of_kind
from scenes import scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.frame import Frame
from ibviz.drawing.in_view import in_view
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.scene import Scene, folded_scene
from ibviz.drawing.view import View

TREE = scene_of(tree2(24, 6, 4), load=False)


def framed(scene: Scene, zoom: float, center: float = 0.5) -> Frame:
    return Frame(scene, replace(view_for(scene, View()), zoom=zoom, center=center))


def test_that_nothing_is_counted_where_all_is_in_view_or_something_is_folded() -> None:
    assert in_view(framed(TREE, 1.0)) == {}
    racks = scene_of(leaf_racks(), load=False)
    assert in_view(framed(racks, 3.0)) != {}
    assert in_view(framed(folded_scene(racks, of_kind(racks, "pod")[:1]), 3.0)) == {}
    assert in_view(framed(scene_of(fabric_of("", []), load=False), 3.0)) == {}


def test_that_leaves_hosts_and_their_cables_are_counted_as_a_window_of_columns_shows_them() -> None:
    found = in_view(framed(TREE, 8.0, 0.5))
    assert (found["row1"], found["row2"], found["row0"]) == (4, 6, 16)
    assert found["gap1"] == 4 * 6
    assert found["arcs"] == 0


def test_that_what_is_drawn_single_at_close_is_in_view() -> None:
    scene = scene_of(tree3(8, 6, 4, 4, 12), load=False)
    view = view_for(scene, View(), "close")
    made, found = compose(scene, view), in_view(Frame(scene, view))
    assert isinstance(made, Picture)
    seen = made.places.node_in_view()
    for band in range(len(scene.bands.levels)):
        assert found[f"row{band}"] == np.count_nonzero(seen & (scene.band == band))


def test_that_placeholders_are_not_counted() -> None:
    fabric = tree2(24, 6, 4)
    described = np.ones(len(fabric.nodes), bool)
    described[0] = False
    bare = scene_of(Fabric(fabric.nodes.with_columns(described=described), fabric.cables), load=False)
    left = [in_view(framed(each, 8.0, 0.0))["row1"] for each in (TREE, bare)]
    assert left[0] - left[1] == 1


def test_that_cables_within_a_band_are_counted_where_they_run_through_the_window() -> None:
    ring = [(row, 2, (row + 1) % 24, 3) for row in range(24)]
    hosts = [(row, 1, 24 + row, 1) for row in range(24)]
    scene = scene_of(fabric_of("S" * 24 + "H" * 24, [*ring, *hosts]), load=False)
    found = in_view(framed(scene, 8.0))
    assert 3 <= found["row1"] <= 4 and found["row0"] == found["row1"]
    assert 3 <= found["arcs"] <= 6
