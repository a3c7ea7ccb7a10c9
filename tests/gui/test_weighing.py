from __future__ import annotations

from collections.abc import Callable

import pytest
from gui_desks import settle
from gui_windows import small_state

from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.weighing import nothing_to_rank, rank_failures
from ibviz.gui.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


def test_that_the_menu_shows_the_table_and_begins_once(make_window: Callable[..., Window]) -> None:
    window = make_window(small_state(), panels=True)
    settle(window.desk)
    assert nothing_to_rank(window) == ""
    window.actions_["simulate.rank"].trigger()
    rankings, bottom = rankings_of(window.desk), window.furniture.bottom
    assert bottom is not None and bottom.opened and bottom.current == "failures"
    assert rankings.running == "cables"
    settle(window.desk)
    known = rankings.ranking("cables")
    rank_failures(window)
    assert rankings.running == "" and rankings.ranking("cables") is known


def test_that_without_a_fabric_nothing_can_be_ranked(make_window: Callable[..., Window]) -> None:
    assert nothing_to_rank(make_window()) == "no traffic is simulated"
