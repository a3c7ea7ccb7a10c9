from __future__ import annotations

import pytest
from patterns import drawn, star


@pytest.mark.parametrize(("hosts", "far"), [(1, 0), (2, 0), (5, 2), (8, 3)])
def test_that_it_goes_almost_half_way_round(hosts: int, far: int) -> None:
    made = drawn(star(hosts), "tornado")
    assert made.dst.tolist() == [(place + far) % hosts for place in range(hosts)]
