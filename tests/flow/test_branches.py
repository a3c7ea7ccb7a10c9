from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.flow.branches import Branches, Moved, branches
from ibviz.flow.dealt import Dealt, dealt
from ibviz.flow.sweep import Sweep, sweep_of


def made(fabric: Fabric, traffic: str = "all-to-all") -> tuple[Sweep, Branches]:
    sweep = sweep_of(fabric, Choice.parse(traffic), None)
    wires = sweep.structure.wiring
    known = dealt(sweep.tables, wires.switch_ports.switch.shape[1])
    return sweep, branches(wires, known, sweep.increment.senders)


def ways(trees: Branches, known: Dealt, start: int, place: int) -> list[int]:
    """Return the keys of the switches from one on to the destination."""
    found = []
    switch = start
    while switch >= 0:
        found.append(switch * len(known.end) + place)
        switch = int(trees.peer[switch * 256 + int(known.port[switch, place])])
    return found


def test_that_weights_are_the_flows_that_come_or_begin() -> None:
    sweep, trees = made(tree3(2, 2, 2, 2, 2), "all-to-all:local=1")
    known, ends = trees.dealt, sweep.structure.wiring.endpoints
    expected = np.zeros(len(trees.weight), int)
    for place, end in enumerate(known.end.tolist()):
        for source, switch in enumerate(sweep.structure.wiring.place[ends.switch].tolist()):
            if source != end:
                np.add.at(expected, ways(trees, known, switch, place), 1)
    assert trees.weight.tolist() == expected.tolist() and trees.weight.dtype == np.uint8


def test_that_nothing_moved_changes_nothing() -> None:
    none = np.empty(0, np.int64)
    found = made(tree2(2, 2, 2))[1].change(Moved(none, none))
    assert found is not None and [len(part) for part in found[0]] == [0, 0]


def test_that_a_moved_entry_takes_its_branch_along() -> None:
    sweep, trees = made(tree2(2, 2, 2))
    wires, known = sweep.structure.wiring, trees.dealt
    leaf = int(wires.place[0])
    place = int(np.flatnonzero(known.target != leaf)[0])
    old = int(known.port[leaf, place])
    key = leaf * len(known.end) + place
    new = next(p for p in range(256) if trees.peer[leaf * 256 + p] >= 0 and p != old)
    twice = np.array([key, key + len(trees.weight)])
    cases = trees.change(Moved(twice, np.array([new, new])), 2)
    assert cases is not None and len(cases) == 2
    for channel, change in cases:
        assert sorted(change.tolist()) == [-2.0, -2.0, 2.0, 2.0]
        gains = trees.channel[leaf * 256 + new], trees.channel[leaf * 256 + old]
        assert [change[channel == each].tolist() for each in gains] == [[2.0], [-2.0]]


def test_that_a_circle_is_told() -> None:
    pair = fabric_of("SSSHH", [(0, 1, 1, 1), (0, 2, 2, 1), (1, 2, 2, 2), (0, 3, 3, 1), (1, 3, 4, 1)])
    sweep, trees = made(pair)
    place, walk = sweep.structure.wiring.place, len(trees.dealt.end)
    to = int(np.flatnonzero(trees.dealt.target == place[1])[0])
    moved = sorted([(int(place[0]) * walk + to, 2), (int(place[2]) * walk + to, 1)])
    keys, ports = np.array(moved).T
    assert trees.change(Moved(keys, ports)) is None
