from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, torus_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.engines.dfsssp import dfsssp
from ibviz.flow.engines.sssp import sssp
from ibviz.flow.routes import report, route

RING = torus_of((5,))
FULL = "its routes still wait for each other in circles with 1 virtual lanes"


def test_that_tables_are_those_of_sssp() -> None:
    wires = wiring(dragonfly(3, 3, 2))
    ours, theirs = dfsssp(wires), sssp(wires)
    assert np.array_equal(ours.to_end, theirs.to_end)
    assert np.array_equal(ours.to_switch, theirs.to_switch)


def test_that_a_ring_takes_two_lanes_and_a_tree_one() -> None:
    said = report(route(RING, routing=Choice("dfsssp")))
    assert (said["lanes"], said["credit_loops"]) == (2, 0)
    plain = report(route(RING, routing=Choice("sssp")))
    assert plain["credit_loops"] > 0 and "lanes" not in plain
    assert report(route(tree2(4, 2, 3), routing=Choice("dfsssp")))["lanes"] == 1


def test_that_too_few_lanes_are_refused() -> None:
    tables = route(RING, routing=Choice("dfsssp", {"lanes": "1"}))
    assert (tables.routing.used, tables.routing.reason) == ("minhop", f"dfsssp refused: {FULL}")
    assert tables.lanes is None


def test_that_only_the_subnet_in_need_of_lanes_is_refused() -> None:
    ends = np.concatenate([RING.cables.node, RING.cables.port], axis=1)[:, [0, 2, 1, 3]].tolist()
    size = len(RING.nodes)
    kinds = "".join("?SH"[kind] for kind in RING.nodes.kind)
    cables = [*ends, (size + 1, 1, size, 1)]
    tables = route(fabric_of(kinds + "SH", cables), routing=Choice("dfsssp", {"lanes": "1"}))
    assert tables.routing.used == "dfsssp" and list(tables.routing.refused.values()) == [FULL]
    said = report(tables)
    assert said["lanes"] == 1 and said["credit_loops"] > 0


@pytest.mark.parametrize("lanes", [0, 16])
def test_that_there_are_1_to_15_lanes(lanes: int) -> None:
    with pytest.raises(OptionError, match="from 1 to 15"):
        dfsssp(wiring(RING), lanes=lanes)
