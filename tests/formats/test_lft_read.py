from __future__ import annotations

from ibviz.core.registry import table_readers
from ibviz.core.source import Source
from ibviz.core.tables import NO_PATH
from ibviz.formats.lft_read import read_lft

DUMP_FTS = b"""\
Unicast lids [0x0-0x66] of switch DR path slid 0; dlid 0; 0,1,3 guid 0x0008f105001086a2 (Voltaire 4036 # 4036-86A2):
  Lid  Out   Destination
       Port     Info
0x0001 001 : (Channel Adapter portguid 0x0002c90300080d59: 'MT25408 (portguid 0x7)')
0x0002 255 : (illegal port)
0x0003 002 : (node info not available fabric scan)
0x0004 003 : (path #1 out of 2: portguid 0x0002c90300080d5a)
0x0005 004 : (unknown node and type)
100 valid lids dumped
"""
OPENSM = b"""\
Unicast lids [0-102] of switch Lid 6 guid 0x0008f1050010851e ('Lid 9 guid 0x7'):
0x0006 000 # Switch portguid 0x0008f1050010851e: 'Lid 9'
0x0007 036 # unknown node and type

102 lids dumped
"""
IBROUTE = b"""\
Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x00066a00e3006cb2 (ibcore01):
  Lid  Out   Destination
       Port     Info
0x0003 000 : (Switch portguid 0x00066a00e3006cb2: 'ibcore01')
/usr/sbin/ibroute: iberror: failed: dump tables: linearcap is 0
"""


def test_that_dump_fts_is_read_with_all_its_tails() -> None:
    listed = read_lft(Source("x", DUMP_FTS))
    assert listed.switch_guid.tolist() == [0x0008F105001086A2] and listed.switch_lid.tolist() == [0]
    assert listed.lid.tolist() == [1, 2, 3, 4, 5]
    assert listed.port.tolist() == [1, NO_PATH, 2, 3, 4]
    assert listed.guid.tolist() == [0x0002C90300080D59, 0, 0, 0x0002C90300080D5A, 0] and not listed.notes


def test_that_what_opensm_dumps_is_read_and_a_name_is_no_heading() -> None:
    listed = read_lft(Source("x", OPENSM))
    assert listed.switch_guid.tolist() == [0x0008F1050010851E] and listed.switch_lid.tolist() == [6]
    assert listed.port.tolist() == [0, 36] and listed.guid.tolist() == [0x0008F1050010851E, 0]
    assert not listed.notes


def test_that_rows_before_an_error_of_ibroute_are_good() -> None:
    listed = read_lft(Source("x", IBROUTE))
    assert listed.lid.tolist() == [3] and not listed.notes


def test_that_it_is_on_the_shelf() -> None:
    assert table_readers.get("lft") is read_lft
