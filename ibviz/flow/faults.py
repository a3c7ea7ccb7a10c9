"""What is wrong with forwarding tables, finding by finding, each with the switches, LIDs and ports that it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ibviz.core.addresses import lids
from ibviz.core.fabric import Kind
from ibviz.core.references import References
from ibviz.core.table import Bools, Ints, Ints32
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import as_built
from ibviz.flow.arrival import endpoints_at
from ibviz.flow.deadlock import waiting_circles
from ibviz.flow.hops import hops
from ibviz.flow.steps import Steps, to_ends, to_switches
from ibviz.flow.verify import mute_switches, without_lanes

Severity = Literal["error", "warning", "note"]
SHOWN = 20
"""Most examples of a finding."""

_WALKED = 10_000


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with forwarding tables.

    Attributes
    ----------
    code : str
        ``no-route``, ``loop``, ``dead-port``, ``wrong-port``, ``credit-loop``, ``detour`` or ``no-switch-route``.
    severity : str
    message : str
        One sentence.
    count : int
        How many there are: pairs of endpoints, circles, entries.
    where : tuple of str
        Examples: ports, ways round, pairs.
    nodes : tuple of int
        Rows of the switches that the examples are about.
    """

    code: str
    severity: Severity
    message: str
    count: int
    where: tuple[str, ...] = ()
    nodes: tuple[int, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return it for ``route --json``."""
        shown = {"code": self.code, "severity": self.severity, "message": self.message, "count": self.count}
        return {**shown, "where": list(self.where)}


def faults(tables: Tables) -> tuple[Fault, ...]:
    """Check forwarding tables.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    tuple of Fault
        Worst first; empty where all is well, and for what no table holds: routes that depend on the source,
        or that a switch chooses as it goes.
    """
    if tables.by_source is not None or tables.groups is not None:
        return ()
    pass_ = _Pass(tables)
    names = References(tables.wiring.fabric)
    found = [
        *_no_route(pass_, names),
        *_loops(pass_, names),
        *_ports(pass_, names),
        *_waiting(tables, names),
        *_detours(pass_),
        *_mute(tables),
    ]
    return tuple(sorted(found, key=lambda fault: ("error", "warning", "note").index(fault.severity)))


class _Pass:
    """One walk over all entries, destination by destination."""

    def __init__(self, tables: Tables) -> None:
        wires = tables.wiring
        self.tables, self.size = tables, len(wires.switches)
        self.sources = endpoints_at(wires)
        self.subnet = as_built(wires).subnet[wires.switches]
        self.is_endpoint = wires.fabric.nodes.kind[wires.end_ports.node] == Kind.HCA
        self.near = hops(wires)
        self.plugged = np.zeros((self.size, NO_PATH + 1), np.bool_)
        channel = wires.switch_ports.channel
        self.plugged[:, : channel.shape[1]] = channel >= 0
        self.lost = self.longer = self.walked = 0
        self.pairs: list[tuple[int, int]] = []
        self.dead, self.wrong = (np.zeros((self.size, NO_PATH + 1), np.int64) for _ in range(2))
        self.circles: dict[tuple[int, ...], list[int]] = {}
        known = lids(wires)
        for lid, course in ((known.end, to_ends(tables)), (known.switch, to_switches(tables))):
            for steps in course:
                self._take(steps, lid.astype(np.int64), course_of_ends=lid is known.end)

    def _take(self, steps: Steps, lid: Ints, *, course_of_ends: bool) -> None:
        last, length = _measured(steps.onward)
        last, length = last[:, : self.size], length[:, : self.size]
        arrives = last == steps.delivered
        if course_of_ends:
            self._count(steps, arrives, length)
        self._note_ports(steps)
        caught = last < self.size
        for row in np.flatnonzero(caught.any(axis=1)).tolist():
            self._walk(steps.onward[row], np.unique(last[row, caught[row]]), int(lid[steps.target[row]]))

    def _count(self, steps: Steps, arrives: Bools, length: Ints32) -> None:
        ends = self.is_endpoint[steps.target]
        same = self.subnet[steps.goal][:, None] == self.subnet
        lost = ~arrives & same & ends[:, None]
        own = lost[np.arange(len(lost)), steps.goal]
        self.lost += int((lost @ self.sources).sum() - own.sum())
        if len(self.pairs) < SHOWN and lost.any():
            row, at = np.nonzero(lost & (self.sources > 0))
            self.pairs += list(zip(at.tolist(), steps.target[row].tolist(), strict=True))[:SHOWN]
        shortest = self.near.count[steps.goal][:, : self.size].astype(np.int32) + 1
        longer = arrives & ends[:, None] & (length > shortest)
        self.longer += int((longer @ self.sources).sum())

    def _note_ports(self, steps: Steps) -> None:
        astray = (steps.onward[:, : self.size] == self.size + 1) & (steps.port != NO_PATH)
        row, at = np.nonzero(astray)
        port = steps.port[row, at]
        plugged = self.plugged[at, port]
        for table, some in ((self.dead, ~plugged), (self.wrong, plugged)):
            np.add.at(table, (at[some], port[some]), 1)

    def _walk(self, onward: Ints32, starts: Ints, lid: int) -> None:
        for start in starts.tolist():
            if self.walked > _WALKED:
                return
            circle, here = [start], int(onward[start])
            while here != start:
                circle.append(here)
                here = int(onward[here])
            self.walked += len(circle)
            turn = circle.index(min(circle))
            lids_ = self.circles.setdefault((*circle[turn:], *circle[:turn]), [])
            if lid not in lids_[-1:]:
                lids_.append(lid)


def _measured(onward: Ints32) -> tuple[Ints32, Ints32]:
    """Return where each route ends, or some switch of its circle, and how many switches it passes."""
    size = onward.shape[1] - 2
    length = np.ones_like(onward)
    length[:, size:] = 0
    reach, last = 1, onward
    while reach <= size and (last < size).any():
        length = length + np.take_along_axis(length, last, axis=1)
        last = np.take_along_axis(last, last, axis=1)
        reach *= 2
    return last, length


def _no_route(found: _Pass, names: References) -> Iterator[Fault]:
    if not found.lost:
        return
    wires = found.tables.wiring
    where = []
    for at, end in found.pairs[:SHOWN]:
        target = names.text(int(wires.end_ports.node[end]))
        where.append(f"{names.text(int(wires.switches[at]))} to {target}")
    nodes = tuple(dict.fromkeys(int(wires.switches[at]) for at, _ in found.pairs[:SHOWN]))
    many = _several(found.lost, "pair of endpoints has no route", "pairs of endpoints have no route")
    yield Fault("no-route", "error", f"{many}, such as from {where[0]}", found.lost, tuple(where), nodes)


def _loops(found: _Pass, names: References) -> Iterator[Fault]:
    if not found.circles:
        return
    wires = found.tables.wiring
    where, nodes = [], []
    for circle, known in list(found.circles.items())[:SHOWN]:
        rows = wires.switches[list(circle)].tolist()
        nodes += rows
        listed = ", ".join(map(str, known[:5])) + (f" and {len(known) - 5:,} more" if len(known) > 5 else "")
        way = ", ".join(names.text(row) for row in rows)
        where.append(f"{'LID' if len(known) == 1 else 'LIDs'} {listed}: {way}")
    count = len(found.circles)
    head = _several(count, "circle of switches that packets", "circles of switches that packets")
    yield Fault(
        "loop", "error", f"{head} never leave; {where[0]}", count, tuple(where), tuple(dict.fromkeys(nodes))
    )


def _ports(found: _Pass, names: References) -> Iterator[Fault]:
    wires = found.tables.wiring
    for code, table, words in (
        (
            "dead-port",
            found.dead,
            ("entry leads to a port without cable", "entries lead to ports without cable"),
        ),
        ("wrong-port", found.wrong, ("entry leads to another end port", "entries lead to another end port")),
    ):
        at, port = np.nonzero(table)
        if not len(at):
            continue
        order = np.argsort(-table[at, port], kind="stable")[:SHOWN]
        rows = wires.switches[at[order]].tolist()
        where = tuple(f"{names.text(row)}[{p}]" for row, p in zip(rows, port[order].tolist(), strict=True))
        count = int(table.sum())
        message = (
            f"{_several(count, *words)} than the destination's"
            if code == "wrong-port"
            else _several(count, *words)
        )
        yield Fault(code, "error", f"{message}, such as {where[0]}", count, where, tuple(dict.fromkeys(rows)))


def _waiting(tables: Tables, names: References) -> Iterator[Fault]:
    circles = waiting_circles(without_lanes(tables), SHOWN)
    if not circles.count:
        return
    wires = tables.wiring
    ports = wires.switch_ports.switch.shape[1]
    where, nodes = [], []
    for circle in circles.shown:
        rows = wires.switches[[channel // ports for channel in circle]].tolist()
        nodes += rows
        where.append(
            " > ".join(f"{names.text(row)}[{c % ports}]" for row, c in zip(rows, circle, strict=True))
        )
    many = _several(circles.count, "credit loop is possible", "credit loops are possible")
    message = f"{many}, channels that wait for each other when all send to all, such as {where[0]}"
    yield Fault("credit-loop", "warning", message, circles.count, tuple(where), tuple(dict.fromkeys(nodes)))


def _detours(found: _Pass) -> Iterator[Fault]:
    if found.longer:
        many = _several(found.longer, "pair of endpoints has a route", "pairs of endpoints have routes")
        yield Fault("detour", "note", f"{many} longer than the shortest", found.longer)


def _mute(tables: Tables) -> Iterator[Fault]:
    if mute := mute_switches(tables):
        many = _several(mute, "entry from switch to switch is", "entries from switch to switch are")
        words = "which is usual where roots do not reach each other, and concerns no host"
        yield Fault("no-switch-route", "note", f"{many} empty, {words}", mute)


def _several(count: int, one: str, more: str) -> str:
    return f"1 {one}" if count == 1 else f"{count:,} {more}"
