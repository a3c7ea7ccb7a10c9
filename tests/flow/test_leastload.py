from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.tables import NO_PATH
from ibviz.flow.leastload import deal


def one_by_one(minimal: list[bool], load: list[int], count: int) -> list[int]:
    """Deal as OpenSM's inner loop does, one destination at a time."""
    dealt = []
    for _ in range(count):
        best = None
        for port, allowed in enumerate(minimal):
            if allowed and (best is None or load[port] < load[best]):
                best = port
        if best is None:
            dealt.append(NO_PATH)
        else:
            load[best] += 1
            dealt.append(best)
    return dealt


@given(
    st.lists(
        st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=5, max_size=5), min_size=1, max_size=4
    ),
    st.integers(0, 12),
)
def test_that_dealing_a_block_equals_dealing_one_by_one(
    switches: list[list[tuple[bool, int]]], count: int
) -> None:
    minimal = np.array([[allowed for allowed, _ in ports] for ports in switches])
    load = np.array([[used for _, used in ports] for ports in switches], np.int32)
    expected_load = load.tolist()
    expected = [
        one_by_one(allowed, used, count)
        for allowed, used in zip(minimal.tolist(), expected_load, strict=True)
    ]
    assert deal(minimal, load, count).T.tolist() == expected
    assert load.tolist() == expected_load
