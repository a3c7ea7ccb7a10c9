"""Helpers for tests of flows: an independent solver, an outside one, and fabrics with rails."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from fabrics import fabric_of
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.simulation import Simulation
from ibviz.flow.simulate import simulate

SYSTEM_PYTHON = Path("/usr/bin/python3")


def laid(
    fabric: Fabric, traffic: str, routing: str = "minhop", scenario: Scenario = AS_BUILT, **more: Any
) -> Simulation:
    """Simulate a traffic given as text."""
    return simulate(fabric, scenario, traffic=Choice.parse(traffic), routing=Choice.parse(routing), **more)


def filled(
    rows: Sequence[Sequence[int]],
    capacity: Sequence[Fraction | int],
    weight: Sequence[Fraction | int] | None = None,
    demand: Sequence[Fraction | int | None] | None = None,
) -> list[Fraction]:
    """Max-min rates by raising all flows together, event by event, in exact fractions."""
    weights = [Fraction(w) for w in (weight or [1] * len(rows))]
    wanted = list(demand or [None] * len(rows))
    left = [Fraction(c) for c in capacity]
    rate = [Fraction(0)] * len(rows)
    live = {flow for flow, row in enumerate(rows) if row}
    while live:
        on = {c: sum(weights[f] for f in live if c in rows[f]) for f in live for c in rows[f]}
        steps = [left[c] / on[c] for c in on]
        steps += [Fraction(w) - rate[f] for f in live if (w := wanted[f]) is not None]
        step = min(steps)
        for flow in live:
            rate[flow] += step
        for channel, crossing in on.items():
            left[channel] -= step * crossing
        full = {c for c in on if not left[c]}
        live = {f for f in live if not full & set(rows[f]) and (wanted[f] is None or rate[f] < wanted[f])}
    return rate


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray[Any, Any]:
    """Return rows of unlike length as one array, padded with -1."""
    width = max((len(row) for row in rows), default=0)
    return np.array([[*row, *[-1] * (width - len(row))] for row in rows], np.int32).reshape(len(rows), width)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Random flows (each at least one channel, none twice) and whole-numbered capacities."""
    channels = draw(st.integers(1, 8))
    row = st.lists(st.integers(0, channels - 1), min_size=1, max_size=4, unique=True)
    rows = draw(st.lists(row, min_size=1, max_size=12))
    return rows, draw(st.lists(st.integers(1, 12), min_size=channels, max_size=channels))


def rails(hosts: int = 4, rails_: int = 2, *, spine: bool = True) -> Fabric:
    """Build hosts ``n1`` … with an HCA on each rail, a leaf for each rail, and a spine above."""
    cables = [(rails_, leaf + 1, leaf, hosts + 1) for leaf in range(rails_)] if spine else []
    names = [f"leaf{leaf + 1}" for leaf in range(rails_)] + ["spine"]
    for host in range(hosts):
        for rail in range(rails_):
            cables.append((len(names), 1, rail, host + 1))
            names.append(f"n{host + 1:02d} mlx5_{rail}")
    return fabric_of("S" * (rails_ + 1) + "H" * (hosts * rails_), cables, names=names)


def with_slots(fabric: Fabric, slots: dict[int, str]) -> Fabric:
    """State PCIe slots of nodes."""
    pcie = np.full(len(fabric.nodes), "", object)
    for row, slot in slots.items():
        pcie[row] = slot
    return Fabric(fabric.nodes.with_columns(pcie=pcie), fabric.cables, fabric.ports)


def simgrid_is_there() -> bool:
    """Tell whether SimGrid answers."""
    if not SYSTEM_PYTHON.exists():
        return False
    asked = subprocess.run([SYSTEM_PYTHON, "-c", "import simgrid"], capture_output=True, timeout=60)
    return asked.returncode == 0


def simgrid_ends(
    rows: Sequence[Sequence[int]], capacity: Sequence[float], size: Sequence[float]
) -> list[float]:
    """Return when each transfer of a size ends, by SimGrid; sizes and capacities in the same unit."""
    case = {
        "capacity": [c * _UNIT for c in capacity],
        "flows": [list(row) for row in rows],
        "size": [round(s * _UNIT) for s in size],
    }
    asked = subprocess.run(
        [SYSTEM_PYTHON, "-c", _SIMGRID], input=json.dumps(case), capture_output=True, text=True, timeout=60
    )
    ends: list[float] = json.loads(asked.stdout.strip().splitlines()[-1])
    return ends


_UNIT = 10**12
_SIMGRID = """
import json, sys
from simgrid import Actor, Engine, LinkInRoute, Mailbox, NetZone

case = json.load(sys.stdin)
options = ["network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0",
           "maxmin/precision:1e-12", "surf/precision:1e-12"]
engine = Engine(["oracle", "--log=root.thresh:critical", *["--cfg=" + option for option in options]])
zone = NetZone.create_full_zone("zone")
links = [zone.create_link(f"l{i}", c).set_latency(0).seal() for i, c in enumerate(case["capacity"])]
done = [0.0] * len(case["flows"])

def send(flow):
    Mailbox.by_name(f"m{flow}").put(flow, case["size"][flow])

def receive(flow):
    Mailbox.by_name(f"m{flow}").get()
    done[flow] = Engine.clock

ends = []
for flow, row in enumerate(case["flows"]):
    a, b = zone.create_host(f"a{flow}", 1e9), zone.create_host(f"b{flow}", 1e9)
    a.seal(), b.seal()
    zone.add_route(a.netpoint, b.netpoint, None, None, [LinkInRoute(links[i]) for i in row], False)
    ends.append((a, b))
zone.seal()
for flow, (a, b) in enumerate(ends):
    Actor.create(f"s{flow}", a, send, flow)
    Actor.create(f"r{flow}", b, receive, flow)
engine.run()
print(json.dumps(done))
"""
