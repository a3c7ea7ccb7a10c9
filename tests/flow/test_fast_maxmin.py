from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flows import padded, problems
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernels import force, ways

from ibviz.core.table import Floats
from ibviz.flow.maxmin import max_min


@ways
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=problems(), weighted=st.booleans(), limited=st.booleans(), seed=st.integers(0, 99))
def test_that_shares_are_those_of_numpy_to_the_last_bit(
    monkeypatch: pytest.MonkeyPatch, way: str, problem: Any, weighted: bool, limited: bool, seed: int
) -> None:
    rows, capacity = padded(problem[0]), np.array(problem[1], float) / 3
    draw = np.random.default_rng(seed)
    weight: Floats | None = draw.integers(1, 9, len(rows)) / 7 if weighted else None
    demand: Floats | None = draw.integers(1, 9, len(rows)) / 7 if limited else None
    force(monkeypatch, "numpy")
    expected = max_min(rows, capacity, weight=weight, demand=demand)
    with monkeypatch.context() as patched:
        force(patched, way)
        got = max_min(rows, capacity, weight=weight, demand=demand)
    np.testing.assert_array_equal(got.rate, expected.rate)
    np.testing.assert_array_equal(got.bottleneck, expected.bottleneck)


@ways
def test_that_many_rounds_are_those_of_numpy_to_the_last_bit(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    draw = np.random.default_rng(5)
    rows = draw.integers(-1, 60, (300, 4))
    rows[7] = -1
    capacity, weight = draw.random(60) + 0.1, draw.random(300)
    weight[3] = 0
    force(monkeypatch, "numpy")
    expected = max_min(rows, capacity, weight=weight)
    force(monkeypatch, way)
    got = max_min(rows.astype(np.int32), capacity, weight=weight)
    assert len(np.unique(got.rate)) > 20
    np.testing.assert_array_equal(got.rate, expected.rate)
    np.testing.assert_array_equal(got.bottleneck, expected.bottleneck)
