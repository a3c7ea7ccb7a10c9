from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, tree2
from flows import rails
from hypothesis import given

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.placement import Placement
from ibviz.flow.selection import Common, Selection, common, select


def _select(fabric: Fabric, **given_: str) -> Selection:
    return select(shape(wiring(fabric)), given_)


def test_that_all_endpoints_of_a_tree_are_one_group_in_order() -> None:
    (group,) = _select(tree2(3, 2, 2)).groups
    assert group.tolist() == list(range(6))


def test_that_rails_and_hosts_are_kept_apart_where_they_are_recognised() -> None:
    ends = _select(rails())
    assert [group.tolist() for group in ends.groups] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert (ends.same_rail, ends.local) == (True, False)


def test_that_options_open_rails_and_hosts() -> None:
    ends = _select(rails(), rails="all", local="1")
    assert [len(group) for group in ends.groups] == [8]
    assert (ends.same_rail, ends.local) == (False, True)


def test_that_without_rails_hosts_are_not_kept_apart() -> None:
    ends = _select(tree2(2, 1, 2))
    assert (ends.same_rail, ends.local) == (False, True)
    assert _select(tree2(2, 1, 2), local="0").local is False


def test_that_each_subnet_is_a_group_and_what_is_at_no_switch_is_in_none() -> None:
    fabric = fabric_of("SSHHHHH", [(2, 1, 0, 1), (3, 1, 1, 1), (4, 1, 1, 2), (5, 1, 6, 1)])
    ends = _select(fabric)
    assert [ends.wires.endpoints.node[group].tolist() for group in ends.groups] == [[3, 4], [2]]
    assert ends.group[ends.wires.endpoints.switch < 0].tolist() == [-1, -1]


@given(fabrics())
def test_that_groups_hold_each_endpoint_at_a_switch_once(fabric: Fabric) -> None:
    ends = _select(fabric)
    held = np.concatenate([*ends.groups, np.empty(0, np.int64)])
    assert sorted(held.tolist()) == np.flatnonzero(ends.wires.endpoints.subnet >= 0).tolist()
    for group in ends.groups:
        assert len(np.unique(ends.wires.endpoints.subnet[group])) == 1
        assert (np.diff(group) > 0).all()


def test_that_names_pick_endpoints_nodes_and_hosts() -> None:
    assert _select(rails(), hosts="n[01-02]").selected.nonzero()[0].tolist() == [0, 1, 4, 5]
    assert _select(rails(), hosts="*mlx5_1").selected.nonzero()[0].tolist() == [4, 5, 6, 7]


def test_that_one_endpoint_is_found_and_its_mates_are_those_of_its_group() -> None:
    ends = _select(rails(), hosts="n[02-04]")
    place = ends.one("n01 mlx5_1")
    assert ends.mates(place).tolist() == [5, 6, 7]
    assert ends.mates(5).tolist() == [6, 7]


def test_that_an_endpoint_at_no_switch_can_be_no_end() -> None:
    with pytest.raises(OptionError, match="'H1' is at no switch"):
        _select(fabric_of("SHH", [(1, 1, 2, 1)])).one("H1")


def test_that_pairs_inside_a_host_are_dropped_self_sends_too() -> None:
    everyone = np.arange(8)
    ends = _select(rails(), rails="all")
    assert not len(ends.allowed(pairs(everyone, everyone)).src)
    assert ends.allowed(pairs(everyone, np.roll(everyone, 4))).src.tolist() == []
    assert ends.allowed(pairs(everyone, np.roll(everyone, 1))).src.tolist() == list(range(8))


def test_that_stated_pairs_are_dropped_only_by_options_given() -> None:
    stated = Pairs(np.array([0, 0, 1]), np.array([0, 4, 2]), np.full(3, np.inf), stated=True)
    assert len(_select(rails()).allowed(stated).src) == 3
    assert _select(rails(), local="0").allowed(stated).src.tolist() == [1]
    assert _select(rails(), rails="same").allowed(stated).dst.tolist() == [0, 2]
    assert _select(rails(), hosts="n01").allowed(stated).dst.tolist() == [0, 4]


def test_that_each_group_is_paired_by_itself() -> None:
    made = _select(rails()).each(lambda group: (group, np.roll(group, -1)))
    assert made.dst.tolist() == [1, 2, 3, 0, 5, 6, 7, 4]
    assert not len(_select(fabric_of("S", [])).each(lambda group: (group, group)).src)


def test_that_common_options_are_none_unless_given() -> None:
    assert common() == Common(None, None, None)


def test_that_hosts_are_placed_with_all_their_ports() -> None:
    ends = _select(rails(), placement="random:5")
    first, second = (group.tolist() for group in ends.groups)
    assert [place + 4 for place in first] == second
    assert sorted(first) == [0, 1, 2, 3] != first


def test_that_across_rails_one_rail_comes_after_the_other() -> None:
    mixed, apart = (_select(rails(), rails="all", placement=text) for text in ("linear", "by-rail"))
    assert mixed.groups[0].tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    assert apart.groups[0].tolist() == list(range(8))


def test_that_a_share_of_each_leaf_is_picked_among_the_hosts_that_were_named() -> None:
    ends = _select(tree2(2, 1, 4), hosts="H[3-9]", placement="fragmented:0.5")
    assert np.flatnonzero(ends.selected).tolist() == [0, 1, 4, 5]
    assert ends.placed(Placement("linear"), 3).groups[0].tolist() == [0, 1, 4]


def test_that_one_endpoint_leads_though_it_was_not_picked() -> None:
    ends = _select(tree2(2, 1, 4), hosts="H[3-4]", placement="random:1").led_by(7)
    assert ends.groups[0].tolist()[0] == 7
    assert sorted(ends.groups[0].tolist()) == [0, 1, 7]
    assert _select(tree2(1, 1, 3)).led_by(2).groups[0].tolist() == [2, 0, 1]


def test_that_a_name_that_fits_nothing_says_what_it_was_given_for() -> None:
    with pytest.raises(OptionError, match="servers: no endpoint, node or host fits 'x'"):
        _select(tree2(1, 1, 2)).named("x", "servers")
