from __future__ import annotations

from collections import deque

import numpy as np
from fabrics import tree2
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.layouts.hops import cabled_pairs, hops


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=25))
def test_that_hops_are_those_of_a_plain_search(count: int, drawn: list[tuple[int, int]]) -> None:
    edges = {(a, b) for a, b in drawn if a != b and max(a, b) < count}
    edges |= {(b, a) for a, b in edges}
    pairs = np.array(sorted(edges), np.int64).reshape(-1, 2)
    found = hops(count, pairs, np.arange(count))
    for source in range(count):
        distance, waiting = {source: 0}, deque([source])
        while waiting:
            here = waiting.popleft()
            for a, b in edges:
                if a == here and b not in distance:
                    distance[b] = distance[here] + 1
                    waiting.append(b)
        assert found[:, source].tolist() == [distance.get(node, count) for node in range(count)]


def test_that_pairs_are_places_among_the_rows_given() -> None:
    structure = shape(wiring(tree2(2, 1, 1)))
    assert cabled_pairs(structure, np.array([2, 1, 0])).tolist() == [[0, 1], [0, 2], [1, 0], [2, 0]]
    assert cabled_pairs(structure, np.array([1, 0])).tolist() == []
