from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from fabrics import tree2
from flows import filled, padded, problems, simgrid_ends, simgrid_is_there
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.drain import drain
from ibviz.flow.maxmin import max_min
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for


def test_that_those_that_remain_take_what_others_leave() -> None:
    got = drain(padded([[0, 1], [0], [1]]), np.array([2.0, 2]), np.array([1.0, 3, 9]))
    assert got.end == pytest.approx([1, 2, 5])
    assert got.last == pytest.approx(5)
    assert got.solves == 3


def test_that_equal_flows_of_an_incast_are_done_together() -> None:
    got = drain(padded([[flow, 7] for flow in range(7)]), np.ones(8), np.full(7, 2.0))
    assert got.end == pytest.approx(np.full(7, 14))
    assert got.solves == 1


def test_that_nothing_takes_no_time_and_a_demand_slows() -> None:
    got = drain(
        padded([[0], [0], [-1]]), np.ones(1), np.array([0.0, 2, 3]), demand=np.array([1, 0.5, np.inf])
    )
    assert got.end.tolist() == [0, 4, 0]
    assert drain(np.empty((0, 2), np.int32), np.ones(1), np.empty(0)).last == 0


def test_that_a_flow_which_gets_nothing_is_never_done() -> None:
    got = drain(padded([[0], [1]]), np.array([0.0, 1]), np.ones(2))
    assert got.end.tolist() == [np.inf, 1]


@given(problems(), st.data())
def test_that_ends_are_those_of_exact_numbers(problem: Any, data: st.DataObject) -> None:
    rows, capacity = problem
    size = data.draw(st.lists(st.integers(1, 5), min_size=len(rows), max_size=len(rows)))
    got = drain(padded(rows), np.array(capacity, float), np.array(size, float))
    left, now = dict(enumerate(map(Fraction, size))), Fraction(0)
    ends: dict[int, Fraction] = {}
    while left:
        live = list(left)
        rate = dict(zip(live, filled([rows[f] for f in live], capacity), strict=True))
        step = min(left[f] / rate[f] for f in live)
        now += step
        left = {f: left[f] - rate[f] * step for f in live}
        ends |= {f: now for f in live if not left[f]}
        left = {f: rest for f, rest in left.items() if rest}
    np.testing.assert_allclose(got.end, [float(ends[f]) for f in range(len(rows))], rtol=1e-9)


@given(problems())
def test_that_sizes_by_rates_are_when_all_end_if_each_ends_at_once(problem: Any) -> None:
    rows, capacity = problem
    rate = max_min(padded(rows), np.array(capacity, float)).rate
    assert drain(padded(rows), np.array(capacity, float), rate).end == pytest.approx(np.ones(len(rows)))


@pytest.mark.oracle
@pytest.mark.parametrize("seed", [1, 2])
def test_that_simgrid_ends_two_hundred_random_cases_when_we_do(seed: int) -> None:
    if not simgrid_is_there():
        pytest.skip("SimGrid is not installed")
    random = np.random.default_rng(seed)
    cases = [_case(random) for _ in range(100)]
    first = [0, *accumulate(len(capacity) for _, capacity, _ in cases)]
    ours = [drain(padded(rows), np.array(c, float), np.array(s, float)).end for rows, c, s in cases]
    rows = [[at + c for c in row] for at, (held, _, _) in zip(first, cases, strict=False) for row in held]
    ends = simgrid_ends(
        rows, [c for _, held, _ in cases for c in held], [s for *_, held in cases for s in held]
    )
    np.testing.assert_allclose(np.concatenate(ours), ends, rtol=1e-9)


def _case(random: np.random.Generator) -> tuple[list[list[int]], list[int], list[int]]:
    channels = int(random.integers(1, 12))
    sizes = random.integers(1, min(channels, 6) + 1, int(random.integers(1, 14)))
    rows = [random.choice(channels, size, replace=False).tolist() for size in sizes]
    return rows, random.integers(1, 13, channels).tolist(), random.integers(1, 9, len(rows)).tolist()


@pytest.mark.oracle
@pytest.mark.parametrize("mixed", [False, True])
def test_that_simgrid_drains_a_tapered_tree_alike(mixed: bool) -> None:
    if not simgrid_is_there():
        pytest.skip("SimGrid is not installed")
    tables = tables_for(wiring(tree2(6, 2, 5)), Choice("dmodk"))
    src = np.arange(30)
    path, hops = paths(tables, src, np.random.default_rng(5).permutation(src))
    path = path[hops > 0]
    size = np.random.default_rng(6).integers(1, 9, len(path)) if mixed else np.full(len(path), 4)
    capacity = channels_of(tables.wiring).capacity
    rows = [[c for c in row if c >= 0] for row in path.tolist()]
    ends = simgrid_ends(rows, capacity.tolist(), size.tolist())
    np.testing.assert_allclose(drain(path, capacity, size.astype(float)).end, ends, rtol=1e-9)
