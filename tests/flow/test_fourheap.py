from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ibviz.flow.fourheap import FourHeap

FAR = 10**6


def test_that_equal_keys_come_out_in_opensms_order() -> None:
    heap = FourHeap([FAR] * 7)
    assert [heap.pop() for _ in range(7)] == [0, 6, 5, 4, 3, 2, 1]
    assert not heap


def test_that_the_last_of_equal_children_rises() -> None:
    keys = [FAR] * 6
    heap = FourHeap(keys)
    keys[2] = keys[3] = 5
    heap.rise(2)
    heap.rise(3)
    keys[0] = 5
    heap.rise(0)
    assert [heap.pop() for _ in range(3)] == [2, 3, 0]
    assert sorted(heap.rest()) == [1, 4, 5]


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 9)), max_size=60))
def test_that_the_least_key_comes_first(lowered: list[tuple[int, int]]) -> None:
    keys = [9] * 20
    heap = FourHeap(keys)
    for item, key in lowered:
        if key < keys[item]:
            keys[item] = key
            heap.rise(item)
    taken = [heap.pop() for _ in keys]
    assert sorted(taken) == list(range(20))
    assert [keys[item] for item in taken] == sorted(keys)
