"""From the port lines of a dump to its cables and ports: the two ends of a cable become one row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibviz.core.fabric import Cables, Kind, Nodes, Ports
from ibviz.core.order import distinct
from ibviz.core.table import Bools, Ints
from ibviz.formats.ibnetdiscover_ownership import Ownership
from ibviz.formats.ibnetdiscover_records import Dump
from ibviz.formats.ibnetdiscover_words import alike

_PORT_BITS = 8


def cables_of(dump: Dump, whose: Ownership) -> Cables:
    """Return the cables in the order of their first lines; of lines that contradict, the first holds.

    End 0 is the one that is described first.
    """
    own, far = _plugs(whose)
    _, first, cable = np.unique(_pairs(own, far), return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    cable, first = rank[cable.reshape(-1)], first[order]
    plugs = np.stack([own[first], far[first]], axis=1)
    keep = _undisputed(dump, whose, plugs, cable)
    columns = _columns(whose, plugs, cable, (own != plugs[cable, 0]).astype(np.int64))
    if not keep.all():
        columns, plugs = {name: values[keep] for name, values in columns.items()}, plugs[keep]
    return Cables.of(len(plugs), node=plugs >> _PORT_BITS, port=plugs & ((1 << _PORT_BITS) - 1), **columns)


def _plugs(whose: Ownership) -> tuple[Ints, Ints]:
    """Return node and port of both ends of each port line, as one number each."""
    own = whose.own << _PORT_BITS | whose.ports["port"]
    return own, whose.far << _PORT_BITS | whose.ports["far_port"]


def _pairs(own: Ints, far: Ints) -> Ints:
    return np.minimum(own, far) << 32 | np.maximum(own, far)


def _columns(whose: Ownership, plugs: Ints, cable: Ints, side: Ints) -> dict[str, Any]:
    shape = plugs.shape
    width, speed, described = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8), np.zeros(shape, np.bool_)
    # Backwards, so that of two lines for one end the first stays.
    back = np.arange(len(cable))[::-1]
    width[cable[back], side[back]] = whose.ports["width"][back]
    speed[cable[back], side[back]] = whose.ports["speed"][back]
    described[cable, side] = True
    return {"width": width, "speed": speed, "described": described}


def _undisputed(dump: Dump, whose: Ownership, plugs: Ints, cable: Ints) -> Bools:
    """Return which cables are kept: those whose ports are free when their first line comes."""
    keep: Bools = plugs[:, 0] != plugs[:, 1]
    ends = np.sort(plugs[keep], axis=None)
    if keep.all() and not (ends[1:] == ends[:-1]).any():
        return keep
    _, where, counts = np.unique(plugs[keep], return_inverse=True, return_counts=True)
    disputed = np.zeros(len(plugs), np.bool_)
    disputed[np.flatnonzero(keep)] = (counts[where] > 1).reshape(-1, 2).any(axis=1)
    taken: dict[int, int] = {}
    lines = _lines_of(cable, np.flatnonzero(disputed | ~keep))
    at = whose.ports["at"]
    for row in np.flatnonzero(~keep).tolist():
        for line in lines[row]:
            dump.notes.add(int(at[line]), "a port cannot be cabled to itself, left out")
    for row in np.flatnonzero(disputed).tolist():
        one, two = plugs[row].tolist()
        by = taken.get(one, taken.get(two))
        if by is None:
            taken[one] = taken[two] = lines[row][0]
            continue
        keep[row] = False
        for line in lines[row]:
            dump.notes.add(
                int(at[line]),
                "a port of this cable is cabled elsewhere, left out",
                f"line {dump.line(int(at[by]))}",
            )
    return keep


def _lines_of(cable: Ints, wanted: Ints) -> dict[int, list[int]]:
    """Return the port lines of some cables."""
    found: dict[int, list[int]] = {row: [] for row in wanted.tolist()}
    for line in np.flatnonzero(np.isin(cable, wanted)).tolist() if len(wanted) else ():
        found[int(cable[line])].append(line)
    return found


def ports_of(dump: Dump, whose: Ownership, nodes: Nodes) -> Ports:
    """Return what port lines say of single ports: GUID, LID, LMC, and the label that ibdiagnet gives."""
    lines = whose.ports
    own, far = _plugs(whose)
    mine = nodes.kind[whose.own] != Kind.SWITCH
    labelled = lines["label"] >= 0
    says = mine & ((lines["own_guid"] > 0) | (lines["own_lid"] > 0))
    tells = (nodes.kind[whose.far] != Kind.SWITCH) & ((lines["far_guid"] > 0) | (lines["far_lid"] > 0))
    plugs = distinct(np.concatenate([own[says | labelled], far[tells]]))
    columns = {}
    for name, dtype in (("guid", np.uint64), ("lid", np.int32), ("lmc", np.uint8)):
        value = np.zeros(len(plugs), dtype)
        sides = ((far, tells, f"far_{name}"), (own, says, f"own_{name}"))
        for plug, which, column in sides:
            if column in (lines.dtype.names or ()):
                rows = np.flatnonzero(which & (lines[column] > 0))[::-1]
                value[np.searchsorted(plugs, plug[rows])] = lines[column][rows]
        columns[name] = value
    extra = {"label": _labels(dump, whose, plugs, own)} if labelled.any() else {}
    node, port = plugs >> _PORT_BITS, plugs & ((1 << _PORT_BITS) - 1)
    return Ports.of(len(plugs), node=node, port=port, extra=extra, **columns)


def _labels(dump: Dump, whose: Ownership, plugs: Ints, own: Ints) -> Any:
    labels = np.full(len(plugs), "", object)
    rows = np.flatnonzero(whose.ports["label"] >= 0)[::-1]
    start, end = (whose.ports[name][rows].astype(np.int64) for name in ("label", "label_end"))
    # Every switch has the same labels, so each different one is made to text once.
    first, which = alike(dump.array, start, end - start)
    labels[np.searchsorted(plugs, own[rows])] = dump.cut(start[first], end[first], "a label")[which]
    return labels
