"""The inspector's page of the whole fabric."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Kind
from ibviz.core.table import Bools, Ints
from ibviz.core.units import LID_LIMIT, Rate
from ibviz.gui.models.page import Act, Fact, Item, Line, Open, Page, Pick, Row, Section, Sentence, Spread
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.texts import NOTHING, count, rate, ratio, several, share, whole_share
from ibviz.gui.selection import Selection

if TYPE_CHECKING:
    from ibviz.flow.faults import Fault

SHOWN = 5
STEPS = 32
FAULTS = {
    "no-route": "Pairs without a route",
    "loop": "Loops in the tables",
    "dead-port": "Entries to ports without cable",
    "wrong-port": "Entries to wrong end ports",
    "credit-loop": "Credit loops possible",
    "detour": "Routes longer than the shortest",
}
"""What is said of the faults of forwarding tables; of empty entries from switch to switch nothing, as they are usual."""


def fabric_page(seen: Seen) -> Page:
    """Say what the fabric is, what the simulation says, what is hottest and what needs attention."""
    facts = seen.facts
    if not len(facts.fabric.nodes):
        return Page("New fabric", "", "layered", (Section("Fabric", (Sentence("There is no fabric yet."),)),))
    sections = [_fabric(seen), _simulation(seen), _hottest(seen), _attention(seen)]
    title = seen.state.name or "Fabric"
    return Page(title, _kind(seen), "layered", tuple(section for section in sections if section is not None))


def _kind(seen: Seen) -> str:
    structure = seen.facts.structure
    levels = structure.levels - 1
    return (
        f"{structure.kind[:1].upper()}{structure.kind[1:]}, {several(levels, 'level')} of switches".replace(
            "-", " ", 1
        )
    )


def _fabric(seen: Seen) -> Section:
    facts = seen.facts
    hosts = len(facts.structure.host.names)
    rows: list[Row] = [Sentence(facts.structure.kind_reason)] if facts.structure.kind_reason else []
    if hosts != facts.count(Kind.HCA):
        rows.append(Fact("Hosts", count(hosts), Open("nodes", "host")))
    rows.append(Fact("HCAs", count(facts.count(Kind.HCA)), Open("nodes", "HCA")))
    rows.append(Fact("Switches", count(facts.count(Kind.SWITCH)), Open("nodes", "switch")))
    for kind, word in ((Kind.ROUTER, "Routers"), (Kind.AGGREGATION, "Aggregation nodes")):
        if facts.count(kind):
            rows.append(Fact(word, count(facts.count(kind)), Open("nodes", word.removesuffix("s"))))
    rows.append(Fact("Cables", count(len(facts.wires.rows)), Open("cables")))
    rows.append(_link_rate(facts.links_by_rate))
    if facts.oversubscription is not None:
        hint = "The largest, over leaves, of the rate of host cables by the rate of up-cables"
        rows.append(Fact("Oversubscription", ratio(facts.oversubscription), hint=hint))
    lids = f"{count(facts.lids_used)} of {count(LID_LIMIT)}"
    rows.append(
        Fact("LIDs used", lids, tone="warn" if _lacks_lids(seen) else "", hint=_lid_hint(facts.subnets))
    )
    if facts.subnets != 1:
        rows.append(Fact("Subnets", count(facts.subnets)))
    return Section("Fabric", tuple(rows))


def _lacks_lids(seen: Seen) -> bool:
    """Tell whether there are more addresses than all subnets together have LIDs."""
    return seen.facts.lids_used > LID_LIMIT * max(seen.facts.subnets, 1)


def _lid_hint(subnets: int) -> str:
    return (
        "Of one subnet" if subnets == 1 else f"Over {several(subnets, 'subnet')}; each has 49,151 of its own"
    )


def _link_rate(rates: Mapping[str, int]) -> Fact:
    if not rates:
        return Fact("Link rate", NOTHING)
    listed = "\n".join(f"{name}: {several(number, 'cable')}" for name, number in rates.items())
    first, *others = rates
    if not others:
        with suppress(OptionError):
            first = f"{first}, {rate(Rate.parse(first).gbps)}"
    return Fact(
        "Link rate", first if not others else f"{first} and {several(len(others), 'other')}", hint=listed
    )


def _simulation(seen: Seen) -> Section | None:
    simulation = seen.simulation
    if simulation is None:
        return None
    summary = simulation.summary
    rows: list[Row] = [
        Fact("Traffic", str(simulation.traffic)),
        Fact("Routing", _routing(summary["routing"]), hint=str(summary["routing"]["reason"])),
        Fact("Throughput", rate(summary["total_gbps"]), hint="Of all flows together, simulated"),
        Fact(
            "Efficiency",
            _share(summary["efficiency"]),
            hint="Throughput by what it would be if only HCA ports limited",
        ),
        Fact(
            "Completion",
            _share(summary["completion_efficiency"]),
            hint="The slowest flow by what it would get if only HCA ports limited",
        ),
        Fact("Slowest flow", _rate(summary["rate_gbps"]["min"]), Open("flows")),
        Fact("Flows", count(summary["flows"]), Open("flows")),
    ]
    if summary["unroutable"]:
        rows.append(Fact("Without a route", count(summary["unroutable"]), Open("flows", "no route"), "err"))
    if len(seen.hot):
        rows.append(Fact("Above 95\u2009%", several(len(seen.hot), "cable"), _cables(seen.hot), "warn"))
    used = seen.used[np.isfinite(seen.used)]
    if len(used):
        counts = np.bincount(np.clip((used * STEPS).astype(int), 0, STEPS - 1), minlength=STEPS)
        words = f"Utilization of {several(len(used), 'cable')}, from 0 to 100\u2009%"
        rows.append(Spread(tuple(counts.tolist()), words))
    return Section("Load, simulated", tuple(rows))


def _routing(said: Mapping[str, Any]) -> str:
    name = str(said.get("options", {}).get("path", "")).rpartition("/")[2]
    if said["asked"] == "site" or (said["asked"] == said["used"] == "lft"):
        return f"{said['used']}, {name}"
    if said["used"] != said["asked"]:
        return f"{said['used']}, {said['asked']} refused"
    return f"{said['used']}, assumed" if str(said["reason"]).startswith("assumed") else str(said["used"])


def _rate(value: float | None) -> str:
    return NOTHING if value is None else rate(value)


def _share(value: float | None) -> str:
    return NOTHING if value is None else share(value)


def _hottest(seen: Seen) -> Section | None:
    rows = seen.hottest[:SHOWN].tolist()
    if not rows:
        return None
    items = []
    for row in rows:
        near, far = seen.cable(row)
        used = float(seen.used[row])
        items.append(
            Item(near, f"to {far}", whole_share(used), used, Pick(Selection(cables=frozenset([row]))))
        )
    return Section("Hottest cables", tuple(items), "Show all", Open("cables"))


def _attention(seen: Seen) -> Section:
    facts, cables = seen.facts, seen.state.fabric.cables
    found: list[Row] = []
    if _lacks_lids(seen):
        found.append(Line("More addresses than LIDs", count(facts.lids_used), icon="warning", tone="warn"))
    scenario = seen.state.scenario
    if scenario.down_nodes:
        down = Selection(nodes=scenario.down_nodes)
        found.append(
            Line(
                "Nodes down",
                count(len(scenario.down_nodes)),
                Open("nodes", "", down, scenario.down_nodes),
                icon="fail",
                tone="down",
            )
        )
    if len(seen.down_cables):
        act = _cables(seen.down_cables)
        found.append(Line("Cables down", count(len(seen.down_cables)), act, icon="fail", tone="down"))
    found += [_fault(fault) for fault in seen.faults if fault.code in FAULTS]
    if len(seen.hot):
        found.append(
            Line("Above 95\u2009%", count(len(seen.hot)), _cables(seen.hot), icon="gauge", tone="warn")
        )
    rows = facts.wires.rows
    slow = rows[_slower(seen)[rows]]
    if len(slow):
        found.append(
            Line("Ends disagree on the rate", count(len(slow)), _cables(slow), icon="warning", tone="warn")
        )
    half = rows[~cables.described[rows].all(axis=1)]
    if len(half):
        found.append(Line("Described by one end", count(len(half)), _cables(half), icon="info", tone="info"))
    if seen.state.reading:
        found.append(
            Line(
                "Notes of the reader", count(len(seen.state.reading)), Open("notes"), icon="info", tone="info"
            )
        )
    if not found:
        found.append(Sentence("Nothing is down, and nothing was odd in the file."))
    return Section("Attention", tuple(found))


def _fault(fault: Fault) -> Line:
    tone = {"error": "err", "warning": "warn"}.get(fault.severity, "info")
    chosen = Selection(nodes=frozenset(fault.nodes))
    act = Open("nodes", "", chosen, chosen.nodes) if fault.nodes else None
    sign = "info" if tone == "info" else "warning"
    return Line(FAULTS[fault.code], count(fault.count), act, icon=sign, tone=tone, hint=f"{fault.message}.")


def _slower(seen: Seen) -> Bools:
    cables = seen.state.fabric.cables
    known = (cables.width > 0).all(axis=1) & (cables.speed > 0).all(axis=1)
    differ: Bools = known & (
        (cables.width[:, 0] != cables.width[:, 1]) | (cables.speed[:, 0] != cables.speed[:, 1])
    )
    return differ


def _cables(rows: Ints) -> Act:
    chosen = frozenset(rows.tolist())
    return Open("cables", "", Selection(cables=chosen), chosen)
