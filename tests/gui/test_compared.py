from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import desk_of
from gui_windows import small_state

from ibviz.core.edit_scenarios import add_scenario, remove_scenario, rename_scenario
from ibviz.gui.compared import Compared, compared_of
from ibviz.gui.desk import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small_state(), tmp_path)
    for name in ("one", "two", "three"):
        made.document.apply("Add", lambda s, n=name: add_scenario(s, n))
    yield made
    assert made.jobs.close()


def names(compared: Compared) -> list[str]:
    return [one.name for one in compared.chosen]


def test_that_a_window_has_one_choice_in_the_order_of_the_list(qtbot: Any, desk: Desk) -> None:
    compared = compared_of(desk)
    assert compared_of(desk) is compared and names(compared) == []
    for name in ("three", "one"):
        with qtbot.waitSignal(compared.changed):
            compared.choose(name, True)
    assert names(compared) == ["one", "three"]
    with qtbot.assertNotEmitted(compared.changed):
        compared.choose("one", True)
    compared.choose("one", False)
    assert names(compared) == ["three"]


def test_that_a_renamed_scenario_stays_chosen_and_undo_keeps_it_so(desk: Desk) -> None:
    compared = compared_of(desk)
    compared.choose("two", True)
    desk.document.apply("Rename", lambda s: rename_scenario(s, "two", "zwei"))
    assert names(compared) == ["zwei"]
    desk.document.stack.undo()
    assert names(compared) == ["two"]


def test_that_a_removed_scenario_is_chosen_again_when_undo_brings_it_back(desk: Desk) -> None:
    compared = compared_of(desk)
    compared.choose("two", True)
    desk.document.apply("Remove", lambda s: remove_scenario(s, "two"))
    assert names(compared) == []
    desk.document.stack.undo()
    assert names(compared) == ["two"]
