from __future__ import annotations

import numpy as np
from fabrics import fabric_of

from ibviz.core.wiring import wiring
from ibviz.flow.engines.dnup import dnup
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.refusals import refuses_all, refusing, with_others

WIRES = wiring(fabric_of("SSSHHHH", [(0, 1, 1, 1), (3, 1, 0, 2), (4, 1, 1, 2), (5, 1, 2, 1), (6, 1, 2, 2)]))


def test_that_only_the_subnets_refused_are_taken_from_the_other_tables() -> None:
    theirs = minhop(WIRES)
    ours = refusing(dnup(WIRES), {1: "no wish"})
    ours.to_end[:] = 7
    mixed = with_others(ours, theirs)
    refused = WIRES.subnet[WIRES.switches] == 1
    assert refused.any() and not refused.all()
    assert np.array_equal(mixed.to_end[:, refused], theirs.to_end[:, refused])
    assert (mixed.to_end[:, ~refused] == 7).all()
    assert mixed.routing.refused == {1: "no wish"}


def test_that_the_ways_of_further_lids_are_mixed_alike() -> None:
    theirs, ours = minhop(WIRES, lmc=1), refusing(dnup(WIRES, lmc=1), {1: "no wish"})
    ours.higher[0][:] = 7
    mixed = with_others(ours, theirs)
    refused = WIRES.subnet[WIRES.switches] == 1
    assert np.array_equal(mixed.higher[0][:, refused], theirs.higher[0][:, refused])
    assert (mixed.higher[0][:, ~refused] == 7).all()


def test_that_all_is_refused_only_if_no_subnet_is_left() -> None:
    tables = dnup(WIRES)
    assert refusing(tables, {}) is tables
    assert [refuses_all(refusing(tables, dict.fromkeys(some, "x"))) for some in ([], [0], [0, 1])] == [
        False,
        False,
        True,
    ]
