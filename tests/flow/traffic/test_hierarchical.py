from __future__ import annotations

import pytest
from patterns import railed, star, took

from ibviz.core.errors import OptionError


def test_that_256_devices_on_8_rails_take_the_time_of_the_formula() -> None:
    found = took(railed(32, 8), "hierarchical")
    assert found["seconds"] * 1000 == pytest.approx(8.7326, abs=5e-5)
    assert found["bus_gbps"] <= 400


def test_that_hosts_of_one_device_have_nothing_to_do_inside() -> None:
    assert took(star(8), "hierarchical")["seconds"] == pytest.approx(0.035)


def test_that_links_inside_of_hosts_have_some_bandwidth() -> None:
    with pytest.raises(OptionError, match="inside is 0; expected GB/s above 0"):
        took(star(8), "hierarchical:inside=0")
