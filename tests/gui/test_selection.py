"""Selections: joined, toggled, kept over States."""

from __future__ import annotations

from gui_windows import small_state

from ibviz.core.edits import cut, delete_nodes
from ibviz.gui.selection import NOTHING, Selection


def test_that_nothing_is_false_and_anything_is_true() -> None:
    assert not NOTHING
    assert Selection(nodes=frozenset([0]))
    assert Selection(cables=frozenset([0]))
    assert Selection(flow=0)


def test_that_selections_join_and_toggle() -> None:
    one, two = Selection(nodes=frozenset([1, 2])), Selection(nodes=frozenset([2, 3]))
    assert (one | two).nodes == {1, 2, 3}
    assert (one ^ two).nodes == {1, 3}


def test_that_what_is_gone_is_dropped_and_a_new_row_is_no_old_one() -> None:
    state = small_state()
    chosen = Selection(nodes=frozenset([2, 3]), cables=frozenset([0, 4]), flow=7)
    assert chosen.kept(state, state) == chosen
    gone = delete_nodes(cut(state, [0]), [3])
    assert chosen.kept(state, gone) == Selection(nodes=frozenset([2]), cables=frozenset([4]))
    assert chosen.kept(state, small_state()) == NOTHING
