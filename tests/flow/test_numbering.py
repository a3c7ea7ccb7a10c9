from __future__ import annotations

from fabrics import fabric_of, tree2, tree3

from ibviz.core.scenario import Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.numbering import numbered, same_level


def test_that_endpoints_are_counted_at_leaves_and_divided_above() -> None:
    tree = numbered(wiring(tree3(2, 2, 2, 2, 2)))
    assert tree.number[1].tolist() == list(range(8))
    assert tree.number[2].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


def test_that_parallel_cables_have_ranks_and_widen_the_numbers() -> None:
    tree = numbered(wiring(tree2(2, 1, 4, parallel=2)))
    assert tree.width.max() == 2
    assert tree.lane[1].tolist() == [0, 1, 0, 1, 0, 1, 0, 1]
    assert tree.number[2].tolist() == [0, 1, 2, 3, 4, 5, 6, 7]


def test_that_up_ports_lead_to_a_higher_level() -> None:
    wires = wiring(tree2(3, 2, 2))
    tree = numbered(wires)
    assert tree.is_up.sum(axis=1).tolist() == tree.width.tolist()
    for switch, width in enumerate(tree.width.tolist()):
        peers = wires.switch_ports.switch[switch, tree.ups[switch, :width]]
        assert (tree.level[peers] > tree.level[switch]).all()


def test_that_what_is_left_of_a_subnet_without_levels_is_told() -> None:
    ring = fabric_of(
        "SSSHHH", [(i, 1, (i + 1) % 3, 2) for i in range(3)] + [(3 + i, 1, i, 3) for i in range(3)]
    )
    torn = wiring(ring, Scenario("", frozenset(), frozenset({0, 1})))
    assert list(same_level(torn, wiring(ring))) == [0, 1]
    assert same_level(torn, torn) != {}
    assert same_level(wiring(tree2(2, 1, 1)), wiring(tree2(2, 1, 1))) == {}
