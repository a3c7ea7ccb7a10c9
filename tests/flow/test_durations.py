from __future__ import annotations

import pytest

from ibviz.flow.durations import duration, seconds_text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "0 µs"),
        (9.999e-4, "999.9 µs"),
        (1e-3, "1 ms"),
        (0.99, "990 ms"),
        (1.0, "1 s"),
        (1e4, "10,000 s"),
    ],
)
def test_that_a_time_has_the_unit_that_suits_it(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_that_a_collective_is_told_beside_the_best() -> None:
    assert seconds_text({"seconds": 0.5e-3, "ideal_seconds": 1e-4}) == "500 µs, at best 100 µs"
    assert "for ever" in seconds_text({"seconds": None, "ideal_seconds": 0.01})
