from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from fabrics import random_fabric, tree3

from ibviz.core.table import Bytes
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.hops import UNREACHED, hops
from ibviz.flow.ordered import AHEAD, BACK, LEVEL, OrderedHops, ordered_hops


def ranked(wires: Wiring, seed: int) -> Bytes:
    """Return kinds of steps by ranks drawn at random."""
    rank = np.random.default_rng(seed).integers(0, 3, len(wires.switches) + 1)
    here, there = rank[:-1, None], rank[hops(wires).neighbour]
    return np.where(here < there, AHEAD, np.where(here == there, LEVEL, BACK)).astype(np.uint8)


def made(seed: int) -> tuple[Wiring, OrderedHops, Bytes]:
    wires = wiring(random_fabric(seed, 9, 8, 1.0, 0.0))
    out = ranked(wires, seed)
    return wires, ordered_hops(wires, hops(wires).neighbour, out), out


def by_search(wires: Wiring, out: Bytes, target: int) -> list[int]:
    """Return hops from a target by plain search, over switches and whether the last step was back."""
    peer = hops(wires).neighbour
    far = {(target, False): 0}
    edge = [(target, False)]
    while edge:
        following = []
        for here, bound in edge:
            for port in np.flatnonzero(peer[here] < len(peer)).tolist():
                if out[here, port] == AHEAD and bound:
                    continue
                state = int(peer[here, port]), bool(out[here, port] == BACK)
                if state not in far:
                    far[state] = far[here, bound] + 1
                    following.append(state)
        edge = following
    return [min(far.get((s, b), UNREACHED) for b in (False, True)) for s in range(len(peer))]


@pytest.mark.parametrize("seed", range(12))
def test_that_distances_are_those_of_a_plain_search_where_the_walk_has_no_say(seed: int) -> None:
    wires, ways, out = made(seed)
    for target in set(range(len(ways))) - set(ways.odd):
        assert ways.count[target, :-1].tolist() == by_search(wires, out, target)


def test_that_some_targets_depend_on_the_walk_and_some_do_not() -> None:
    every = [made(seed)[1] for seed in range(12)]
    odd = sum(len(ways.odd) for ways in every)
    assert 0 < odd < sum(map(len, every))


@pytest.mark.parametrize("seed", range(12))
def test_that_port_by_port_target_by_target_and_entry_by_entry_say_the_same(seed: int) -> None:
    _, ways, _ = made(seed)
    rows, targets = np.arange(len(ways))[::-1], np.arange(len(ways))
    serves = ways.serving(rows, targets)
    ports = ways.neighbour.shape[1]
    whole = np.stack([ways.minimal(target, rows) for target in targets.tolist()])
    for port in range(ports):
        assert np.array_equal(serves(port).T, whole[:, :, port])
        entries = np.full((len(targets), len(rows)), port, np.uint8)
        assert np.array_equal(ways.keeping(targets, rows, entries), whole[:, :, port])
    assert not ways.keeping(targets, rows, np.full((len(targets), len(rows)), 255, np.uint8)).any()


def test_that_no_way_goes_ahead_after_back_in_a_tree() -> None:
    wires = wiring(tree3(2, 3, 2, 2, 3))
    near = hops(wires)
    rank = near.count[np.unique(wires.place[wires.end_ports.switch])][:, :-1].min(axis=0)
    out = np.where(rank[:, None] < np.append(rank, 99)[near.neighbour], AHEAD, BACK).astype(np.uint8)
    ways = ordered_hops(wires, near.neighbour, out)
    assert not ways.odd
    for target in range(len(ways)):
        for start in np.flatnonzero(ways.count[target, :-1] != UNREACHED).tolist():
            ranks = [int(rank[start])]
            while start != target:
                start = int(ways.neighbour[start, ways.minimal(target)[start].argmax()])
                ranks.append(int(rank[start]))
            turns = [b > a for a, b in pairwise(ranks)]
            assert turns == sorted(turns, reverse=True)


def test_that_a_cable_of_a_switch_to_itself_leads_nowhere() -> None:
    _, ways, _ = made(3)
    own = ways.neighbour == np.arange(len(ways))[:, None]
    assert own.any()
    assert not any((ways.minimal(target) & own).any() for target in range(len(ways)))


@pytest.mark.parametrize("seed", range(12))
def test_that_ports_pair_by_pair_are_those_of_whole_targets(seed: int) -> None:
    _, ways, _ = made(seed)
    every = np.arange(len(ways))
    leading = ways.leading(np.repeat(every, len(every)), np.tile(every, len(every)))
    assert np.array_equal(leading, np.concatenate([ways.minimal(target) for target in every.tolist()]))
