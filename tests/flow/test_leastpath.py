from __future__ import annotations

import numpy as np
import pytest

from ibviz.flow import leastpath
from ibviz.flow.leastpath import Weighted


def square() -> Weighted:
    """0 and 3 joined by way of 1 (ports 1) and of 2 (ports 2); two hosts at 0 and 3."""
    neighbour = np.array([[-1, 1, 2], [-1, 0, 3], [-1, 0, 3], [-1, 1, 2]])
    port = np.array([[0, 1, 1], [0, 1, 1], [0, 2, 2], [0, 2, 2]])
    return Weighted(neighbour, port, np.array([3, 1, 1, 3]), 8)


def test_that_ways_lead_to_the_root_and_the_next_one_avoids_them() -> None:
    graph = square()
    first, second = dict(graph.tree(0, host=True)), dict(graph.tree(0, host=True))
    assert first[1] == second[1] == 1
    assert first[2] == second[2] == 1
    assert {first[3], second[3]} == {1, 2}
    assert 0 not in first


def test_that_to_a_switch_itself_there_is_no_step() -> None:
    assert sorted(switch for switch, _ in square().tree(3, host=False)) == [0, 1, 2]


def test_that_steps_of_too_much_weight_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert square().spans()
    monkeypatch.setattr(leastpath, "NOWHERE", 2 * 64)
    assert not square().spans()
    assert sorted(switch for switch, _ in square().tree(0, host=False)) == [1, 2]
