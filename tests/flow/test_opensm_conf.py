from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibviz.core.errors import IbvizError, ReadError
from ibviz.flow.opensm_conf import Settings, settings_of

KNOWN = {"minhop", "updn", "dnup", "ftree", "lft"}


def read(folder: Path, text: str, known: set[str] | None = None) -> Settings:
    path = folder / "opensm.conf"
    path.write_text(text)
    return settings_of(path, (known or KNOWN).__contains__)


def test_that_engines_come_in_their_order_by_our_names(tmp_path: Path) -> None:
    got = read(
        tmp_path, "# comment\nrouting_engine nue, file,updn,no_fallback\nlog_file /var/log/opensm.log\n"
    )
    assert got.engines == ("lft", "updn") and got.unknown == ("nue",)
    assert not got.options and not got.missing
    assert read(tmp_path, "routing_engine (null)\n").engines == ()


def test_that_engines_that_adapt_are_taken_as_adaptive_or_as_what_they_build_on(tmp_path: Path) -> None:
    text = "routing_engine ar_updn\n"
    assert read(tmp_path, text).engines == ("updn",)
    assert read(tmp_path, text, KNOWN | {"adaptive"}).engines == ("adaptive",)


def test_that_options_are_taken_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "roots").write_text("0x2\n")
    (tmp_path / "ours.lft").write_text("")
    got = read(
        tmp_path,
        "root_guid_file /etc/opensm/roots\nguid_routing_order_file /etc/order\nlfts_file ours.lft\n"
        "lmc 2\nlmc 1 # the last one holds\nport_shifting TRUE\nscatter_ports 0x10\nguid 0x2\n",
    )
    assert got.options == {
        "roots": tmp_path / "roots",
        "path": tmp_path / "ours.lft",
        "lmc": 1,
        "port_shifting": True,
        "scatter_ports": 16,
    }
    assert got.missing == ("guid_routing_order_file /etc/order",)


@pytest.mark.parametrize("line", ["lmc eight", "lmc 8", "scatter_ports -1"])
def test_that_a_number_that_is_none_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(
        ReadError, match=r"opensm\.conf:2: (lmc|scatter_ports): expected a whole number up to "
    ):
        read(tmp_path, f"\n{line}\n")


def test_that_a_file_of_something_else_is_refused_but_one_without_settings_is_not(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"opensm\.conf:2: holds no settings of OpenSM"):
        read(tmp_path, "# flows\nsrc,dst\nn1,n2\n")
    assert read(tmp_path, "# all as it comes\n\n").engines == ()
    assert read(tmp_path, "lmc (null)\nodd\n").engines == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_that_any_bytes_are_settings_or_refused_in_a_sentence(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "noise.conf"
    path.write_bytes(b"routing_engine updn\n" + noise)
    try:
        assert isinstance(settings_of(path, KNOWN.__contains__), Settings)
    except IbvizError as error:
        assert "\n" not in str(error)
