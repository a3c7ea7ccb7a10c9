from __future__ import annotations

import pytest
from patterns import star, took

from ibviz.core.errors import OptionError


def test_that_the_fullest_server_is_ready_last() -> None:
    found = took(star(8), "checkpoint:servers=n[7-8],size=5")
    assert found["seconds"] == pytest.approx(3 * 5 / 50)


@pytest.mark.parametrize("stripes", [1, 2])
def test_that_stripes_spread_the_same_amount(stripes: int) -> None:
    found = took(star(6), f"checkpoint:servers=n[5-6],stripes={stripes}")
    assert found["seconds"] == pytest.approx(4 / 2 / 50)


def test_that_nothing_is_no_amount() -> None:
    with pytest.raises(OptionError, match="size is 0; expected GB above 0"):
        took(star(6), "checkpoint:servers=n1,size=0")
