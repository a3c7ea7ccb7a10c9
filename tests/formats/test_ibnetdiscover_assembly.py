from __future__ import annotations

import pytest
from dumps import CLEAN

from ibviz.formats.ibnetdiscover import parsed
from ibviz.formats.ibnetdiscover_assembly import assembled
from ibviz.formats.ibnetdiscover_records import dump_of


def of(text: str):
    dump = dump_of(text.encode())
    return assembled(dump, *parsed(dump, fast=True)), dump


def test_that_a_clean_dump_has_a_record_for_each_node() -> None:
    made, dump = of(CLEAN)
    assert made.known.all() and len(made.known) == 7 and (made.head >= 0).all()
    assert made.of_port.tolist() == [0] * 5 + [1] * 5 + [2] * 3 + [3, 3, 4, 5, 6]
    assert not dump.notes.shown


V, I, H, P = "vendid=0x1", "caguid=0x2", 'Ca 1 "H-0000000000000002" # "x"', '[1] "S-1"[2]'  # noqa: E741


@pytest.mark.parametrize(
    ("lines", "records"),
    [
        ([V, I, H, P], 1),
        ([I, H, P, P], 1),
        ([H, P, H, P], 2),
        ([V, "devid=0x1", "sysimgguid=0x1", I, H, P, V, I, H], 2),
        (["devid=0x1", V, I, H, P], 1),
        ([V, V, I, H], 2),
        ([H, P, "Chassis 1", P], 2),
        ([P, H], 2),
        ([I, V, H], 2),
    ],
)
def test_that_records_begin_where_the_order_of_lines_begins_anew(lines, records) -> None:
    made, _ = of("\n".join(lines))
    assert len(made.known) == records


def test_that_a_stray_guid_line_gives_its_ports_back() -> None:
    other = H.replace("2", "3")
    made, dump = of("\n".join([I, H, P, "caguid=0x3", P, V, other, P]))
    assert made.guid[made.of_port].tolist() == [2, 2, 3]
    assert "amid another node" in dump.notes.shown[0][1]
