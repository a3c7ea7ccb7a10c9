from __future__ import annotations

import numpy as np
from fabrics import tree2

from ibviz.core.scenario import Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.hops import hops
from ibviz.flow.spread import spread

TREE = tree2(4, 3, 3)
CUT = wiring(TREE, Scenario("", frozenset(), frozenset({0})))


def test_that_each_switch_spreads_its_destinations_evenly_over_the_ports_that_serve() -> None:
    tables = spread(wiring(TREE), hops(wiring(TREE)), "some")
    leaf = int(tables.wiring.place[tables.wiring.end_ports.switch[0]])
    away = tables.wiring.end_ports.switch != tables.wiring.end_ports.switch[0]
    assert np.bincount(tables.to_end[away, leaf])[-3:].tolist() == [3, 3, 3]
    assert (tables.routing.asked, tables.routing.used) == ("some", "some")


def test_that_what_still_serves_is_kept_and_only_the_rest_chosen_anew() -> None:
    whole = spread(wiring(TREE), hops(wiring(TREE)), "some")
    kept, fresh = spread(CUT, hops(CUT), "some", whole), spread(CUT, hops(CUT), "some")
    changed = [(each.to_end != whole.to_end).sum() for each in (kept, fresh)]
    assert 0 < changed[0] < changed[1]
