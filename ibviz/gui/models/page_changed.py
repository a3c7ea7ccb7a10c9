"""The page of what a failure changed: from figure to cause, worst first."""

from __future__ import annotations

import numpy as np

from ibviz.core.host_names import host_list
from ibviz.flow.whatif import Outcome
from ibviz.flow.whatif_ranks import burdened, hurt_flows, places_after
from ibviz.flow.whatif_words import percent, span
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.listings import low_side
from ibviz.gui.models.page import (
    Button,
    Buttons,
    Copy,
    Fact,
    Item,
    Line,
    Open,
    Page,
    Pick,
    Row,
    Section,
    Sentence,
)
from ibviz.gui.models.texts import NOTHING, THIN, count, figure, several, whole_share
from ibviz.gui.selection import Selection

SHOWN = 8
"""Things of a list that are shown; the others are counted."""


def changed_page(facts: Facts, outcome: Outcome, title: str) -> Page:
    """Say what a failure costs, who is hurt most, which cables take over and who is cut off.

    Parameters
    ----------
    facts : Facts
        Of the fabric as built.
    outcome : Outcome
    title : str
        What is down, in words.
    """
    sections = [_figures(outcome), _flows(facts, outcome), _cables(facts, outcome), _hosts(outcome)]
    sections.append(_routing(outcome))
    return Page(title, "", "fail", tuple(each for each in sections if each is not None))


def _figures(outcome: Outcome) -> Section:
    old, new = outcome.before.summary, outcome.after.summary
    gone = len(outcome.lost_hosts) + len(outcome.cut_off_hosts)
    pairs = outcome.disconnected_pairs
    rows: list[Row] = [
        Fact("Throughput", _arrow(span(old["total_gbps"], new["total_gbps"]))),
        Fact("Change", _change(outcome.loss), tone=_tone(outcome.loss)),
        Fact("Slowest flow", _pace(old["rate_gbps"]["min"], new["rate_gbps"]["min"])),
        Fact("Until all is through", _longer(old["rate_gbps"]["min"], new["rate_gbps"]["min"])),
        Fact("Slowed flows", _of(outcome.slowed_flows, int(old["flows"]))),
        Fact("Hosts cut off", count(gone) if gone else "none", tone="err" if gone else "ok"),
        Fact("Pairs cut off", count(pairs) if pairs else "none", tone="err" if pairs else "ok"),
    ]
    return Section("What it costs, simulated", tuple(rows))


def _arrow(words: str) -> str:
    return words.replace(" to ", " → ")


def _change(loss: float) -> str:
    if abs(loss) < 5e-6:
        return "none"
    return f"{'−' if loss > 0 else '+'}{percent(abs(loss))}"


def _tone(loss: float) -> str:
    return "ok" if loss < 5e-6 else "warn"


def _pace(old: float | None, new: float | None) -> str:
    """Return a rate before and after, once where it stays."""
    if old is None:
        return NOTHING
    was, now = figure(old), figure(new or 0.0)
    return f"{now}{THIN}Gbit/s" if was == now else f"{was} → {now}{THIN}Gbit/s"


def _longer(old: float | None, new: float | None) -> str:
    """Return how the time until the slowest flow is through changes."""
    if not old:
        return NOTHING
    if not new:
        return "never"
    return "as long" if abs(old / new - 1) < 0.005 else f"{figure(old / new)} times as long"


def _of(slowed: int | None, flows: int) -> str:
    return NOTHING if slowed is None else f"{count(slowed)} of {count(flows)}"


def _flows(facts: Facts, outcome: Outcome) -> Section | None:
    hurt = hurt_flows(outcome)
    if not len(hurt):
        return None
    listed = outcome.before.listing is None
    flows = outcome.before.flows if listed else outcome.before.all_flows()
    ends, places = outcome.before.wiring.endpoints.node, places_after(outcome)
    rows: list[Row] = []
    for flow in hurt[:SHOWN].tolist():
        src, dst = (str(facts.names[ends[end[flow]]]) for end in (flows.src, flows.dst))
        act = Pick(Selection(flow=int(places[flow]))) if listed else None
        rows.append(Line(src, _pace(outcome.rate_before[flow], outcome.rate_after[flow]), act, to=dst))
    if not listed:
        return Section("Flows hurt most", (*rows, *_more(len(hurt))), count(len(hurt)))
    every = Open("flows", only=frozenset(places[hurt].tolist()))
    return Section("Flows hurt most", (*rows, *_more(len(hurt))), f"Show all {count(len(hurt))}", every)


def _more(number: int) -> list[Row]:
    return [Sentence(f"and {count(number - SHOWN)} more")] if number > SHOWN else []


def _cables(facts: Facts, outcome: Outcome) -> Section | None:
    rows = burdened(outcome)
    if not len(rows):
        return None
    low = low_side(facts)
    change = outcome.after.utilization - outcome.before.utilization
    items: list[Row] = []
    for row in rows[:SHOWN].tolist():
        side, near = int(np.nanargmax(change[row])), int(low[row])
        old, new = (float(each.utilization[row, side]) for each in (outcome.before, outcome.after))
        act = Pick(Selection(cables=frozenset([row])))
        value = f"{whole_share(old)} → {whole_share(new)}"
        items.append(Item(str(facts.ends[row, near]), f"to {facts.ends[row, 1 - near]}", value, new, act))
    every = Open("cables", only=frozenset(rows.tolist()))
    return Section(
        "Cables that take over", (*items, *_more(len(rows))), f"Show all {count(len(rows))}", every
    )


def _hosts(outcome: Outcome) -> Section | None:
    hosts = [*outcome.lost_hosts, *outcome.cut_off_hosts]
    if not hosts:
        return None
    lost = len(outcome.lost_hosts)
    rows: list[Row] = [
        Line(name, "no cable left" if at < lost else "apart from the rest")
        for at, name in enumerate(hosts[:SHOWN])
    ]
    hint = "As a host list for scontrol or pdsh"
    copy = Button("Copy as host list", Copy(host_list(hosts), "Copied a host list"), "copy", hint)
    return Section("Hosts cut off", (*rows, *_more(len(hosts)), Buttons((copy,))), count(len(hosts)))


def _routing(outcome: Outcome) -> Section:
    down = outcome.before.is_up & ~outcome.after.is_up
    carried = float(outcome.before.load[down].sum())
    rows = (
        Fact("Cables without service", count(int(down.sum()))),
        Fact("They carried", f"{figure(carried)}{THIN}Gbit/s", hint="Both directions together, before"),
        Fact("Flows affected", _any(outcome.affected_flows), hint="With another way or another rate"),
        Fact("Table entries changed", count(outcome.entries_changed), hint="Those for LIDs of end ports"),
        Fact("Blocks to send", count(outcome.blocks_changed), hint="Of 64 entries, to the switches"),
    )
    return Section("Cause", rows, outcome.after.routing.used)


def _any(number: int | None) -> str:
    return NOTHING if number is None else several(number, "flow")
