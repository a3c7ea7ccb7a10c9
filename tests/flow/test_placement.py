from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.errors import OptionError
from ibviz.flow.placement import Placement

LEAF = np.array([7, 7, 3, 3, 3, 9])


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("linear", [0, 1, 2, 3, 4, 5]),
        ("by-leaf", [2, 3, 4, 0, 1, 5]),
        ("by-rail", [0, 2, 5, 1, 3, 4]),
        ("fragmented", [0, 2, 3, 5]),
        ("fragmented:0.3", [0, 2, 5]),
        ("fragmented:1", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_that_hosts_are_put_in_order(text: str, order: list[int]) -> None:
    assert Placement.parse(text).order(LEAF).tolist() == order


def test_that_a_seed_gives_one_random_order() -> None:
    leaf = np.zeros(20, np.int64)
    one, again, other = (
        Placement.parse(text).order(leaf).tolist() for text in ("random", "random:1", "random:2")
    )
    assert one == again != other
    assert sorted(one) == sorted(other) == list(range(20))


@pytest.mark.parametrize(
    "text",
    ["", "nearest", "linear:1", "random:x", "random:-1", "fragmented:0", "fragmented:2", "fragmented:x"],
)
def test_that_other_placements_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"placement is .*; expected linear, random, random:SEED"):
        Placement.parse(text)
