from __future__ import annotations

import pytest
from patterns import drawn, star

from ibviz.core.errors import OptionError


def test_that_each_stage_sends_to_the_next() -> None:
    made = drawn(star(6), "pipeline:stages=3")
    assert list(zip(made.src.tolist(), made.dst.tolist(), strict=True)) == [(0, 2), (1, 3), (2, 4), (3, 5)]


def test_that_gradients_flow_back() -> None:
    made = drawn(star(4), "pipeline:stages=2,back=1")
    pairs = set(zip(made.src.tolist(), made.dst.tolist(), strict=True))
    assert pairs == {(0, 2), (1, 3), (2, 0), (3, 1)}


def test_that_of_an_uneven_number_none_is_left_out() -> None:
    made = drawn(star(7), "pipeline:stages=3")
    assert set(made.src.tolist()) | set(made.dst.tolist()) == set(range(7))


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        (1, "stages is 1; expected 2 or more"),
        (9, "stages is 9; a subnet or rail has only 4 of the endpoints picked"),
    ],
)
def test_that_stages_must_fit(stages: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(star(4), f"pipeline:stages={stages}")
