from __future__ import annotations

import struct
from collections import Counter

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, born_guid, born_guids
from ibviz.core.units import LANE_DATA_GBPS


def test_that_an_empty_fabric_is_a_fabric() -> None:
    fabric = Fabric()
    assert len(fabric.nodes) == len(fabric.cables) == len(fabric.ports) == 0
    assert len(fabric.capacity) == len(fabric.routing_order) == 0


@given(fabrics())
def test_that_routing_order_is_that_of_byte_swapped_guids(fabric: Fabric) -> None:
    guids = fabric.nodes.guid.tolist()
    expected = sorted(range(len(guids)), key=lambda row: struct.unpack(">Q", struct.pack("<Q", guids[row])))
    assert fabric.routing_order.tolist() == expected


def test_that_routing_order_differs_from_the_order_of_guids() -> None:
    fabric = fabric_of("SS", [], guids=[0x0100000000000000, 0x00000000000000FF])
    assert fabric.routing_order.tolist() == [0, 1]
    assert fabric_of("SS", [], guids=[2, 1]).routing_order.tolist() == [1, 0]


@given(fabrics())
def test_that_capacity_is_the_slower_end_and_the_common_rate_where_nobody_says(fabric: Fabric) -> None:
    cables = fabric.cables
    ends = [
        [float(w * LANE_DATA_GBPS[s]) for w, s in zip(widths, speeds, strict=True)]
        for widths, speeds in zip(cables.width.tolist(), cables.speed.tolist(), strict=True)
    ]
    said = [min((rate for rate in pair if rate), default=None) for pair in ends]
    counted = Counter(rate for rate, alive in zip(said, cables.alive.tolist(), strict=True) if rate and alive)
    common = min((rate for rate, n in counted.items() if n == max(counted.values())), default=8.0)
    assert fabric.capacity.tolist() == [common if rate is None else rate for rate in said]


def test_that_an_end_that_says_nothing_follows_the_other() -> None:
    fabric = fabric_of("SS", [(0, 1, 1, 1), (0, 2, 1, 2)], rates=["4xHDR", ""])
    one_end = fabric.cables.with_columns(width=[[4, 0], [2, 4]], speed=[[7, 0], [7, 8]])
    assert Fabric(fabric.nodes, one_end).capacity.tolist() == [200, 100]
    assert fabric_of("SS", [(0, 1, 1, 1)], rates=[""]).capacity.tolist() == [8]
    assert not fabric.capacity.flags.writeable and not fabric.routing_order.flags.writeable


@given(st.integers(0, 10**6))
def test_that_the_born_guid_of_a_row_is_its_number_swapped(row: int) -> None:
    swapped = struct.unpack(">Q", struct.pack("<Q", born_guid(row)))[0]
    assert swapped == 0x0200000000000000 + 16 * row


def test_that_new_guids_lie_beyond_the_highest_born_and_are_never_taken() -> None:
    none = np.empty(0, np.uint64)
    assert born_guids(none, 3, 2).tolist() == [born_guid(3), born_guid(4)]
    taken = np.array([born_guid(7), 0xABC], np.uint64)
    assert born_guids(taken, 3, 2).tolist() == [born_guid(8), born_guid(9)]
    assert born_guids(taken, 20, 1).tolist() == [born_guid(20)]
    assert born_guids(none, 0, 0).tolist() == []


@pytest.mark.parametrize("count", [1, 40])
def test_that_births_in_a_row_keep_routing_order_row_order(count: int) -> None:
    fabric = tree2(count, 3, 2)
    assert fabric.routing_order.tolist() == list(range(len(fabric.nodes)))
