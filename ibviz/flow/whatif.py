"""What a failure costs: a simulation before and after, compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.references import References
from ibviz.core.simulation import Simulation
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Floats, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.arrival import lost_pairs
from ibviz.flow.changes import changes
from ibviz.flow.detours import detoured_exchange, detoured_pairs
from ibviz.flow.gone import has_endpoint, lost_hosts
from ibviz.flow.simulate import live_places
from ibviz.flow.whatif_words import cost_sentence

LEAST_CHANGE = 1e-9
"""Relative change of a rate that counts as one."""

MOST_LISTED = 2_000_000
"""Flows of a max-min exchange that are compared one by one."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a failure does to the traffic and to the fabric.

    Attributes
    ----------
    before, after : Simulation
    affected_flows, slowed_flows : int or None
        Flows whose path or rate changed, and whose rate fell; those that lost an endpoint left out. None where
        there are too many to compare one by one.
    lost_flows : int
        Flows of which an endpoint is gone.
    disconnected_pairs, disconnected_by_routing : int
        Ordered pairs of surviving endpoints without a route; of those, what the wiring could still join.
    lost_hosts, cut_off_hosts : tuple of str
        Hosts without any endpoint left; hosts that are up, but apart from most of their subnet.
    entries_changed, switch_entries_changed : int
        Entries of forwarding tables that become others: those for LIDs of end ports, and of switches.
    blocks_changed : int
        Blocks of 64 entries that the subnet manager has to send, whichever of their entries changed.
    worst_flow : mapping or None
        ``src``, ``dst`` (None where all flows are alike), ``before_gbps``, ``after_gbps``.
    rate_before, rate_after : (F,) float64, Gbit/s
        Of the flows of `before`; NaN after for one that lost its endpoint. Empty for an exchange.
    sentence : str
    """

    before: Simulation
    after: Simulation
    affected_flows: int | None
    slowed_flows: int | None
    lost_flows: int
    disconnected_pairs: int
    disconnected_by_routing: int
    lost_hosts: tuple[str, ...]
    cut_off_hosts: tuple[str, ...]
    entries_changed: int
    switch_entries_changed: int
    blocks_changed: int
    worst_flow: Mapping[str, Any] | None
    rate_before: Floats
    rate_after: Floats
    sentence: str = ""

    @property
    def loss(self) -> float:
        """Share of the throughput that is lost; negative where it grows."""
        total = self.before.summary["total_gbps"]
        return float(1 - self.after.summary["total_gbps"] / total) if total > 0 else 0.0


def compare(
    structure: Structure,
    before: tuple[Tables, Simulation],
    after: tuple[Tables, Simulation],
    *,
    progress: Progress = silent,
) -> Outcome:
    """Compare a traffic on a fabric as built and with something down.

    Parameters
    ----------
    structure : Structure
        Of the fabric as built.
    before, after : (Tables, Simulation)
        Of the same traffic.
    progress : Progress
    """
    progress(0.0, "comparing before and after")
    live = live_places(structure.wiring, after[1].wiring)
    sent = changes(before[0], after[0])
    progress(0.3, "comparing before and after")
    lost = lost_pairs(after[0])
    parted = _parted(structure.wiring, after[1].wiring)
    rates = _rates(before[1], after[1], live)
    affected, slowed = _affected(before, after, structure, live, rates, progress)
    gone, cut_off = _hosts(structure, after[1].wiring)
    made = Outcome(
        before=before[1],
        after=after[1],
        affected_flows=affected,
        slowed_flows=slowed,
        lost_flows=int(before[1].summary["flows"]) - int(after[1].summary["flows"]),
        disconnected_pairs=lost,
        disconnected_by_routing=lost - parted,
        lost_hosts=gone,
        cut_off_hosts=cut_off,
        entries_changed=sent.entries,
        switch_entries_changed=sent.switch_entries,
        blocks_changed=sent.blocks,
        worst_flow=_worst(before[1], after[1], rates),
        rate_before=rates[0],
        rate_after=rates[1],
    )
    object.__setattr__(made, "sentence", cost_sentence(made))
    return made


def _parted(built: Wiring, wires: Wiring) -> int:
    """Count ordered pairs of surviving endpoints of one subnet as built that no wiring joins any more."""
    ends = wires.endpoints
    at = ends.switch >= 0
    old, new = built.subnet[ends.switch[at]], wires.subnet[ends.switch[at]]
    whole = np.bincount(old, minlength=1).astype(np.int64)
    parts = np.unique(np.column_stack([old, new]), axis=0, return_counts=True)[1]
    return int((whole**2).sum() - (parts.astype(np.int64) ** 2).sum())


def _rates(before: Simulation, after: Simulation, live: Ints) -> tuple[Floats, Floats]:
    """Return the rate of each listed flow before and after; NaN after where its endpoint is gone."""
    old, new = before.flows, after.flows
    if before.listing is not None:
        if before.traffic.args.get("maxmin", "0") in ("0", "no", "false") or (
            before.summary["flows"] > MOST_LISTED
        ):
            return np.empty(0), np.empty(0)
        old, new = before.all_flows(), after.all_flows()
    kept = (live[old.src] >= 0) & (live[old.dst] >= 0)
    rate = np.full(len(old), np.nan)
    if before.listing is None:
        rate[kept] = new.rate
        return old.rate, rate
    count = len(after.wiring.endpoints)
    key, wanted = new.src * count + new.dst, live[old.src[kept]] * count + live[old.dst[kept]]
    order = np.argsort(key)
    rate[kept] = new.rate[order[np.searchsorted(key[order], wanted)]]
    return old.rate, rate


def _slower(before: Floats, after: Floats) -> Bools:
    slower: Bools = after < before * (1 - LEAST_CHANGE)
    return slower


def _affected(
    before: tuple[Tables, Simulation],
    after: tuple[Tables, Simulation],
    structure: Structure,
    live: Ints,
    rates: tuple[Floats, Floats],
    progress: Progress,
) -> tuple[int | None, int | None]:
    """Count the flows whose path or rate changed, and those that became slower."""
    old, new = before[1], after[1]
    if old.listing is None:
        changed = np.abs(rates[1] - rates[0]) > LEAST_CHANGE * np.maximum(rates[0], 1e-30)
        kept = ~np.isnan(rates[1])
        moved = detoured_pairs(before[0], after[0], old.flows.src[kept], old.flows.dst[kept], live)
        affected = changed & kept
        affected[kept] |= moved
        return int(affected.sum()), int(_slower(*rates).sum())
    if len(rates[0]):
        return None, int(_slower(*rates).sum())
    if old.traffic.args.get("maxmin", "0") not in ("0", "no", "false"):
        return None, None
    routed, low, high = int(new.summary["flows"]), *(s.summary["rate_gbps"]["min"] or 0.0 for s in (new, old))
    if abs(low - high) > LEAST_CHANGE * max(high, 1e-30):
        return routed, routed if low < high else int(new.summary["unroutable"])
    if old.traffic.args or old.traffic.kind != "all-to-all":
        return None, int(new.summary["unroutable"])
    return (
        detoured_exchange(before[0], after[0], structure, live, progress=progress),
        int(new.summary["unroutable"]),
    )


def _worst(before: Simulation, after: Simulation, rates: tuple[Floats, Floats]) -> Mapping[str, Any] | None:
    """Return the flow that loses the greatest share of its rate; those that lost an endpoint left out."""
    if before.listing is not None:
        old, new = (s.summary["rate_gbps"]["min"] for s in (before, after))
        if old is None:
            return None
        new = 0.0 if new is None or after.summary["unroutable"] else new
        return {"src": None, "dst": None, "before_gbps": old, "after_gbps": new}
    share = np.divide(rates[1], rates[0], out=np.full(len(rates[0]), np.nan), where=rates[0] > 0)
    if np.isnan(share).all():
        return None
    flow = int(np.nanargmin(share))
    return {
        "src": _called(before.wiring, int(before.flows.src[flow])),
        "dst": _called(before.wiring, int(before.flows.dst[flow])),
        "before_gbps": float(rates[0][flow]),
        "after_gbps": float(rates[1][flow]),
    }


def _called(wires: Wiring, end: int) -> str:
    """Return how an endpoint is written: by its name at once where no other node or port shares that."""
    ends, names = wires.endpoints, wires.fabric.nodes.name
    name = str(names[ends.node[end]])
    if name and np.count_nonzero(names == name) == np.count_nonzero(ends.node == ends.node[end]) == 1:
        return name
    return References(wires.fabric).endpoint_texts(ends.take(np.array([end])))[0]


def _hosts(structure: Structure, wires: Wiring) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of hosts without an endpoint left, and of those apart from most of their subnet."""
    built = structure.wiring
    has = has_endpoint(structure, wires.endpoints.node)
    ends = wires.endpoints
    at = ends.switch >= 0
    old, new = built.subnet[ends.switch[at]], wires.subnet[ends.switch[at]]
    size = np.bincount(new, minlength=wires.subnets + 1)
    largest = np.zeros(built.subnets + 1, np.int64)
    np.maximum.at(largest, old, size[new])
    first = np.full(built.subnets + 1, wires.subnets)
    main = size[new] == largest[old]
    np.minimum.at(first, old[main], new[main])
    joined = has_endpoint(structure, ends.node[at][new == first[old]])
    return lost_hosts(structure, wires), tuple(structure.host.names[has & ~joined].tolist())
