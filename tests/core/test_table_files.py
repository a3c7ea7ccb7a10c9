from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.core.errors import ReadError
from ibviz.core.table_files import read_tables, recognised

LFT = b"Unicast lids [0x0-0x1] of switch Lid 1 guid 0x2 (a):\n0x0001 000 : (Switch portguid 0x2: 'a')\n"
FDBS = b"osm_ucast_mgr_dump_ucast_routes: Switch 0x2\nLID    : Port : Hops : Optimal\n0x0001 : 000  : 00   : yes\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (LFT, "lft"),
        (b"$ dump_lfts.sh\r\n\r\n" + LFT, "lft"),
        (FDBS, "fdbs"),
        (b"# IBDIAG\n" + FDBS, "fdbs"),
        (b"", ""),
        (b"vendid=0x2c9\n", ""),
    ],
)
def test_that_tables_are_recognised_by_content(data: bytes, kind: str) -> None:
    assert recognised(data) == kind


def test_that_tables_are_read_whatever_the_file_is_called(tmp_path: Path) -> None:
    for data in (LFT, FDBS):
        path = tmp_path / "tables.bin"
        path.write_bytes(data)
        listed = read_tables(path)
        assert (
            listed.switch_guid.tolist() == [2] and listed.lid.tolist() == [1] and listed.port.tolist() == [0]
        )


def test_that_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "fabric.txt"
    path.write_text("vendid=0x2c9\n")
    with pytest.raises(
        ReadError, match=r"fabric\.txt: holds no forwarding tables; ibviz reads forwarding tables of"
    ):
        read_tables(path)
    with pytest.raises(ReadError, match="there is no such file"):
        read_tables(tmp_path / "none.lft")
