from __future__ import annotations

import re
import sys
import time
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.builders.fat_tree import MOST_HOSTS, fat_tree, top_switches
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.options import Ratio, values
from ibviz.core.registry import engines
from ibviz.core.units import Rate
from ibviz.core.wiring import wiring


def counts(fabric: Fabric) -> dict[str, int]:
    """Nodes of each sort, by the letters of their names."""
    return dict(Counter(re.sub(r"[-\d]+$", "", name) for name in fabric.nodes.name))


def rows_of(fabric: Fabric, sort: str) -> np.ndarray:
    return np.flatnonzero([name.startswith(sort) for name in fabric.nodes.name])


def cables_between(fabric: Fabric, low: str, high: str) -> np.ndarray:
    """Cables from each node of one sort to each of another, as a matrix of counts."""
    lows, highs = rows_of(fabric, low), rows_of(fabric, high)
    matrix = np.zeros((len(lows), len(highs)), int)
    node = fabric.cables.node
    mine = np.isin(node[:, 0], lows) & np.isin(node[:, 1], highs)
    np.add.at(matrix, (node[mine, 0] - lows[0], node[mine, 1] - highs[0]), 1)
    return matrix


def assert_sound(fabric: Fabric) -> None:
    """No port holds two cables, none is beyond its node, and the whole is one subnet."""
    node, port = fabric.cables.node, fabric.cables.port
    assert port.min() >= 1 and (port <= fabric.nodes.ports[node]).all()
    taken = node.astype(np.int64) * 1000 + port
    assert len(np.unique(taken)) == taken.size
    assert wiring(fabric).subnets == 1
    assert len(wiring(fabric).endpoints) == (fabric.nodes.kind == Kind.HCA).sum()
    assert np.array_equal(fabric.routing_order, np.arange(len(fabric.nodes)))
    assert len(set(fabric.nodes.name)) == len(fabric.nodes)


@pytest.mark.parametrize(
    ("radix", "hosts", "leaves", "spines", "between"),
    [
        (24, 288, 24, 12, 288),
        (36, 648, 36, 18, 648),
        (40, 800, 40, 20, 800),
        (64, 2048, 64, 32, 2048),
        (128, 8192, 128, 64, 8192),
        (144, 10368, 144, 72, 10368),
    ],
)
def test_that_a_full_tree_of_two_levels_has_the_known_counts(
    radix: int, hosts: int, leaves: int, spines: int, between: int
) -> None:
    tree = fat_tree(radix=radix)
    assert counts(tree) == {"leaf": leaves, "spine": spines, "node": hosts}
    assert len(tree.cables) == hosts + between
    assert (cables_between(tree, "leaf", "spine") == 1).all()
    assert_sound(tree)


@pytest.mark.parametrize(
    ("radix", "hosts", "leaves", "cores", "between"),
    [(24, 3456, 288, 144, 6912), (36, 11664, 648, 324, 23328), (40, 16000, 800, 400, 32000)],
)
def test_that_a_full_tree_of_three_levels_has_the_known_counts(
    radix: int, hosts: int, leaves: int, cores: int, between: int
) -> None:
    tree = fat_tree(radix=radix, levels=3)
    assert counts(tree) == {"leaf": leaves, "agg": leaves, "core": cores, "node": hosts}
    assert len(tree.cables) == hosts + between
    assert_sound(tree)


def test_that_65536_hosts_are_built_in_half_a_second() -> None:
    spent = []
    while len(spent) < 3 and min(spent, default=1.0) >= 0.5:
        start = time.process_time()
        tree = fat_tree(radix=64, levels=3)
        spent.append(time.process_time() - start)
    assert counts(tree) == {"leaf": 2048, "agg": 2048, "core": 1024, "node": 65536}
    assert len(tree.cables) == 65536 + 131072
    assert min(spent) < (0.5 if sys.gettrace() is None else 2)


@pytest.mark.parametrize(
    ("leaves", "up", "radix", "spines"),
    [
        (8, 32, 64, 4),
        (16, 32, 64, 8),
        (24, 32, 64, 16),
        (32, 32, 64, 16),
        (64, 32, 64, 32),
        (8, 64, 128, 4),
        (16, 64, 128, 8),
        (128, 64, 128, 64),
        (8, 72, 144, 4),
        (32, 72, 144, 18),
        (64, 72, 144, 36),
        (18, 18, 36, 9),
        (36, 12, 36, 12),
        (20, 2, 18, 0),
    ],
)
def test_that_the_spine_rule_gives_the_published_counts(
    leaves: int, up: int, radix: int, spines: int
) -> None:
    assert top_switches(leaves, up, radix) == spines


