from __future__ import annotations

import numpy as np
from fabrics import fabrics
from hypothesis import given
from scenes import FABRICS, odd, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.parts import without


@given(fabrics())
def test_that_each_live_cable_is_in_a_tile_a_chip_or_a_link(fabric: Fabric) -> None:
    scene = scene_of(fabric, load=False)
    tiles = scene.tiles.cable[scene.tiles.stands]
    found = np.concatenate([tiles, scene.chip_cable[:, 0], scene.links.cable])
    assert sorted(found.tolist()) == scene.cables.tolist()


@given(fabrics())
def test_that_tiles_stand_in_their_column_one_below_the_other(fabric: Fabric) -> None:
    tiles = scene_of(fabric, load=False).tiles
    pairs = list(zip(tiles.column.tolist(), tiles.slot.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    assert (tiles.slot < tiles.counts).all()
    assert tiles.most == max(tiles.counts, default=0)


def test_that_links_go_from_the_lower_band_to_the_upper() -> None:
    for make in FABRICS.values():
        links = scene_of(make(), load=False).links
        assert (links.rise >= 0).all()


def test_that_a_host_with_two_leaves_has_a_tile_under_each() -> None:
    scene = scene_of(odd(), load=False)
    mine = np.flatnonzero(scene.tiles.node == 4)
    assert sorted(scene.tiles.cable[mine].tolist()) == [1, 2]
    assert len(set(scene.tiles.column[mine].tolist())) == 2


def test_that_aggregation_nodes_end_their_cables_where_their_switch_stands() -> None:
    scene = scene_of(odd(), load=False)
    assert scene.chips.node.tolist() == [9, 8]
    assert scene.chips.switch.tolist() == [0, 2]
    assert scene.end_band[8] == scene.band[2]
    assert scene.chip_cable[:, 0].tolist() == [9, 10]


def test_that_rows_that_are_gone_are_left_out_in_order() -> None:
    left = without(np.array([5, 1, 3, 0]), np.array([3, 4, 4]), 6)
    assert left.tolist() == [5, 1, 0]
