"""Which lines of a dump make a record, by their order alone.

Blank lines mean nothing: transport adds and removes them. A record begins at ``vendid=``, or at a GUID line
or a head where the lines before are missing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints
from ibviz.formats.ibnetdiscover_records import BREAK, DEVICE, ID, SYSTEM, VENDOR, Dump, Records

_HEAD, _PORT = 6, 7


def _starts() -> Bools:
    """Tell which kind of line, by the kind before it, begins a record."""
    starts = np.zeros((8, 8), np.bool_)
    facts = [VENDOR, DEVICE, SYSTEM]
    starts[:, facts] = True
    for before in facts:
        starts[before, [fact for fact in facts if fact != before]] = False
    starts[[ID, BREAK, _HEAD, _PORT], ID] = True
    starts[[BREAK, _HEAD, _PORT], _HEAD] = True
    starts[:, BREAK] = True
    starts[0] = True
    return starts


_STARTS = _starts()


@dataclass(frozen=True, eq=False)
class Assembly:
    """Records and their lines.

    Parameters
    ----------
    of_head, of_port, of_fact : (H,), (P,), (F,) int64
        Record of each line.
    head, id_line : (R,) int64
        Rows of the head and the GUID line of each record, -1 for none.
    letter, guid : (R,)
        Key of its node: by its head, else by its GUID line.
    known : (R,) bool
        Whether it has a node.
    """

    of_head: Ints
    of_port: Ints
    of_fact: Ints
    head: Ints
    id_line: Ints
    letter: Bytes
    guid: Guids
    known: Bools


def assembled(dump: Dump, heads: Records, ports: Records, facts: Records) -> Assembly:
    """Put lines together to records, and note what does not fit."""
    of, count, before = _numbered(heads, ports, facts)
    of_head, of_port, of_fact = of
    head, id_line = np.full(count, -1), np.full(count, -1)
    head[of_head] = np.arange(len(heads))
    is_id = np.flatnonzero(facts["what"] == ID)
    id_line[of_fact[is_id]] = is_id
    letter, guid = np.zeros(count, np.uint8), np.zeros(count, np.uint64)
    for rows, table in ((id_line, facts), (head, heads)):
        has = rows >= 0
        letter[has], guid[has] = table["letter"][rows[has]], table["guid"][rows[has]]
    known = (head >= 0) | (id_line >= 0)
    made = Assembly(of_head, of_port, of_fact, head, id_line, letter, guid, known)
    _note_doubts(dump, heads, facts, made)
    alone = np.flatnonzero((head < 0) & (id_line >= 0))
    _take_back_strays(dump, facts, made, alone, before)
    return made


def _numbered(heads: Records, ports: Records, facts: Records) -> tuple[tuple[Ints, Ints, Ints], int, Bytes]:
    """Return record numbers of heads, ports and facts, how many there are, and what stands before each fact."""
    at = np.concatenate([heads["at"], ports["at"], facts["at"]])
    kinds = [np.full(len(heads), _HEAD, np.uint8), np.full(len(ports), _PORT, np.uint8), facts["what"]]
    order = np.argsort(at, kind="stable")
    sequence = np.concatenate(kinds)[order]
    before = np.concatenate([np.zeros(1, np.uint8), sequence])[:-1]
    record = np.empty(len(at), np.int64)
    record[order] = np.cumsum(_STARTS[before, sequence]) - 1
    placed = np.empty(len(at), np.uint8)
    placed[order] = before
    first, second = len(heads), len(heads) + len(ports)
    count = int(record.max(initial=-1)) + 1
    return (record[:first], record[first:second], record[second:]), count, placed[second:]


def _note_doubts(dump: Dump, heads: Records, facts: Records, made: Assembly) -> None:
    head, id_line = made.head, made.id_line
    both = np.flatnonzero((head >= 0) & (id_line >= 0))
    differ = (heads["guid"][head[both]] != facts["guid"][id_line[both]]) | (
        heads["letter"][head[both]] != facts["letter"][id_line[both]]
    )
    for at in heads["at"][head[both[differ]]].tolist():
        dump.notes.add(at, "this head and the GUID line before it name different nodes; the head holds")
    nameless = np.flatnonzero((facts["what"] < ID) & ~made.known[made.of_fact])
    _, first = np.unique(made.of_fact[nameless], return_index=True)
    for at in facts["at"][nameless[first]].tolist():
        dump.notes.add(at, "a record that names no node begins here, left out")


def _take_back_strays(dump: Dump, facts: Records, made: Assembly, alone: Ints, before: Bytes) -> None:
    """Give the ports behind a GUID line that stands amid another record back to that record.

    Such a line is out of place if the node has a head elsewhere; else its own head is what is missing.
    """
    if not len(alone):
        return
    with_head = made.head >= 0
    headed = set(zip(made.letter[with_head].tolist(), made.guid[with_head].tolist(), strict=True))
    for record in alone.tolist():
        line = int(made.id_line[record])
        key = int(made.letter[record]), int(made.guid[record])
        at = int(facts["at"][line])
        if before[line] not in (_HEAD, _PORT) or key not in headed:
            dump.notes.add(at, "this node has no head line: its name and number of ports are not known")
            continue
        dump.notes.add(at, "this GUID line stands amid another node's record, left out")
        made.letter[record], made.guid[record] = made.letter[record - 1], made.guid[record - 1]
        made.known[record] = made.known[record - 1]
        made.id_line[record] = -1
