from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, tree2

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.registry import arrangements
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import wiring
from ibviz.layouts.layered import layered
from ibviz.layouts.map_by_group import by_group
from ibviz.layouts.tiles import HOST, SWITCH
from ibviz.layouts.wheels import SQUASH


def arranged(fabric: Fabric) -> Floats:
    structure = shape(wiring(fabric))
    return by_group(structure, layered(structure))


def overlaps(fabric: Fabric, places: Floats) -> int:
    size = np.where((fabric.nodes.kind == Kind.SWITCH)[:, None], SWITCH, HOST)
    meet = (np.abs(places[:, None] - places) < (size[:, None] + size) / 2 - 1e-6).all(axis=2)
    return int(meet.sum()) - len(places)


def angles(places: Floats, middle: Floats) -> Floats:
    away = (places - middle) / (1, SQUASH)
    return np.degrees(np.arctan2(away[:, 1], away[:, 0]))


def test_that_it_is_on_its_shelf() -> None:
    assert arrangements.get("by-group") is by_group


@pytest.mark.parametrize(("groups", "size", "hosts"), [(9, 4, 2), (5, 4, 7), (9, 8, 0)])
def test_that_each_group_has_its_own_share_of_the_turn_in_the_order_of_names(
    groups: int, size: int, hosts: int
) -> None:
    fabric = dragonfly(groups, size, hosts)
    places = arranged(fabric)
    assert overlaps(fabric, places) == 0
    switches = places[: groups * size].reshape(groups, size, 2)
    middle = switches.mean(axis=(0, 1))
    out = angles(switches.mean(axis=1), middle)
    share = 360 / groups
    assert out == pytest.approx((np.arange(groups) * share - 90 + 180) % 360 - 180, abs=1)
    for group in range(groups):
        here = [*range(group * size, (group + 1) * size)]
        first = groups * size + group * size * hosts
        here += range(first, first + size * hosts)
        apart = (angles(places[here], middle) - out[group] + 180) % 360 - 180
        assert np.abs(apart).max() < share / 2


def test_that_hosts_are_further_out_than_their_switch() -> None:
    places = arranged(dragonfly(9, 4, 2))
    middle = places[:36].mean(axis=0)
    away = np.hypot(*((places - middle) / (1, SQUASH)).T)
    assert (away[36:] > np.repeat(away[:36], 2)).all()


def test_that_what_forms_no_groups_stands_below() -> None:
    fabric = dragonfly(5, 4, 1, lone=True)
    places = arranged(fabric)
    assert places[-2:, 1].min() - 31 > places[:-2, 1].max()


def test_that_switches_without_hosts_stand_inside() -> None:
    fabric = dragonfly(5, 4, 1)
    rows = np.flatnonzero(np.arange(len(fabric.nodes)) % 4 == 0)
    gone = rows[rows >= 20]
    nodes = fabric.nodes.with_columns(alive=~np.isin(np.arange(len(fabric.nodes)), gone))
    cables = fabric.cables.with_columns(alive=~np.isin(fabric.cables.node, gone).any(axis=1))
    places = arranged(Fabric(nodes, cables, fabric.ports))
    middle = places[:20].mean(axis=0)
    away = np.hypot(*((places[:20] - middle) / (1, SQUASH)).T).reshape(5, 4)
    assert (away.argmin(axis=1) == 0).all()


@pytest.mark.parametrize("fabric", [tree2(6, 3, 4), fabric_of("SH", [(0, 1, 1, 1)])])
def test_that_what_has_no_groups_is_refused(fabric: Fabric) -> None:
    with pytest.raises(OptionError, match="make no groups"):
        arranged(fabric)
