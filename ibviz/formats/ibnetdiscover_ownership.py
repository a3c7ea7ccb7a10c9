"""Which line of a dump belongs to which record, and which record to which node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.order import distinct
from ibviz.core.table import Bytes, Guids, Ints
from ibviz.formats.ibnetdiscover_assembly import Assembly, assembled
from ibviz.formats.ibnetdiscover_records import DEVICE, SYSTEM, VENDOR, Dump, Records


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
    made = assembled(dump, heads, ports, facts)
    known, of_port = made.known, made.of_port
    orphan = ~known[of_port]
    if orphan.any():
        for at in ports["at"][orphan].tolist():
            dump.notes.add(at, "this port line stands in no node's record, left out")
        ports, of_port = ports[~orphan], of_port[~orphan]
    number, letters, guids = _interned(
        np.concatenate([made.letter[known], ports["letter"]]),
        np.concatenate([made.guid[known], ports["guid"]]),
    )
    split = int(known.sum())
    node = np.full(len(known), -1)
    node[known] = number[:split]
    vendor, device, system = (_said(facts, made, what) for what in (VENDOR, DEVICE, SYSTEM))
    return Ownership(
        heads=heads,
        ports=ports,
        head=made.head[known],
        node=node[known],
        vendor=vendor,
        device=device,
        system=system,
        own=node[of_port],
        far=number[split:],
        letter=letters,
        guid=guids,
    )


def _said(facts: Records, made: Assembly, what: int) -> Guids:
    """Return what each record that has a node says of one thing, 0 for nothing."""
    value = np.zeros(len(made.known), np.uint64)
    mine = np.flatnonzero(facts["what"] == what)
    value[made.of_fact[mine]] = facts["guid"][mine]
    said: Guids = value[made.known]
    return said


def _interned(letter: Bytes, guid: Guids) -> tuple[Ints, Bytes, Guids]:
    """Give equal keys one number, in the order in which they first come; return numbers and the keys."""
    number = np.empty(len(letter), np.int64)
    firsts: list[Ints] = []
    count = 0
    for one in distinct(letter):
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
