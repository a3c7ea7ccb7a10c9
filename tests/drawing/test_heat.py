from __future__ import annotations

import numpy as np
import pytest
from grouped import leaf_racks, of_kind, two_rails
from scenes import picture_of, scene_of

from ibviz.drawing.easel import Easel
from ibviz.drawing.heat import heat, strongest, tile_values
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.scene import Scene, folded_scene

LOAD = Overlay("x", "X", np.empty(0), high="100")
OPPOSED = Overlay("x", "X", np.empty(0), low="less", middle="none", high="more")
KINDS = Overlay("x", "X", np.empty(0), tokens=("rail1", "rail2"), labels=("1", "2"))


def easel_of(scene: Scene, overlay: str = "utilization") -> Easel:
    return Easel(picture_of(scene, overlay=overlay).places.frame)


@pytest.mark.parametrize(
    ("overlay", "value", "wanted"),
    [
        (LOAD, [0.1, 0.9, np.nan, 0.2], [0.9, 0.2, np.nan]),
        (OPPOSED, [0.1, 0.6, np.nan, 0.2], [0.1, 0.2, np.nan]),
        (KINDS, [0.25, 0.75, np.nan, 0.25], [np.nan, 0.25, np.nan]),
        (KINDS, [0.75, 0.75, np.nan, 0.25], [0.75, 0.25, np.nan]),
    ],
)
def test_that_what_stands_out_most_is_taken_and_of_kinds_what_all_are(
    overlay: Overlay, value: list[float], wanted: list[float]
) -> None:
    found = strongest(overlay, np.array(value), np.array([0, 0, 0, 1]), 3)
    np.testing.assert_array_equal(found, wanted)


def test_that_heat_is_the_strongest_of_the_cables_up_to_hosts_and_of_all() -> None:
    scene = scene_of(leaf_racks(), down_cables=[3])
    folded = folded_scene(scene, of_kind(scene, "rack"))
    easel = easel_of(folded)
    found, ends, value = heat(easel), scene.fabric.cables.node, easel.value
    band = scene.end_band[ends]
    for node in range(len(scene.band)):
        mine = (ends == node).any(axis=1)
        other = np.where(ends[:, 0] == node, band[:, 1], band[:, 0])
        up, hosts = mine & (other > scene.band[node]) & (scene.band[node] > 0), mine & (other == 0)
        for chosen, seen in ((up, found.up[node]), (hosts, found.hosts[node]), (mine, found.every[node])):
            known = value[chosen][~np.isnan(value[chosen])]
            assert seen == known.max() if len(known) else np.isnan(seen)
    for place in range(len(folded.folding.folds)):
        touching = (folded.folding.group[ends] == place).any(axis=1)
        assert found.fold[place] == np.nanmax(value[touching])


def test_that_the_tile_of_a_folded_host_shows_the_strongest_of_its_cables() -> None:
    scene = scene_of(two_rails())
    folded = folded_scene(scene, of_kind(scene, "host"))
    easel = easel_of(folded)
    tiles = np.arange(len(folded.tiles.node))
    shown = tile_values(easel, tiles)
    for tile, node in enumerate(folded.tiles.node.tolist()):
        members = folded.folding.members(folded.folding.of(node))
        touching = np.isin(scene.fabric.cables.node, members).any(axis=1)
        assert shown[tile] == easel.value[touching].max()
    plain = easel_of(scene)
    every = np.arange(len(scene.tiles.node))
    assert (tile_values(plain, every) == plain.value[scene.tiles.cable]).all()
