from __future__ import annotations

import pytest
from fabrics import tree2
from flows import laid, with_slots
from patterns import star

from ibviz.core.scenario import Scenario


def test_that_a_collective_across_a_cut_never_ends() -> None:
    fabric = tree2(2, 1, 2)
    trunk = frozenset([0])
    found = laid(fabric, "allreduce-ring", scenario=Scenario(down_cables=trunk)).summary["collective"]
    assert (found["seconds"], found["bus_gbps"]) == (None, None)


def test_that_ranks_that_are_gone_send_nothing() -> None:
    gone = Scenario(down_nodes=frozenset(range(1, 9)))
    found = laid(star(8), "allreduce-ring", scenario=gone).summary["collective"]
    assert found["seconds"] == 0


def test_that_a_slot_holds_up_both_what_is_and_what_could_be() -> None:
    fabric = with_slots(star(4), {1: "gen3x8"})
    found = laid(fabric, "allreduce-ring").summary["collective"]
    assert found["seconds"] == pytest.approx(found["ideal_seconds"])
    assert found["seconds"] > 5 * 2 * 3 / 4 / 50
