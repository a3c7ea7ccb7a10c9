from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabrics, scenarios, torus_of, tree2, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import matching, wiring
from ibviz.flow.arrival import arrival
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.mending import mended
from ibviz.flow.resweep import picked
from ibviz.flow.routes import route


@given(st.data(), fabrics(dead=False) | trees())
def test_that_shortest_paths_are_mended_as_minhop_keeps_them(data: st.DataObject, fabric: Fabric) -> None:
    before = minhop(wiring(fabric))
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    mine, theirs = mended(before, wires), minhop(wires, before)
    known = matching(before.wiring.end_ports, wires.end_ports, len(fabric.nodes)) >= 0
    assert np.array_equal(mine.to_end[known], theirs.to_end[known])
    assert np.array_equal(mine.to_switch, theirs.to_switch)


@given(st.data(), trees(), st.sampled_from(["updn", "dnup", "sssp", "dmodk"]))
def test_that_nothing_loops_and_all_that_the_wiring_joins_arrives(
    data: st.DataObject, fabric: Fabric, engine: str
) -> None:
    before = route(fabric, routing=Choice(engine))
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    made = arrival(mended(before, wires))
    assert made.loops == 0
    if arrival(before).lost_pairs == 0:
        assert made.lost_pairs == arrival(minhop(wires)).lost_pairs


def test_that_long_ways_stay_where_they_are_whole() -> None:
    fabric = torus_of((5,))
    clockwise = minhop(wiring(fabric))
    wires = clockwise.wiring
    round_ = replace(clockwise, to_end=clockwise.to_end.copy())
    goal = int(wires.place[wires.end_ports.switch[0]])
    steps: list[tuple[int, int]] = []
    here = goal
    onto = wires.switch_ports.switch
    last = -1
    for _ in range(4):
        before = next(
            int(s)
            for s in range(5)
            if goal != s != last and s not in [a for a, _ in steps] and here in onto[s]
        )
        steps.append((before, int(np.flatnonzero(onto[before] == here)[0])))
        last, here = here, before
    for switch, out in steps:
        round_.to_end[0, switch] = out
    assert arrival(round_).lost_pairs == 0
    far, out = steps[-1]
    cable = int(wires.switch_ports.channel[far, out]) // 2
    closing = next(
        row
        for row in wires.rows.tolist()
        if set(fabric.cables.node[row].tolist()) == {int(wires.switches[far]), int(wires.switches[goal])}
    )
    assert np.array_equal(
        mended(round_, wiring(fabric, Scenario(down_cables=frozenset([closing])))).to_end[0], round_.to_end[0]
    )
    turned = mended(round_, wiring(fabric, Scenario(down_cables=frozenset([cable]))))
    changed = np.flatnonzero(turned.to_end[0] != round_.to_end[0])
    assert changed.tolist() == [far]


def test_that_what_led_nowhere_before_is_left_alone() -> None:
    fabric = tree2(3, 2, 2)
    before = minhop(wiring(fabric))
    before = replace(before, to_switch=np.full_like(before.to_switch, NO_PATH), to_end=before.to_end.copy())
    before.to_end[0] = 200
    wires = wiring(fabric, Scenario(down_cables=frozenset([0])))
    made = mended(before, wires)
    assert (made.to_switch == NO_PATH).all() and (made.to_end[0] == 200).all()
    assert (made.to_end[1:] != picked(before.to_end, np.arange(6), np.arange(5))[1:]).any()
