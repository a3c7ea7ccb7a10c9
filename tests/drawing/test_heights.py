"""Heights of the parts of the layered view."""

from __future__ import annotations

from fabrics import fabric_of, tree2
from grouped import leaf_racks, of_kind, two_rails
from scenes import picture_of, scene_of

from ibviz.drawing.heights import air_over_hosts, arcs_height, is_bare, stretch, tallest_gap, tile_height
from ibviz.drawing.scene import folded_scene


def test_that_arcs_rise_with_the_distance_they_span() -> None:
    ring = fabric_of("SSSS", [(0, 1, 1, 1), (1, 2, 2, 1), (2, 2, 3, 1), (3, 2, 0, 2)])
    near = fabric_of("SSSS", [(0, 1, 1, 1)])
    assert arcs_height(scene_of(ring), 1, 1000) > arcs_height(scene_of(near), 1, 1000) > 26
    assert arcs_height(scene_of(ring), 1, 2000) > 1.5 * arcs_height(scene_of(ring), 1, 1000)
    assert arcs_height(scene_of(fabric_of("S", [])), 1, 1000) == 26


def test_that_arcs_of_a_fabric_without_levels_rise_higher() -> None:
    flat = [(row, 2, (row + 1) % 4, 3) for row in range(4)]
    hosts = [(row, 1, 8 + row, 1) for row in range(4)]
    up = [(row, 4, 4 + row, 1) for row in range(4)]
    above = [(4 + row, 2, 4 + (row + 1) % 4, 3) for row in range(4)]
    one = scene_of(fabric_of("SSSSHHHH", [*flat, *((s, p, h - 4, q) for s, p, h, q in hosts)]))
    two = scene_of(fabric_of("SSSSSSSSHHHH", [*up, *above, *hosts]))
    assert arcs_height(one, 1, 1000) > 1.5 * arcs_height(two, 2, 1000) > 26
    assert tile_height(1) > tile_height(2)


def test_that_gaps_grow_with_the_picture_and_the_fabric() -> None:
    small, large = scene_of(tree2(2, 1, 2)), scene_of(tree2(36, 18, 18))
    assert tallest_gap(small, 2, 900) < tallest_gap(large, 2, 900) < tallest_gap(large, 2, 2000)
    assert tallest_gap(large, 3, 500) == 330


def test_that_a_small_picture_is_not_stretched() -> None:
    assert [stretch(height) for height in (300, 1000, 2500)] == [1, 1, 2.5]


def test_that_a_gap_without_cables_is_bare_only_where_something_is_folded() -> None:
    scene = scene_of(leaf_racks(), load=False)
    pods = folded_scene(scene, of_kind(scene, "pod"))
    assert [is_bare(scene, band) for band in (1, 2)] == [False, False]
    assert [is_bare(pods, band) for band in (1, 2)] == [True, False]
    assert [is_bare(folded_scene(scene, of_kind(scene, "pod")[:3]), band) for band in (1, 2)] == [
        False,
        False,
    ]
    assert tallest_gap(pods, 3, 1000) > tallest_gap(scene, 3, 1000)


def test_that_hosts_that_are_folded_stand_farther_below_their_leaves() -> None:
    scene = scene_of(two_rails(), load=False)
    folded = folded_scene(scene, of_kind(scene, "host"))
    assert air_over_hosts(scene) < air_over_hosts(folded)
    assert (
        picture_of(folded).places.frame.places["row0"][0] > sum(picture_of(folded).places.frame.row(1)) + 40
    )
