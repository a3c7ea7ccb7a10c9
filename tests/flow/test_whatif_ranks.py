from __future__ import annotations

import numpy as np
from fabrics import tree2

from ibviz.core.progress import silent
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables
from ibviz.flow.whatif import Outcome, compare
from ibviz.flow.whatif_ranks import burdened, hurt_flows, places_after


def outcome_of(traffic: str, nodes: frozenset[int] = frozenset()) -> Outcome:
    """Four leaves (0 to 3), two spines, three hosts a leaf."""
    fabric = tree2(4, 2, 3)
    structure, choice = shape(wiring(fabric)), Choice.parse(traffic)
    before = tables_for(structure.wiring)
    after = tables_for(wiring(fabric, Scenario("x", nodes)), before=before)
    runs = [(tables, simulate_tables(tables, choice, structure=structure)) for tables in (before, after)]
    return compare(structure, runs[0], runs[1], progress=silent)


SPINE = frozenset([4])


def test_that_the_flows_hurt_most_come_first() -> None:
    outcome = outcome_of("shift:k=3", SPINE)
    hurt = hurt_flows(outcome)
    assert len(hurt) == outcome.slowed_flows > 0
    share = outcome.rate_after[hurt] / outcome.rate_before[hurt]
    assert (np.diff(share) >= -1e-9).all()
    assert share.max() < 1


def test_that_nothing_down_hurts_nobody() -> None:
    outcome = outcome_of("shift:k=3")
    assert not len(hurt_flows(outcome))
    assert not len(burdened(outcome))


def test_that_an_exchange_lists_no_flow() -> None:
    assert not len(hurt_flows(outcome_of("all-to-all", SPINE)))


def test_that_flows_keep_their_ends_where_others_have_gone() -> None:
    outcome = outcome_of("shift:k=3", frozenset([0]))
    places = places_after(outcome)
    assert (places == -1).sum() == outcome.lost_flows > 0
    old, new = outcome.before, outcome.after
    for flow in np.flatnonzero(places >= 0).tolist():
        for end in ("src", "dst"):
            was = old.wiring.endpoints.node[getattr(old.flows, end)[flow]]
            now = new.wiring.endpoints.node[getattr(new.flows, end)[places[flow]]]
            assert was == now


def test_that_cables_that_take_over_are_those_of_the_other_spine() -> None:
    lost = 4 + int(outcome_of("shift:k=1").before.load[[0, 2, 4, 6]].sum() == 0)
    outcome = outcome_of("shift:k=1", frozenset([lost]))
    rows = burdened(outcome)
    assert len(rows)
    ends = outcome.before.wiring.fabric.cables.node[rows]
    assert (ends == 9 - lost).any(axis=1).all()
    rise = (outcome.after.utilization - outcome.before.utilization)[rows].max(axis=1)
    assert (np.diff(rise) <= 1e-9).all()
