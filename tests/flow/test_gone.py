from __future__ import annotations

from fabrics import tree2

from ibviz.core.scenario import Scenario
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.gone import has_endpoint, lost_hosts

TREE = tree2(3, 2, 2)
BUILT = shape(wiring(TREE))


def test_that_a_lost_leaf_takes_its_hosts_along() -> None:
    leaf = int(BUILT.wiring.endpoints.switch[0])
    mine = BUILT.wiring.endpoints.node[BUILT.wiring.endpoints.switch == leaf]
    gone = lost_hosts(BUILT, wiring(TREE, Scenario("", frozenset([leaf]))))
    assert gone == tuple(BUILT.host.names[BUILT.host.of[mine]].tolist()) and len(gone) == 2


def test_that_a_spine_and_a_trunk_take_no_host_along() -> None:
    spine = int(max(BUILT.wiring.switches, key=lambda switch: BUILT.level[switch]))
    trunk = int(BUILT.wiring.rows[BUILT.wiring.trunks][0])
    for scenario in (Scenario("", frozenset([spine])), Scenario("", frozenset(), frozenset([trunk]))):
        assert lost_hosts(BUILT, wiring(TREE, scenario)) == ()


def test_that_switches_are_no_hosts() -> None:
    assert not has_endpoint(BUILT, BUILT.wiring.switches).any()
