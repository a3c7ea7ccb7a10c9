"""The pieces that clean lines of a dump are made of, each gone over by all cursors at once."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bytes, Guids, Ints, Ints32
from ibviz.core.units import LID_LIMIT
from ibviz.formats.ibnetdiscover_cursors import BackCursors, Cursors

_LONGEST_LABEL = 16
_LONGEST_TAIL = 32

_IS_LETTER = np.zeros(256, np.bool_)
_IS_LETTER[[ord(letter) for letter in "SHR"]] = True


def bracket(cursors: Cursors) -> Guids:
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


def node_id(cursors: Cursors) -> tuple[Bytes, Guids]:
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


def to_comment(cursors: Cursors) -> None:
    """Go over the mark of a comment and the blanks around it."""
    cursors.blanks()
    cursors.meet(b"#")
    cursors.blanks()


def port0_back(back: BackCursors) -> tuple[Ints32, Ints32, Bytes]:
    """Go back over ``enhanced port 0 lid 19 lmc 0``; return LID, LMC and place in PORT0_WORDS."""
    lmc = back.decimal(1)
    back.blank()
    back.meet(b"lmc")
    back.blank()
    lid = lid_back(back)
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


def lid_back(back: BackCursors) -> Ints32:
    """Go back over ``lid 19`` and return the LID."""
    lid = back.decimal(5)
    back.ok &= lid <= LID_LIMIT
    back.blank()
    back.meet(b"lid")
    return np.minimum(lid, LID_LIMIT).astype(np.int32)


def codes_back(back: BackCursors) -> None:
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


def own_lid(cursors: Cursors) -> tuple[Ints32, Ints32]:
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


def label(cursors: Cursors) -> tuple[Ints, Ints]:
    """Go over ``(1/1/1)`` where a bracket opens and return the span inside, -1 elsewhere."""
    start, end = np.full(len(cursors.at), -1), np.full(len(cursors.at), -1)
    here = np.flatnonzero(cursors.byte() == ord("("))
    if len(here):
        inside = cursors.part(here)
        inside.go(1)
        length = inside.until(b")", _LONGEST_LABEL)
        inside.ok &= (length > 0) & (inside.until(b"(", _LONGEST_LABEL) >= length)
        start[here] = inside.at
        inside.at += length
        end[here] = inside.at
        inside.meet(b")")
        cursors.join(here, inside)
    return start, end


def tail(cursors: Cursors, ends: Ints) -> None:
    """Go over what ``ibnetdiscover -g`` adds, such as ``# Chassis 1``, up to the end of the line."""
    here = np.flatnonzero(cursors.at != ends)
    if len(here):
        inside = cursors.part(here)
        inside.blanks()
        inside.meet(b"#")
        length = ends[here] - inside.at
        inside.ok &= (length >= 0) & (inside.until(b'"=[', _LONGEST_TAIL) >= length)
        inside.at += length
        cursors.join(here, inside)
