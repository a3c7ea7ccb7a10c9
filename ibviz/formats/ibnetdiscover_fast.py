"""The fast parser of ibnetdiscover dumps: all lines of a kind at once, on bytes.

It takes the lines that look exactly as the tools print them, whatever blanks lie between, and leaves all
others, in whatever way they differ, to the tolerant parser. So a dump with one odd line stays fast.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints, Ints32
from ibviz.core.units import LID_LIMIT
from ibviz.formats.ibnetdiscover_cursors import BackCursors, Cursors
from ibviz.formats.ibnetdiscover_records import (
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
_BLOCK = 8192

_FACTS = (
    (b"vendid=0x", VENDOR, 0),
    (b"devid=0x", DEVICE, 0),
    (b"sysimgguid=0x", SYSTEM, 0),
    (b"switchguid=0x", ID, ord("S")),
    (b"caguid=0x", ID, ord("H")),
    (b"rtguid=0x", ID, ord("R")),
)
_HEADS = ((b"Switch", ord("S")), (b"Ca", ord("H")), (b"Rt", ord("R")))

_IS_LETTER = np.zeros(256, np.bool_)
_IS_LETTER[[ord(letter) for letter in "SHR"]] = True

# What kind of line begins with these two bytes: 0 unknown, 1 a port, then the heads, then the facts.
_KIND = np.zeros(1 << 16, np.uint8)
_KIND[ord("[") << 8 : (ord("[") + 1) << 8] = 1
for _place, _word in enumerate([word for word, _ in _HEADS] + [key for key, _, _ in _FACTS], 2):
    _KIND[_word[0] << 8 | _word[1]] = _place

_Parser = Callable[[Dump, Ints, Ints], tuple[Records, Bools]]


def read_fast(dump: Dump) -> tuple[Records, Records, Records, Ints]:
    """Parse the clean lines of a dump.

    Returns
    -------
    heads, ports, facts : tables of HEAD, PORT, FACT
    rest : (K, 2) int64
        Start and end of the lines that were left.
    """
    starts, ends, odd = lines_of(dump)
    kind = _KIND[dump.array[starts].astype(np.uint16) << 8 | dump.array[starts + 1]]
    kind[odd] = 0
    left = (kind == 0) & (starts < ends)
    parsers = (_ports, *(_head_parser(*head) for head in _HEADS), *(_fact_parser(*fact) for fact in _FACTS))
    found: list[Records] = []
    for place, parser in enumerate(parsers, 1):
        mine = np.flatnonzero(kind == place)
        if len(mine) or place in (1, 2, 5):
            records, ok = _in_blocks(parser, dump, starts[mine], ends[mine])
            left[mine[~ok]] = True
            found.append(records[ok])
    heads, facts = (np.concatenate([part for part in found if part.dtype == dtype]) for dtype in (HEAD, FACT))
    rest = np.flatnonzero(left)
    spans = np.stack([starts[rest], ends[rest]], axis=1)
    return _in_order(heads), found[0], _in_order(facts), spans


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


def _in_blocks(parser: _Parser, dump: Dump, starts: Ints, ends: Ints) -> tuple[Records, Bools]:
    parts = [
        parser(dump, starts[at : at + _BLOCK], ends[at : at + _BLOCK])
        for at in range(0, max(len(starts), 1), _BLOCK)
    ]
    records, ok = zip(*parts, strict=True)
    return np.concatenate(records), np.concatenate(ok)


def _fact_parser(key: bytes, what: int, letter: int) -> _Parser:
    def parse(dump: Dump, starts: Ints, ends: Ints) -> tuple[Records, Bools]:
        """Parse ``vendid=0x2c9`` and ``switchguid=0x..(..)``."""
        cursors = Cursors(dump.words, starts)
        cursors.meet(key)
        out = np.zeros(len(starts), FACT)
        out["at"], out["what"], out["letter"] = starts, what, letter
        out["guid"] = cursors.hexadecimal()
        if what == ID:
            _bracket(cursors)
            cursors.ok &= out["guid"] != 0
        cursors.ok &= cursors.at == ends
        return out, cursors.ok

    return parse


def _bracket(cursors: Cursors) -> Guids:
    """Go over ``(HEX)`` where a bracket opens and return the numbers, 0 elsewhere."""
    value = np.zeros(len(cursors.at), np.uint64)
    here = np.flatnonzero(cursors.byte() == ord("("))
    if len(here):
        inside = cursors.part(here)
        inside.go(1)
        value[here] = inside.hexadecimal()
        inside.meet(b")")
        cursors.join(here, inside)
    return value


def _node_id(cursors: Cursors) -> tuple[Bytes, Guids]:
    """Go over ``"S-0002c903007b78b0"`` and return letter and GUID."""
    cursors.blanks()
    cursors.meet(b'"')
    letter = cursors.byte()
    cursors.ok &= _IS_LETTER[letter]
    cursors.go(1)
    cursors.meet(b"-")
    guid = cursors.hexadecimal16()
    cursors.ok &= guid != 0
    cursors.meet(b'"')
    return letter, guid


def _to_comment(cursors: Cursors) -> None:
    cursors.blanks()
    cursors.meet(b"#")
    cursors.blanks()


def _head_parser(word: bytes, kind: int) -> _Parser:
    def parse(dump: Dump, starts: Ints, ends: Ints) -> tuple[Records, Bools]:
        """Parse ``Switch 36 "S-.." # "name" enhanced port 0 lid 19 lmc 0`` and ``Ca 1 "H-.." # "name"``."""
        out = np.zeros(len(starts), HEAD)
        cursors = Cursors(dump.words, starts)
        cursors.meet(word)
        cursors.blanks()
        out["at"], out["word"] = starts, kind
        ports = cursors.decimal(3)
        letter, out["guid"] = _node_id(cursors)
        cursors.ok &= (letter == kind) & (ports <= PORT_LIMIT)
        out["ports"], out["letter"] = np.minimum(ports, PORT_LIMIT), kind
        _to_comment(cursors)
        cursors.meet(b'"')
        back = BackCursors(dump.words, ends)
        if kind == ord("S"):
            out["lid"], out["lmc"], out["port0"] = _port0_back(back)
        back.meet(b'"')
        out["name"], out["name_end"] = cursors.at, back.at
        return out, cursors.ok & back.ok & (cursors.at <= back.at)

    return parse


