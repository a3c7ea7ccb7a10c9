from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2

from ibviz.core.fabric import Fabric
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.tiles import HANGING, HOST_STEP, Family, beside, hanging, parked, parked_below


def family_of(fabric: Fabric) -> Family:
    bands = layered(shape(wiring(fabric)))
    return Family.of(bands, bands.structure.wiring.node_up)


def test_that_everybody_is_at_its_switch_or_loose() -> None:
    family = family_of(fabric_of("SSHHAH", [(0, 1, 2, 1), (0, 2, 3, 1), (0, 3, 1, 1), (1, 2, 4, 1)]))
    assert family.switch.tolist() == [0, 1]
    assert family.hosts.tolist() == [2, 0]
    assert family.host.tolist() == [2, 3] and family.host_turn.tolist() == [0, 1]
    assert family.aggregation.tolist() == [4] and family.aggregation_of.tolist() == [1]
    assert family.loose.tolist() == [5]


def test_that_what_belongs_to_a_switch_that_is_not_chosen_is_loose() -> None:
    bands = layered(shape(wiring(tree2(2, 1, 2))))
    chosen = np.array([True, False, False, True, True, True, False])
    family = Family.of(bands, chosen)
    assert family.switch.tolist() == [0]
    assert family.host.tolist() == [3, 4]
    assert family.loose.tolist() == [5]


def test_that_hosts_hang_in_rows_below_their_switch_the_last_row_in_the_middle() -> None:
    tiles = hanging(family_of(tree2(1, 1, 3)), 2)
    assert tiles.host_offset.tolist() == [
        [-HOST_STEP[0] / 2, HANGING],
        [HOST_STEP[0] / 2, HANGING],
        [0, HANGING + HOST_STEP[1]],
    ]
    assert tiles.low[0].tolist() == [-98, -31]
    assert tiles.high[0].tolist() == [98, HANGING + HOST_STEP[1] + 17]


def test_that_a_tile_upside_down_has_its_hosts_above() -> None:
    tiles = hanging(family_of(tree2(2, 1, 2)), 2)
    turned = tiles.flipped(np.array([True, False, False]))
    assert turned.host_offset[:2, 1].tolist() == [-HANGING, -HANGING - HOST_STEP[1]]
    assert turned.host_offset[2:].tolist() == tiles.host_offset[2:].tolist()
    assert turned.low[0, 1] == -tiles.high[0, 1] and turned.high[0, 1] == 31


def test_that_hosts_at_no_switch_stand_in_rows_below_all_else() -> None:
    places = np.full((6, 2), np.nan)
    parked(places, np.arange(1, 6), 200.0, 500.0)
    assert np.isnan(places[0]).all()
    assert places[1:, 1].tolist() == [500, 500, 546, 546, 592]
    parked(places, np.arange(1, 6), 1000.0, 500.0)
    assert places[1:].tolist() == [[HOST_STEP[0] * turn, 500] for turn in (-2, -1, 0, 1, 2)]


def test_that_they_are_parked_below_what_stands_already() -> None:
    places = np.full((3, 2), np.nan)
    parked_below(places, np.array([2]), 100.0)
    assert places[2].tolist() == [0, 0]
    places[:2] = [[5, 7], [40, 300]]
    parked_below(places, np.array([2]), 100.0)
    assert places[2].tolist() == [0, 400]


def test_that_hosts_beside_stand_clear_of_cables_straight_down_and_aside() -> None:
    offset = beside(family_of(tree2(1, 1, 5)), 3).host_offset
    assert (offset[:, 0] - 46 >= 12).all() and (offset[:, 1] - 17 > 31).all()
    assert len(set(offset[:, 1])) == 3
