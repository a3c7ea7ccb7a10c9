"""The fast parser of ibnetdiscover dumps: all lines of a kind at once, on bytes.

It takes the lines that look exactly as the tools print them, whatever blanks lie between, and leaves all
others, in whatever way they differ, to the tolerant parser. So a dump with one odd line stays fast.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import numpy as np

from ibviz.core.table import Bools, Ints
from ibviz.formats.ibnetdiscover_cursors import BackCursors, Cursors
from ibviz.formats.ibnetdiscover_pieces import (
    bracket,
    codes_back,
    label,
    lid_back,
    node_id,
    own_lid,
    port0_back,
    tail,
    to_comment,
)
from ibviz.formats.ibnetdiscover_records import (
    BREAK,
    DEVICE,
    FACT,
    HEAD,
    ID,
    LONGEST_LINE,
    PORT,
    PORT_LIMIT,
    SYSTEM,
    VENDOR,
    Dump,
    Records,
)

# Lines are parsed in blocks whose columns fit the processor's cache; each block also lets go of the
# interpreter's lock often enough that a window stays alive.
_BLOCK = 16384

_FACTS = (
    (b"vendid=0x", VENDOR, 0),
    (b"devid=0x", DEVICE, 0),
    (b"sysimgguid=0x", SYSTEM, 0),
    (b"switchguid=0x", ID, ord("S")),
    (b"caguid=0x", ID, ord("H")),
    (b"rtguid=0x", ID, ord("R")),
)
_CHASSIS = b"Chassis "
_HEADS = ((b"Switch", ord("S")), (b"Ca", ord("H")), (b"Rt", ord("R")))

# What kind of line begins with these two bytes: 0 unknown, 1 a port, then the heads, then the facts.
_KIND = np.zeros(1 << 16, np.uint8)
_KIND[ord("[") :: 256] = 1
for _place, _word in enumerate([word for word, _ in _HEADS] + [key for key, _, _ in _FACTS] + [_CHASSIS], 2):
    _KIND[_word[0] | _word[1] << 8] = _place

# A comment that may not be the end of a line that was cut: such begin with a quote or with lid.
_COMMENT = 255
_KIND[ord("#") | ord(" ") << 8] = _COMMENT
_BEGINS_COMMENT = np.zeros(256, np.bool_)
_BEGINS_COMMENT[[ord(letter) for letter in string.ascii_letters if letter != "l"]] = True

_Parser = Callable[[Dump, Ints, Ints, Records], Bools]


def read_fast(dump: Dump) -> tuple[Records, Records, Records, Ints]:
    """Parse the clean lines of a dump.

    Returns
    -------
    heads, ports, facts : tables of HEAD, PORT, FACT
    rest : (K, 2) int64
        Start and end of the lines that were left.
    """
    starts, ends, odd = lines_of(dump)
    kind = _KIND[dump.words[starts].astype(np.uint16)]
    kind[odd] = 0
    left = (kind == 0) & (starts < ends)
    comments = np.flatnonzero(kind == _COMMENT)
    left[comments] = ~_BEGINS_COMMENT[dump.array[starts[comments] + 2]]
    parsers: list[tuple[np.dtype[np.void], _Parser]] = [(PORT, _ports)]
    parsers += [(HEAD, _head_parser(*head)) for head in _HEADS]
    parsers += [(FACT, _fact_parser(*fact)) for fact in _FACTS] + [(FACT, _chassis)]
    found: list[Records] = []
    for place, (dtype, parser) in enumerate(parsers, 1):
        mine = np.flatnonzero(kind == place)
        records = np.zeros(len(mine), dtype)
        ok = _in_blocks(parser, dump, starts[mine], ends[mine], records)
        left[mine[~ok]] = True
        found.append(records if ok.all() else records[ok])
    facts = 1 + len(_HEADS)
    ports, heads, said = found[0], np.concatenate(found[1:facts]), np.concatenate(found[facts:])
    rest = np.flatnonzero(left)
    spans = np.stack([starts[rest], ends[rest]], axis=1)
    return _in_order(heads), ports, _in_order(said), spans


def lines_of(dump: Dump) -> tuple[Ints, Ints, Bools]:
    """Return start and end of each line, without LF or CR LF, and which are too long or hold a CR inside."""
    size = len(dump.data)
    ends = dump.newlines if dump.data.endswith(b"\n") else np.append(dump.newlines, size)
    starts = np.concatenate([np.zeros(1, np.int64), dump.newlines + 1])[: len(ends)]
    odd: Bools = ends - starts > LONGEST_LINE
    if b"\r" in dump.data:
        returns = np.flatnonzero(dump.array[:size] == 13)
        inside = returns[dump.array[returns + 1] != 10]
        odd[np.searchsorted(ends, inside)] = True
        ends = ends - ((ends > starts) & (dump.array[ends - 1] == 13))
    return starts, ends, odd


def _in_order(records: Records) -> Records:
    return records[np.argsort(records["at"], kind="stable")]


def _in_blocks(parser: _Parser, dump: Dump, starts: Ints, ends: Ints, out: Records) -> Bools:
    """Fill `out`, a row for each line, and tell which lines were clean."""
    ok = np.zeros(len(starts), np.bool_)
    for at in range(0, len(starts), _BLOCK):
        block = slice(at, at + _BLOCK)
        ok[block] = parser(dump, starts[block], ends[block], out[block])
    return ok


def _fact_parser(key: bytes, what: int, letter: int) -> _Parser:
    def parse(dump: Dump, starts: Ints, ends: Ints, out: Records) -> Bools:
        """Parse ``vendid=0x2c9`` and ``switchguid=0x..(..)``, with a comment behind or without."""
        cursors = Cursors(dump.words, starts)
        cursors.meet(key)
        out["at"], out["what"], out["letter"] = starts, what, letter
        out["guid"] = cursors.hexadecimal()
        if what == ID:
            bracket(cursors)
            cursors.ok &= out["guid"] != 0
        tail(cursors, ends)
        return cursors.ok

    return parse


def _chassis(dump: Dump, starts: Ints, ends: Ints, out: Records) -> Bools:
    """Parse ``Chassis 1 (guid 0x..)``, a heading of ``ibnetdiscover -g``."""
    cursors = Cursors(dump.words, starts)
    cursors.meet(_CHASSIS)
    cursors.decimal(3)
    cursors.meet(b" (guid 0x")
    cursors.hexadecimal()
    cursors.meet(b")")
    out["at"], out["what"] = starts, BREAK
    cursors.ok &= cursors.at == ends
    return cursors.ok


def _head_parser(word: bytes, kind: int) -> _Parser:
    def parse(dump: Dump, starts: Ints, ends: Ints, out: Records) -> Bools:
        """Parse ``Switch 36 "S-.." # "name" enhanced port 0 lid 19 lmc 0`` and ``Ca 1 "H-.." # "name"``."""
        cursors = Cursors(dump.words, starts)
        cursors.meet(word)
        cursors.blanks()
        out["at"], out["word"] = starts, kind
        ports = cursors.decimal(3)
        letter, out["guid"] = node_id(cursors)
        cursors.ok &= (letter == kind) & (ports <= PORT_LIMIT)
        out["ports"], out["letter"] = np.minimum(ports, PORT_LIMIT), kind
        to_comment(cursors)
        cursors.meet(b'"')
        back = BackCursors(dump.words, ends)
        if kind == ord("S"):
            out["lid"], out["lmc"], out["port0"] = port0_back(back)
        back.meet(b'"')
        out["name"], out["name_end"] = cursors.at, back.at
        return cursors.ok & back.ok & (cursors.at <= back.at)

    return parse


