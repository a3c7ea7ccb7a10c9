from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.drawing.ramps import gradient, steps, with_alpha

COLORS = st.integers(0, 0xFFFFFF).map(lambda color: 0xFF000000 | color)


@given(st.lists(COLORS, min_size=2, max_size=9))
def test_that_a_gradient_passes_through_its_stops(stops: list[int]) -> None:
    count = 10 * (len(stops) - 1) + 1
    assert gradient(np.array(stops, np.uint32), count)[::10].tolist() == stops


def test_that_a_gradient_is_linear_in_srgb_and_frozen() -> None:
    made = gradient(np.array([0xFF000000, 0xFF64C800], np.uint32), 11)
    assert made.tolist() == [0xFF000000 | (10 * k << 16) | (20 * k << 8) for k in range(11)]
    with pytest.raises(ValueError, match="read-only"):
        made[0] = 0


def test_that_shares_outside_the_range_take_its_ends() -> None:
    share = np.array([[-np.inf, -0.1, 0.0], [1.0, 7.0, np.inf]])
    assert steps(share).tolist() == [[0, 0, 0], [255, 255, 255]]
    assert steps(np.array([np.nan])).tolist() == [0]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_that_more_load_is_never_a_lower_step(shares: list[float]) -> None:
    made = steps(np.sort(np.array(shares)), 16).astype(int)
    assert (np.diff(made) >= 0).all()
    assert made.max() <= 15


def test_that_alpha_replaces_alpha() -> None:
    made = with_alpha(np.array([0xFF112233, 0x00445566], np.uint32), np.array([0, 255]))
    assert made.tolist() == [0x00112233, 0xFF445566]