def test_that_324_hosts_on_36_ports_have_nine_spines_and_two_cables_a_pair() -> None:
    tree = fat_tree(radix=36, hosts=324)
    assert counts(tree) == {"leaf": 18, "spine": 9, "node": 324}
    assert (cables_between(tree, "leaf", "spine") == 2).all()
    first = tree.cables.port[(tree.cables.node == [0, 18]).all(axis=1)]
    assert first.tolist() == [[19, 1], [20, 2]]
    assert_sound(tree)


def test_that_blocking_splits_the_ports_of_a_leaf() -> None:
    two = fat_tree(radix=36, blocking=Ratio(2, 1))
    assert counts(two) == {"leaf": 36, "spine": 12, "node": 864}
    three = fat_tree(radix=36, blocking=Ratio(3, 1), hosts=27 * 20)
    assert counts(three) == {"leaf": 20, "spine": 9, "node": 540}
    assert cables_between(three, "leaf", "spine").sum(axis=1).tolist() == [9] * 20
    narval = fat_tree(radix=40, blocking=Ratio(33, 7), hosts=1000)
    assert counts(narval) == {"leaf": 31, "spine": 7, "node": 1000}
    deep = fat_tree(radix=36, levels=3, blocking=Ratio(3, 1))
    assert counts(deep) == {"leaf": 648, "agg": 324, "core": 162, "node": 17496}
    for tree in (two, three, narval, deep):
        assert_sound(tree)


def test_that_ports_of_a_switch_are_hosts_first_then_up_ports() -> None:
    tree = fat_tree(radix=8, levels=3, hosts=30)
    host, leaf_up, agg_up = (
        tree.cables.port[np.isin(tree.cables.node[:, 0], rows_of(tree, sort))]
        for sort in ("node", "leaf", "agg")
    )
    assert host[:, 0].tolist() == [1] * 30
    assert host[:, 1].tolist() == ([1, 2, 3, 4] * 8)[:30]
    assert set(leaf_up[:, 0].tolist()) == {5, 6, 7, 8}
    assert set(leaf_up[:, 1].tolist()) == {1, 2, 3, 4}
    assert set(agg_up[:, 0].tolist()) == {5, 6, 7, 8}


def test_that_hosts_fill_the_leaves_in_order() -> None:
    tree = fat_tree(radix=36, hosts=40)
    assert counts(tree) == {"leaf": 3, "spine": 2, "node": 40}
    on_leaf = cables_between(tree, "node", "leaf")
    assert on_leaf.sum(axis=0).tolist() == [18, 18, 4]
    ends = wiring(tree).endpoints
    names = tree.nodes.name[ends.node].tolist()
    assert names == sorted(names)


def test_that_hosts_of_one_leaf_need_no_spine() -> None:
    tree = fat_tree(radix=36, hosts=18)
    assert counts(tree) == {"leaf": 1, "node": 18}
    assert len(tree.cables) == 18
    assert_sound(tree)


def test_that_one_pod_needs_no_third_level() -> None:
    tree = fat_tree(radix=36, levels=3, hosts=324)
    assert counts(tree) == {"leaf": 18, "spine": 9, "node": 324}


def test_that_leaves_are_spread_evenly_over_the_pods() -> None:
    tree = fat_tree(radix=8, levels=3, hosts=100)
    assert counts(tree) == {"leaf": 25, "agg": 28, "core": 16, "node": 100}
    in_pod = (cables_between(tree, "leaf", "agg") > 0).reshape(25, 7, 4).all(axis=2).sum(axis=0)
    assert sorted(in_pod.tolist()) == [3, 3, 3, 4, 4, 4, 4]


def test_that_three_levels_of_4096_hosts_have_the_published_counts() -> None:
    tree = fat_tree(radix=64, levels=3, hosts=4096)
    assert counts(tree) == {"leaf": 128, "agg": 128, "core": 64, "node": 4096}
    assert (cables_between(tree, "agg", "core").max(axis=1) == 16).all()
    assert len(tree.cables) == 3 * 4096


def test_that_rates_of_switches_and_hosts_are_set_apart() -> None:
    tree = fat_tree(radix=4, hosts=4, speed=Rate.parse("4xNDR"), host_speed=Rate.parse("2xNDR"))
    assert tree.capacity.tolist() == [200.0] * 4 + [400.0] * 4
    same = fat_tree(radix=4, hosts=4, speed=Rate.parse("EDR"))
    assert set(same.capacity.tolist()) == {100.0}


def test_that_options_are_read_from_text() -> None:
    ready = values(fat_tree, {"radix": "36", "levels": "2", "speed": "HDR", "blocking": "2:1", "hosts": ""})
    assert counts(fat_tree(**ready)) == {"leaf": 36, "spine": 12, "node": 864}


