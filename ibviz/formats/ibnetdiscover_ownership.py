"""Which line of a dump belongs to which record, and which record to which node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Bytes, Guids, Ints
from ibviz.formats.ibnetdiscover_records import (
    BREAK,
    DEVICE,
    ID,
    SYSTEM,
    VENDOR,
    Dump,
    Records,
)

_HEAD, _PORT = 6, 7


def _starts() -> Bools:
    """Tell which kind of line, by the kind before it, begins a record."""
    starts = np.zeros((8, 8), np.bool_)
    facts = [VENDOR, DEVICE, SYSTEM]
    starts[:, facts] = True
    for before in facts:
        starts[before, [fact for fact in facts if fact != before]] = False
    starts[[0, ID, BREAK, _HEAD, _PORT], ID] = True
    starts[[0, BREAK, _HEAD, _PORT], _HEAD] = True
    starts[:, BREAK] = True
    starts[0] = True
    return starts


_STARTS = _starts()


@dataclass(frozen=True, eq=False)
class Ownership:
    """Whose lines are whose.

    Parameters
    ----------
    heads, ports : tables of HEAD and PORT
        `ports` without the lines that stand in no record.
    head : (R,) int64
        Row of the head of each record that has a node, -1 for none.
    node : (R,) int64
        Node of the record.
    vendor, device, system : (R,) uint64
    own, far : (P,) int64
        Nodes at the two ends of each port line.
    letter, guid : (N,)
        Key of each node: described ones first, in the order of the dump.
    """

    heads: Records
    ports: Records
    head: Ints
    node: Ints
    vendor: Guids
    device: Guids
    system: Guids
    own: Ints
    far: Ints
    letter: Bytes
    guid: Guids


def ownership(dump: Dump, heads: Records, ports: Records, facts: Records) -> Ownership:
    """Find the record of each line, by order alone, and the node of each record and of each far end."""
    head_record, port_record, fact_record, count = _records(heads, ports, facts)
    head = np.full(count, -1)
    head[head_record] = np.arange(len(heads))
    is_id = facts["what"] == ID
    id_line = np.full(count, -1)
    id_line[fact_record[is_id]] = np.flatnonzero(is_id)
    letter, guid = np.zeros(count, np.uint8), np.zeros(count, np.uint64)
    for rows, table in ((id_line, facts), (head, heads)):
        has = rows >= 0
        letter[has], guid[has] = table["letter"][rows[has]], table["guid"][rows[has]]
    known = (head >= 0) | (id_line >= 0)
    _note_records(dump, heads, facts, head, id_line, fact_record[facts["what"] < ID], known)
    orphan = ~known[port_record]
    for at in ports["at"][orphan].tolist():
        dump.notes.add(at, "this port line stands in no node's record, left out")
    ports, port_record = (ports[~orphan], port_record[~orphan]) if orphan.any() else (ports, port_record)
    keys = np.concatenate([letter[known], ports["letter"]]), np.concatenate([guid[known], ports["guid"]])
    number, letters, guids = _interned(*keys)
    node = np.full(count, -1)
    node[known] = number[: known.sum()]
    vendor, device, system = (_said(facts, fact_record, count, what) for what in (VENDOR, DEVICE, SYSTEM))
    return Ownership(
        heads=heads,
        ports=ports,
        head=head[known],
        node=node[known],
        vendor=vendor[known],
        device=device[known],
        system=system[known],
        own=node[port_record],
        far=number[known.sum() :],
        letter=letters,
        guid=guids,
    )


def _records(heads: Records, ports: Records, facts: Records) -> tuple[Ints, Ints, Ints, int]:
    """Return the record number of each head, port and fact line, and how many records there are."""
    at = np.concatenate([heads["at"], ports["at"], facts["at"]])
    what = np.concatenate(
        [np.full(len(heads), _HEAD, np.uint8), np.full(len(ports), _PORT, np.uint8), facts["what"]]
    )
    order = np.argsort(at, kind="stable")
    sequence = what[order]
    before = np.concatenate([np.zeros(1, np.uint8), sequence[:-1]])[: len(sequence)]
    record = np.empty(len(at), np.int64)
    record[order] = np.cumsum(_STARTS[before, sequence]) - 1
    first, second = len(heads), len(heads) + len(ports)
    return record[:first], record[first:second], record[second:], int(record.max(initial=-1)) + 1


def _note_records(
    dump: Dump, heads: Records, facts: Records, head: Ints, id_line: Ints, told: Ints, known: Bools
) -> None:
    both = np.flatnonzero((head >= 0) & (id_line >= 0))
    differ = both[
        (heads["guid"][head[both]] != facts["guid"][id_line[both]])
        | (heads["letter"][head[both]] != facts["letter"][id_line[both]])
    ]
    for at in heads["at"][head[differ]].tolist():
        dump.notes.add(at, "this head and the GUID line above it name different nodes; the head holds")
    for at in facts["at"][id_line[(head < 0) & (id_line >= 0)]].tolist():
        dump.notes.add(at, "this node has no head line: its name and number of ports are not known")
    lost = np.zeros(len(known), np.bool_)
    lost[told] = True
    places = np.flatnonzero(lost & ~known)
    if len(places):
        dump.notes.add(len(dump.data), f"{len(places):,} records name no node, left out")


def _said(facts: Records, fact_record: Ints, count: int, what: int) -> Guids:
    value = np.zeros(count, np.uint64)
    mine = np.flatnonzero(facts["what"] == what)
    value[fact_record[mine]] = facts["guid"][mine]
    return value


def _interned(letter: Bytes, guid: Guids) -> tuple[Ints, Bytes, Guids]:
    """Give equal keys one number, in the order in which they first come; return numbers and the keys."""
    number = np.empty(len(letter), np.int64)
    firsts: list[Ints] = []
    count = 0
    for one in np.unique(letter):
        mine = np.flatnonzero(letter == one)
        _, first, inverse = np.unique(guid[mine], return_index=True, return_inverse=True)
        number[mine] = inverse.reshape(-1) + count
        firsts.append(mine[first])
        count += len(first)
    first_of = np.concatenate([np.zeros(0, np.int64), *firsts])
    order = np.argsort(first_of)
    rank = np.empty(count, np.int64)
    rank[order] = np.arange(count)
    first_of = first_of[order]
    return rank[number], letter[first_of], guid[first_of]
