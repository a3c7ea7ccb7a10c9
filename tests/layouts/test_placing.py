from __future__ import annotations

from statistics import median_low

import numpy as np
from fabrics import tree2, tree3
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.ordering import switch_order
from ibviz.layouts.placing import (
    arranged,
    columns_of,
    medians_of,
    reaches,
    shown_pods,
    stacked,
    turns,
    wished_order,
)

GROUPED = st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5)), min_size=1)


@given(GROUPED)
def test_that_medians_are_those_of_each_group(pairs: list[tuple[int, int]]) -> None:
    group, values = np.array(pairs).T
    groups, medians = medians_of(group, values.astype(float))
    wanted = {g: median_low([v for h, v in pairs if h == g]) for g, _ in pairs}
    assert dict(zip(groups.tolist(), medians.tolist(), strict=True)) == wanted


@given(GROUPED)
def test_that_turns_count_within_each_region(pairs: list[tuple[int, int]]) -> None:
    region = np.array([g for g, _ in pairs])
    place, total = turns(region)
    seen: dict[int, int] = {}
    for here, turn, count in zip(region.tolist(), place.tolist(), total.tolist(), strict=True):
        assert turn == seen.get(here, 0)
        assert count == region.tolist().count(here)
        seen[here] = turn + 1


def test_that_regions_reach_from_their_first_column_to_their_last() -> None:
    left, right = reaches(np.array([1, -1, 1, 0]), np.array([5, 0, 3, 9]), 3)
    assert left.tolist() == [9, 3, np.inf]
    assert right.tolist() == [10, 6, -np.inf]


def test_that_wishes_stand_between_the_places_of_the_others() -> None:
    rows = np.array([4, 2, 7])
    wished = np.full(8, np.nan)
    assert wished_order(rows, wished).tolist() == [0, 1, 2]
    wished[7] = 0.5
    assert wished_order(rows, wished).tolist() == [0, 2, 1]


def test_that_an_order_without_wishes_is_kept() -> None:
    order = switch_order(shape(wiring(tree2(3, 2, 1))))
    assert arranged(order, None) is order
    assert arranged(order, np.full(8, np.nan)) is order


def test_that_pods_are_shown_from_three_levels_on() -> None:
    flat = switch_order(shape(wiring(tree2(3, 2, 1))))
    assert set(shown_pods(flat).tolist()) == {-1}
    deep = switch_order(shape(wiring(tree3(2, 2, 2, 1, 1))))
    assert shown_pods(deep)[:10].tolist() == [0, 0, 1, 1, 0, 0, 1, 1, -1, -1]


def test_that_narrow_pods_are_parted_by_one_column() -> None:
    for leaves, gap in ((2, 1), (6, 2)):
        order = switch_order(shape(wiring(tree3(2, leaves, 2, 1, 1))))
        columns = columns_of(order, order.bands()[0])
        assert columns.column[leaves] == leaves + gap
        assert columns.width == 2 * leaves + gap


def test_that_stacks_follow_their_columns() -> None:
    structure = shape(wiring(tree2(2, 1, 3)))
    order = switch_order(structure)
    stacks = stacked(structure, columns_of(order, order.bands()[0]), None)
    assert stacks.column.tolist() == [0, 0, 0, 1, 1, 1]
    assert stacks.slot.tolist() == [0, 1, 2] * 2
    assert stacks.slots.tolist() == [3] * 6
