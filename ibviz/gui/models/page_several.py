"""The inspector's page of several things: what they have in common."""

from __future__ import annotations

import numpy as np

from ibviz.core.host_names import host_list
from ibviz.core.table import Ints, Texts
from ibviz.gui.models.grouped import group_of
from ibviz.gui.models.page import Button, Buttons, Copy, Fact, Gauge, Item, Open, Page, Pick, Row, Section
from ibviz.gui.models.seen import Seen
from ibviz.gui.models.texts import NOTHING, count, figure, several, share, whole_share
from ibviz.gui.selection import Selection

VALUES = "Several values"
SHOWN = 5


def several_page(seen: Seen, selection: Selection) -> Page:
    """Say what the selected nodes and cables have in common."""
    nodes = np.array(sorted(selection.nodes), np.int64)
    cables = np.array(sorted(selection.cables), np.int64)
    words = [several(len(nodes), "node")] * bool(len(nodes)) + [several(len(cables), "cable")] * bool(
        len(cables)
    )
    title, subtitle, sections = " and ".join(words), "selected", list[Section]()
    group = None if len(cables) else group_of(seen.facts, nodes)
    if group is not None:
        title, subtitle = group.name, group.known
        said = [Fact(word[0].upper() + word[1:], count(number)) for number, word in group.counts]
        sections.append(Section("In it", tuple(said)))
    if len(nodes):
        sections.append(_nodes(seen, nodes))
    if len(cables):
        sections.append(_cables(seen, cables))
        sections += _hottest(seen, cables)
    return Page(title, subtitle, "group", tuple(sections))


def common(values: Texts) -> str:
    """Return the value that all have, or that there are several.

    Examples
    --------
    >>> common(np.array(["a", "a"], object)), common(np.array(["a", "b"], object)), common(np.array([""], object))
    ('a', 'Several values', '–')
    """
    different = set(values.tolist())
    return VALUES if len(different) > 1 else next(iter(different), "") or NOTHING


def _nodes(seen: Seen, rows: Ints) -> Section:
    facts, nodes, structure = seen.facts, seen.state.fabric.nodes, seen.facts.structure
    made: list[Row] = [
        _fact("Layer", facts.layers[rows]),
        _fact("Model", nodes.model[rows]),
        Fact("Ports used", f"{count(int(facts.used[rows].sum()))} of {count(int(nodes.ports[rows].sum()))}"),
    ]
    leaf = structure.leaf[rows]
    if (leaf != rows).any():
        made.append(_fact("Leaf", np.append(facts.names, "")[leaf]))
    for word, group in (("Chassis", structure.chassis), ("Rack", structure.rack)):
        names = np.append(group.names, "")[group.of[rows]]
        if (names != "").any():
            made.append(_fact(word, names))
    if structure.has_rails:
        made.append(_fact("Rail", np.append(structure.rail.names, "")[structure.rail.of[rows]]))
    down = len(set(rows.tolist()) & seen.state.scenario.down_nodes)
    if down:
        made.append(Fact("Down", count(down), tone="down"))
    hosts = facts.hosts_of(rows)
    if hosts:
        text = host_list(hosts)
        made.append(Fact("Hosts", count(len(hosts)), hint=text[:300]))
        hint = "As a host list for scontrol or pdsh"
        made.append(Buttons((Button("Copy host list", Copy(text, "Copied a host list"), "copy", hint),)))
    act = Open("nodes", only=frozenset(rows.tolist()))
    return Section("Nodes", tuple(made), "Show all", act)


def _cables(seen: Seen, rows: Ints) -> Section:
    facts, cables = seen.facts, seen.state.fabric.cables
    capacity = float(seen.state.fabric.capacity[rows].sum())
    made: list[Row] = [
        _fact("Layer", facts.cable_layers[rows]),
        _fact("Speed", facts.rates[rows]),
        _fact("Medium", cables.medium[rows]),
    ]
    down = int(np.isin(rows, seen.down_cables).sum())
    if down:
        made.append(Fact("Down", count(down), tone="down"))
    if seen.simulation is not None:
        every = np.arange(len(rows))
        for word, side in (("Up", seen.lower[rows]), ("Down", 1 - seen.lower[rows])):
            load = float(seen.simulation.load[rows, side][every].sum()) if len(rows) else 0.0
            made.append(
                Gauge(
                    f"{word}, simulated", f"{figure(load)} of {figure(capacity)}\u2009Gbit/s", load / capacity
                )
            )
        used = seen.used[rows][np.isfinite(seen.used[rows])]
        if len(used):
            spread = f"{share(float(used.min()))} to {share(float(used.max()))}"
            made.append(Fact("Utilization", spread if used.min() < used.max() else share(float(used.max()))))
    act = Open("cables", only=frozenset(rows.tolist()))
    return Section("Cables", tuple(made), "Show all", act)


def _hottest(seen: Seen, rows: Ints) -> list[Section]:
    loaded = rows[seen.used[rows] > 0]
    if not len(loaded):
        return []
    items = []
    for row in loaded[np.argsort(-seen.used[loaded], kind="stable")][:SHOWN].tolist():
        near, far = seen.cable(row)
        used = float(seen.used[row])
        items.append(
            Item(near, f"to {far}", whole_share(used), used, Pick(Selection(cables=frozenset([row]))))
        )
    return [Section("Hottest of them", tuple(items))]


def _fact(key: str, values: Texts) -> Fact:
    text = common(values)
    return Fact(key, text, tone="t3" if text in (VALUES, NOTHING) else "")
