from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from plainrouting import entries_of

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.engines.dnup import NO_LEAF, dnup
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import route


@pytest.mark.parametrize("fabric", [tree2(4, 3, 3), tree3(2, 3, 2, 2, 3)])
def test_that_whole_trees_are_routed_as_by_minhop_but_between_spines(fabric: Fabric) -> None:
    ours, theirs = dnup(wiring(fabric)), minhop(wiring(fabric))
    assert np.array_equal(ours.to_end, theirs.to_end)
    differ = ours.to_switch != theirs.to_switch
    assert (ours.to_switch[differ] == 255).all() and differ.any()


def test_that_a_host_high_up_is_reached() -> None:
    fabric = fabric_of("SSSHHH", [(0, 1, 2, 1), (1, 1, 2, 2), (3, 1, 0, 2), (4, 1, 1, 2), (5, 1, 2, 3)])
    assert entries_of(dnup(wiring(fabric))) == entries_of(minhop(wiring(fabric)))


def test_that_switches_alone_have_no_leaf() -> None:
    bare = fabric_of("SS", [(0, 1, 1, 1)])
    assert dnup(wiring(bare)).routing.refused == {0: NO_LEAF}
    assert route(bare, routing=Choice("dnup")).routing.reason == f"dnup refused: {NO_LEAF}"
