"""Selections: joined, toggled, kept over States."""

from __future__ import annotations

from gui_windows import small_state

from ibviz.core.edit_scenarios import set_traffic
from ibviz.core.edits import cut, delete_nodes
from ibviz.core.scenario import Choice
from ibviz.gui.selection import NOTHING, Selection, of_flows


def test_that_nothing_is_false_and_anything_is_true() -> None:
    assert not NOTHING
    assert Selection(nodes=frozenset([0]))
    assert Selection(cables=frozenset([0]))
    assert Selection(flow=0)
    assert Selection(flows=frozenset([0, 1]))


def test_that_selections_join_and_toggle() -> None:
    one, two = Selection(nodes=frozenset([1, 2])), Selection(nodes=frozenset([2, 3]))
    assert (one | two).nodes == {1, 2, 3}
    assert (one ^ two).nodes == {1, 3}


def test_that_a_picture_shows_of_a_selection_what_it_knows() -> None:
    chosen = Selection(frozenset([1, 7]), frozenset([2, 9]))
    assert chosen.within(8, 10) is chosen
    assert chosen.within(7, 9) == Selection(frozenset([1]), frozenset([2]))


def test_that_what_is_gone_is_dropped_and_a_new_row_is_no_old_one() -> None:
    state = small_state()
    chosen = Selection(nodes=frozenset([2, 3]), cables=frozenset([0, 4]), flow=7)
    assert chosen.kept(state, state) == chosen
    gone = delete_nodes(cut(state, [0]), [3])
    assert chosen.kept(state, gone) == Selection(nodes=frozenset([2]), cables=frozenset([4]))
    assert chosen.kept(state, small_state()) == NOTHING


def test_that_one_flow_is_that_flow_and_several_are_a_set() -> None:
    assert of_flows([3]) == Selection(flow=3)
    assert of_flows([3, 4]) == Selection(flows=frozenset([3, 4]))
    assert of_flows([3]).flow_ids == {3}
    assert of_flows([3, 4]).flow_ids == {3, 4}
    assert not of_flows([]).flow_ids


def test_that_flows_are_dropped_with_their_traffic() -> None:
    state = small_state()
    chosen = Selection(nodes=frozenset([2]), flows=frozenset([1, 5]))
    other = set_traffic(state, Choice("shift"))
    assert chosen.kept(state, state) == chosen
    assert chosen.kept(state, other) == Selection(nodes=frozenset([2]))


def test_that_a_way_of_a_flow_is_not_taken_for_selected_cables() -> None:
    way = Selection(cables=frozenset([1, 2]), flow=0)
    one = Selection(cables=frozenset([2]))
    assert way ^ one == way | one == one
