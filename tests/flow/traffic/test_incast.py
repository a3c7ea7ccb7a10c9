from __future__ import annotations

import pytest
from fabrics import tree2
from flows import laid, rails

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Scenario


def test_that_all_others_share_the_port_of_one() -> None:
    found = laid(tree2(1, 1, 8), "incast:dst=H4")
    assert found.flows.rate.tolist() == pytest.approx([200 / 7] * 7)
    assert found.summary["max_flows_per_cable"] == 7
    assert found.summary["efficiency"] == pytest.approx(1)


def test_that_only_the_rail_of_the_receiver_sends() -> None:
    assert laid(rails(), "incast:dst=n02 mlx5_1").summary["flows"] == 3
    assert laid(rails(), "incast:dst=n02 mlx5_1,rails=all").summary["flows"] == 6
    assert laid(rails(), "incast:dst=n02 mlx5_1,rails=all,local=1").summary["flows"] == 7


def test_that_the_receiver_need_not_be_picked() -> None:
    assert laid(rails(), "incast:dst=n02 mlx5_1,hosts=n04").flows.src.tolist() == [7]


def test_that_a_receiver_that_is_down_leaves_no_flows() -> None:
    assert (
        laid(tree2(2, 1, 2), "incast:dst=H3", scenario=Scenario(down_nodes=frozenset([3]))).summary["flows"]
        == 0
    )


@pytest.mark.parametrize("text", ["incast", "incast:dst=nobody", "incast:dst=S0"])
def test_that_a_receiver_must_be_an_endpoint(text: str) -> None:
    with pytest.raises(OptionError):
        laid(tree2(1, 1, 2), text)
