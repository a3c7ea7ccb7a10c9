from __future__ import annotations

import numpy as np

from ibviz.flow.choosing import Ports, least, least_forwarded, lined_up, shifted, unlike

ALL = np.ones((1, 4), np.bool_)


def ports(count: list[int], begin: int = 0, usable: list[int] | None = None) -> Ports:
    able = ALL if usable is None else np.array([usable], np.bool_)
    return lined_up(able, np.array([count], np.int32), np.array([begin]))


def test_that_the_least_loaded_is_taken_and_ties_go_to_the_first_in_turn() -> None:
    assert least(ports([2, 1, 1, 5])).tolist() == [1]
    assert least(ports([2, 1, 1, 5], begin=2)).tolist() == [2]
    assert least(ports([2, 1, 2, 1], begin=256)).tolist() == [1]
    assert least(ports([0, 1, 1, 1], usable=[0, 0, 1, 1])).tolist() == [2]


def test_that_a_shift_begins_at_the_mean_among_the_usable() -> None:
    assert least(shifted(ports([0, 0, 0, 0]))).tolist() == [0]
    assert least(shifted(ports([1, 1, 1, 1]))).tolist() == [1]
    assert least(shifted(ports([9, 1, 1, 2], usable=[0, 1, 1, 1]))).tolist() == [2]
    assert least(shifted(ports([9, 5, 5, 5], begin=2, usable=[0, 1, 1, 1]))).tolist() == [1]


def test_that_a_new_system_comes_before_a_new_switch_and_that_before_the_least_loaded() -> None:
    count = ports([0, 3, 2, 1])
    uses = np.array([[1, 0, 0, 0]])
    assert unlike(count, np.array([[1, 0, 0, 1]], np.bool_), uses).tolist() == [2]
    assert unlike(count, np.ones((1, 4), np.bool_), uses).tolist() == [3]
    assert unlike(count, np.ones((1, 4), np.bool_), np.ones((1, 4), np.int64)).tolist() == [0]


def test_that_uses_decide_ties_and_are_remembered_beyond_fewer_destinations() -> None:
    assert least_forwarded(ports([1, 1, 1, 1]), np.array([[2, 1, 1, 0]])).tolist() == [3]
    assert least_forwarded(ports([2, 1, 1, 9]), np.array([[1, 3, 2, 0]])).tolist() == [1]
    assert least_forwarded(ports([2, 1, 1, 9]), np.array([[3, 3, 2, 0]])).tolist() == [2]
