from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.scenario import Choice
from ibviz.gui.desk import Desk
from ibviz.gui.models.safety import Safety

JOBS = Choice("jobs", {"list": "A:size=2,pattern=ring;B:size=4"})


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small("shift:k=1"), tmp_path)
    settle(made)
    yield made
    close(made)


def test_that_a_switch_is_answered_once_the_jobs_are_known(desk: Desk) -> None:
    safety, told = Safety(desk), []
    safety.answered.connect(lambda: told.append(1))
    assert safety.answer(0) is None
    settle(desk)
    assert told == []
    desk.document.apply("Traffic", lambda s: set_traffic(s, JOBS))
    settle(desk)
    assert safety.answer(0) is None
    settle(desk)
    found = safety.answer(0)
    assert found is not None and told == [1]
    assert "A loses all of its 2 hosts" in found.sentence
    assert safety.answer(0) is found


def test_that_hosts_and_what_is_down_are_not_asked_about(desk: Desk) -> None:
    desk.document.apply("Traffic", lambda s: set_traffic(s, JOBS))
    desk.document.apply("Fail", lambda s: fail(s, nodes=[1]))
    settle(desk)
    safety = Safety(desk)
    for row in (1, 7):
        assert safety.answer(row) is None
        settle(desk)
        assert safety.answer(row) is None
