from __future__ import annotations

import numpy as np
import pytest
from flows import rails
from patterns import drawn, made, star, took

from ibviz.flow.pairs import Rounds


@pytest.mark.parametrize("n", [2, 3, 8, 13])
def test_that_a_binomial_tree_costs_a_buffer_for_each_doubling(n: int) -> None:
    found = took(star(n), "broadcast:size=2,latency=3")
    assert found["seconds"] == pytest.approx((n - 1).bit_length() * (3e-6 + 2 / 50), rel=1e-12)


@pytest.mark.parametrize("n", [4, 7, 8, 13])
def test_that_in_pieces_it_costs_one_buffer(n: int) -> None:
    found = took(star(n), "broadcast:how=pipelined,size=2,latency=3")
    assert found["seconds"] == pytest.approx((n - 1).bit_length() * 3e-6 + 2 / 50, rel=1e-9)
    assert took(star(n), "broadcast:how=pipelined")["bus_gbps"] == pytest.approx(400)


@pytest.mark.parametrize("how", ["binomial", "pipelined"])
@pytest.mark.parametrize("n", [2, 5, 8])
def test_that_everyone_gets_all_of_it(how: str, n: int) -> None:
    rounds = made(star(n), f"broadcast:root=n2,how={how}").made
    assert isinstance(rounds, Rounds)
    got = np.zeros(n)
    for each in rounds.rounds:
        np.add.at(got, each.pairs.dst, each.size / 1e9)
    assert got[np.arange(n) != 1].tolist() == pytest.approx([1] * (n - 1))
    assert got[1] == 0


def test_that_the_root_leads_its_rail_and_the_first_one_the_others() -> None:
    found = drawn(rails(), "broadcast:root=n03 mlx5_1,round=1")
    assert set(found.src.tolist()) == {0, 6}
