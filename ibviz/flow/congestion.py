"""Both bounds of a simulation: ideal congestion control, and none, with who blocks whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.progress import Progress, silent
from ibviz.core.references import References
from ibviz.core.simulation import Congestion, Flows, Role, Root, Simulation
from ibviz.core.structure import shape
from ibviz.core.table import Bytes, Floats, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.core.wiring import as_built
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels, channels_of
from ibviz.flow.contagion import Contagion, contagion
from ibviz.flow.exchange import end_port_places
from ibviz.flow.figures import WORST, rate_figures, samples
from ibviz.flow.flow_table import slot_text
from ibviz.flow.maxmin import summed
from ibviz.flow.pairs import Pairs
from ibviz.flow.paths import paths
from ibviz.flow.simulate import live_places
from ibviz.flow.traffic_of import traffic_of

MOST_FLOWS = 500_000
"""Flows of which it is worked out who blocks whom."""

Control = Literal["ideal", "none"]
_SIDE_BY_SIDE = ("total_gbps", "efficiency", "completion_efficiency", "rate_gbps")


@dataclass(frozen=True, eq=False)
class _Blocked:
    """Flows on their paths, and what they get where nothing holds senders back."""

    channels: Channels
    place: Ints
    path: Ints32
    got: Contagion


def congestion_of(tables: Tables, simulation: Simulation) -> Congestion:
    """Return what the flows of a simulation get where nothing holds senders back, and who blocks whom.

    Raises
    ------
    OptionError
        If switches spread flows over several paths, or there are more than half a million flows.
    """
    flows = _flows_of(tables, simulation)
    return _told(flows, _solved(tables, flows), _pace(simulation, flows))


def with_roles(tables: Tables, simulation: Simulation, most: int) -> Simulation:
    """Return a simulation that knows who blocks whom, where it has few flows, each on one path."""
    if tables.groups is not None or simulation.summary["flows"] > most:
        return simulation
    return replace(simulation, congestion=congestion_of(tables, simulation))


def bounded(
    tables: Tables, simulation: Simulation, shown: Control = "ideal", *, progress: Progress = silent
) -> Simulation:
    """Return a simulation that tells both bounds in its figures, and shows one of them.

    Parameters
    ----------
    tables : Tables
    simulation : Simulation
        Of ideal congestion control.
    shown : {"ideal", "none"}
        Whose rates, load and figures are returned.
    progress : Progress

    Raises
    ------
    OptionError
        If none is asked for where it cannot be worked out; see `congestion_of`.
    """
    try:
        flows = _flows_of(tables, simulation)
    except OptionError as error:
        if shown == "none":
            raise
        told = {"shown": shown, "reason": str(error)}
        return replace(simulation, summary={**simulation.summary, "congestion": told})
    blocked = _solved(tables, flows)
    told_of = _told(flows, blocked, _pace(simulation, flows))
    other = _uncontrolled(tables, simulation, flows, blocked, told_of, progress)
    made = other if shown == "none" else replace(simulation, congestion=told_of)
    figures = {
        "shown": shown,
        **{
            name: {key: each.summary[key] for key in _SIDE_BY_SIDE}
            for name, each in (("ideal", simulation), ("none", other))
        },
        **congestion_figures(simulation, told_of),
    }
    return replace(made, summary={**made.summary, "congestion": figures})


def congestion_figures(simulation: Simulation, found: Congestion) -> dict[str, Any]:
    """Return how many flows have which role, and the roots that hurt most, as values that JSON knows."""
    references = References(simulation.wiring.fabric)
    kinds = [root.kind for root in found.roots]
    counts = {
        "roots": len(kinds),
        **{kind.replace("-", "_"): kinds.count(kind) for kind in ("incast", "in-network", "edge")},
        "contributors": found.count(Role.CONTRIBUTOR),
        "victims": found.count(Role.VICTIM),
        "free": int(((found.role == Role.FREE) & (found.rate > 0)).sum()),
    }
    roots = [
        {
            "port": root_text(references, root),
            "kind": root.kind,
            "rate_gbps": root.rate,
            "contributors": root.contributors,
            "victims": root.victims,
            "tree": len(root.tree),
        }
        for root in found.roots[:WORST]
    ]
    return {"counts": counts, "roots": roots}


def root_text(references: References, root: Root) -> str:
    """Return the port that sends into a root, or whose PCIe slot it is."""
    if root.channel < 0:
        return slot_text(references, root.slot)
    cables = references.fabric.cables
    return references.port_text(int(cables.node.flat[root.channel]), int(cables.port.flat[root.channel]))


def _flows_of(tables: Tables, simulation: Simulation) -> Flows:
    if tables.groups is not None:
        raise OptionError(
            "without congestion control nothing is said of switches that spread flows over several paths; "
            "choose another engine"
        )
    count = int(simulation.summary["flows"])
    if count > MOST_FLOWS:
        raise OptionError(
            f"who blocks whom is worked out for up to {MOST_FLOWS:,} flows, these are {count:,}; pick fewer hosts"
        )
    return simulation.all_flows()


def _pace(simulation: Simulation, flows: Flows) -> float:
    """Return the rate that no flow exceeds: that of an exchange of equal amounts, in which all run alike."""
    routed = flows.rate[flows.hops >= 0]
    alike = simulation.listing is not None and len(routed) and routed.min() == routed.max()
    return float(routed[0]) if alike else float("inf")


def _solved(tables: Tables, flows: Flows | Pairs) -> _Blocked:
    place = np.flatnonzero(flows.src != flows.dst)
    path, hops = paths(tables, flows.src[place], flows.dst[place])
    place, path = place[hops > 0], path[hops > 0]
    src, dst, demand = flows.src[place], flows.dst[place], flows.demand[place]
    channels = channels_of(tables.wiring)
    rows: Ints | Ints32 = path
    if channels.has_slots:
        rows = np.column_stack([channels.slot_out[src], path, channels.slot_in[dst]])
    limits = demand if np.isfinite(demand).any() else None
    got = contagion(rows, channels.capacity, demand=limits, lane=_lanes(tables, src, dst))
    return _Blocked(channels, place, path, got)


def _lanes(tables: Tables, src: Ints, dst: Ints) -> Ints | None:
    """Return the virtual lane of each flow, None where all are on one."""
    if tables.lanes is None or tables.lanes.needed == 1:
        return None
    wires = tables.wiring
    target, leaf = end_port_places(wires)[dst], wires.place[wires.endpoints.switch[src]]
    return tables.lanes.to_end[target, leaf].astype(np.int64)


def _told(flows: Flows, blocked: _Blocked, pace: float) -> Congestion:
    got, count = blocked.got, len(blocked.channels.capacity)
    contributors = got.filled
    victims = np.bincount(got.limit[got.role == Role.VICTIM], minlength=count)
    found = got.roots
    found = found[np.lexsort((found, -contributors[found], -victims[found]))]
    level = np.zeros(count)
    some = got.role != Role.FREE
    level[got.limit[some]] = np.minimum(got.rate[some], pace)
    number = np.full(count, -1)
    number[found] = np.arange(len(found))
    rate, role = np.where(flows.hops >= 0, flows.rate, 0.0), np.zeros(len(flows), np.uint8)
    root = np.full(len(flows), -1)
    rate[blocked.place], role[blocked.place] = np.minimum(got.rate, pace), got.role
    root[blocked.place] = np.where(some, number[got.limit], -1)
    roots = tuple(
        Root(*_place(blocked.channels, at), float(level[at]), int(contributors[at]), int(victims[at]), tree)
        for at, tree in zip(found.tolist(), _trees(blocked, found), strict=True)
    )
    return Congestion(rate, role, root, roots, _on(blocked))


def _on(blocked: _Blocked) -> Bytes:
    """Return what each direction of each cable is in congestion, (C, 2)."""
    cables, got = blocked.channels.cables, blocked.got
    on = np.zeros(len(blocked.channels.capacity), np.uint8)
    crossed = blocked.path[got.role == Role.VICTIM]
    on[crossed[crossed >= 0]] = 1
    on[got.tree] = 2
    on[got.roots] = 3
    return on[:cables].reshape(-1, 2)


def _trees(blocked: _Blocked, roots: Ints) -> list[Ints]:
    """Return the channels of cables in the tree of each root."""
    of, tree = blocked.got.root, blocked.got.tree
    cable = tree < blocked.channels.cables
    of, tree = of[cable], tree[cable]
    first, last = (np.searchsorted(of, roots, side) for side in ("left", "right"))
    return [tree[begin:end] for begin, end in zip(first.tolist(), last.tolist(), strict=True)]


def _place(channels: Channels, channel: int) -> tuple[int, int, str]:
    """Return channel, slot and kind of a root."""
    if channel >= channels.cables:
        return -1, int(channels.slots_at(np.array([channel]))[0]), "edge"
    if (channels.out_of == channel).any():
        return channel, -1, "incast"
    return channel, -1, "edge" if (channels.into == channel).any() else "in-network"


def _uncontrolled(
    tables: Tables,
    simulation: Simulation,
    flows: Flows,
    blocked: _Blocked,
    congestion: Congestion,
    progress: Progress,
) -> Simulation:
    """Return the simulation with the rates of no congestion control; an exchange of equal amounts as it is."""
    if np.isfinite(_pace(simulation, flows)):
        return replace(simulation, congestion=congestion)
    channels, rate = blocked.channels, congestion.rate
    limit = np.full(len(flows), -1)
    limit[blocked.place] = blocked.got.limit
    bottleneck = np.where(limit < channels.cables, limit, -1)
    slower = replace(flows, rate=rate, bottleneck=bottleneck, slot=channels.slots_at(limit), end=np.empty(0))
    load = summed(blocked.path, rate[blocked.place], channels.cables)
    figures = rate_figures(tables, _carried(channels, slower, simulation, blocked, load))
    if "samples" in simulation.summary:
        figures["samples"] = samples(_means(tables, simulation, progress))
    return replace(
        simulation,
        load=load.reshape(-1, 2),
        flows=simulation.flows if simulation.listing else slower,
        listing=None if simulation.listing is None else lambda: slower,
        summary={name: told for name, told in simulation.summary.items() if name != "drain"} | figures,
        congestion=congestion,
    )


def _carried(
    channels: Channels, flows: Flows, simulation: Simulation, blocked: _Blocked, load: Floats
) -> Carried:
    routed, place = flows.hops >= 0, blocked.place
    src, dst, got = flows.src[place], flows.dst[place], flows.rate[place]
    on, slots = (channels.on_slots(src, dst, each) for each in (np.ones(len(place)), got))
    return Carried(
        on=simulation.flows_on.ravel(),
        load=load,
        rate=flows.rate[routed],
        ideal=flows.ideal[routed],
        times=np.ones(int(routed.sum())),
        flows=len(flows),
        listed=lambda: flows,
        slots=channels.slots_used(on, slots) if channels.has_slots else None,
    )


def _means(tables: Tables, simulation: Simulation, progress: Progress) -> Floats:
    """Return the mean rate of each sample where nothing holds senders back."""
    built = shape(as_built(tables.wiring))
    laid, live = traffic_of(built, simulation.traffic), live_places(built.wiring, tables.wiring)
    rates, count = channels_of(tables.wiring).port_rate, simulation.summary["samples"]["n"]
    means = []
    for number, drawn in enumerate(laid.draws()):
        progress(number / max(1, count), f"sample {number + 1:,} of {count:,}")
        src, dst = live[drawn.src], live[drawn.dst]
        made = replace(drawn, src=src, dst=dst).take((src >= 0) & (dst >= 0))
        rate = np.where(made.src == made.dst, np.minimum(made.demand, rates[made.src]), 0.0)
        blocked = _solved(tables, made)
        rate[blocked.place] = blocked.got.rate
        routed = rate > 0
        means.append(float(rate[routed].mean()) if routed.any() else float("nan"))
    return np.array(means)
