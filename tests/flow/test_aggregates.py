from __future__ import annotations

import numpy as np
from fabrics import fabric_of, tree2, trees
from flows import with_slots
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.aggregates import (
    Aggregates,
    Members,
    aggregates,
    alike,
    members_of,
    sent_by_each,
    split_classes,
)
from ibviz.flow.channels import channels_of
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.smodk import smodk
from ibviz.flow.paths import paths


def _made(fabric: Fabric) -> tuple[Tables, Members, Aggregates]:
    tables = minhop(wiring(fabric))
    count = len(tables.wiring.endpoints)
    members = members_of((np.arange(count),) if count else (), np.arange(count))
    return tables, members, aggregates(tables, members, alike(tables, channels_of(tables.wiring), members))


def test_that_hosts_of_a_leaf_are_alike_as_senders() -> None:
    _, _, made = _made(tree2(3, 2, 2))
    assert made.sender_class.tolist() == [0, 0, 1, 1, 2, 2]
    assert len(made.klass) == 3 * 6
    assert made.times.tolist() == [1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1]


def test_that_unlike_ports_and_slots_are_classes_of_their_own() -> None:
    cables = [(host, 1, 0, host) for host in range(1, 6)]
    fabric = fabric_of("SHHHHH", cables, rates=["4xHDR", "4xHDR", "2xHDR", "4xHDR", "4xHDR"])
    _, _, made = _made(with_slots(fabric, {4: "gen5x16", 5: "gen5x16"}))
    first, second, third, fourth, fifth = made.sender_class.tolist()
    assert first == second
    assert len({first, third, fourth, fifth}) == 4


def test_that_classes_are_split_into_single_senders() -> None:
    split = split_classes(np.array([0, 0, 1, 1]), np.array([False, True]))
    assert split.tolist() == [0, 0, 1, 2]


@given(trees())
def test_that_aggregates_stand_for_every_flow_on_its_path(fabric: Fabric) -> None:
    tables, members, made = _made(fabric)
    count = len(members.member)
    assert made.times.sum() == count * (count - 1)
    assert (np.diff(made.keys(made.klass, made.to)) > 0).all()
    src, dst = np.nonzero(~np.eye(count, dtype=bool))
    row = np.searchsorted(made.keys(made.klass, made.to), made.keys(made.sender_class[src], dst))
    path, hops = paths(tables, src, dst)
    np.testing.assert_array_equal(hops, made.hops[row])
    np.testing.assert_array_equal(path[:, 1:], made.path[row, 1:])
    np.testing.assert_array_equal(np.bincount(row, minlength=len(made.times)), made.times)


@given(trees())
def test_that_each_member_sends_to_all_others(fabric: Fabric) -> None:
    _, members, made = _made(fabric)
    routed = made.take(made.hops > 0)
    sent = sent_by_each(made, members, np.ones(len(made.klass)))
    np.testing.assert_array_equal(sent, len(members.member) - 1)
    assert (sent_by_each(routed, members, np.ones(len(routed.klass))) <= sent).all()


def test_that_everyone_is_alone_where_the_sender_decides() -> None:
    tables = smodk(wiring(tree2(2, 2, 3)))
    channels = channels_of(tables.wiring)
    _, members, _ = _made(tree2(2, 2, 3))
    assert alike(tables, channels, members).tolist() == list(range(6))
