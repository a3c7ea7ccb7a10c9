from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from fabrics import tree2
from flows import laid

from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.maxmin import max_min
from ibviz.flow.paths import paths
from ibviz.flow.traffic_of import traffic_of


def test_that_everyone_sends_once_and_receives_once() -> None:
    (made,) = traffic_of(shape(wiring(tree2(5, 2, 4))), Choice("permutation", {"seed": "3"})).draws()
    assert sorted(made.dst.tolist()) == made.src.tolist() == list(range(20))


def test_that_all_permutations_are_as_likely_and_self_sends_among_them() -> None:
    choice = Choice("permutation", {"count": "2400", "seed": "0"})
    drawn = Counter(
        tuple(made.dst.tolist()) for made in traffic_of(shape(wiring(tree2(2, 1, 2))), choice).draws()
    )
    assert set(drawn) == set(permutations(range(4)))
    assert sum((n - 100) ** 2 / 100 for n in drawn.values()) < 60


def test_that_the_mean_over_all_permutations_of_eight_hosts_is_25_of_28() -> None:
    wires = wiring(tree2(4, 2, 2))
    every = np.array(list(permutations(range(8))))
    src, dst = np.tile(np.arange(8), len(every)), every.ravel()
    rows, hops = paths(dmodk(wires), src, dst)
    capacity = channels_of(wires).capacity
    copies = rows + (np.arange(len(src)) // 8 * len(capacity))[:, None]
    own_channels = np.where(rows < 0, -1, copies)[hops > 0]
    rate = max_min(own_channels, np.tile(capacity, len(every))).rate
    total = rate.sum() + 200 * (hops == 0).sum()
    assert total / len(src) / 200 == pytest.approx(25 / 28, rel=1e-12)


def test_that_400_samples_on_648_hosts_have_the_expected_mean() -> None:
    found = laid(tree2(36, 18, 18), "permutation:seed=1,count=400", "dmodk").summary["samples"]
    assert found["n"] == 400
    assert abs(found["mean"] / 200 - 0.664722) < 0.0027
    assert found["sd"] / 200 == pytest.approx(0.0133, rel=0.15)
    assert found["stderr"] == pytest.approx(found["sd"] / 20)


@pytest.mark.parametrize(("hosts", "expected"), [(4, 0.773220), (8, 0.704580)])
def test_that_smaller_trees_have_their_expected_means(hosts: int, expected: float) -> None:
    found = laid(tree2(2 * hosts, hosts, hosts), "permutation:count=150", "dmodk").summary["samples"]
    assert abs(found["mean"] / 200 - expected) < 4 * found["stderr"] / 200
