from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import ReadError
from ibviz.core.listed import Listed
from ibviz.core.source import Source
from ibviz.formats import table_rows
from ibviz.formats.fdbs_read import SHAPE as FDBS
from ibviz.formats.lft_read import SHAPE as LFT
from ibviz.formats.table_rows import rows_of

HEAD = b"Unicast lids [0x0-0x66] of switch Lid 7 guid 0x00000000000000ab (a 'b' (c)):\n"
ROW = b"0x0001 036 : (Channel Adapter portguid 0x0002c90300080d59: 'n1')\n"


def read(text: bytes) -> Listed:
    return rows_of(Source("x.lft", text), LFT)


def content(listed: Listed) -> list[object]:
    return [
        getattr(listed, name).tolist()
        for name in ("switch_guid", "switch_lid", "table", "lid", "port", "guid")
    ]


def test_that_rows_belong_to_the_heading_above_them() -> None:
    listed = read(
        HEAD + ROW + HEAD.replace(b"ab", b"cd").replace(b"Lid 7", b"DR path slid 0; dlid 0; 0,1") + ROW + ROW
    )
    assert content(listed) == [[0xAB, 0xCD], [7, 0], [0, 1, 1], [1] * 3, [36] * 3, [0x0002C90300080D59] * 3]
    assert not listed.notes


@given(
    st.lists(
        st.sampled_from(
            [HEAD, ROW, ROW.replace(b"0x0001 ", b"\t0x0001  "), b"x\n", b"\n", b"Multicast mlids [0xc000]\n"]
        )
    ),
    st.integers(1, 200),
)
def test_that_the_pieces_of_a_file_make_no_difference(lines: list[bytes], size: int) -> None:
    text = HEAD + b"".join(lines)
    whole = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_rows, "CHUNK", size)
        pieces = read(text)
    assert content(whole) == content(pieces) and whole.notes == pieces.notes


@given(st.binary(max_size=200), st.sampled_from([LFT, FDBS]))
def test_that_any_bytes_are_read_or_refused_in_a_sentence(noise: bytes, shape: table_rows.Shape) -> None:
    head = HEAD if shape is LFT else b"dump_ucast_routes: Switch 0x00000000000000ab\n"
    listed = rows_of(Source("x", head + noise + b"\n" + ROW), shape)
    assert len(listed.table) == len(listed.lid) == len(listed.port) == len(listed.guid)
    assert (listed.table >= 0).all() and (listed.table < len(listed.switch_guid)).all()


@given(st.lists(st.tuples(st.integers(0, 0xFFFF), st.integers(0, 255), st.integers(0, 2**64 - 1))))
def test_that_rows_of_the_usual_shape_are_read_as_others_are(rows: list[tuple[int, int, int]]) -> None:
    usual = [b"0x%04x %03d # Switch portguid 0x%016x: 'a'\n" % row for row in rows]
    others = [b" 0x%X  %d : (path 1 out of 2: portguid 0x%x: 'a')\r\n" % row for row in rows]
    assert content(read(HEAD + b"".join(usual))) == content(read(HEAD + b"".join(others)))
    assert content(read(HEAD + b"".join(usual)))[3:] == (
        [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    )


def test_that_lines_of_no_meaning_are_noted_up_to_a_number() -> None:
    listed = read(HEAD + b"0x0002 999 : (illegal port)\n" + b"what is this\n" * 30 + ROW)
    assert listed.notes[0].line == 2 and "port 999 is beyond 255" in listed.notes[0].message
    assert "'what is this'" in listed.notes[1].message and listed.notes[1].line == 3
    assert listed.notes[-1].message == "11 more lines are not understood" and len(listed.notes) == 21


def test_that_a_file_of_nothing_but_odd_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_rows, "MOST_ODD", 10)
    with pytest.raises(ReadError, match=r"x\.lft:12: more than 10 lines are not those of forwarding tables"):
        read(HEAD + b"x\n" * 50)
    with pytest.raises(ReadError, match="holds no forwarding table"):
        read(ROW)


def test_that_rows_before_any_heading_and_of_tables_aside_count_for_nothing() -> None:
    listed = read(
        ROW + HEAD + ROW + b"Multicast mlids [0xc000-0xc002] of switch Lid 7 guid 0xab (a):\n" + ROW
    )
    assert len(listed.lid) == 1 and "not the usual one" in listed.notes[0].message


def test_that_the_last_line_needs_no_end() -> None:
    assert np.array_equal(read(HEAD + ROW.rstrip()).port, [36])
