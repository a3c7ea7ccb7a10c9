"""What ``ibviz whatif`` prints of one failure: for scripts, and for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ibviz.core.host_names import host_list
from ibviz.core.text import clean, unturned
from ibviz.verbs.sentences import figure, reason, rows

if TYPE_CHECKING:
    from ibviz.flow.draining import Draining
    from ibviz.flow.whatif import Outcome

SHOWN = 8
"""Flows and cables of a list that are printed."""

COUNTS = (
    "affected_flows",
    "slowed_flows",
    "lost_flows",
    "disconnected_pairs",
    "disconnected_by_routing",
    "entries_changed",
    "switch_entries_changed",
    "blocks_changed",
)


def outcome_figures(outcome: Outcome) -> dict[str, Any]:
    """Return what a failure costs, as JSON knows it."""
    return {
        "before": dict(outcome.before.summary),
        "after": dict(outcome.after.summary),
        **{name: getattr(outcome, name) for name in COUNTS},
        "lost_hosts": list(outcome.lost_hosts),
        "lost_hosts_list": host_list(outcome.lost_hosts),
        "cut_off_hosts": list(outcome.cut_off_hosts),
        "worst_flow": None if outcome.worst_flow is None else dict(outcome.worst_flow),
        "sentence": outcome.sentence,
    }


def outcome_text(outcome: Outcome, answer: Draining | None = None) -> str:
    """Return what a failure costs, for a terminal: the sentence, figures side by side, who is hurt.

    With an answer it begins with whether it is safe to drain, and lists the jobs.
    """
    routing = outcome.after.summary["routing"]
    lines = {**_figures(outcome), **_tables(outcome)}
    parts = [
        *([] if answer is None else [answer.sentence, *_jobs(answer)]),
        outcome.sentence,
        f"Routed by {routing['used']}." + reason(routing["reason"]),
        rows(lines),
        *_hosts(outcome),
        *_flows(outcome),
        *_cables(outcome),
    ]
    return "\n".join(parts)


def _jobs(answer: Draining) -> list[str]:
    lines = {
        unturned(clean(each.job)): each.fate
        + ("" if each.speed is None or each.fate == "untouched" else f", to {each.speed:.0%}")
        + (f": {clean(host_list(each.lost))}" if each.lost else "")
        for each in answer.jobs
    }
    return [rows(lines)] if lines else []


def _figures(outcome: Outcome) -> dict[str, str]:
    old, new = outcome.before.summary, outcome.after.summary
    said = {
        "Throughput": _change(old["total_gbps"], new["total_gbps"], " Gbit/s"),
        "Completion efficiency": _change(old["completion_efficiency"], new["completion_efficiency"]),
        "Slowest flow": _change(old["rate_gbps"]["min"], new["rate_gbps"]["min"], " Gbit/s"),
        "Busiest cable": _change(old["max_flows_per_cable"], new["max_flows_per_cable"], " flows"),
        "Affected flows": _count(outcome.affected_flows),
        "Slowed flows": _count(outcome.slowed_flows),
        "Lost flows": _count(outcome.lost_flows),
    }
    if outcome.slowed_flows != 0 and (worst := outcome.worst_flow):
        pair = "all alike" if worst["src"] is None else f"{clean(worst['src'])} to {clean(worst['dst'])}"
        said["Worst flow"] = f"{_change(worst['before_gbps'], worst['after_gbps'], ' Gbit/s')}, {pair}"
    return said


def _change(old: float | None, new: float | None, unit: str = "") -> str:
    return f"{figure(old)} → {figure(new)}{unit}"


def _count(number: int | None) -> str:
    return "not counted" if number is None else f"{number:,}"


def _tables(outcome: Outcome) -> dict[str, str]:
    by_routing = f", {outcome.disconnected_by_routing:,} of them by routing alone"
    pairs = outcome.disconnected_pairs
    return {
        "Disconnected pairs": f"{pairs:,}{by_routing if pairs else ''}",
        "Table entries changed": f"{outcome.entries_changed:,} (and {outcome.switch_entries_changed:,} of switches) in {outcome.blocks_changed:,} blocks",
    }


def _hosts(outcome: Outcome) -> list[str]:
    said = (("Hosts lost", outcome.lost_hosts), ("Hosts cut off", outcome.cut_off_hosts))
    return [f"{title} ({len(hosts):,}): {clean(host_list(hosts))}" for title, hosts in said if hosts]


def _flows(outcome: Outcome) -> list[str]:
    """Return the flows that lose most, where they were compared one by one."""
    from ibviz.core.references import References
    from ibviz.flow.whatif_ranks import hurt_flows

    hurt = hurt_flows(outcome)[:SHOWN].tolist()
    if not hurt:
        return []
    before = outcome.before
    flows = before.flows if before.listing is None else before.all_flows()
    names = References(before.wiring.fabric).endpoint_texts(before.wiring.endpoints)
    lines = {
        f"{names[flows.src[flow]]} → {names[flows.dst[flow]]}": _change(
            float(outcome.rate_before[flow]), float(outcome.rate_after[flow]), " Gbit/s"
        )
        for flow in hurt
    }
    return ["Hurt most:", rows(lines)]


def _cables(outcome: Outcome) -> list[str]:
    """Return the cables that take over."""
    from ibviz.core.references import References
    from ibviz.flow.whatif_ranks import burdened

    taking = burdened(outcome)[:SHOWN].tolist()
    if not taking:
        return []
    ends = outcome.before.wiring.fabric.cables
    references = References(outcome.before.wiring.fabric)
    old, new = outcome.before.utilization, outcome.after.utilization
    side = (new - old)[taking].argmax(axis=1).tolist()
    lines: Mapping[str, str] = {
        references.port_text(
            int(ends.node[row, d]), int(ends.port[row, d])
        ): f"{old[row, d]:.0%} → {new[row, d]:.0%}"
        for row, d in zip(taking, side, strict=True)
    }
    return ["Take over, utilization from:", rows(lines)]
