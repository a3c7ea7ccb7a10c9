"""Heights of the parts of the layered view."""

from __future__ import annotations

from fabrics import fabric_of, tree2
from scenes import scene_of

from ibviz.drawing.heights import arcs_height, stretch, tallest_gap


def test_that_arcs_rise_with_the_distance_they_span() -> None:
    ring = fabric_of("SSSS", [(0, 1, 1, 1), (1, 2, 2, 1), (2, 2, 3, 1), (3, 2, 0, 2)])
    near = fabric_of("SSSS", [(0, 1, 1, 1)])
    assert arcs_height(scene_of(ring), 1) > arcs_height(scene_of(near), 1) > 26
    assert arcs_height(scene_of(fabric_of("S", [])), 1) == 26


def test_that_gaps_grow_with_the_picture_and_the_fabric() -> None:
    small, large = scene_of(tree2(2, 1, 2)), scene_of(tree2(36, 18, 18))
    assert tallest_gap(small, 2, 900) < tallest_gap(large, 2, 900) < tallest_gap(large, 2, 2000)
    assert tallest_gap(large, 3, 500) == 330


def test_that_a_small_picture_is_not_stretched() -> None:
    assert [stretch(height) for height in (300, 1000, 2500)] == [1, 1, 2.5]
