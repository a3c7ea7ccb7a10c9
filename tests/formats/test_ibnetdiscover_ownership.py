from __future__ import annotations

from dumps import CLEAN

from ibviz.formats.ibnetdiscover import parsed
from ibviz.formats.ibnetdiscover_ownership import ownership
from ibviz.formats.ibnetdiscover_records import dump_of


def of(text: str):
    dump = dump_of(text.encode())
    return ownership(dump, *parsed(dump, fast=True)), dump


def test_that_nodes_are_numbered_as_they_are_described_and_placeholders_last() -> None:
    whose, _ = of(CLEAN)
    assert whose.node.tolist() == list(range(7))
    assert bytes(whose.letter) == b"SSSHHHR"
    first = CLEAN[: CLEAN.index("\n\nvendid", 200)]
    whose, _ = of(first)
    assert len(whose.node) == 1 and bytes(whose.letter) == b"SHHSH"
    assert whose.far.tolist() == [1, 2, 3, 3, 4]


def test_that_facts_go_to_the_record_that_they_stand_in() -> None:
    whose, _ = of(CLEAN)
    assert whose.device.tolist() == [0xCF08, 0xBD36, 0xCB20, 0x1003, 0x1013, 0xCF09, 0xC839]
    assert whose.system[1] == 0 and (whose.vendor == 0x2C9).all()


def test_that_orphans_are_dropped_and_noted() -> None:
    whose, dump = of('[1] "S-1"[2]\nCa 1 "H-2" # "x"\n[1] "S-1"[3]\n')
    assert whose.ports["far_port"].tolist() == [3] and len(whose.own) == 1
    assert [at for at, _ in dump.notes.shown[:1]] == [0]
