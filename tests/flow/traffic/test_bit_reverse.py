from __future__ import annotations

import pytest
from patterns import drawn, star


def test_that_bits_are_read_backwards() -> None:
    assert drawn(star(8), "bit-reverse").dst.tolist() == [0, 4, 2, 6, 1, 5, 3, 7]


@pytest.mark.parametrize("hosts", [1, 3, 6, 7])
def test_that_of_any_number_each_gets_from_one(hosts: int) -> None:
    assert sorted(drawn(star(hosts), "bit-reverse").dst.tolist()) == list(range(hosts))
