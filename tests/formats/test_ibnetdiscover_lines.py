from __future__ import annotations

import time

import dumps
import numpy as np
import pytest

from ibviz.formats import ibnetdiscover_lines
from ibviz.formats.ibnetdiscover_lines import read_lines
from ibviz.formats.ibnetdiscover_records import BREAK, ID, TEXT_ID, dump_of


def parsed(line: str):
    dump = dump_of(line.encode() + b"\n")
    tables = read_lines(dump, np.array([[0, len(dump.data) - 1]]))
    return (*tables, dump)


def test_that_pieces_between_returns_are_lines_of_their_own() -> None:
    heads, ports, facts, dump = parsed('vendid=0x2c9\rCa 1 "H-1" # "x"\r\r[1] "S-2"[3]\rjunk')
    assert (len(heads), len(ports), len(facts)) == (1, 1, 1)
    assert [at for at, _ in dump.notes.shown] == [len(dump.data) - 5]


@pytest.mark.parametrize(
    "line", ["Chassis 1 (guid 0xc42a)", "Non-Chassis Nodes", "Hostname: x", "Chassis 12"]
)
def test_that_headings_end_a_record_in_silence(line) -> None:
    _, _, facts, dump = parsed(line)
    assert facts["what"].tolist() == [BREAK] and not dump.notes.shown


def test_that_short_ids_are_numbers() -> None:
    heads, *_ = parsed('Switch 8 "S-1f" # "x"')
    assert (heads["letter"][0], heads["guid"][0]) == (ord("S"), 0x1F)


def test_that_texts_are_numbered_once() -> None:
    _, ports, facts, dump = parsed('caguid=0xhost\r[1] "H-host"[1]\r[2] "Hca1"[1]')
    assert facts["what"].tolist() == [ID] and facts["letter"].tolist() == [TEXT_ID]
    assert ports["guid"].tolist() == [0, 1] and dump.texts == {b"H-host": 0, b"Hca1": 1}
    assert len(dump.notes.shown) == 1


def test_that_the_last_bracket_of_a_port_is_its_guid_if_it_is_one() -> None:
    _, ports, _, dump = parsed('[1](x/1)(1f) "S-1"[2](2e) # lid 3 lmc 1 "n" lid 4 1xQDR')
    assert (ports["own_guid"][0], ports["far_guid"][0]) == (0x1F, 0x2E)
    assert dump.text(int(ports["label"][0]), int(ports["label_end"][0])) == "x/1"
    _, ports, _, dump = parsed('[1](x/1) "S-1"[2] # "n" lid 4 1xQDR')
    assert ports["own_guid"][0] == 0 and ports["label"][0] > 0


def test_that_a_flood_of_lines_of_no_meaning_is_counted_at_once() -> None:
    flood = "x\n" * 300_000 + "y\rvendid=0x2c9\n" + "z\n" * 1000
    start = time.process_time()
    state = dumps.read(dumps.CLEAN + flood)
    assert time.process_time() - start < 2
    first = dumps.CLEAN.count("\n") + 1
    assert [note.line for note in state.reading[:200]] == [*range(first, first + 200)]
    told = [note for note in state.reading[200:] if "not understood" in note.message]
    # The line with a CR is read in two pieces: its first counts as another line.
    assert [(note.line, note.message) for note in told] == [
        (first + 200, f"not understood, left out: 300,801 more, to line {first + 301_000}")
    ]


def test_that_lines_that_may_mean_something_are_read_behind_a_flood() -> None:
    flood = "x\n" * 500
    assert dumps.cables(dumps.read(flood + dumps.CLEAN)) == dumps.cables(dumps.read(dumps.CLEAN))
    odd = dumps.CLEAN.replace("vendid", "  vendid").replace("\t", "    ")
    assert dumps.cables(dumps.read(flood + odd)) == dumps.cables(dumps.read(dumps.CLEAN))
    assert dumps.same(dumps.read(flood + odd + flood), dumps.read(flood + odd + flood, fast=False))


def test_that_every_line_that_is_understood_begins_as_one_that_is_read() -> None:
    lines = [
        line for dress in (str, dumps.grouped, dumps.labelled) for line in dress(dumps.CLEAN).split("\n")
    ]
    lines += [
        "Hostname: a",
        "DR path slid 0;",
        "Non-Chassis Nodes",
        'Router 2 "R-1"',
        'HCA 1 "x"',
        'Hca 1 "x"',
    ]
    begins = {line[:2].encode() for line in lines if len(line) > 1}
    assert all(ibnetdiscover_lines._BEGINS[two[0], two[1]] for two in begins), begins
