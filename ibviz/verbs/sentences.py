"""What the verbs print for people: words first, then figures under each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ibviz.core.text import clean, unturned
from ibviz.flow.durations import duration, seconds_text


def figure(value: float | None) -> str:
    """Return a rate or share with three figures of precision; a dash for what does not exist.

    Examples
    --------
    >>> figure(100.0), figure(0.664722), figure(129600.0), figure(None)
    ('100', '0.665', '129,600', '–')
    """
    if value is None:
        return "–"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def rows(pairs: Mapping[str, str]) -> str:
    """Return lines of key and value, the values under each other."""
    wide = max(map(len, pairs), default=0)
    return "\n".join(f"  {key:<{wide}}  {value}" for key, value in pairs.items())


def reason(text: str) -> str:
    """Return why an engine was used as a sentence to follow another; nothing where it was asked for.

    Examples
    --------
    >>> reason("assumed; newer switches usually adapt"), reason("asked for")
    (' Assumed; newer switches usually adapt.', '')
    """
    text = text.rstrip(".")
    return "" if text in ("", "asked for") else f" {text[0].upper()}{text[1:]}."


def simulation_text(figures: Mapping[str, Any], gone: int = 0) -> str:
    """Return what a simulation says, for a terminal.

    Parameters
    ----------
    figures : mapping
    gone : int
        Flows that are left out since they have lost an end.
    """
    routing, rate = figures["routing"], figures["rate_gbps"]
    head = f"{figures['routed']:,} of {figures['flows']:,} flows are routed, by {routing['used']}."
    head += reason(routing["reason"])
    if gone:
        more, are = ("1 more flow", "is") if gone == 1 else (f"{gone:,} more flows", "are")
        head += f"\n{more} {are} gone with an end that is down or has no cable left."
    lines = {
        "Throughput": f"{figure(figures['total_gbps'])} of {figure(figures['ideal_gbps'])} Gbit/s",
        "Efficiency": figure(figures["efficiency"]),
        "Completion efficiency": figure(figures["completion_efficiency"]),
        "Rate of a flow": f"{figure(rate['min'])} to {figure(rate['max'])}, mean {figure(rate['mean'])} Gbit/s",
        "Busiest cable": f"{figure(figures['max_utilization'])} of its capacity, {figure(figures['max_flows_per_cable'])} flows",
        "Saturated cables": f"{figures['saturated_cables']:,}",
    }
    lines |= _bounds(figures.get("congestion", {}))
    if "samples" in figures:
        sample = figures["samples"]
        lines["Mean rate"] = (
            f"{figure(sample['mean'])} ± {figure(sample['stderr'])} Gbit/s over {sample['n']:,} samples"
        )
    if "orcs" in figures:
        lines |= _orcs(figures)
    if "collective" in figures:
        lines["The collective takes"] = seconds_text(figures["collective"])
    hottest = [
        f"  {b['port']}  {b['utilization']:.0%}  {figure(b['flows'])} flows"
        for b in figures["bottlenecks"][:5]
    ]
    parts = [head, rows(lines), *(["Most loaded, from:", *hottest] if hottest else [])]
    if "jobs" in figures:
        parts += _jobs(figures["jobs"])
    return "\n".join([*parts, *_roots(figures.get("congestion", {}))])


def _bounds(congestion: Mapping[str, Any]) -> dict[str, str]:
    """Return the throughput of both bounds, and how many flows have which role."""
    if "reason" in congestion or not congestion:
        return {}
    counts, ideal, none = congestion["counts"], congestion["ideal"], congestion["none"]
    totals = f"{figure(ideal['total_gbps'])} with ideal control, {figure(none['total_gbps'])} with none"
    roots = ", ".join(_several(counts[f"{word}s"], word) for word in ("root", "contributor", "victim"))
    return {
        "Congestion": f"{totals}, Gbit/s; shown: {congestion['shown']}",
        "Who blocks whom": roots,
    }


def _several(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _roots(congestion: Mapping[str, Any]) -> list[str]:
    """Return the roots of congestion that hurt most, a line each."""
    found = [
        f"  {root['port']}  {root['kind']}  "
        f"{_several(root['contributors'], 'contributor')}, {_several(root['victims'], 'victim')}"
        for root in congestion.get("roots", ())[:5]
    ]
    return ["Roots of congestion, at:", *found] if found else []


def _jobs(jobs: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return what each job gets, the one that is slowed most first."""
    found = sorted(jobs, key=lambda job: -(job["slowdown"] or float("inf")))
    return ["Jobs, those that others slow down most first:", rows({_named(j["job"]): _job(j) for j in found})]


def _job(job: Mapping[str, Any]) -> str:
    hosts = f"{job['hosts']:,} {'host' if job['hosts'] == 1 else 'hosts'}"
    takes = f", takes {duration(job['seconds'])}" if job.get("seconds") else ""
    lacks = f", {job['unroutable']:,} flows have no route" if job["unroutable"] else ""
    return f"{hosts}, {_named(job['pattern'])}: {figure(job['total_gbps'])} Gbit/s{takes}{_slower(job['slowdown'])}{lacks}"


def _slower(slowdown: float | None) -> str:
    if slowdown is None:
        return ""
    return ", as fast as alone" if slowdown < 1.005 else f", {figure(slowdown)} times as long as alone"


def _named(text: str) -> str:
    return unturned(clean(text))


def _orcs(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return how crowded the paths of random flows are, as ORCS counts it."""
    found = figures["orcs"]
    name = "Effective bisection bandwidth" if "effective_bisection" in figures else "Share by congestion"
    return {
        name: f"{figure(found['mean'])} ± {figure(found['stderr'])} of the link, as ORCS counts it",
        "Most flows on a cable": f"{figure(found['max_congestion'])} on average over samples",
        "Edge forwarding index": figure(figures["edge_forwarding_index"]),
    }


def routing_text(figures: Mapping[str, Any], findings: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return what forwarding tables are like, and what is wrong with them, for a terminal."""
    engine = figures["engine"]
    head = f"Routed by {engine['used']}." + reason(engine["reason"])
    names: tuple[str, ...] = ("entries", "blocks", "lids", "unreachable_pairs", "loops", "credit_loops")
    if "lanes" in figures:
        names = (*names, "lanes")
    lines = [
        head,
        rows({n.replace("_", " ").capitalize().replace("Lids", "LIDs"): f"{figures[n]:,}" for n in names}),
    ]
    lines += [f"{found['severity'].capitalize()}: {found['message']}." for found in findings]
    return "\n".join(lines)