def _port0_back(back: BackCursors) -> tuple[Ints32, Ints32, Bytes]:
    """Go back over ``enhanced port 0 lid 19 lmc 0``; return LID, LMC and place in PORT0_WORDS."""
    lmc = back.decimal(1)
    back.blank()
    back.meet(b"lmc")
    back.blank()
    lid = _lid_back(back)
    back.blank()
    back.meet(b"port 0")
    back.blank()
    back.ok &= lmc <= 7
    enhanced = back.byte() == ord("d")
    for word, mine in ((b"base", ~enhanced), (b"enhanced", enhanced)):
        rows = np.flatnonzero(mine)
        part = back.part(rows)
        part.meet(word)
        back.join(rows, part)
    back.blanks()
    return lid, lmc, 1 + enhanced.astype(np.uint8)


def _lid_back(back: BackCursors) -> Ints32:
    """Go back over ``lid 19`` and return the LID."""
    lid = back.decimal(5)
    back.ok &= lid <= LID_LIMIT
    back.blank()
    back.meet(b"lid")
    return np.minimum(lid, LID_LIMIT).astype(np.int32)


def _ports(dump: Dump, starts: Ints, ends: Ints) -> tuple[Records, Bools]:
    """Parse port lines of both forms.

    ``[1] "H-.."[1](guid) # "name" lid 7 4xHDR`` in a switch, ``[1](guid) "S-.."[9] # lid 7 lmc 0 "name" lid
    3 4xHDR`` in all others.
    """
    out = np.zeros(len(starts), PORT)
    cursors = Cursors(dump.words, starts + 1)
    out["at"], out["label"], out["label_end"] = starts, -1, -1
    port = cursors.decimal(3)
    cursors.meet(b"]")
    if dump.labels:
        cursors.ok &= cursors.byte() != ord("(")
    out["own_guid"] = _bracket(cursors)
    out["letter"], out["guid"] = _node_id(cursors)
    cursors.meet(b"[")
    far_port = cursors.decimal(3)
    cursors.meet(b"]")
    out["far_guid"] = _bracket(cursors)
    for name, value in (("port", port), ("far_port", far_port)):
        cursors.ok &= (value >= 1) & (value <= PORT_LIMIT)
        out[name] = np.clip(value, 1, PORT_LIMIT)
    _to_comment(cursors)
    out["own_lid"], out["own_lmc"] = _own_lid(cursors)
    cursors.meet(b'"')
    back = BackCursors(dump.words, ends)
    _codes_back(back)
    out["width"], out["speed"] = back.rate()
    back.blank()
    out["far_lid"] = _lid_back(back)
    back.blanks()
    back.meet(b'"')
    out["name"], out["name_end"] = cursors.at, back.at
    return out, cursors.ok & back.ok & (cursors.at <= back.at)


def _codes_back(back: BackCursors) -> None:
    """Go back over the codes that ``ibnetdiscover -f`` adds, such as ``s=4 w=2 v=4``, where they stand."""
    digit = back.byte() - np.uint8(48) < 10
    here = np.flatnonzero(digit & (back.window(4) >> np.uint64(32) != int.from_bytes(b"DR10", "little")))
    if not len(here):
        return
    inside = back.part(here)
    for key in (b"v=", b"w=", b"s="):
        inside.decimal(5)
        inside.meet(key)
        inside.blank()
    back.join(here, inside)


def _own_lid(cursors: Cursors) -> tuple[Ints32, Ints32]:
    """Go over ``lid 7 lmc 0`` where it stands; return LID and LMC, 0 elsewhere."""
    lid, lmc = np.zeros(len(cursors.at), np.int32), np.zeros(len(cursors.at), np.int32)
    here = np.flatnonzero(cursors.byte() == ord("l"))
    inside = cursors.part(here)
    inside.meet(b"lid ")
    inside.blanks()
    lid[here] = inside.decimal(5)
    inside.meet(b" lmc ")
    lmc[here] = inside.decimal(1)
    inside.ok &= (lid[here] <= LID_LIMIT) & (lmc[here] <= 7)
    inside.blanks()
    cursors.join(here, inside)
    return np.minimum(lid, LID_LIMIT), lmc & 7
