from __future__ import annotations

import pytest
from fabrics import tree2
from flows import laid, rails

from ibviz.core.errors import OptionError


def test_that_one_port_is_shared_among_all_others() -> None:
    found = laid(tree2(2, 2, 4), "outcast:src=H4")
    assert found.flows.rate.tolist() == pytest.approx([200 / 7] * 7)
    assert set(found.flows.src.tolist()) == {0}


def test_that_only_the_rail_of_the_sender_receives() -> None:
    assert laid(rails(), "outcast:src=n02 mlx5_1").flows.dst.tolist() == [4, 6, 7]


def test_that_a_sender_must_be_named() -> None:
    with pytest.raises(OptionError, match="option src must be given"):
        laid(tree2(1, 1, 2), "outcast")
