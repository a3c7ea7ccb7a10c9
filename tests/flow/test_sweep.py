from __future__ import annotations

import pytest
from fabrics import tree2

from ibviz.core.errors import OptionError
from ibviz.core.references import References
from ibviz.core.scenario import Choice
from ibviz.core.wiring import wiring
from ibviz.flow.sweep import Damage, doubles, failure_text, failures, plain, sweep_of

TREE = tree2(3, 2, 2)
WIRES = wiring(TREE)


def test_that_each_kind_lists_what_it_says() -> None:
    assert [len(failures(WIRES, kind)) for kind in ("cables", "switches", "host-links")] == [6, 5, 6]
    assert failures(WIRES, "switches")[0] == ((0,), ())


def test_that_an_unknown_kind_is_refused() -> None:
    with pytest.raises(OptionError, match="no sweep of 'moons'"):
        failures(WIRES, "moons")


def test_that_doubles_are_distinct_and_drawn_by_their_seed() -> None:
    single = failures(WIRES, "cables")
    drawn = doubles(single, 8, 3)
    assert len(set(drawn)) == 8 and drawn == doubles(single, 8, 3) != doubles(single, 8, 4)
    assert all(len(cables) == 2 and cables[0] < cables[1] for _, cables in drawn)
    assert len(set(doubles(single, 99))) == 15


def test_that_failures_are_named_as_the_command_line_takes_them() -> None:
    references = References(TREE)
    assert failure_text(references, ((0,), ())) == references.text(0)
    both = failure_text(references, ((), (0, 1)))
    assert [references.find_cable(text) for text in both.split(" + ")] == [0, 1]


def test_that_the_worst_comes_first() -> None:
    none = Damage("d", 0.0, 0.0, None, 0, None)
    cut, slow, lossy = (
        Damage("a", 9.0, 0.1, 1.0, 2, 5.0),
        Damage("b", 9.0, 0.1, 0.5, 0, 1.0),
        Damage("c", 8.0, 0.2, 0.5, 0, 1.0),
    )
    assert sorted([none, slow, lossy, cut], key=lambda each: each.rank) == [cut, lossy, slow, none]
    slower = Damage("e", 8.0, 0.2, 0.5, 0, 0.5)
    assert min([lossy, slower], key=lambda each: each.rank) == slower
    assert list(plain(cut)) == [
        "failed",
        "total_gbps",
        "loss",
        "completion_efficiency",
        "disconnected_pairs",
        "worst_flow_gbps",
        "lost_hosts",
    ]


def test_that_hosts_of_a_lost_leaf_are_told_apart_from_lost_throughput() -> None:
    sweep = sweep_of(TREE, None, None)
    leaf, spine = (
        sweep.damage(((row,), ()))
        for row in sorted(WIRES.switches.tolist(), key=lambda row: sweep.structure.level[row])[
            :: len(WIRES.switches) - 1
        ]
    )
    assert len(leaf.lost_hosts) == 2 and leaf.disconnected_pairs == 0 and leaf.loss > 0
    assert spine.lost_hosts == ()


def test_that_an_unroutable_flow_is_the_slowest_there_is() -> None:
    sweep = sweep_of(tree2(2, 1, 2), Choice.parse("shift:k=2"), None)
    cut = sweep.damage(failures(sweep.structure.wiring, "cables")[0])
    assert (cut.worst_flow_gbps, cut.disconnected_pairs, cut.loss) == (0.0, 8, 1.0)


def test_that_traffic_of_nobody_loses_nothing() -> None:
    sweep = sweep_of(tree2(2, 2, 0), None, None)
    found = sweep.damage(failures(sweep.structure.wiring, "cables")[0])
    assert (found.total_gbps, found.loss, found.worst_flow_gbps) == (0.0, 0.0, None)
