from __future__ import annotations

import numpy as np
import pytest

from ibviz.flow.latency import latencies


def test_that_switches_and_metres_add_up() -> None:
    paths = np.array([[0, 2, 5, -1], [1, -1, -1, -1], [6, 4, -1, -1], [-1, -1, -1, -1]])
    lengths = np.array([2.0, 10.0, np.nan, 4.0])
    got = latencies(paths, np.array([3, 1, 2, 0]), lengths)
    assert got == pytest.approx([0.6 + 2 * 0.09 + 12 * 0.005, 0.6 + 0.01, 0.6 + 0.09 + 0.02, 0.6])


def test_that_no_paths_have_no_latency() -> None:
    assert not len(latencies(np.empty((0, 1), int), np.empty(0, int), np.empty(0)))
