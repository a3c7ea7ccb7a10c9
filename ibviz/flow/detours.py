"""Flows that take another path after a change of the forwarding tables."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, matching
from ibviz.flow.exchange import end_port_places
from ibviz.flow.leafwise import leafwise, samples
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import MOST_HOPS, paths

_BLOCK = 500_000
_ENTRIES = 4_000_000
_SPREAD = 10_000
_LEAST = 1e-12


def detoured_pairs(before: Tables, after: Tables, src: Ints, dst: Ints, live: Ints) -> Bools:
    """Tell which flows go another way.

    Parameters
    ----------
    before, after : Tables
    src, dst : (F,) int64
        Places in the endpoints before, all of which are still there.
    live : (E,) int64
        Place of each endpoint before among those after.
    """
    found = np.zeros(len(src), bool)
    block = _BLOCK if after.groups is None else _SPREAD
    for first in range(0, len(src), block):
        part = slice(first, first + block)
        if after.groups is not None:
            found[part] = _other_parts(before, after, src[part], dst[part], live)
            continue
        old, _ = paths(before, src[part], dst[part])
        new, _ = paths(after, live[src[part]], live[dst[part]])
        wide = max(old.shape[1], new.shape[1])
        old, new = (np.pad(p, ((0, 0), (0, wide - p.shape[1])), constant_values=-1) for p in (old, new))
        found[part] = (old != new).any(axis=1)
    return found


def _other_parts(before: Tables, after: Tables, src: Ints, dst: Ints, live: Ints) -> Bools:
    """Tell of which flows other parts cross some channel."""
    old, new = parts_of(before, src, dst), parts_of(after, live[src], live[dst])
    channels = 2 * len(after.wiring.fabric.cables)
    keys = [each.flow.astype(np.int64) * channels + each.channel for each in (old, new)]
    key, place = np.unique(np.concatenate(keys), return_inverse=True)
    differs = np.bincount(place.reshape(-1), np.concatenate([old.part, -new.part]), minlength=len(key))
    moved = np.zeros(len(src), bool)
    moved[key[np.abs(differs) > _LEAST] // channels] = True
    return moved


def detoured_exchange(
    before: Tables, after: Tables, structure: Structure, live: Ints, *, progress: Progress = silent
) -> int:
    """Count the flows of an exchange among all endpoints of a subnet and rail that go another way.

    Parameters
    ----------
    before, after : Tables
    structure : Structure
        Of the fabric as built.
    live : (E,) int64
        Place of each endpoint as built among those that are up; -1 for one that is gone.

    Notes
    -----
    A switch sends another way if its own entry differs or the next switch sends another way: the answer
    spreads from differing entries along the trees of those destinations that have any.
    """
    built, wires = structure.wiring, after.wiring
    if after.by_source is not None or after.groups is not None:
        return _detoured_leafwise(before, after, structure, live)
    kept = np.flatnonzero(live >= 0)
    kept = kept[built.endpoints.switch[kept] >= 0]
    column = built.place[wires.switches]
    rows = end_port_places(wires)[live[kept]]
    old_rows = matching(built.end_ports, wires.end_ports, len(built.fabric.nodes))[rows]
    here = wires.place[built.endpoints.switch[kept]]
    group = _groups(structure, kept)
    senders = _senders(group, here, len(wires.switches))
    rail_mates = structure.host.of[built.endpoints.node[kept]]
    count, block = 0, max(1, _ENTRIES // max(1, len(column)))
    for first in range(0, len(kept), block):
        progress(first / max(1, len(kept)), "comparing paths")
        part = slice(first, first + block)
        new = after.to_end[rows[part]]
        differs = before.to_end[old_rows[part]][:, column] != new
        some = np.flatnonzero(differs.any(axis=1))
        if len(some):
            moved = _spread(wires, new[some], differs[some])
            places = np.arange(first, first + len(new))[some]
            count += int((moved * senders[group[places]]).sum())
            count -= _own(moved, places, here, group, rail_mates, structure.has_rails)
    return count


def _detoured_leafwise(before: Tables, after: Tables, structure: Structure, live: Ints) -> int:
    """Count the same where tables do not say it: one flow is followed for all that go from leaf to leaf alike."""
    kept = np.flatnonzero(live >= 0)
    kept = kept[structure.wiring.endpoints.switch[kept] >= 0]
    group = _groups(structure, kept)
    apart = np.arange(len(live))
    if structure.has_rails:
        apart = structure.host.of[structure.wiring.endpoints.node]
    count = 0
    for number in range(int(group.max(initial=-1)) + 1):
        part = leafwise(before, kept[group == number], apart)
        src, dst, times = samples(part, by_sender=after.by_source is not None)
        count += int(times[detoured_pairs(before, after, src, dst, live)].sum())
    return count


def _groups(structure: Structure, kept: Ints) -> Ints:
    """Return a number for subnet and rail of endpoints."""
    wires = structure.wiring
    subnet = wires.subnet[wires.endpoints.switch[kept]]
    rail = structure.endpoint_rail[kept] if structure.has_rails else np.full(len(kept), -1)
    return np.unique(np.column_stack([subnet, rail]), axis=0, return_inverse=True)[1].reshape(-1)


def _senders(group: Ints, here: Ints, switches: int) -> Ints:
    """Return how many endpoints of each group each switch has, (G, S)."""
    groups = int(group.max(initial=-1)) + 1
    counted = np.bincount(group * switches + here, minlength=groups * switches)
    return counted.reshape(groups, switches)


def _spread(wires: Wiring, port: Bytes, differs: Bools) -> Bools:
    """Return which switches send another way to each destination, (D, S)."""
    peer = np.full((len(wires.switches), 256), -1, np.int64)
    peer[:, : wires.switch_ports.switch.shape[1]] = wires.switch_ports.switch
    onward = peer[np.arange(len(wires.switches)), port]
    moved = differs
    for _ in range(MOST_HOPS):
        wider = moved | (np.take_along_axis(moved, np.maximum(onward, 0), axis=1) & (onward >= 0))
        if np.array_equal(wider, moved):
            break
        moved = wider
    return moved


def _own(moved: Bools, places: Ints, here: Ints, group: Ints, host: Ints, has_rails: bool) -> int:
    """Count what was counted although an endpoint sends nothing to itself or, with rails, to its host."""
    own = int(moved[np.arange(len(places)), here[places]].sum())
    if not has_rails:
        return own
    order = np.lexsort((group, host))
    same = (host[order][1:] == host[order][:-1]) & (group[order][1:] == group[order][:-1])
    if not same.any():
        return own
    at = {place: row for row, place in enumerate(places.tolist())}
    pairs = np.column_stack([order[1:][same], order[:-1][same]])
    pairs = np.concatenate([pairs, pairs[:, ::-1]])
    return own + sum(int(moved[at[to], here[sender]]) for sender, to in pairs.tolist() if to in at)
