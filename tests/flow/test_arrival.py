from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from fabrics import fabric_of, fabrics, scenarios
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.arrival import Arrival, arrival, lost_pairs
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.paths import paths
from ibviz.flow.routes import tables_for


def scrambled(tables: Tables, seed: int) -> Tables:
    """Return tables with a third of the entries drawn at random."""
    rng = np.random.default_rng(seed)
    ports = tables.wiring.switch_ports.switch.shape[1]
    made = [
        np.where(rng.random(t.shape) < 0.3, rng.integers(0, ports + 1, t.shape), t).astype(np.uint8)
        for t in (tables.to_end, tables.to_switch)
    ]
    return replace(tables, to_end=made[0], to_switch=made[1])


def circles(tables: Tables) -> int:
    """Count circles by walking."""
    wires, plugs = tables.wiring, tables.wiring.switch_ports.switch
    goals: list[tuple[Any, int, int]] = [
        (row, int(wires.place[switch]), int(port))
        for row, switch, port in zip(
            tables.to_end, wires.end_ports.switch, wires.end_ports.switch_port, strict=True
        )
        if switch >= 0
    ]
    goals += [(row, place, 0) for place, row in enumerate(tables.to_switch)]
    found = 0
    for row, goal, last in goals:
        seen = set()
        for start in range(len(row)):
            here, walked = start, []
            while here >= 0 and here not in walked and not (here == goal and row[here] == last):
                walked.append(here)
                port = int(row[here])
                here = int(plugs[here, port]) if 0 < port < plugs.shape[1] else -1
            if here in walked:
                seen.add(min(walked[walked.index(here) :]))
        found += len(seen)
    return found


@given(fabrics(), st.integers(0, 2**32))
def test_that_lost_pairs_and_circles_are_those_found_by_walking(fabric: Fabric, seed: int) -> None:
    tables = scrambled(minhop(wiring(fabric)), seed)
    ends = tables.wiring.endpoints
    count = len(ends)
    src, dst = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    same = (ends.subnet[src] == ends.subnet[dst]) & (ends.subnet[src] >= 0) & (src != dst)
    _, length = paths(tables, src, dst)
    assert arrival(tables) == Arrival(int((length[same] < 0).sum()), circles(tables))
    assert lost_pairs(tables) == int((length[same] < 0).sum())


@given(st.data())
def test_that_following_only_what_leads_no_nearer_loses_the_same_pairs(data: st.DataObject) -> None:
    fabric = data.draw(fabrics())
    tables = tables_for(
        wiring(fabric, data.draw(scenarios(fabric))),
        Choice(data.draw(st.sampled_from(["minhop", "updn", "ftree", "sssp"]))),
    )
    assert lost_pairs(tables) == arrival(tables).lost_pairs


def test_that_two_switches_that_send_to_each_other_are_one_loop() -> None:
    tables = minhop(wiring(fabric_of("SSHH", [(0, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 2)])))
    wrong = tables.to_end.copy()
    end = int(np.flatnonzero(tables.wiring.end_ports.node == 3)[0])
    wrong[end] = 1
    assert arrival(replace(tables, to_end=wrong)) == Arrival(1, 1)


def test_that_hosts_cabled_to_each_other_lose_no_route_at_a_switch() -> None:
    fabric = fabric_of("SHHHH", [(0, 1, 1, 1), (0, 2, 2, 1), (3, 1, 4, 1)])
    tables = minhop(wiring(fabric))
    assert lost_pairs(tables) == arrival(tables).lost_pairs
