from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, fabrics, torus_of, tree2, tree3
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow import longer as longer_
from ibviz.flow.hops import FARTHEST, Hops, hops
from ibviz.flow.longer import Longer, longer


def without(wires: Wiring, near: Hops, cable: int) -> Longer | None:
    cables = wires.fabric.cables
    first, second = wires.place[cables.node[cable]].tolist()
    return longer(near, (first, second), (int(cables.port[cable, 0]), int(cables.port[cable, 1])))


def check(fabric: Fabric) -> int:
    """Compare with all distances counted anew, for every cable; returns how many cut nothing."""
    wires = wiring(fabric)
    near, whole = hops(wires), 0
    for cable in wires.rows[wires.trunks].tolist():
        new = hops(wiring(fabric, Scenario("", down_cables=frozenset([cable]))))
        found = without(wires, near, cable)
        grown = np.flatnonzero((new.count != near.count).any(axis=1))
        if (new.count[grown] > FARTHEST).sum() > (near.count[grown] > FARTHEST).sum():
            assert found is None
            continue
        assert found is not None
        order = np.argsort(found.switch)
        assert np.array_equal(found.switch[order], grown)
        assert np.array_equal(found.count[order], new.count[grown])
        whole += 1
    return whole


@pytest.mark.parametrize(
    "fabric",
    [tree2(4, 3, 1), tree2(3, 2, 1, parallel=2), tree3(2, 2, 2, 2, 1), torus_of((4, 3)), dragonfly(3, 2, 1)],
)
def test_that_no_cable_of_a_regular_fabric_cuts_and_distances_are_those_counted_anew(fabric: Fabric) -> None:
    assert check(fabric) == wiring(fabric).trunks.sum()


@given(fabrics(max_switches=8))
def test_that_distances_are_those_counted_anew(fabric: Fabric) -> None:
    check(fabric)


def test_that_a_ring_that_opens_makes_many_distances_longer_and_a_chain_is_cut() -> None:
    ring = fabric_of("S" * 6, [(i, 1, (i + 1) % 6, 2) for i in range(6)])
    chain = fabric_of("SSS", [(0, 1, 1, 2), (1, 1, 2, 2)])
    assert check(ring) == 6 and check(chain) == 0


def test_that_one_of_two_parallel_cables_changes_no_distance() -> None:
    wires = wiring(tree2(2, 2, 1, parallel=2))
    found = without(wires, hops(wires), int(wires.rows[wires.trunks][0]))
    assert found is not None and not len(found.switch) and not len(found.beside(hops(wires)))


def test_that_too_many_pairs_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = wiring(tree2(3, 2, 1))
    monkeypatch.setattr(longer_, "MOST_CELLS", 1)
    assert without(wires, hops(wires), int(wires.rows[wires.trunks][0])) is None


def test_that_switches_with_another_distance_and_their_neighbours_are_told() -> None:
    wires = wiring(tree2(3, 2, 0))
    found = without(wires, hops(wires), 0)
    assert found is not None
    assert sorted(wires.switches[found.switch]) == [0, 3]
    assert sorted(wires.switches[found.beside(hops(wires))]) == [0, 1, 2, 3, 4]
