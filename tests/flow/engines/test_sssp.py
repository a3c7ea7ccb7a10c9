from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, killed, tree2, tree3
from hypothesis import given
from plainrouting import entries_of

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.wiring import wiring
from ibviz.flow import leastpath
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.sssp import TOO_LARGE, sssp
from ibviz.flow.routes import report, route


@given(fabrics())
def test_that_what_minhop_reaches_is_reached_but_routers(fabric: Fabric) -> None:
    wires = wiring(fabric)
    kinds = fabric.nodes.kind
    wanted = {key for key in entries_of(minhop(wires)) if kinds[key[1][0]] != Kind.ROUTER}
    assert set(entries_of(sssp(wires))) == wanted


def test_that_two_subnets_are_routed_each_for_itself() -> None:
    half = [(0, 1, 1, 1), (0, 2, 1, 2), (2, 1, 0, 3), (3, 1, 1, 3)]
    other = [(a + 4, p, b + 4, q) for a, p, b, q in half]
    one, two = (
        entries_of(sssp(wiring(fabric_of(k, c)))) for k, c in (("SSHH", half), ("SSHH" * 2, half + other))
    )
    assert {key: port for key, port in two.items() if key[0] < 4} == one
    assert len(two) == 2 * len(one)


def test_that_parallel_cables_share_the_hosts() -> None:
    hosts = [(row, 1, 0, row + 3) for row in range(2, 6)]
    fabric = fabric_of("SSHHHH", [(0, 1, 1, 1), (0, 2, 1, 2), *hosts])
    ports = entries_of(sssp(wiring(fabric)))
    assert Counter(ports[1, (row, 1)] for row in range(2, 6)) == {1: 2, 2: 2}


def test_that_a_tree_is_balanced() -> None:
    wires = wiring(tree2(4, 2, 4))
    upward = sssp(wires).to_end
    at = wires.place[wires.end_ports.switch]
    for switch in np.unique(at).tolist():
        ports = Counter(upward[at != switch, switch].tolist())
        assert max(ports.values()) == min(ports.values())


def test_that_a_failure_is_computed_anew() -> None:
    fabric = tree3(2, 3, 2, 2, 3)
    trunk = int(wiring(fabric).rows[wiring(fabric).trunks][0])
    kept = route(fabric, Scenario("", frozenset(), frozenset({trunk})), Choice("sssp"))
    assert entries_of(kept) == entries_of(sssp(wiring(killed(fabric, cables=[trunk]))))
    assert kept.routing.used == "sssp"
    assert report(kept)["unreachable_pairs"] == 0


def test_that_a_subnet_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leastpath, "NOWHERE", 200)
    tables = route(tree2(3, 2, 3), routing=Choice("sssp"))
    assert tables.routing.used == "minhop"
    assert tables.routing.reason == f"sssp refused: {TOO_LARGE}"


def test_that_nothing_is_routed_where_nothing_is() -> None:
    assert sssp(wiring(Fabric())).to_end.shape == (0, 0)
