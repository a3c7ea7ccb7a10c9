from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabrics, tree2, tree3
from flows import rails
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables
from ibviz.gui.models.crossing import crossing
from ibviz.gui.models.knowledge import NO_FLOWS


def check(
    fabric: Fabric, traffic: str, scenario: Scenario, step: int = 1, engine: Choice | None = None
) -> None:
    tables = tables_for(wiring(fabric, scenario), engine)
    simulation = simulate_tables(tables, Choice.parse(traffic))
    listed = simulation.all_flows()
    for channel in range(0, 2 * len(fabric.cables), step):
        one_by_one = crossing(simulation, tables, channel, listed)
        if tables.groups is None:
            assert one_by_one.flows == simulation.flows_on.ravel()[channel]
        if simulation.listing is not None:
            together = crossing(simulation, tables, channel, NO_FLOWS)
            assert np.array_equal(together.per_source, one_by_one.per_source)
            assert np.allclose(together.slowest, one_by_one.slowest, equal_nan=True)


@pytest.mark.parametrize("traffic", ["shift:k=3", "all-to-all", "all-to-all:local=1"])
@pytest.mark.parametrize("fabric", [tree2(3, 2, 2, shuffle=3), tree3(2, 2, 2, 1, 1), rails()])
def test_that_flows_across_are_those_that_the_simulation_counts(fabric: Fabric, traffic: str) -> None:
    check(fabric, traffic, Scenario())


@pytest.mark.parametrize("engine", ["smodk", "adaptive"])
@pytest.mark.parametrize("fabric", [tree2(3, 2, 2, shuffle=3), tree3(2, 2, 2, 1, 1), rails()])
def test_that_flows_across_are_known_without_tables_too(fabric: Fabric, engine: str) -> None:
    for traffic in ("shift:k=3", "all-to-all"):
        check(fabric, traffic, Scenario(), engine=Choice(engine))


def test_that_what_is_down_is_crossed_by_nobody() -> None:
    check(tree2(3, 2, 2), "all-to-all", Scenario("x", frozenset([3]), frozenset([7])))
    check(tree2(3, 2, 2), "shift:k=2", Scenario("x", frozenset([5]), frozenset([0])))


@given(fabrics())
def test_that_any_fabric_has_the_same_flows_across(fabric: Fabric) -> None:
    check(fabric, "all-to-all", Scenario(), step=5)


def test_that_the_slowest_flows_come_first() -> None:
    fabric = tree2(4, 1, 3)
    tables = tables_for(wiring(fabric))
    simulation = simulate_tables(tables, Choice.parse("permutation:seed=3"))
    rates = [
        simulation.flows.rate[crossing(simulation, tables, 2 * c, simulation.flows).flow] for c in range(4)
    ]
    assert all((np.diff(one) >= 0).all() for one in rates)
    assert sum(map(len, rates)) > 0
