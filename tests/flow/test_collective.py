from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of
from patterns import drawn, made, star, took

from ibviz.core.errors import OptionError
from ibviz.flow.collective import Step, depth, folded, merged, power
from ibviz.flow.pairs import Round, Rounds, pairs


def _round(place: int, times: int, steps: int = 1) -> Round:
    return Round(pairs(np.array([place]), np.array([place + 1])), np.array([1.0 + place]), times, steps)


def test_that_programs_run_side_by_side_until_the_shorter_ends() -> None:
    found = merged([[_round(0, 3), _round(1, 1, 2)], [_round(10, 2)]])
    told = [(each.pairs.src.tolist(), each.size.tolist(), each.times, each.steps) for each in found]
    assert told == [([0, 10], [1, 11], 2, 1), ([0], [1], 1, 1), ([1], [2], 1, 2)]


def test_that_nothing_merged_is_nothing() -> None:
    assert merged([]) == merged([[]]) == ()


def test_that_groups_of_unlike_size_share_no_round_that_one_has_not() -> None:
    cables = [(2 + at, 1, int(at > 2), at + 1) for at in range(5)]
    found = made(fabric_of("SSHHHHH", cables), "allreduce-ring").made
    assert isinstance(found, Rounds)
    assert [(len(each.pairs.src), each.times) for each in found.rounds] == [(5, 2), (3, 2)]
    assert sum(float(each.size.sum()) * each.times for each in found.rounds) == pytest.approx(
        1e9 * (2 * 2 + 2 * 1)
    )


@pytest.mark.parametrize(("n", "low", "high"), [(1, 1, 0), (2, 2, 1), (3, 2, 2), (8, 8, 3), (9, 8, 4)])
def test_that_powers_and_depths_are_those_of_two(n: int, low: int, high: int) -> None:
    assert (power(n), depth(n)) == (low, high)


def test_that_a_power_of_two_folds_nothing() -> None:
    steps = [Step(np.arange(4), np.arange(4), 1.0)]
    assert folded(4, steps) == steps


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("size=0", "size is 0; expected GB above 0"),
        ("latency=-1", "latency is -1; expected microseconds, 0 or more"),
        ("round=4", "round is 4; this operation has 3 that differ"),
        ("round=0", "round is 0; this operation has 3 that differ"),
    ],
)
def test_that_amounts_must_fit(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(star(8), f"recursive-doubling:{options}")


@pytest.mark.parametrize("kind", ["allreduce-ring", "allreduce-tree", "halving-doubling", "hierarchical"])
def test_that_twice_the_bytes_take_twice_the_time(kind: str) -> None:
    one, two = (took(star(7), f"{kind}:size={size}")["seconds"] for size in (1, 2))
    assert two == pytest.approx(2 * one)
