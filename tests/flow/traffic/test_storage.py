from __future__ import annotations

import pytest
from flows import laid
from patterns import drawn, star


def test_that_servers_send_to_those_who_read_and_get_from_those_who_write() -> None:
    read, write = (drawn(star(5), f'storage:"servers=n4,n5",way={way}') for way in ("read", "write"))
    assert (set(read.src.tolist()), set(read.dst.tolist())) == ({3, 4}, {0, 1, 2})
    assert (write.src.tolist(), write.dst.tolist()) == (read.dst.tolist(), read.src.tolist())
    assert len(read.src) == 6


def test_that_the_servers_set_the_limit() -> None:
    found = laid(star(9), "storage:servers=n9").summary
    assert found["total_gbps"] == pytest.approx(400)
    assert found["rate_gbps"]["max"] == pytest.approx(50)


def test_that_with_stripes_they_take_turns() -> None:
    made = drawn(star(6), "storage:servers=n[5-6],stripes=1")
    assert made.src.tolist() == [4, 5, 4, 5]
