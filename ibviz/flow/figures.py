"""The figures of a simulation, as ``simulate --json`` prints them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibviz.core.references import References
from ibviz.core.table import Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.carried import Carried
from ibviz.flow.flow_table import slot_text
from ibviz.flow.maxmin import TOLERANCE
from ibviz.flow.traffic_of import Traffic

WORST = 20
"""How many of the most loaded ports are told."""


def figures(tables: Tables, traffic: Traffic, carried: Carried, means: Floats | None) -> dict[str, Any]:
    """Return the figures of a simulation as values that JSON knows.

    Parameters
    ----------
    tables : Tables
    traffic : Traffic
    carried : Carried
    means : (n,) float64 or None, Gbit/s
        Mean rate of each sample where the pattern was sampled.

    Returns
    -------
    dict
        Rates are over routed flows, in Gbit/s; what cannot be said without flows is None. A cable is
        saturated if one of its directions is.
    """
    found: dict[str, Any] = {
        "flows": carried.flows,
        "routed": carried.routed,
        "unroutable": carried.flows - carried.routed,
        "routing": {
            "asked": tables.routing.asked,
            "used": tables.routing.used,
            "reason": tables.routing.reason,
            "options": dict(tables.routing.options),
        },
        "traffic": _traffic(traffic),
        **rate_figures(tables, carried),
    }
    if means is not None:
        found["samples"] = samples(means)
    return found


def rate_figures(tables: Tables, carried: Carried) -> dict[str, Any]:
    """Return those of the figures that rates and load make."""
    capacity = np.repeat(tables.wiring.fabric.capacity, 2)
    total, ideal = (float((rates * carried.times).sum()) for rates in (carried.rate, carried.ideal))
    utilization = carried.load / capacity
    is_full = np.abs(utilization - 1) <= TOLERANCE
    utilization[is_full] = 1.0
    return {
        "total_gbps": total,
        "ideal_gbps": ideal,
        "efficiency": total / ideal if ideal > 0 else None,
        "completion_efficiency": completion_efficiency(carried.rate, carried.ideal),
        "rate_gbps": _spread(carried),
        "max_utilization": float(utilization.max(initial=0.0)),
        "saturated_cables": int(is_full.reshape(-1, 2).any(axis=1).sum()),
        "max_flows_per_cable": whole(carried.on.max(initial=0.0)),
        "bottlenecks": _bottlenecks(tables, utilization, carried),
    }


def _traffic(traffic: Traffic) -> dict[str, Any]:
    return {
        "pattern": traffic.choice.kind,
        "args": traffic.args,
        "rails": "same" if traffic.ends.same_rail else "all",
        "local": traffic.ends.local,
    }


def completion_efficiency(rate: Floats, ideal: Floats) -> float | None:
    """Return the least rate by what it would be if only HCA ports limited; None without flows.

    Of several flows with the least rate that counts which loses most.
    """
    if not len(rate):
        return None
    slowest = rate <= rate.min() * (1 + TOLERANCE)
    return float((rate[slowest] / ideal[slowest]).min())


def _spread(carried: Carried) -> dict[str, float | None]:
    """Return minimum, first percentile, mean, median and maximum of the rates."""
    if not len(carried.rate):
        return dict.fromkeys(("min", "p1", "mean", "median", "max"))
    low, first, middle, high = percentiles(carried.rate, carried.times, (0, 1, 50, 100))
    mean = float((carried.rate * carried.times).sum() / carried.times.sum())
    return {"min": low, "p1": first, "mean": mean, "median": middle, "max": high}


def percentiles(values: Floats, times: Floats, wanted: tuple[float, ...]) -> list[float]:
    """Return percentiles of values that come several times each, interpolated as numpy does.

    Examples
    --------
    >>> percentiles(np.array([3.0, 1.0]), np.array([1.0, 3.0]), (0, 50, 100))
    [1.0, 1.0, 3.0]
    """
    order = np.argsort(values, kind="stable")
    last = np.cumsum(times[order])
    at = np.asarray(wanted) / 100 * (last[-1] - 1)
    low, high = (
        values[order[np.searchsorted(last, place, "right")]] for place in (np.floor(at), np.ceil(at))
    )
    between: Floats = low + (high - low) * (at - np.floor(at))
    return [float(value) for value in between]


def _bottlenecks(tables: Tables, utilization: Floats, carried: Carried) -> list[dict[str, Any]]:
    """Return the most loaded ports and PCIe slots, by utilization, then flows, then row."""
    on, slots = carried.on, carried.slots
    if slots is not None:
        utilization = np.concatenate([utilization, slots.load / slots.capacity])
        on = np.concatenate([on, slots.on])
    used = np.flatnonzero(on > 0)
    order: Ints = np.lexsort((used, -on[used], -utilization[used]))[:WORST]
    references = References(tables.wiring.fabric)
    return [
        {
            "port": _sender(tables, references, carried, channel),
            "utilization": float(utilization[channel]),
            "flows": whole(on[channel]),
        }
        for channel in used[order].tolist()
    ]


def _sender(tables: Tables, references: References, carried: Carried, channel: int) -> str:
    """Return the port that sends into a channel, or whose PCIe slot it is."""
    cables = tables.wiring.fabric.cables
    if channel < cables.node.size:
        return references.port_text(int(cables.node.flat[channel]), int(cables.port.flat[channel]))
    assert carried.slots is not None
    return slot_text(references, int(carried.slots.node[channel - cables.node.size]))


def whole(count: float) -> int | float:
    """Return a count as a whole number where it is one, but for what adding up fractions leaves."""
    near = round(float(count), 9)
    return int(near) if near.is_integer() else near


def samples(means: Floats) -> dict[str, Any]:
    """Return number, mean, standard error of the mean and standard deviation of samples; NaN ones left out."""
    known = means[~np.isnan(means)]
    deviation = float(known.std(ddof=1)) if len(known) > 1 else None
    return {
        "n": len(known),
        "mean": float(known.mean()) if len(known) else None,
        "stderr": None if deviation is None else float(deviation / np.sqrt(len(known))),
        "sd": deviation,
    }