@pytest.mark.parametrize("hosts", [648, 324, 216, 300, 40])
def test_that_minhop_equals_dmodk_on_two_levels(hosts: int) -> None:
    wires = wiring(fat_tree(radix=36, hosts=hosts))
    minhop, dmodk = (engines.get(name)(wires).to_end for name in ("minhop", "dmodk"))
    assert np.array_equal(minhop, dmodk)


@given(
    half=st.integers(1, 7),
    levels=st.sampled_from([2, 3]),
    share=st.floats(0.01, 1),
    blocking=st.sampled_from([Ratio(1, 1), Ratio(2, 1), Ratio(3, 1), Ratio(1, 1), Ratio(1, 2)]),
)
def test_that_every_tree_is_sound_even_and_without_waste(
    half: int, levels: int, share: float, blocking: Ratio
) -> None:
    radix = 2 * half
    down, rest = divmod(radix * blocking.down, blocking.down + blocking.up)
    if rest:
        return
    hosts = max(1, int(share * down * radix * half ** (levels - 2)))
    tree = fat_tree(radix=radix, levels=levels, hosts=hosts, blocking=blocking)
    assert_sound(tree)
    found = counts(tree)
    assert found["node"] == hosts
    assert found["leaf"] == -(-hosts // down)
    for low, high in (("leaf", "spine"), ("leaf", "agg"), ("agg", "core")):
        if high in found:
            matrix = cables_between(tree, low, high)
            up = set(matrix.sum(axis=1).tolist())
            assert len(up) == 1 and (low == "agg" or up == {radix - down})
            assert len(set(matrix[matrix > 0].tolist())) == 1


@given(half=st.integers(2, 5), share=st.floats(0.05, 1))
def test_that_every_pair_of_leaves_is_at_most_four_cables_apart(half: int, share: float) -> None:
    tree = fat_tree(radix=2 * half, levels=3, hosts=max(1, int(share * 2 * half**3)))
    graph = nx.Graph(tree.cables.node.tolist())
    hops = dict(nx.single_source_shortest_path_length(graph, 0))
    assert max(hops[row] for row in rows_of(tree, "leaf")) in (0, 2, 4)


@pytest.mark.parametrize(
    ("given_options", "sentence"),
    [
        ({"radix": 37}, "radix is 37; expected an even number of ports from 2 to 254, such as 38"),
        ({"radix": 1000}, "radix is 1000; expected an even number of ports from 2 to 254, such as 254"),
        ({"radix": -2}, "radix is -2; expected an even number of ports from 2 to 254, such as 2"),
        ({"levels": 4}, "levels is 4; expected 2 or 3"),
        ({"hosts": 0}, "hosts is 0; 2 levels of 40 ports at 1:1 hold 1 to 800"),
        (
            {"radix": 36, "hosts": 700},
            "hosts is 700; 2 levels of 36 ports at 1:1 hold 1 to 648; "
            "2 levels of 38 ports or 3 levels of 36 ports would do",
        ),
        (
            {"radix": 36, "levels": 3, "hosts": 20_000},
            "hosts is 20,000; 3 levels of 36 ports at 1:1 hold 1 to 11,664; 3 levels of 44 ports would do",
        ),
        (
            {"radix": 36, "hosts": 70_000},
            "hosts is 70,000; 2 levels of 36 ports at 1:1 hold 1 to 648; 3 levels of 66 ports would do",
        ),
        (
            {"blocking": Ratio(1, 39), "hosts": 999_999},
            "hosts is 999,999; 2 levels of 40 ports at 1:39 hold 1 to 40",
        ),
        (
            {"radix": 4, "hosts": MOST_HOSTS + 1},
            "hosts is 1,000,001; 2 levels of 4 ports at 1:1 hold 1 to 8, "
            "and 1,000,000 hosts are the most that are built",
        ),
        (
            {"radix": 254, "levels": 3},
            "a full tree of 3 levels on 254 ports has 4,096,766 hosts; give a number of hosts up to 1,000,000",
        ),
        (
            {"blocking": Ratio(2, 1)},
            "blocking is 2:1; 40 ports cannot be split so, the nearest splits are 26:14 and 27:13",
        ),
        (
            {"radix": 4, "blocking": Ratio(9, 1)},
            "blocking is 9:1; 4 ports cannot be split so, the nearest split is 3:1",
        ),
    ],
)
def test_that_a_tree_that_cannot_be_is_refused_with_the_nearest(
    given_options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        fat_tree(**given_options)  # type: ignore[arg-type]
    assert str(caught.value) == sentence
