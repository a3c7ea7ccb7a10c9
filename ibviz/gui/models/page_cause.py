"""Why a failure costs what it costs: the cable that carries the most now, and how its load got there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import matching
from ibviz.flow.whatif import Outcome
from ibviz.flow.whatif_ranks import burdened
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.texts import several, whole_share


@dataclass(frozen=True)
class Moved:
    """Entries of one switch for end ports that name a port now and named another before.

    Attributes
    ----------
    entries : int
    forced : int
        Of those, the ones whose former port has lost its cable.
    """

    entries: int
    forced: int


def hottest(outcome: Outcome) -> tuple[int, int] | None:
    """Return cable and end of the direction with the highest utilization among those that carry more than before."""
    rows = burdened(outcome)
    if not len(rows):
        return None
    old, new = outcome.before.utilization[rows], outcome.after.utilization[rows]
    value = np.where(new > old, np.nan_to_num(new, nan=-1.0), -1.0)
    row, end = np.unravel_index(int(np.argmax(np.round(value, 9))), value.shape)
    return int(rows[row]), int(end)


def moved_onto(before: Tables, after: Tables, node: int, port: int) -> Moved | None:
    """Count entries of a switch that moved onto one of its ports; None for what is no switch or has no entries."""
    at = [np.flatnonzero(each.wiring.switches == node) for each in (before, after)]
    if not all(map(len, at)) or before.by_source is not None or after.by_source is not None:
        return None
    fabric = after.wiring.fabric
    same = matching(before.wiring.end_ports, after.wiring.end_ports, len(fabric.nodes))
    new = np.flatnonzero((after.to_end[:, at[1][0]] == port) & (same >= 0))
    was = before.to_end[same[new], at[0][0]]
    was = was[was != port]
    alive = np.zeros(NO_PATH + 1, bool)
    mine = fabric.cables.node[after.wiring.rows] == node
    alive[np.minimum(fabric.cables.port[after.wiring.rows][mine], NO_PATH)] = True
    return Moved(len(was), int((~alive[was]).sum()))


def cause_words(facts: Facts, outcome: Outcome, tables: tuple[Tables, Tables] | None) -> str:
    """Say which cable carries the most now, how many entries moved onto it, and why; empty if none carries more."""
    found = hottest(outcome)
    if found is None:
        return ""
    row, end = found
    old, new = (float(each.utilization[row, end]) for each in (outcome.before, outcome.after))
    near, far = facts.ends[row, end], facts.ends[row, 1 - end]
    carried = f"{whole_share(new)} instead of {whole_share(old)}"
    words = f"Of the cables that take over, {near} to {far} is the fullest now: {carried}."
    cables = facts.fabric.cables
    node, port = int(cables.node[row, end]), int(cables.port[row, end])
    moved = moved_onto(*tables, node, port) if tables is not None else None
    return words if moved is None else f"{words} {_why(str(facts.names[node]), moved)}"


def _why(name: str, moved: Moved) -> str:
    if not moved.entries:
        return f"No entry of {name} moved onto it: flows across it have become faster, or more come in."
    said = f"{several(moved.entries, 'entry', 'entries')} of {name} moved onto it"
    if moved.forced == moved.entries:
        its = "its former port has" if moved.entries == 1 else "their former ports have"
        return f"{said}, for {its} lost the cable."
    if not moved.forced:
        return f"{said}, for the subnet manager chose its ports anew."
    return f"{said}, {moved.forced:,} of them for their former ports have lost the cable."