def _ports(dump: Dump, starts: Ints, ends: Ints, out: Records) -> Bools:
    """Parse port lines of both forms.

    ``[1] "H-.."[1](guid) # "name" lid 7 4xHDR`` in a switch, ``[1](guid) "S-.."[9] # lid 7 lmc 0 "name" lid
    3 4xHDR`` in all others.
    """
    cursors = Cursors(dump.words, starts + 1)
    out["at"], out["label"], out["label_end"] = starts, -1, -1
    port = cursors.decimal(3)
    cursors.meet(b"]")
    if dump.labels:
        out["label"], out["label_end"] = label(cursors)
    given = cursors.byte() == ord("(")
    out["own_guid"] = bracket(cursors)
    cursors.ok &= ~given | (out["own_guid"] != 0)
    out["letter"], out["guid"] = node_id(cursors)
    cursors.meet(b"[")
    far_port = cursors.decimal(3)
    cursors.meet(b"]")
    out["far_guid"] = bracket(cursors)
    for name, value in (("port", port), ("far_port", far_port)):
        cursors.ok &= (value >= 1) & (value <= PORT_LIMIT)
        out[name] = np.clip(value, 1, PORT_LIMIT)
    to_comment(cursors)
    if dump.labels:
        _sort_out_brackets(cursors, out)
    out["own_lid"], out["own_lmc"] = own_lid(cursors)
    cursors.meet(b'"')
    back = BackCursors(dump.words, ends)
    codes_back(back)
    out["width"], out["speed"] = back.rate()
    back.blank()
    out["far_lid"] = lid_back(back)
    back.blanks()
    back.meet(b'"')
    out["name"], out["name_end"] = cursors.at, back.at
    return cursors.ok & back.ok & (cursors.at <= back.at)


def _sort_out_brackets(cursors: Cursors, out: Records) -> None:
    """Tell labels from GUIDs in ibdiagnet's dress, by what comes behind them.

    In a switch the only bracket is a label; in all others, where ``lid`` comes next, the last is a GUID.
    """
    of_hca = cursors.byte() == ord("l")
    cursors.ok &= of_hca | (out["own_guid"] == 0)
    rows = np.flatnonzero(of_hca & (out["own_guid"] == 0) & (out["label"] >= 0))
    alone = Cursors(cursors.words, out["label"][rows].astype(np.int64))
    guid = alone.hexadecimal()
    cursors.ok[rows] &= alone.ok & (alone.at == out["label_end"][rows]) & (guid != 0)
    out["own_guid"][rows] = guid
    out["label"][rows] = out["label_end"][rows] = -1
