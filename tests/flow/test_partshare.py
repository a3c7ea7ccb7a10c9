from __future__ import annotations

import numpy as np
import pytest
from flows import padded
from hypothesis import given
from hypothesis import strategies as st
from spreading import proven

from ibviz.flow.maxmin import max_min
from ibviz.flow.parts import Parts
from ibviz.flow.partshare import part_shares

ROWS = st.lists(
    st.dictionaries(
        st.integers(0, 5), st.sampled_from([1, 0.5, 0.25, 1 / 3, 1 / 18, 0.05]), min_size=1, max_size=5
    ),
    min_size=1,
    max_size=9,
)
CAPACITY = st.lists(st.integers(1, 9).map(float), min_size=6, max_size=6)


def parts(rows: list[dict[int, object]]) -> Parts:
    entries = [(f, c, float(part)) for f, row in enumerate(rows) for c, part in row.items()]  # type: ignore[arg-type]
    flow, channel, part = zip(*entries, strict=True)
    return Parts(np.array(flow, np.int32), np.array(channel, np.int32), np.array(part))


@given(ROWS, CAPACITY)
def test_that_nobody_can_have_more_but_at_the_cost_of_a_slower_one(
    rows: list[dict[int, object]], capacity: list[float]
) -> None:
    given_ = parts(rows)
    shares = part_shares(given_, len(rows), np.array(capacity))
    assert proven(given_, np.array(capacity), shares.rate)
    full = given_.summed(shares.rate, 6) >= np.array(capacity) * (1 - 1e-9)
    assert full[shares.bottleneck].all()
    assert all(shares.bottleneck[f] in row for f, row in enumerate(rows))


@given(ROWS, CAPACITY, st.booleans())
def test_that_whole_flows_get_what_max_min_gives(
    rows: list[dict[int, object]], capacity: list[float], limited: bool
) -> None:
    whole = parts([dict.fromkeys(row, 1) for row in rows])
    demand = np.arange(1.0, len(rows) + 1) / 3 if limited else None
    ours = part_shares(whole, len(rows), np.array(capacity), demand)
    theirs = max_min(padded([list(row) for row in rows]), np.array(capacity), demand=demand)
    np.testing.assert_allclose(ours.rate, theirs.rate, rtol=1e-9)
    assert ((ours.bottleneck < 0) == (theirs.bottleneck < 0)).all()


def test_that_halves_on_a_channel_leave_it_room_for_twice_as_many() -> None:
    given_ = parts([{0: 0.5, 1: 0.5}, {0: 0.5, 1: 0.5}, {1: 1}])
    shares = part_shares(given_, 3, np.array([1.0, 1.0]))
    assert shares.rate.tolist() == pytest.approx([0.5, 0.5, 0.5])
    assert shares.bottleneck.tolist() == [1, 1, 1]


def test_that_what_one_leaves_others_take() -> None:
    shares = part_shares(parts([{0: 1, 1: 0.5}, {1: 0.5}]), 2, np.array([1.0, 2.0]))
    assert shares.rate.tolist() == pytest.approx([1, 3])


def test_that_no_flows_get_nothing() -> None:
    none = Parts(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))
    assert part_shares(none, 0, np.array([1.0])).rate.tolist() == []
