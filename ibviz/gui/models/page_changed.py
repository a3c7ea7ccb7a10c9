"""The page of what a failure changed: from figure to cause, worst first."""

from __future__ import annotations

import numpy as np

from ibviz.core.host_names import host_list
from ibviz.core.tables import Tables
from ibviz.flow.whatif import Outcome
from ibviz.flow.whatif_ranks import burdened, hurt_flows, places_after
from ibviz.flow.whatif_words import percent, rate, span
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.listings import low_side
from ibviz.gui.models.page import (
    Button,
    Buttons,
    Copy,
    Fact,
    Figure,
    Item,
    Line,
    Open,
    Page,
    Pick,
    Row,
    Section,
    Sentence,
)
from ibviz.gui.models.page_cause import cause_words, hottest
from ibviz.gui.models.texts import NOTHING, THIN, count, figure, several, whole_share
from ibviz.gui.selection import Selection

SEVERE = 0.1
"""Share of the throughput from which a loss counts as severe."""

SHOWN = 8
"""Things of a list that are shown; the others are counted."""


def changed_page(
    facts: Facts, outcome: Outcome, title: str, tables: tuple[Tables, Tables] | None = None
) -> Page:
    """Say what a failure costs, who is hurt most, which cables take over and who is cut off.

    Parameters
    ----------
    facts : Facts
        Of the fabric as built.
    outcome : Outcome
    title : str
        What is down, in words.
    tables : (Tables, Tables) or None
        Those before and after.
    """
    sections = [_figures(outcome), _why(facts, outcome, tables), _flows(facts, outcome)]
    sections += [_cables(facts, outcome), _hosts(outcome), _routing(outcome)]
    return Page(title, "", "fail", tuple(each for each in sections if each is not None))


def _figures(outcome: Outcome) -> Section:
    old, new = outcome.before.summary, outcome.after.summary
    gone = len(outcome.lost_hosts) + len(outcome.cut_off_hosts)
    pairs = outcome.disconnected_pairs
    was, now, unit = _apart(old["total_gbps"], new["total_gbps"])
    longer = _longer(old["rate_gbps"]["min"], new["rate_gbps"]["min"])
    slowed = NOTHING if outcome.slowed_flows is None else count(outcome.slowed_flows)
    rows: list[Row] = [
        Figure("Throughput", was, now, unit, _change(outcome.loss), _tone(outcome.loss)),
        Figure("Until all is through", "1", *longer, hint="Until the slowest flow is through, before as 1"),
        Figure("Slowed flows", "0", slowed, note=f"of {count(int(old['flows']))}"),
        Figure("Hosts cut off", "0", count(gone), note="" if gone else "none", tone="err" if gone else "ok"),
        Fact("Slowest flow", _pace(old["rate_gbps"]["min"], new["rate_gbps"]["min"])),
        Fact("Pairs cut off", count(pairs) if pairs else "none", tone="err" if pairs else "ok"),
    ]
    return Section("What it costs, simulated", tuple(rows))


def _apart(old: float, new: float) -> tuple[str, str, str]:
    """Return two rates with as many figures as tell them apart, and their unit."""
    if abs(new - old) < 1e-5 * max(old, new):
        told, _, unit = rate(new).rpartition(THIN)
        return told, told, unit
    both, _, unit = span(old, new).rpartition(THIN)
    was, _, now = both.partition(" to ")
    return was, now, unit


def _why(facts: Facts, outcome: Outcome, tables: tuple[Tables, Tables] | None) -> Section | None:
    """Return the cause in words, and the cable that it speaks of."""
    words, found = cause_words(facts, outcome, tables), hottest(outcome)
    if found is None:
        return None
    act = Pick(Selection(cables=frozenset([found[0]])))
    return Section("Why", (Sentence(words), Buttons((Button("Select this cable", act, "cable"),))))


def _change(loss: float) -> str:
    if abs(loss) < 5e-6:
        return "none"
    return f"{'−' if loss > 0 else '+'}{percent(abs(loss))}"


def _tone(loss: float) -> str:
    return "ok" if loss < 5e-6 else "err" if loss >= SEVERE else "warn"


def _pace(old: float | None, new: float | None) -> str:
    """Return a rate before and after, once where it stays."""
    if old is None:
        return NOTHING
    was, now = figure(old), figure(new or 0.0)
    return f"{now}{THIN}Gbit/s" if was == now else f"{was} → {now}{THIN}Gbit/s"


def _longer(old: float | None, new: float | None) -> tuple[str, str]:
    """Return how many times as long it takes until the slowest flow is through, and what stands behind that."""
    if not old:
        return NOTHING, ""
    if not new:
        return "never", ""
    return ("as long", "as before") if abs(old / new - 1) < 0.005 else (figure(old / new), "times as long")


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
    return Section("Routing", rows, outcome.after.routing.used)


def _any(number: int | None) -> str:
    return NOTHING if number is None else several(number, "flow")
