from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fabrics import fabric_of

from ibviz.core.edit_values import move, rename, set_cable_values, set_node_values, set_order
from ibviz.core.errors import EditError
from ibviz.core.state import State


def pair() -> State:
    return State(fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)], ports=[4, 1, 2]))


def test_that_values_change_in_the_rows_given_and_nowhere_else() -> None:
    before = pair()
    after = set_node_values(before, [0, 2], name=["spine", "node"], rack="A", lid=[7, 0], described=False)
    nodes = after.fabric.nodes
    assert nodes.name.tolist() == ["spine", "H1", "node"] and nodes.rack.tolist() == ["A", "", "A"]
    assert nodes.lid.tolist() == [7, 0, 0] and nodes.described.tolist() == [False, True, False]
    assert after.fabric.cables is before.fabric.cables and nodes.guid is before.fabric.nodes.guid


def test_that_a_cable_takes_one_rate_for_both_ends_or_one_each() -> None:
    state = set_cable_values(pair(), [0], width=2, speed=8, length_m=3, medium="AOC")
    cables = state.fabric.cables
    assert cables.width.tolist() == [[2, 2], [4, 4]] and cables.speed[0].tolist() == [8, 8]
    state = set_cable_values(pair(), [1], width=[[1, 4]], length_m=np.nan)
    assert state.fabric.cables.width.tolist() == [[4, 4], [1, 4]] and np.isnan(
        state.fabric.cables.length_m[1]
    )


def test_that_nodes_move_and_stand_where_they_are_put() -> None:
    state = set_order(move(pair(), [2, 0], [[1, 2], [3, np.nan]]), [1], 5)
    assert (
        state.positions[2].tolist() == [1, 2]
        and state.positions[0, 0] == 3
        and np.isnan(state.positions[1]).all()
    )
    assert state.order[1] == 5 and np.isnan(state.order[[0, 2]]).all()
    assert set_order(state, [0, 1], [1, np.nan]).order[0] == 1


def test_that_a_rename_changes_the_name_alone() -> None:
    assert rename(pair(), 1, "node 1 <b>").fabric.nodes.name.tolist() == ["S0", "node 1 <b>", "H2"]


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: rename(s, 9, "a"), "not there any more"),
        (lambda s: rename(s, 0, "a\x85b"), "name cannot be"),
        (lambda s: rename(s, 0, "\ud800"), "control characters"),
        (lambda s: set_node_values(s, [0], name=4), "name cannot be"),
        (lambda s: set_node_values(s, [0], guid=4), "'guid' cannot be set"),
        (lambda s: set_node_values(s, [0], ports=1), "S0 needs 2 to 254 ports, not 1"),
        (lambda s: set_node_values(s, [0], ports=255), "not 255"),
        (lambda s: set_node_values(s, [0], lid=49152), "lid cannot be '49152'"),
        (lambda s: set_node_values(s, [0], lid=-1), "lid cannot be '-1'"),
        (lambda s: set_node_values(s, [0], lid=1.5), "lid cannot be '1.5'"),
        (lambda s: set_node_values(s, [0], lid="x"), "lid cannot be 'x'"),
        (lambda s: set_node_values(s, [0], lid=[1, 2]), "lid cannot be"),
        (lambda s: set_node_values(s, [0], lmc=300), "lmc cannot be '300'"),
        (lambda s: set_node_values(s, [1], lid=3), "belongs to its port"),
        (lambda s: set_cable_values(s, [0], width=3), "width cannot be '3'"),
        (lambda s: set_cable_values(s, [0], speed=10), "speed cannot be '10'"),
        (lambda s: set_cable_values(s, [0], node=1), "'node' cannot be set"),
        (lambda s: set_cable_values(s, [0], length_m=np.inf), "length_m cannot be"),
        (lambda s: move(s, [0], [[1, np.inf]]), "finite numbers"),
        (lambda s: move(s, [0], [1, 2]), "for each of 1 nodes"),
        (lambda s: set_order(s, [0, 1], [1]), "for each of 2 nodes"),
        (lambda s: set_order(s, [0], np.inf), "a finite number"),
    ],
)
def test_that_a_value_that_cannot_be_is_refused(edit: Callable[[State], State], said: str) -> None:
    with pytest.raises(EditError) as caught:
        edit(pair())
    assert said in str(caught.value)
