from __future__ import annotations

import pytest
from fabrics import tree2
from flows import laid, rails
from patterns import drawn, star

from ibviz.core.errors import OptionError


def test_that_the_victim_sends_while_the_others_keep_to_themselves() -> None:
    made = drawn(star(6), "victim:src=n2,dst=n5,background=shift")
    found = set(zip(made.src.tolist(), made.dst.tolist(), strict=True))
    assert found == {(1, 4), (0, 2), (2, 3), (3, 5), (5, 0)}


def test_that_its_rate_is_told_beside_the_one_it_has_alone() -> None:
    fabric = tree2(2, 1, 4)
    victim, background = laid(fabric, "victim:src=H3,dst=H7,background=same-residue").summary["jobs"]
    assert (victim["job"], background["job"]) == ("victim", "background")
    assert victim["alone_gbps"] == 200
    assert victim["total_gbps"] == pytest.approx(200 / 3)
    assert victim["slowdown"] == pytest.approx(3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("src=n01 mlx5_0,dst=n01 mlx5_0", "src and dst are the same endpoint"),
        ("src=n01 mlx5_0,dst=n02 mlx5_1", "src and dst are on two subnets or rails"),
        ("src=n01 mlx5_0", "option dst must be given"),
        ("src=n01 mlx5_0,dst=nobody", "nobody"),
    ],
)
def test_that_its_ends_must_fit(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(rails(), f"victim:{options}")
