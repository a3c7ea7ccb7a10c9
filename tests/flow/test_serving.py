from __future__ import annotations

import pytest
from flows import rails
from patterns import drawn, star

from ibviz.core.errors import OptionError
from ibviz.flow import serving


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("servers=n9", "servers: no endpoint, node or host fits 'n9'"),
        ("servers=", "servers is empty"),
        ("servers=n*", "no client is left besides them"),
        ("servers=n1,stripes=2", "stripes is 2; expected 1 to 1, the number of servers"),
        ("servers=n1,stripes=0", "stripes is 0; expected 1 to 1"),
    ],
)
def test_that_servers_must_fit(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(star(4), f"storage:{options}")


def test_that_clients_on_a_rail_without_servers_are_told_not_dropped() -> None:
    with pytest.raises(OptionError, match="none is where 4 of the clients are"):
        drawn(rails(), "storage:servers=n01 mlx5_0")
    assert len(drawn(rails(), "storage:servers=n01 mlx5_0,rails=all").src) == 6


def test_that_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST", 3)
    with pytest.raises(OptionError, match="more than 3 pairs of clients and servers"):
        drawn(star(6), "storage:servers=n[1-2]")
