from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.stacking import (
    CABLE_SPACE,
    Stack,
    cable_space,
    pod_units,
    rows_by_level,
    spread_rows,
    stacked,
    whole_map,
)
from ibviz.layouts.tiles import Family


def stack_of(fabric: Fabric) -> tuple[Stack, np.ndarray]:
    bands = layered(shape(wiring(fabric)))
    structure = bands.structure
    family = Family.of(bands, structure.wiring.node_up)
    part = structure.subnet[family.switch]
    return stacked(bands, family, part, pod_units(bands, family, part)), structure.level[family.switch]


def test_that_the_spines_stand_above_the_leaves_of_a_small_tree() -> None:
    stack, level = stack_of(tree2(4, 2, 3))
    assert set(stack.at[level == 2, 1]) == {31.0}
    assert len(set(stack.at[level == 1, 1])) == 1 and stack.at[level == 1, 1].min() > 31


def test_that_a_wide_tree_has_leaves_on_both_sides_of_its_spines() -> None:
    stack, level = stack_of(tree2(36, 18, 18))
    leaf, spine = stack.at[level == 1, 1], stack.at[level == 2, 1]
    assert (leaf < spine.min()).sum() == (leaf > spine.max()).sum() == 18
    wide, tall = stack.size
    assert 1.2 < wide / tall < 2.2


def test_that_pods_stay_together() -> None:
    fabric = tree3(8, 4, 4, 4, 4)
    structure = shape(wiring(fabric))
    places = whole_map(layered(structure), structure.wiring.node_up, structure.subnet)
    boxes = []
    for pod in range(8):
        rows = np.flatnonzero(structure.pod == pod)
        boxes.append((places[rows].min(axis=0), places[rows].max(axis=0)))
    for one in range(8):
        for other in range(one):
            apart = (boxes[one][0] > boxes[other][1]) | (boxes[other][0] > boxes[one][1])
            assert apart.any()


def test_that_pods_stand_on_both_sides_of_the_core_alike_and_in_no_others_way() -> None:
    stack, level = stack_of(tree3(8, 4, 4, 4, 4))
    core, below = stack.at[level == 3, 1], stack.at[level < 3, 1]
    assert (below < core.min()).sum() == (below > core.max()).sum() == 32
    assert len(set(stack.at[level == 2, 1])) == 2


def test_that_subnets_stand_side_by_side_from_the_same_height() -> None:
    cables = [(0, 1, 2, 1), (1, 1, 3, 1), (1, 2, 4, 1)]
    stack, _ = stack_of(fabric_of("SSHHH", cables))
    assert stack.at[0, 1] == stack.at[1, 1]
    assert stack.at[0, 0] != stack.at[1, 0]


def test_that_no_switch_takes_no_room() -> None:
    stack, _ = stack_of(fabric_of("HH", []))
    assert stack.size == (0.0, 0.0)


def test_that_more_cables_get_more_room_within_limits() -> None:
    assert cable_space(0) == CABLE_SPACE[0]
    assert cable_space(5000) == 396
    assert cable_space(1e9) == CABLE_SPACE[1]


def test_that_switches_spread_over_the_width_in_as_few_rows_as_fit() -> None:
    half = np.tile((77.0, 31.0), (4, 1))
    wide = spread_rows(-half, half, 4000)
    assert len(set(wide[:, 1])) == 1 and set(np.diff(wide[:, 0])) == {1000.0}
    many = spread_rows(*(np.tile((side * 77.0, side * 31.0), (40, 1)) for side in (-1, 1)), 300)
    assert len(set(many[:, 1])) == 3


def test_that_higher_levels_have_higher_rows() -> None:
    half = np.tile((77.0, 31.0), (4, 1))
    at = rows_by_level(-half, half, np.array([2, 2, 3, 3]), 900)
    assert at[2:, 1].max() + 62 + CABLE_SPACE[0] <= at[:2, 1].min()
