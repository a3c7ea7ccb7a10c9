from __future__ import annotations

import re

import numpy as np
from fabrics import fabric_of, fabrics, tree2
from hypothesis import given
from plainrouting import Entries, entries_of

from ibviz.core.addresses import lids, port_guids
from ibviz.core.fabric import Fabric, Ports
from ibviz.core.registry import table_writers
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.formats.lft import lft_text

SMALL = fabric_of(
    "SSHRA", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2), (4, 1, 1, 3)], names=["a (b)", "it's", "h", "r", "g"]
)


def read(text: str, tables: Tables) -> Entries:
    """Read entries by switch GUID and port GUID, as a program that knows the fabric would."""
    wires = tables.wiring
    row_of = {int(guid): row for row, guid in enumerate(wires.fabric.nodes.guid)}
    target = {int(wires.fabric.nodes.guid[row]): (int(row), 0) for row in wires.switches}
    for guid, node, port in zip(port_guids(wires), wires.end_ports.node, wires.end_ports.port, strict=True):
        target[int(guid)] = (int(node), int(port))
    found: Entries = {}
    switch = -1
    for line in text.split("\n"):
        if head := re.match(
            r"Unicast lids \[0x0-0x[0-9a-f]+\] of switch Lid \d+ guid 0x([0-9a-f]{16}) \(.*\):$", line
        ):
            switch = row_of[int(head[1], 16)]
        elif row := re.match(r"0x[0-9a-f]{4} (\d{3}) : \([A-Z][A-Za-z ]+ portguid 0x([0-9a-f]{16}): '", line):
            found[switch, target[int(row[2], 16)]] = int(row[1])
        else:
            assert (
                line.strip() in {"Lid  Out   Destination", "Port     Info", ""} or "valid lids dumped" in line
            )
    return found


def test_that_it_looks_like_dump_lfts() -> None:
    text = lft_text(minhop(wiring(SMALL))).decode()
    assert text.startswith(
        "Unicast lids [0x0-0x5] of switch Lid 1 guid 0x0000000000000002 (a (b)):\n"
        "  Lid  Out   Destination\n"
        "       Port     Info \n"
        "0x0001 000 : (Switch portguid 0x0000000000000002: 'a (b)')\n"
        "0x0002 001 : (Switch portguid 0x1000000000000002: 'it's')\n"
        "0x0003 002 : (Channel Adapter portguid 0x2000000000000003: 'h')\n"
        "0x0004 001 : (Router portguid 0x3000000000000003: 'r')\n"
        "0x0005 001 : (Channel Adapter portguid 0x4000000000000003: 'g')\n"
        "5 valid lids dumped \n"
        "Unicast lids [0x0-0x5] of switch Lid 2 "
    )


@given(fabrics())
def test_that_every_entry_is_written_once(fabric: Fabric) -> None:
    tables = minhop(wiring(fabric))
    text = lft_text(tables).decode()
    assert read(text, tables) == entries_of(tables)
    assert text.count("\n0x") == len(entries_of(tables))


def test_that_each_lid_has_the_entry_of_its_own() -> None:
    tables = minhop(wiring(tree2(2, 4, 2)), lmc=2)
    known = lids(tables.wiring, 2)
    text = lft_text(tables).decode()
    for place, part in enumerate(text.split("Unicast lids")[1:]):
        told = {int(row[1], 16): int(row[2]) for row in re.finditer(r"\n(0x[0-9a-f]{4}) (\d{3}) ", part)}
        for end, base in enumerate(known.end.tolist()):
            ours = [int(table[end, place]) for table in (tables.to_end, *tables.higher)]
            assert [told[base + offset] for offset in range(4)] == ours
        assert len(told) == 6 + 4 * 4


def test_that_another_subnets_lids_do_not_mix_in() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1)])
    parts = lft_text(minhop(wiring(fabric))).decode().split("Unicast")
    assert [part.count("\n0x") for part in parts] == [0, 2, 2]


def test_that_a_host_with_lmc_has_a_row_for_each_lid() -> None:
    ports = Ports.of(1, node=[2], port=[1], lid=[8], lmc=[2])
    tables = minhop(wiring(Fabric(SMALL.nodes, SMALL.cables, ports)))
    rows = re.findall(r"(0x000[89ab]) 002", lft_text(tables).decode())
    assert rows == ["0x0008", "0x0009", "0x000a", "0x000b"]
    assert lids(tables.wiring).used == 8


def test_that_a_hostile_name_stays_on_its_line() -> None:
    plain = tree2(1, 1, 1)
    names = np.array(
        ["x\nUnicast lids [0x0-0x1] of switch Lid 9 guid 0x0000000000000001 (y):", "s", "h"], object
    )
    fabric = Fabric(plain.nodes.with_columns(name=names), plain.cables)
    tables = minhop(wiring(fabric))
    assert read(lft_text(tables).decode(), tables) == entries_of(tables)


def test_that_nothing_is_written_of_nothing() -> None:
    assert lft_text(minhop(wiring(Fabric()))) == b""


def test_that_the_shelf_knows_it() -> None:
    assert table_writers.names == ["lft"]
    assert table_writers.get("lft") is lft_text
