"""From the records of a dump to its nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.fabric import KIND_LETTERS, SHARP_DEVICE, Kind, Nodes, born_guids
from ibviz.core.table import Bytes, Guids, Ints, Texts, Words32
from ibviz.core.text import clean
from ibviz.formats.ibnetdiscover_ownership import Ownership
from ibviz.formats.ibnetdiscover_records import PORT0_WORDS, TEXT_ID, Dump
from ibviz.formats.ibnetdiscover_words import same_bytes

_SHARP_NAME = "Mellanox Technologies Aggregation Node"
_KIND_OF = np.zeros(256, np.uint8)
_KIND_OF[ord("S")], _KIND_OF[ord("H")], _KIND_OF[ord("R")] = Kind.SWITCH, Kind.HCA, Kind.ROUTER


def nodes_of(dump: Dump, whose: Ownership, names: Mapping[int, str]) -> Nodes:
    """Return the nodes: the described ones as their first head has it, placeholders as the first peer has it.

    Parameters
    ----------
    dump : Dump
    whose : Ownership
    names : mapping from int to str
        Names by GUID that go before those of the dump.
    """
    record, head = _sources(whose)
    _note_repeats(dump, whose, record)
    heads = whose.heads
    own, alias = _names(dump, whose, head)
    device = _picked(whose.device, record).astype(np.uint32)
    kind = _kinds(dump, whose, head, device, own)
    guid, ids = _guids(dump, whose, kind)
    lid = _picked(heads["lid"], head)
    return Nodes.of(
        len(kind),
        kind=kind,
        guid=guid,
        id=ids,
        system_guid=_picked(whose.system, record),
        vendor_id=_picked(whose.vendor, record).astype(np.uint32),
        device_id=device,
        ports=_picked(heads["ports"], head),
        lid=np.where(lid > 0, lid, _lids_by_peers(whose)) * (kind == Kind.SWITCH),
        lmc=_picked(heads["lmc"], head) * (kind == Kind.SWITCH),
        sm_port0=np.array(PORT0_WORDS, object)[_picked(heads["port0"], head)],
        described=record >= 0,
        **_named(guid, own, alias, names),
    )


def _sources(whose: Ownership) -> tuple[Ints, Ints]:
    """Return the record and the head that each node is taken from: its first with a head; -1 for none."""
    record = np.full(len(whose.letter), -1)
    record[whose.node[::-1]] = np.arange(len(whose.node))[::-1]
    headed = np.flatnonzero(whose.head >= 0)[::-1]
    record[whose.node[headed]] = headed
    return record, np.append(whose.head, -1)[record]


def _picked(column: NDArray[Any], rows: Ints) -> NDArray[Any]:
    """Return the values of some rows, 0 for row -1."""
    return np.append(column, np.zeros(1, column.dtype))[rows]


def _note_repeats(dump: Dump, whose: Ownership, record: Ints) -> None:
    again = np.flatnonzero((whose.head >= 0) & (record[whose.node] != np.arange(len(whose.node))))
    for place in again.tolist():
        first = dump.line(int(whose.heads["at"][whose.head[record[whose.node[place]]]]))
        at = int(whose.heads["at"][whose.head[place]])
        dump.notes.add(at, "this node is described again; its first description holds", f"line {first}")


def _lids_by_peers(whose: Ownership) -> Ints:
    lid = np.zeros(len(whose.letter), np.int64)
    said = np.flatnonzero(whose.ports["far_lid"] > 0)[::-1]
    lid[whose.far[said]] = whose.ports["far_lid"][said]
    return lid


def _names(dump: Dump, whose: Ownership, head: Ints) -> tuple[Texts, Texts]:
    """Return the name and the alias of each node: by its head, and by the first peer that says otherwise."""
    ports = whose.ports
    start, end = (np.append(whose.heads[name], -1)[head] for name in ("name", "name_end"))
    said = np.flatnonzero(ports["name"] >= 0)
    far = whose.far[said]
    first = np.full(len(head), -1)
    first[far[::-1]] = said[::-1]
    bare = np.flatnonzero((start < 0) & (first >= 0))
    start[bare], end[bare] = ports["name"][first[bare]], ports["name_end"][first[bare]]
    begin, length = ports["name"][said], ports["name_end"][said] - ports["name"][said]
    same = length == end[far] - start[far]
    alike = np.flatnonzero(same)
    same[alike] = same_bytes(dump.array, begin[alike], start[far[alike]], length[alike])
    other = said[~same & (length > 0)][::-1]
    alias = np.full(len(head), -1)
    alias[whose.far[other]] = other
    begin, stop = (np.append(ports[name], -1)[alias] for name in ("name", "name_end"))
    return dump.cut(start, end, "a name"), dump.cut(begin, stop, "a name")


def _kinds(dump: Dump, whose: Ownership, head: Ints, device: Words32, name: Texts) -> Bytes:
    letter = whose.letter.copy()
    texts = list(dump.texts)
    for row in np.flatnonzero(letter == TEXT_ID).tolist():
        # Only ibsim files and slips get here; ibsim's own examples are called Switch1 and Hca1.
        initial = texts[int(whose.guid[row])][:1].upper()
        letter[row] = initial[0] if initial in (b"S", b"R") else ord("H")
    kind = _KIND_OF[np.where(head >= 0, _picked(whose.heads["word"], head), letter)]
    sharp = (device == SHARP_DEVICE) | ((device == 0) & (name == _SHARP_NAME))
    kind[(kind == Kind.HCA) & sharp] = Kind.AGGREGATION
    return kind


def _guids(dump: Dump, whose: Ownership, kind: Bytes) -> tuple[Guids, Texts]:
    """Return the GUID of each node, given at birth where its id is a text, and ids that say more than it."""
    guid = whose.guid.copy()
    ids = np.full(len(guid), "", object)
    letters = np.array([0, *(ord(KIND_LETTERS[kind]) for kind in Kind)], np.uint8)
    for row in np.flatnonzero((letters[kind] != whose.letter) & (whose.letter != TEXT_ID)).tolist():
        ids[row] = f"{chr(int(whose.letter[row]))}-{int(guid[row]):016x}"
    named = np.flatnonzero(whose.letter == TEXT_ID)
    if len(named):
        texts = _text_ids(dump)
        ids[named] = [texts[place] for place in guid[named].tolist()]
        others = guid[whose.letter != TEXT_ID], whose.ports["own_guid"], whose.ports["far_guid"]
        low, high = int(named[0]), int(named[-1])
        guid[named] = born_guids(np.unique(np.concatenate(others)), low, high - low + 1)[named - low]
    return guid, ids


def _text_ids(dump: Dump) -> list[str]:
    """Return the ids that are texts, cleaned; those that this makes alike get a number, and each a note."""
    made: set[str] = set()
    number: dict[str, int] = {}
    ids = []
    at = 0
    for raw in dump.texts:
        text = clean(raw.decode("utf-8", "replace"))
        if "\ufffd" in text:
            # They come in the order of the dump; one out of a GUID line stands there without its letter.
            at = max(at, dump.data.find(raw[2:] if raw[1:2] == b"-" else raw, at))
            dump.notes.add(at, "a node id holds bytes that are no text, replaced by \ufffd")
        alike = text
        while text in made:
            number[alike] = number.get(alike, 1) + 1
            text = f"{alike} ({number[alike]})"
        made.add(text)
        ids.append(text)
    return ids


def _named(guid: Guids, own: Texts, alias: Texts, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the columns of names; a name from the map goes first, the dump's stays as the description."""
    name, description = own.copy(), np.full(len(own), "", object)
    for row, number in enumerate(guid.tolist() if names else ()):
        if number in names and names[number] != own[row]:
            name[row], description[row] = names[number], own[row]
    alias = np.where(alias == name, "", alias)
    return {"name": name, "description": description, "alias": alias}
