from __future__ import annotations

import numpy as np
from fabrics import tree3
from grouped import GROUPED, director, every_fold, of_kind
from hypothesis import given
from hypothesis import strategies as st
from scenes import scene_of

from ibviz.drawing.fold import Fold
from ibviz.drawing.scene import Scene, folded_scene

SCENES = {name: scene_of(make(), load=False) for name, make in GROUPED.items()}


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    scene = SCENES[draw(st.sampled_from(sorted(SCENES)))]
    return folded_scene(scene, draw(st.lists(st.sampled_from(every_fold(scene)), unique=True)))


@given(scenes())
def test_that_what_is_not_folded_keeps_its_band_and_its_order(scene: Scene) -> None:
    for now, before in zip(scene.bands.levels[1:], scene.whole.bands.levels[1:], strict=True):
        alone = before[scene.folding.group[before] < 0]
        assert now.tolist() == alone.tolist()
    hosts = scene.whole.bands.levels[0]
    shown = hosts[(scene.folding.group[hosts] < 0) | scene.folding.is_head[hosts]]
    assert sorted(scene.bands.levels[0].tolist()) == sorted(shown.tolist())


@given(scenes())
def test_that_nothing_in_a_band_overlaps_and_all_is_within_the_width(scene: Scene) -> None:
    bands, plots = scene.bands, scene.plots
    spared = len(bands.subnets) - 1  # a subnet whose leaves are all in a fold elsewhere keeps a column
    assert bands.width <= scene.whole.bands.width + max(spared, 0)
    for band, rows in enumerate(bands.levels):
        low, high = bands.x[rows] - bands.span[rows] / 2, bands.x[rows] + bands.span[rows] / 2
        if plots is not None:
            here = (plots.low <= band) & (band <= plots.high) & ((band > 0) | (plots.high > 0))
            low, high = np.append(low, plots.left[here]), np.append(high, plots.right[here])
        order = np.lexsort((high, low))
        assert (low[order][1:] >= high[order][:-1] - 1e-9).all()
        assert (low >= -1e-9).all()
        assert (high <= bands.width + 1e-9).all()
        assert (high > low).all()


@given(scenes())
def test_that_columns_are_whole_and_each_host_has_a_slot_of_its_own(scene: Scene) -> None:
    bands = scene.bands
    leaves, hosts = bands.levels[1], bands.levels[0]
    assert len(np.unique(bands.column[leaves])) == len(leaves)
    assert (bands.x[leaves] == bands.column[leaves] + 0.5).all()
    place = np.column_stack([bands.column[hosts], bands.slot[hosts]])
    assert len(np.unique(place, axis=0)) == len(hosts)
    assert (bands.slot[hosts] < bands.slots[hosts]).all()
    assert (bands.column[hosts] >= 0).all()
    folded_away = (scene.folding.group >= 0) & ~scene.folding.is_head
    assert (bands.column[folded_away] == -1).all()
    assert (bands.block[scene.folding.group[bands.block] >= 0] >= -1).all()


@given(scenes())
def test_that_strips_stand_in_order_side_by_side(scene: Scene) -> None:
    for strips in (scene.bands.pods, scene.bands.subnets):
        edges = [edge for strip in strips for edge in (strip.left, strip.right)]
        assert edges == sorted(edges)
        assert all(strip.right > strip.left for strip in strips)


def test_that_a_folded_pod_takes_a_third_of_its_columns_and_one_gap_parts_two() -> None:
    scene = scene_of(tree3(3, 18, 3, 2, 2), load=False)
    assert scene.bands.width == 3 * 18 + 2 * 2
    one = folded_scene(scene, [Fold("pod", scene.bands.pods[0].index)])
    assert one.bands.width == 6 + 2 * 18 + 2 * 2
    every = folded_scene(scene, of_kind(scene, "pod"))
    assert every.bands.width == 3 * 6 + 2
    assert every.plots is not None
    assert (every.plots.left.tolist(), every.plots.right.tolist()) == ([0, 7, 14], [6, 13, 20])
    assert (every.plots.low.tolist(), every.plots.high.tolist()) == ([0] * 3, [2] * 3)


def test_that_hosts_outside_a_folded_chassis_stay_under_it() -> None:
    scene = scene_of(director(), load=False)
    (fold,) = of_kind(scene, "chassis")
    folded = folded_scene(scene, [fold])
    assert folded.plots is not None
    assert (folded.plots.low[0], folded.plots.high[0]) == (1, 1)
    assert folded.bands.width == scene.bands.width
    assert (folded.bands.column[folded.bands.levels[0]] == scene.bands.column[scene.bands.levels[0]]).all()
    assert folded.tiles.stands.all()
    assert not len(folded.links)


def test_that_a_rack_of_a_leaf_and_its_hosts_is_one_box() -> None:
    scene = SCENES["leaf racks"]
    rack = Fold("rack", int(scene.structure.rack.of[5]))
    folded = folded_scene(scene, [rack])
    assert folded.plots is not None
    assert (folded.plots.low[0], folded.plots.high[0]) == (0, 1)
    assert folded.plots.right[0] - folded.plots.left[0] == 1
    assert folded.bands.column[folded.bands.levels[1]].tolist() == [
        column for row, column in enumerate(scene.bands.column[scene.bands.levels[1]].tolist()) if row != 5
    ]


def test_that_a_folded_plane_takes_the_place_of_a_few_of_its_switches() -> None:
    scene = SCENES["leaf racks"]
    plane = scene.bands.planes[1]
    folded = folded_scene(scene, [Fold("plane", plane.index)])
    assert folded.plots is not None
    assert (folded.plots.low[0], folded.plots.high[0]) == (3, 3)
    assert folded.plots.right[0] - folded.plots.left[0] < plane.right - plane.left
    assert [strip.index for strip in folded.bands.planes] == [strip.index for strip in scene.bands.planes]
    assert folded.bands.width == scene.bands.width


def test_that_a_plane_that_another_box_took_is_no_strip() -> None:
    fabric = GROUPED["leaf racks"]()
    rack = fabric.nodes.rack.copy()
    rack[28:30] = "r0"
    scene = scene_of(type(fabric)(fabric.nodes.with_columns(rack=rack), fabric.cables), load=False)
    folded = folded_scene(scene, [Fold("rack", int(scene.structure.rack.of[28]))])
    assert len(folded.bands.planes) == len(scene.bands.planes) - 1
