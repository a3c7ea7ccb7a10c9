from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.core.attached import Attached
from ibviz.core.beside import attach, beside, looked_after
from ibviz.core.reading import read_state

LFT = "Unicast lids [0x0-0x1] of switch Lid 1 guid 0x2 (a):\n0x0001 000 : (Switch portguid 0x2: 'a')\n"
DUMP = 'vendid=0x2c9\ndevid=0xd2f0\nswitchguid=0x2(2)\nSwitch\t36 "S-0000000000000002"\t# "a" enhanced port 0 lid 1 lmc 0\n'


def named(folder: Path, dump: str = "big.ibnetdiscover.txt") -> str:
    found = beside(folder / dump)
    return "" if found is None else f"{found.engine} {found.name}"


def test_that_the_dumps_own_name_comes_first_and_the_settings_last(tmp_path: Path) -> None:
    assert named(tmp_path) == ""
    for name, text, expected in (
        ("opensm.conf", "routing_engine updn\n", "site opensm.conf"),
        ("opensm.fdbs", "dump_ucast_routes: Switch 0x2\n", "lft opensm.fdbs"),
        ("opensm-lfts.dump", LFT, "lft opensm-lfts.dump"),
        ("big.fdbs", "dump_ucast_routes: Switch 0x2\n", "lft big.fdbs"),
        ("big.lft", LFT, "lft big.lft"),
    ):
        (tmp_path / name).write_text(text)
        assert named(tmp_path) == expected
    assert named(tmp_path, "big.lft") == "lft big.fdbs"


def test_that_what_does_not_begin_as_it_should_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "big.lft").write_text("nothing of the kind\n")
    (tmp_path / "opensm-lfts.dump").mkdir()
    (tmp_path / "opensm.conf").write_text("hello world\n")
    assert named(tmp_path) == "" and beside("-") is None


def test_that_a_file_too_large_to_read_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "big.lft").write_text(LFT)
    monkeypatch.setattr("ibviz.core.beside.PLAIN_LIMIT", 10)
    assert attach(tmp_path / "big.lft", "lft") is None


def test_that_a_dump_is_read_with_what_lies_beside_it(tmp_path: Path) -> None:
    dump = tmp_path / "big.txt"
    dump.write_text(DUMP)
    assert read_state(dump).attached is None and read_state(dump).usual_routing is None
    (tmp_path / "big.lft").write_text(LFT)
    state = read_state(dump)
    assert state.attached == Attached("lft", str(tmp_path / "big.lft"))
    assert str(state.usual_routing) == f"lft:path={tmp_path / 'big.lft'}"


def test_that_a_file_that_is_gone_or_another_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "big.lft"
    path.write_text(LFT)
    known = attach(path, "lft")
    assert known is not None and looked_after(known) == (known, ())
    path.write_text(LFT + LFT)
    now, notes = looked_after(known)
    assert now is not None and now.digest != known.digest and "is not what it was" in notes[0].message
    path.unlink()
    gone, notes = looked_after(known)
    assert gone is None and "is not there any more" in notes[0].message
