from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fabrics import torus_of
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import set_routing
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.desk import Desk
from ibviz.gui.models import checking as module
from ibviz.gui.models.checking import checking_of


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(State(torus_of((5,)), "ring", traffic=Choice("shift", {"k": "1"})), tmp_path)
    made.results.refresh()
    settle(made)
    yield made
    close(made)


def codes(desk: Desk) -> list[str]:
    return [fault.code for fault in checking_of(desk).faults]


def test_that_the_tables_in_use_are_checked_once_for_all(desk: Desk) -> None:
    assert checking_of(desk) is checking_of(desk)
    told = []
    checking_of(desk).checked.connect(lambda: told.append(codes(desk)))
    settle(desk)
    assert told == [["credit-loop"]] and codes(desk) == ["credit-loop"]
    desk.document.apply("DFSSSP", lambda s: set_routing(s, Choice("dfsssp")))
    settle(desk)
    assert codes(desk) != ["credit-loop"] and len(told) == 2


def test_that_no_fault_of_other_tables_is_shown(desk: Desk) -> None:
    checking_of(desk)
    settle(desk)
    desk.document.load(small(), None)
    settle(desk)
    assert codes(desk) == []


def test_that_large_tables_that_were_computed_are_not_checked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 10)
    checking_of(desk)
    settle(desk)
    assert codes(desk) == []
