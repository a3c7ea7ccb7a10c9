"""What ``ibviz info`` says: counts and shape of a fabric as it is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ibviz.core.addresses import Lids, lids
from ibviz.core.fabric import Kind
from ibviz.core.order import distinct
from ibviz.core.state import Note, State
from ibviz.core.structure import Structure, shape
from ibviz.core.units import LID_LIMIT, rate_label
from ibviz.core.wiring import Wiring, wiring

NOTES_SHOWN = 8
NOTE_LENGTH = 160


def info(state: State) -> dict[str, Any]:
    """Return the counts and the shape of a State's fabric as built, whatever its scenarios say.

    Returns
    -------
    dict
        The fields of ``info --json``. Placeholders are in no count of nodes, but their cables count; a
        cable between two ports of one node is in ``cables`` and ``self_cables`` and in no count of levels,
        nor are cables to aggregation nodes; routers are in no level. A rate on which the ends of a cable disagree is written
        ``1xSDR|4xSDR``, by speed, then width; one that no end says, ``unknown``.
    """
    wires = wiring(state.fabric)
    structure = shape(wires)
    given = lids(wires)
    return {
        "name": state.name,
        "format": state.format,
        **_nodes(wires),
        **_cables(wires),
        "lids_used": given.used,
        "subnets": wires.subnets,
        **_levels(structure),
        "links_by_rate": links_by_rate(wires),
        "oversubscription": oversubscription(structure),
        "kind": structure.kind,
        "kind_reason": structure.kind_reason,
        "notes": [
            {"line": note.line, "message": note.message}
            for note in (*_lid_notes(wires, given), *state.reading)
        ],
    }


def _lid_notes(wires: Wiring, given: Lids) -> list[Note]:
    """Return a note for each subnet that needs more LIDs than there are."""
    subnet = np.concatenate([wires.subnet[wires.switches], wires.end_ports.subnet])
    needed = np.zeros(int(subnet.max(initial=-1)) + 1, np.int64)
    size = 1 << np.concatenate([given.switch_lmc, given.end_lmc]).astype(np.int64)
    np.add.at(needed, subnet[subnet >= 0], size[subnet >= 0])
    return [
        Note(
            None,
            f"{'the' if len(needed) == 1 else 'a'} subnet needs {count:,} LIDs, and InfiniBand has {LID_LIMIT:,} for"
            " each: no subnet manager can bring it up; routes and loads are computed all the same",
        )
        for count in needed[needed > LID_LIMIT].tolist()
    ]


def _nodes(wires: Wiring) -> dict[str, int]:
    nodes = wires.fabric.nodes
    kinds = nodes.kind[wires.node_up & nodes.described]
    fields = {
        "switches": Kind.SWITCH,
        "hcas": Kind.HCA,
        "aggregation_nodes": Kind.AGGREGATION,
        "routers": Kind.ROUTER,
    }
    return {name: int((kinds == kind).sum()) for name, kind in fields.items()}


def _cables(wires: Wiring) -> dict[str, int]:
    fabric = wires.fabric
    here = fabric.nodes.described[wires.node]
    ports = (wires.node * (int(wires.port.max(initial=0)) + 1) + wires.port)[here]
    return {
        "cables": len(wires.rows),
        "self_cables": int((wires.node[:, 0] == wires.node[:, 1]).sum()),
        "dangling": int((fabric.cables.described[wires.rows].sum(axis=1) == 1).sum()),
        "ports_used": len(distinct(ports)),
    }


def _levels(structure: Structure) -> dict[str, Any]:
    """Count nodes and cables by level."""
    wires = structure.wiring
    level = structure.level
    nodes = wires.fabric.nodes
    counted = level[(level >= 0) & nodes.described & (nodes.kind != Kind.ROUTER)]
    ends = level[wires.node[wires.node[:, 0] != wires.node[:, 1]]]
    low, high = ends.min(axis=1), ends.max(axis=1)
    low, climb = low[low >= 0], (high - low)[low >= 0]
    return {
        "levels": np.bincount(counted, minlength=structure.levels).tolist(),
        "cables_by_level": np.bincount(low[climb == 1], minlength=structure.levels - 1).tolist(),
        "cables_same_level": int((climb == 0).sum()),
        "cables_skip_level": int((climb > 1).sum()),
    }


def links_by_rate(wires: Wiring) -> dict[str, int]:
    """Return how many live cables run at each rate, the commonest first."""
    cables = wires.fabric.cables
    ends = np.column_stack([cables.width[wires.rows], cables.speed[wires.rows]])
    codes, counts = np.unique(ends.astype(np.int64) @ 256 ** np.arange(4), return_counts=True)
    number: Counter[str] = Counter()
    for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
        *width, speed_a, speed_b = int(code).to_bytes(4, "little")
        number[_link_label(width, [speed_a, speed_b])] += count
    return dict(sorted(number.items(), key=lambda item: (-item[1], item[0])))


def _link_label(width: list[int], speed: list[int]) -> str:
    said = sorted({pair for pair in zip(speed, width, strict=True) if any(pair)})
    return "|".join(rate_label(lanes, code) for code, lanes in said) or "unknown"


def oversubscription(structure: Structure) -> float | None:
    """Return the largest, over leaves, of the rate of its host cables by the rate of its up-cables.

    Returns
    -------
    float or None
        None where no leaf has up-cables; leaves without any are left out.
    """
    wires = structure.wiring
    level, count = structure.level, len(structure.level)
    down, up = np.zeros(count), np.zeros(count)
    hca = wires.fabric.nodes.kind == Kind.HCA
    for side in (0, 1):
        near, far = wires.node[:, side], wires.node[:, 1 - side]
        leaf = level[near] == 1
        hosted, climbing = leaf & hca[far], leaf & (level[far] > 1)
        np.add.at(down, near[hosted], wires.capacity[hosted])
        np.add.at(up, near[climbing], wires.capacity[climbing])
    some = up > 0
    return float((down[some] / up[some]).max()) if some.any() else None


def info_text(info: Mapping[str, Any]) -> str:
    """Return what `info` says as a person reads it: a few aligned lines."""
    rows = [
        ("kind", f"{info['kind']}. {info['kind_reason']}"),
        ("nodes", _node_text(info)),
        ("levels", _level_text(info["levels"])),
        ("cables", _cable_text(info)),
        ("rates", ", ".join(f"{count:,} at {rate}" for rate, count in info["links_by_rate"].items())),
        ("subnets", f"{info['subnets']:,}, {_counted(info['lids_used'], 'LID')} used"),
        ("oversubscription", _ratio_text(info["oversubscription"])),
        *_note_rows(info["notes"]),
    ]
    wide = max(len(name) for name, _ in rows)
    lines = [f"{name:<{wide}}  {text}" for name, text in rows if text]
    return "\n".join([f"{info['name'] or 'unnamed'} ({info['format']})", *lines])


def _node_text(info: Mapping[str, Any]) -> str:
    parts = [_counted(info["switches"], "switch", "switches"), _counted(info["hcas"], "HCA")]
    if info["aggregation_nodes"]:
        parts.append(_counted(info["aggregation_nodes"], "aggregation node"))
    if info["routers"]:
        parts.append(_counted(info["routers"], "router"))
    return f"{', '.join(parts)}; {_counted(info['ports_used'], 'port')} in use"


def _level_text(levels: list[int]) -> str:
    parts = [_counted(levels[0], "host"), *(_counted(count, "leaf", "leaves") for count in levels[1:2])]
    return ", ".join([*parts, *(f"{count:,} at level {i}" for i, count in enumerate(levels[2:], start=2))])


def _cable_text(info: Mapping[str, Any]) -> str:
    parts = [f"{count:,} from level {i} to {i + 1}" for i, count in enumerate(info["cables_by_level"])]
    odd = {
        "cables_same_level": "inside a level",
        "cables_skip_level": "past a level",
        "self_cables": "between ports of one node",
        "dangling": "seen from one end only",
    }
    parts += [f"{info[field]:,} {words}" for field, words in odd.items() if info[field]]
    return f"{info['cables']:,}" + (f": {', '.join(parts)}" if parts else "")


def _ratio_text(ratio: float | None) -> str:
    return (
        "none: no leaf has up-cables" if ratio is None else f"{ratio:.3f}".rstrip("0").rstrip(".") + " to 1"
    )


def _note_rows(notes: list[Mapping[str, Any]]) -> list[tuple[str, str]]:
    rows = [("", _note_text(note)) for note in notes[:NOTES_SHOWN]]
    if len(notes) > NOTES_SHOWN:
        rows.append(("", f"and {len(notes) - NOTES_SHOWN:,} more; --json lists all"))
    return [("notes", rows[0][1]), *rows[1:]] if rows else []


def _note_text(note: Mapping[str, Any]) -> str:
    place = "" if note["line"] is None else f"line {note['line']:,}: "
    text = f"{place}{note['message']}"
    return text if len(text) <= NOTE_LENGTH else text[: NOTE_LENGTH - 1] + "…"


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or one + 's'}"
