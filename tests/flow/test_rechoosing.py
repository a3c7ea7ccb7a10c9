from __future__ import annotations

import numpy as np
import pytest
from fabrics import random_fabric, scenarios, tree2, tree3, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow import resweep
from ibviz.flow.rechoosing import are_few
from ibviz.flow.routes import tables_for


@given(st.data())
def test_that_going_by_switch_finds_what_going_by_destination_finds(data: st.DataObject) -> None:
    fabric = data.draw(trees())
    before = tables_for(wiring(fabric))
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    found = []
    for few in (True, False):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(resweep, "are_few", lambda lost, few=few: few)
            found.append(tables_for(wires, before=before))
    assert np.array_equal(found[0].to_end, found[1].to_end)
    assert np.array_equal(found[0].to_switch, found[1].to_switch)


def both_ways(fabric: Fabric, routing: Choice, scenario: Scenario) -> list[Tables]:
    """Let a re-sweep go by switch, then by destination."""
    before = tables_for(wiring(fabric), routing)
    found = []
    for few in (True, False):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(resweep, "are_few", lambda lost, few=few: few)
            found.append(tables_for(wiring(fabric, scenario), routing, before=before))
    return found


@pytest.mark.parametrize("name", ["updn", "dnup"])
def test_that_going_by_switch_never_turns_up_again_after_down(name: str) -> None:
    lost = 0
    for seed in range(6):
        for fabric in (
            tree2(4, 2, 3, parallel=1 + seed % 3, shuffle=seed),
            tree3(3, 2, 2, 1, 2, shuffle=seed),
            random_fabric(seed, 9, 14, 1.0, 0.0),
        ):
            wires = wiring(fabric)
            scenario = Scenario("", down_cables=frozenset({int(wires.rows[wires.trunks][seed])}))
            few, many = both_ways(fabric, Choice(name), scenario)
            assert np.array_equal(few.to_end, many.to_end), seed
            assert np.array_equal(few.to_switch, many.to_switch), seed
            whole = tables_for(wiring(fabric, AS_BUILT), Choice(name))
            lost += int((whole.to_end != few.to_end).sum())
    assert lost


def test_that_a_cable_loses_few_and_a_dead_spine_many() -> None:
    one, many = np.zeros((18, 36), bool), np.ones((18, 36), bool)
    one[:, 3] = True
    assert are_few({}) and are_few({0: one}) and not are_few({0: many})
