from __future__ import annotations

import pytest
from flows import laid
from patterns import made, star

from ibviz.core.errors import OptionError


@pytest.mark.parametrize(
    ("options", "groups"),
    [
        ("experts=3", [[0, 1, 2], [3, 4, 5], [6]]),
        ("experts=3,strided=1", [[0, 3, 6], [1, 4], [2, 5]]),
        ("experts=9", [[0, 1, 2, 3, 4, 5, 6]]),
    ],
)
def test_that_experts_are_grouped(options: str, groups: list[list[int]]) -> None:
    exchange = made(star(7), f"moe:{options}").exchange
    assert exchange is not None
    assert [group.tolist() for group in exchange.groups] == groups


def test_that_each_group_exchanges_by_itself() -> None:
    found = laid(star(8), "moe:experts=4")
    assert found.summary["flows"] == 2 * 4 * 3 == len(found.all_flows())
    assert found.summary["rate_gbps"]["min"] == pytest.approx(400 / 3)


def test_that_an_expert_is_not_alone() -> None:
    with pytest.raises(OptionError, match="experts is 1; expected 2 or more"):
        made(star(4), "moe:experts=1")
